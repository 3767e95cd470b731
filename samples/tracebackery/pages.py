"""The pages of this site: POST form with a token of the session, rows as of a forum.

The pages of an answer are linked to by an opaque mark that carries the question.
"""

import base64
import hashlib
import hmac
import secrets
from functools import partial
from urllib.parse import urlencode

from aiohttp import web

from samples.application import SampleSite, found, paging, quoted, respond
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number
from samples.tracebackery.content import catalogue

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
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        request,
        "results.html",
        **paging(page, partial(_page_link, query)),
        rows=[_describe(record, query) for record in page.records],
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
