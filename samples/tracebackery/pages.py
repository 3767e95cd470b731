"""Questions that Python itself answers: POST form with a token of the session, rows of a forum."""

import base64
import doctest
import hashlib
import hmac
import importlib
import secrets
import warnings
from collections.abc import Iterator
from functools import cache, partial
from urllib.parse import urlencode

from aiohttp import web
from django.utils.text import slugify

from samples.application import SampleSite, cut_page, found, paging, quoted, respond
from samples.catalogue import Catalogue, Record, clean_query, query_words, read_number
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


def failures() -> Iterator[tuple[str, str, str, str]]:
    """Yield each expression, the exception it raises, its message, what that kind means."""
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
                yield expression, f"{module}{kind.__qualname__}", message, meaning


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
    for number, (expression, error, message, meaning) in enumerate(failures(), start=1):
        yield _make_record(
            number,
            f"Why “{error.rpartition('.')[2]}: {message}”?",
            f"{expression} raises {error} with the message “{message}”. "
            f"The documentation says of {error}: {meaning}",
            ERRORS,
            expression,
            error,
        )
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


COOKIE = "tracebackery_visit"
# A longer value is none that was given out here.
MAX_COOKIE_LENGTH = 64
_SECRET = secrets.token_bytes(32)


def token_for(session: str) -> str:
    return hmac.new(_SECRET, session.encode(), hashlib.sha256).hexdigest()[:32]


def has_valid_token(request: web.Request, token: str) -> bool:
    session = _read_cookie(request)
    if not session:
        return False
    return hmac.compare_digest(token.encode(), token_for(session).encode())


def _read_cookie(request: web.Request) -> str:
    session = request.cookies.get(COOKIE, "")
    return session if session.isascii() and len(session) <= MAX_COOKIE_LENGTH else ""


SNIPPET_LENGTH = 200
RESULTS_PER_PAGE = 12
SHOWN_AT_HOME = 24
QUESTIONS_BESIDE = 5


async def show_home(request: web.Request) -> web.Response:
    return _show_form(request)


async def answer_form(request: web.Request) -> web.Response:
    try:
        posted = await request.post()
    except (ValueError, LookupError) as error:
        raise web.HTTPBadRequest from error
    form = {name: value for name, value in posted.items() if isinstance(value, str)}
    if not has_valid_token(request, form.get("token", "")):
        return _show_form(request, message="Your visit has expired. Please search again.")
    return _show_results(request, clean_query(form.get("terms", "")), 1)


async def show_further_page(request: web.Request) -> web.Response:
    try:
        query = _unpack(request.query.get("search", ""))
    except ValueError:
        return _show_form(request, message="This search is no longer known.")
    return _show_results(request, query, read_number(request.query.get("page"), 1))


async def show_question(request: web.Request) -> web.Response:
    record = found(catalogue().find(request.rel_url.raw_path))
    related = catalogue().neighbours(record)
    return _respond(
        request, "question.html", record=record, code=record.fact("Code"), related=related
    )


async def show_topic(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    rows = [_describe(record, "") for record in members]
    return _respond(request, "topic.html", name=name, rows=rows)


def _show_form(request: web.Request, message: str = "") -> web.Response:
    welcome = catalogue().records[:SHOWN_AT_HOME]
    return _respond(request, "home.html", message=message, welcome=welcome)


def _show_results(request: web.Request, query: str, number: int) -> web.Response:
    if not query_words(query):
        return _show_form(request, message="Please type what you are looking for.")
    page = cut_page(catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query)),
        rows=[_describe(record, query) for record in page],
    )


def _around(request: web.Request) -> dict[str, object]:
    return {
        "topics": catalogue().section_sizes,
        "beside": catalogue().records[-QUESTIONS_BESIDE:],
    }


def _respond(request: web.Request, template: str, /, **values: object) -> web.Response:
    session = _read_cookie(request) or secrets.token_urlsafe(16)
    response = respond(request, template, token=token_for(session), **values)
    response.set_cookie(COOKIE, session, httponly=True, samesite="Lax", path="/")
    return response


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "link": record.path,
        "title": record.title,
        "text": quoted(record, query, SNIPPET_LENGTH, "em"),
        "tag": record.fact("Tag"),
        "topic": record.section,
        "examples": int(record.fact("Examples")),
    }


def _page_link(query: str, number: int) -> str:
    packed = base64.urlsafe_b64encode(query.encode()).decode().rstrip("=")
    return f"/browse?{urlencode({'search': packed, 'page': number})}"


def _unpack(packed: str) -> str:
    return clean_query(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode())


SITE = SampleSite(
    name="tracebackery",
    title="Tracebackery",
    port_offset=14,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.post("/search", answer_form),
        web.get("/search", show_home),
        web.get("/browse", show_further_page),
        web.get("/question/{number}/{slug}", show_question),
        web.get("/topic/{name}", show_topic),
    ),
    around=_around,
)
