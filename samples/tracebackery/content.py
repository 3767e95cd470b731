"""The records of this site: questions that Python itself answers.

Errors that expressions raise, exceptions by their documentation, and the examples in it.
"""

import doctest
from collections.abc import Iterator
from functools import cache

from django.utils.text import slugify

from samples.catalogue import Catalogue, Record
from samples.standard_library import DocumentedObject, documented_objects, plain_text
from samples.tracebackery.failures import Failure, failures

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
