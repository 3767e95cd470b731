"""News of each version of Python: rows of a table with dates, pages back and on."""

from collections.abc import Iterator
from datetime import date
from functools import cache, partial
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    SampleSite,
    asked,
    cut_page,
    found,
    highlight,
    on_reference,
    paging,
    respond,
)
from samples.catalogue import Catalogue, Record, read_number
from samples.standard_library import DocumentedObject, documented_objects
from samples.versionary.history import CHANGED, RELEASED, added_in

RESULTS_PER_PAGE = 15


@cache
def catalogue() -> Catalogue:
    return Catalogue(_make_records())


def _make_records() -> Iterator[Record]:
    told = set()
    for version in sorted(RELEASED, key=RELEASED.__getitem__, reverse=True):
        remarks = dict(CHANGED.get(version, {}))
        for title in added_in(version):
            remarks.setdefault(title, "")
        for title, remark in remarks.items():
            documented = documented_objects().get(title)
            # A Python without it cannot tell of it.
            if documented is not None and title not in told:
                told.add(title)
                yield _make_record(documented, version, remark)


def _make_record(documented: DocumentedObject, version: str, change: str) -> Record:
    return Record(
        path=documented.path,
        title=documented.title,
        text=f"Changed: {change}" if change else f"New {documented.kind}: {documented.summary}",
        section=version,
        facts=(
            ("Version", f"Python {version}"),
            ("Released", RELEASED[version]),
            ("Change", "changed" if change else "added"),
        ),
    )


async def show_home(request: web.Request) -> web.Response:
    return respond(request, "home.html")


async def show_results(request: web.Request) -> web.Response:
    query = asked(request, "what")
    # Pages are counted from 0 in addresses here.
    number = read_number(request.query.get("p"), 0) + 1
    page = cut_page(catalogue().search(query), number, RESULTS_PER_PAGE)
    return respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query)),
        rows=[_describe(request, record, query) for record in page],
    )


async def show_version(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    rows = [_describe(request, record, "") for record in members]
    return respond(request, "version.html", name=name, rows=rows)


def _describe(request: web.Request, record: Record, query: str) -> dict[str, object]:
    return {
        "title": record.title,
        "link": on_reference(request, record),
        "version": record.section,
        "released": _written(record),
        "change": record.fact("Change"),
        "text": highlight(record.text, query, "mark"),
    }


def _written(record: Record) -> str:
    """Return the day of a record's release in English, whatever the machine's language."""
    day = date.fromisoformat(record.fact("Released"))
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{day.day} {months[day.month - 1]} {day.year}"


def _page_link(query: str, number: int) -> str:
    return f"/find?{urlencode({'what': query, 'p': number - 1})}"


def _around(request: web.Request) -> dict[str, object]:
    sections = catalogue().sections.items()
    return {"versions": [(name, _written(each[0]), len(each)) for name, each in sections]}


SITE = SampleSite(
    name="versionary",
    title="Versionary",
    port_offset=12,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/find", show_results),
        web.get("/version/{name}", show_version),
    ),
    around=_around,
)
