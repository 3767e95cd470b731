"""The records of this site: questions that Python itself answers.

Errors that expressions raise, exceptions by their documentation, and the examples in it.
"""

import doctest
import importlib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.utils.text import slugify

from samples.catalogue import Catalogue, Record
from samples.standard_library import DocumentedObject, documented_objects, plain_text

# Modules whose names the expressions use.
MODULES = (
    "ast base64 codecs collections datetime decimal enum fractions ipaddress itertools json math "
    "pathlib pickle random re shlex statistics struct tomllib uuid zlib zoneinfo"
).split()
EXPRESSIONS = (
    'int("twelve")',
    'int("12.5")',
    "int(None)",
    'float("1,5")',
    "[][0]",
    "[1, 2, 3][5]",
    '{"a": 1}["b"]',
    "1 / 0",
    "0.0 ** -1",
    '"total: " + 5',
    "len(5)",
    "None + 1",
    "None.strip()",
    '"text".push("x")',
    "[1].add(2)",
    "{[1]: 2}",
    "hash([])",
    'sorted([1, "a"])',
    "max([])",
    "min(())",
    'sum(["a", "b"])',
    '"abc".index("z")',
    "[1].remove(2)",
    "[].pop()",
    '{}.pop("a")',
    '"{} {}".format(1)',
    '"%d" % "x"',
    'ord("ab")',
    "bytes([256])",
    '"é".encode("ascii")',
    'b"\\xff".decode("utf-8")',
    'open("/no/such/file")',
    "iter(5)",
    "range(1, 9, 0)",
    'round("a")',
    "pow(2, -1, 4)",
    "undefined_name",
    '__import__("no_such_module")',
    "(lambda a: a)()",
    "(lambda a: a)(b=1)",
    'json.loads("{bad}")',
    "json.loads(\"{'a': 1}\")",
    "json.dumps({1, 2})",
    're.compile("(")',
    're.compile("*a")',
    "datetime.date(2023, 2, 30)",
    'datetime.date.fromisoformat("yesterday")',
    'datetime.datetime.strptime("1 May", "%Y-%m")',
    'decimal.Decimal("abc")',
    "math.sqrt(-1)",
    "math.factorial(-1)",
    'ipaddress.ip_address("300.1.1.1")',
    'uuid.UUID("x")',
    'base64.b64decode("a")',
    'struct.unpack("i", b"")',
    'enum.Enum("Colour", "red")("blue")',
    "random.choice([])",
    "statistics.mean([])",
    'compile("x === 1", "program.py", "exec")',
    'compile("if True:\\nx = 1", "program.py", "exec")',
    'pathlib.Path("/no/such/folder").stat()',
    'collections.namedtuple("Point", "class x")',
    "collections.deque([]).popleft()",
    'zlib.decompress(b"not packed")',
    'codecs.lookup("no-such-codec")',
    'zoneinfo.ZoneInfo("No/Where")',
    'tomllib.loads("a =")',
    '", ".join([1, 2])',
    "[2, 1].sort(key=1)",
    '"abc"()',
    "list(5)",
    'isinstance(1, "int")',
    'setattr(1, "a", 2)',
    'format(3.5, "d")',
    'int("8", 1)',
    "()[0]",
    "5 % 0",
    "chr(-1)",
    're.compile("[z-a]")',
    "json.dumps(1j)",
    "math.log(0)",
    'shlex.split("it\'s")',
    'pickle.loads(b"")',
    "(lambda: 0)(1)",
    "[1, 2] - [1]",
    '"{name}".format()',
    "next(iter([]))",
    "dict([1])",
    'ast.literal_eval("1 +")',
    '"a" < 1',
    '{"a": 1} + {"b": 2}',
)


@dataclass(frozen=True, slots=True)
class Failure:
    expression: str
    error: str
    message: str
    meaning: str


def failures() -> Iterator[Failure]:
    names = {name: importlib.import_module(name) for name in MODULES}
    with warnings.catch_warnings():
        # '"abc"()' is warned of where it is compiled.
        warnings.simplefilter("ignore")
        for expression in EXPRESSIONS:
            try:
                eval(expression, dict(names))  # noqa: S307  the expressions stand above
            except Exception as error:
                kind = type(error)
                module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
                message = " ".join(str(error).split())
                meaning = " ".join((kind.__doc__ or "").split())
                yield Failure(expression, f"{module}{kind.__qualname__}", message, meaning)


MAX_SLUG_LENGTH = 50
# An example longer than this makes no title.
MAX_EXAMPLE_LENGTH = 70
ERRORS = "errors"
EXCEPTIONS = "exceptions"
EXAMPLES = "examples"


@cache
def catalogue() -> Catalogue:
    questions: dict[str, Record] = {}
    for record in _make_records():
        questions.setdefault(record.title, record)
    return Catalogue(questions.values())


def _make_records() -> Iterator[Record]:
    number = 0
    for failure in failures():
        number += 1
        yield _ask_about_failure(number, failure)
    for documented in documented_objects().values():
        is_exception = isinstance(documented.value, type) and issubclass(
            documented.value, BaseException
        )
        record = None
        if is_exception:
            record = _ask_about_exception(number + 1, documented)
        elif documented.kind != "module":
            record = _ask_about_example(number + 1, documented)
        if record is not None:
            number += 1
            yield record


def _ask_about_failure(number: int, failure: Failure) -> Record:
    text = (
        f"{failure.expression} raises {failure.error} with the message “{failure.message}”. "
        f"The documentation says of {failure.error}: {failure.meaning}"
    )
    return _make_record(
        number,
        f"Why “{failure.error.rpartition('.')[2]}: {failure.message}”?",
        text,
        ERRORS,
        failure.expression,
        failure.error,
    )


def _ask_about_exception(number: int, documented: DocumentedObject) -> Record:
    return _make_record(
        number,
        f"When is {documented.title} raised?",
        f"{documented.title}: {plain_text(documented.documentation)}",
        EXCEPTIONS,
        documented.documentation,
        documented.module,
    )


def _ask_about_example(number: int, documented: DocumentedObject) -> Record | None:
    if ">>>" not in documented.documentation:
        return None
    try:
        examples = doctest.DocTestParser().get_examples(documented.documentation)
    except ValueError:
        return None
    for example in examples:
        source = example.source.strip()
        is_short = "\n" not in source and len(source) <= MAX_EXAMPLE_LENGTH
        # A remark beside an example is for readers of the whole session.
        if example.want and is_short and "#" not in source and "(" in source:
            session = "".join(
                f">>> {each.source.strip()}\n{each.want}" for each in examples if each.source
            )
            return _make_record(
                number,
                f"What does {source} give?",
                f"It gives {' '.join(example.want.split())} – an example of {documented.title}: "
                f"{documented.summary}",
                EXAMPLES,
                session,
                documented.module,
                len(examples),
            )
    return None


def _make_record(
    number: int, title: str, text: str, section: str, code: str, tag: str, examples: int = 1
) -> Record:
    slug = slugify(title)[:MAX_SLUG_LENGTH].strip("-") or "example"
    return Record(
        path=f"/question/{number}/{slug}",
        title=title,
        text=text,
        section=section,
        facts=(("Code", code), ("Tag", tag), ("Examples", str(examples))),
    )
