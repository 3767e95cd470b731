"""The documentation of the standard library: a form on every page, an ordered list."""

import inspect
import time
from functools import cache, partial
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    Advertisement,
    SampleSite,
    advertised,
    asked,
    cut_page,
    excerpt,
    found,
    group_digits,
    paging,
    quoted,
    respond,
)
from samples.catalogue import Catalogue, Record, read_number
from samples.standard_library import DocumentedObject, documented_objects, plain_text

RESULTS_PER_PAGE = 10
SNIPPET_LENGTH = 260
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


@cache
def catalogue() -> Catalogue:
    return Catalogue(map(_make_record, documented_objects().values()))


def _make_record(documented: DocumentedObject) -> Record:
    return Record(
        path=documented.path,
        title=documented.title,
        text=plain_text(documented.documentation),
        section=documented.module,
        facts=(
            ("Kind", documented.kind),
            ("Module", documented.module),
            ("Documentation", inspect.cleandoc(documented.documentation)),
        ),
    )


async def show_home(request: web.Request) -> web.Response:
    records = catalogue().records
    total = group_digits(len(records), ",")
    return respond(request, "home.html", total=total, modules=catalogue().section_sizes)


async def show_results(request: web.Request) -> web.Response:
    started = time.perf_counter()
    query = asked(request, "q")
    number = read_number(request.query.get("page"), 1)
    page = cut_page(catalogue().search(query), number, RESULTS_PER_PAGE)
    suggestion = None if page.paginator.count else catalogue().suggestion(query)
    return respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query)),
        total=group_digits(page.paginator.count, ","),
        results=[_describe(record, query) for record in page],
        advertisements=advertised(ADVERTISEMENTS, REDIRECTOR, query, 2),
        suggestion=suggestion and (suggestion, _page_link(suggestion, 1)),
        seconds=f"{time.perf_counter() - started:.3f}",
    )


async def show_record(request: web.Request) -> web.Response:
    record = found(catalogue().find(request.rel_url.raw_path))
    return respond(
        request,
        "record.html",
        record=record,
        kind=record.fact("Kind"),
        documentation=record.fact("Documentation"),
        manual=_manual_link(record),
        related=catalogue().neighbours(record),
    )


async def show_module(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return respond(request, "module.html", name=name, members=members)


async def leave_site(request: web.Request) -> web.Response:
    target = request.query.get("url", "")
    if target not in {_manual_address(module) for module in catalogue().sections}:
        raise web.HTTPNotFound
    raise web.HTTPFound(target)


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "record": record,
        "kind": record.fact("Kind"),
        "snippet": quoted(record, query, SNIPPET_LENGTH, "b"),
        "manual": _manual_link(record),
    }


def _page_link(query: str, number: int) -> str:
    return f"/search?{urlencode({'q': query, 'page': number} if number > 1 else {'q': query})}"


def _manual_address(module: str) -> str:
    return f"{MANUAL}{module.lower()}.html"


def _manual_link(record: Record) -> str:
    return f"/out?{urlencode({'url': _manual_address(record.section)})}"


def _around(request: web.Request) -> dict[str, object]:
    popular = catalogue().find_all(f"/object/{title}" for title in POPULAR)
    texts = [(record, excerpt(record.text, "", POPULAR_TEXT_LENGTH)) for record in popular]
    return {"popular": texts}


SITE = SampleSite(
    name="modulary",
    title="Modulary",
    port_offset=10,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/search", show_results),
        web.get("/object/{name}", show_record),
        web.get("/module/{name}", show_module),
        web.get("/out", leave_site),
    ),
    around=_around,
)
