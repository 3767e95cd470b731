"""Questions that Python itself answers: POST form with a token of the session, rows of a forum."""

import base64
import doctest
import hashlib
import hmac
import importlib
import secrets
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from aiohttp import web
from django.utils.text import slugify

from samples.application import SampleSite
from samples.catalogue import Record, clean_query, read_number
from samples.standard_library import DocumentedObject, documented_objects, plain_text

# Modules whose names the expressions use.
MODULES = (
    "ast base64 codecs collections datetime decimal enum fractions ipaddress itertools json math "
    "pathlib pickle random re shlex statistics struct tomllib uuid zlib zoneinfo"
).split()
# Each raises an exception.
EXPRESSIONS = Path(__file__).with_name("expressions.txt")


def failures() -> Iterator[tuple[str, str, str, str]]:
    """Yield each expression, the exception it raises, its message, what that kind means."""
    names = {name: importlib.import_module(name) for name in MODULES}
    with warnings.catch_warnings():
        # '"abc"()' is warned of where it is compiled.
        warnings.simplefilter("ignore")
        for expression in EXPRESSIONS.read_text(encoding="utf-8").splitlines():
            try:
                eval(expression, dict(names))  # noqa: S307  the expressions are ours
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
SHOWN_AT_HOME = 24
QUESTIONS_BESIDE = 5
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


class Tracebackery(SampleSite):
    name = "tracebackery"
    title = "Tracebackery"
    port_offset = 14
    search_path = "/browse"
    record_route = "/question/{number}/{slug}"
    section_route = "/topic/{name}"
    query_field = "search"
    page_size = 12
    snippet_length = 200
    mark = "em"

    def records(self) -> Iterable[Record]:
        questions: dict[str, Record] = {}
        for record in _make_records():
            questions.setdefault(record.title, record)
        return questions.values()

    def routes(self) -> tuple[web.RouteDef, ...]:
        return (web.post("/search", self.answer_form), web.get("/search", self.show_home))

    def records_at_home(self) -> Sequence[Record]:
        return self.catalogue.records[:SHOWN_AT_HOME]

    def around(self, request: web.Request) -> dict[str, object]:
        beside = self.catalogue.records[-QUESTIONS_BESIDE:]
        described = [self.describe(request, record) for record in beside]
        return {**super().around(request), "beside": described}

    def respond(
        self, request: web.Request, template: str, status: int = 200, /, **values: object
    ) -> web.Response:
        session = _read_cookie(request) or secrets.token_urlsafe(16)
        response = super().respond(request, template, status, token=token_for(session), **values)
        response.set_cookie(COOKIE, session, httponly=True, samesite="Lax", path="/")
        return response

    async def answer_form(self, request: web.Request) -> web.Response:
        try:
            posted = await request.post()
        except (ValueError, LookupError) as error:
            raise web.HTTPBadRequest from error
        form = {name: value for name, value in posted.items() if isinstance(value, str)}
        if not has_valid_token(request, form.get("token", "")):
            return self.show_start(request, "Your visit has expired. Please search again.")
        return self.show_found(request, clean_query(form.get("terms", "")), 1, {})

    async def show_results(self, request: web.Request) -> web.Response:
        """Show a further page, whose address holds the query packed."""
        packed = request.query.get("search", "")
        try:
            query = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
        except ValueError:
            return self.show_start(request, "This search is no longer known.")
        number = read_number(request.query.get("page"), 1)
        return self.show_found(request, clean_query(query), number, {})

    def show_without_query(self, request: web.Request) -> web.Response:
        return self.show_start(request, "Please type what you are looking for.")

    def page_link(self, query: str, kept: Mapping[str, Any], number: int) -> str:
        packed = base64.urlsafe_b64encode(query.encode()).decode().rstrip("=")
        return super().page_link(packed, kept, number)
