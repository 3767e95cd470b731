"""The pages of this site: GET form on every page, an ordered list, pages by number."""

import time
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    Advertisement,
    Templates,
    choose,
    excerpt,
    found,
    group_digits,
    highlight,
    new_application,
    redirector_link,
)
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number
from samples.modulary.content import catalogue, snippet

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 10
RELATED_RECORDS = 6
POPULAR = ("json.loads", "os.path.join", "re.compile", "datetime.datetime", "itertools.chain")
POPULAR_TEXT_LENGTH = 70
MANUAL = "https://docs.python.org/3/library/"
REDIRECTOR = "http://go.adfarm.example/click"
ADVERTISEMENTS = (
    Advertisement(
        "Hosting for small programs",
        "Deploy in a minute from $3 a month. No string attached, cancel at any time.",
        "https://www.tiny-hosting.example/start?plan=small",
    ),
    Advertisement(
        "Learn to program at the weekend",
        "Twelve evenings, one project, a teacher who answers. Next course starts soon.",
        "https://weekend-school.example/programming",
    ),
    Advertisement(
        "Error tracking your team will read",
        "Every exception with its file and line, grouped. Free for three projects.",
        "https://faultline.example/?source=search",
    ),
)


def make_application(reference: str) -> web.Application:
    application = new_application(FOLDER, TEMPLATES.respond, reference)
    application.router.add_get("/", show_home)
    application.router.add_get("/search", show_results)
    application.router.add_get("/object/{name}", show_record)
    application.router.add_get("/module/{name}", show_module)
    application.router.add_get("/out", leave_site)
    return application


async def show_home(request: web.Request) -> web.Response:
    records = catalogue().records
    return _respond(
        "home.html",
        total=group_digits(len(records), ","),
        modules=[(name, len(members)) for name, members in catalogue().sections.items()],
    )


async def show_results(request: web.Request) -> web.Response:
    started = time.perf_counter()
    query = clean_query(request.query.get("q", ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    page = cut_page(
        query,
        catalogue().search(query),
        read_number(request.query.get("page"), 1),
        RESULTS_PER_PAGE,
    )
    suggestion = None if page.total else catalogue().suggestion(query)
    return _respond(
        "results.html",
        page=page,
        query=query,
        total=group_digits(page.total, ","),
        results=[_describe(record, query) for record in page.records],
        links=[(number, _page_link(query, number)) for number in page.numbers],
        previous=page.previous and _page_link(query, page.previous),
        next=page.next and _page_link(query, page.next),
        advertisements=[
            (advertisement, redirector_link(REDIRECTOR, advertisement, query))
            for advertisement in choose(ADVERTISEMENTS, query, 2)
        ],
        suggestion=suggestion and (suggestion, _page_link(suggestion, 1)),
        seconds=f"{time.perf_counter() - started:.3f}",
    )


async def show_record(request: web.Request) -> web.Response:
    record = found(catalogue().find(request.rel_url.raw_path))
    return _respond(
        "record.html",
        record=record,
        kind=record.fact("Kind"),
        documentation=record.fact("Documentation"),
        manual=_manual_link(record),
        related=catalogue().neighbours(record, RELATED_RECORDS),
    )


async def show_module(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return _respond("module.html", name=name, members=members)


async def leave_site(request: web.Request) -> web.Response:
    target = request.query.get("url", "")
    if target not in {_manual_address(module) for module in catalogue().sections}:
        raise web.HTTPNotFound
    raise web.HTTPFound(target)


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "record": record,
        "kind": record.fact("Kind"),
        "snippet": highlight(snippet(record, query), query, "b"),
        "manual": _manual_link(record),
    }


def _page_link(query: str, number: int) -> str:
    return f"/search?{urlencode({'q': query, 'page': number} if number > 1 else {'q': query})}"


def _manual_address(module: str) -> str:
    return f"{MANUAL}{module.lower()}.html"


def _manual_link(record: Record) -> str:
    return f"/out?{urlencode({'url': _manual_address(record.section)})}"


def _respond(template: str, /, **values: object) -> web.Response:
    popular = filter(None, (catalogue().find(f"/object/{title}") for title in POPULAR))
    quoted = [(record, excerpt(record.text, "", POPULAR_TEXT_LENGTH)) for record in popular]
    return TEMPLATES.respond(template, {"popular": quoted} | values)
