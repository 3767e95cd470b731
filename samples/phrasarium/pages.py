"""The pages of this site: the home page answers too, headings and paragraphs, no count of hits.

From a page of results only the next and the previous are linked to.
"""

from pathlib import Path
from urllib.parse import urlencode
from zlib import crc32

from aiohttp import web

from samples.application import new_application
from samples.excerpts import highlight
from samples.index import clean_query, query_words
from samples.paging import cut_page, read_number
from samples.phrasarium.content import catalogue, snippet
from samples.records import Record
from samples.rendering import Templates

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 8
RELATED_RECORDS = 5
PHRASES_BESIDE = 3


def make_application() -> web.Application:
    """Return a new application that serves this site."""
    application = new_application(FOLDER, TEMPLATES)
    application.router.add_get("/", show_home)
    application.router.add_get("/frasi/{slug}", show_record)
    application.router.add_get("/raccolta", lead_to_collection)
    application.router.add_get("/raccolta/{name}", show_collection)
    return application


async def show_home(request: web.Request) -> web.Response:
    """Show results when something is asked, the collections otherwise."""
    query = clean_query(request.query.get("cerca", ""))
    if not query_words(query):
        return _respond(request, "home.html")
    # Pages are counted from 0 in addresses here.
    number = read_number(request.query.get("p"), 0) + 1
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        request,
        "results.html",
        query=query,
        page=page,
        results=[
            (record, highlight(record.title, query, "mark"), snippet(record, query))
            for record in page.records
        ],
        next=page.next and _page_link(query, page.next),
        previous=page.previous and _page_link(query, page.previous),
    )


async def show_record(request: web.Request) -> web.Response:
    """Show a phrase in all languages."""
    record = catalogue().find(request.rel_url.raw_path)
    if record is None:
        raise web.HTTPNotFound
    related = catalogue().neighbours(record, RELATED_RECORDS)
    return _respond(request, "record.html", record=record, related=related)


async def lead_to_collection(request: web.Request) -> web.Response:
    """Lead to the collection chosen in the form."""
    name = request.query.get("nome", "")
    if name not in catalogue().sections:
        raise web.HTTPNotFound
    raise web.HTTPFound(f"/raccolta/{name}")


async def show_collection(request: web.Request) -> web.Response:
    """List the phrases of a collection."""
    name = request.match_info["name"]
    members = catalogue().sections.get(name)
    if members is None:
        raise web.HTTPNotFound
    return _respond(request, "collection.html", name=name, members=members)


def _respond(request: web.Request, template: str, /, **values: object) -> web.Response:
    """Fill a template together with what stands beside every page."""
    beside = _phrases_beside(request.path_qs)
    defaults = {
        "collections": sorted(catalogue().sections),
        "beside": [(record, snippet(record, "")) for record in beside],
    }
    return TEMPLATES.respond(template, defaults | values)


def _phrases_beside(seed: str) -> tuple[Record, ...]:
    """Return a few phrases, others beside every page."""
    records = catalogue().records
    draw = crc32(seed.encode())
    return tuple(records[draw * step % len(records)] for step in range(1, PHRASES_BESIDE + 1))


def _page_link(query: str, number: int) -> str:
    return f"?{urlencode({'cerca': query, 'p': number - 1})}"
