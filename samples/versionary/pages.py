"""The pages of this site: GET form, rows of a table with dates, only earlier and later pages."""

from datetime import date
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web

from samples.application import REFERENCE, Templates, found, highlight, new_application
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number
from samples.versionary.content import catalogue, snippet

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 15


def make_application(reference: str) -> web.Application:
    application = new_application(FOLDER, TEMPLATES.respond, reference)
    application.router.add_get("/", show_home)
    application.router.add_get("/find", show_results)
    application.router.add_get("/version/{name}", show_version)
    return application


async def show_home(request: web.Request) -> web.Response:
    return _respond("home.html")


async def show_results(request: web.Request) -> web.Response:
    query = clean_query(request.query.get("what", ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    # Pages are counted from 0 in addresses here.
    number = read_number(request.query.get("p"), 0) + 1
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        "results.html",
        query=query,
        page=page,
        rows=[_describe(request, record, query) for record in page.records],
        next=page.next and _page_link(query, page.next),
        previous=page.previous and _page_link(query, page.previous),
    )


async def show_version(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    rows = [_describe(request, record, "") for record in members]
    return _respond("version.html", name=name, rows=rows)


def _describe(request: web.Request, record: Record, query: str) -> dict[str, object]:
    return {
        "title": record.title,
        "link": f"{request.app[REFERENCE]}{record.path}",
        "version": record.section,
        "released": _written(record),
        "change": record.fact("Change"),
        "text": highlight(snippet(record, query), query, "mark"),
    }


def _written(record: Record) -> str:
    """Return the day of a record's release, as written in English.

    The names of months do not depend on the machine's language.
    """
    day = date.fromisoformat(record.fact("Released"))
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{day.day} {months[day.month - 1]} {day.year}"


def _page_link(query: str, number: int) -> str:
    return f"/find?{urlencode({'what': query, 'p': number - 1})}"


def _respond(template: str, /, **values: object) -> web.Response:
    versions = [
        (name, _written(members[0]), len(members)) for name, members in catalogue().sections.items()
    ]
    return TEMPLATES.respond(template, {"versions": versions} | values)
