"""The pages of this site: GET form with a choice of the period, cards, a bar to page with."""

from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    Advertisement,
    SampleSite,
    advertised,
    asked,
    found,
    paging,
    quoted,
    respond,
)
from samples.catalogue import Record, cut_page, read_number
from samples.wheelyard.content import catalogue, installed_on

SNIPPET_LENGTH = 170
RESULTS_PER_PAGE = 8
LARGEST_SHOWN = 6
# What the form offers, in days.
PERIODS = {"day": 1, "week": 7, "month": 31, "year": 366}
REDIRECTOR = "https://ads.packetpost.example/visit"
ADVERTISEMENTS = (
    Advertisement(
        "A mirror of your own",
        "Keep every package you depend on within your walls. From $9 a month.",
        "https://mirror-in-a-box.example/start",
    ),
    Advertisement(
        "Know what you install",
        "Licences and known faults of all dependencies in one list. Free for small teams.",
        "https://dependency-desk.example/free",
    ),
)


async def show_home(request: web.Request) -> web.Response:
    latest = sorted(catalogue().records, key=lambda record: record.fact("Installed"), reverse=True)
    cards = [_describe(record, "") for record in latest[:LARGEST_SHOWN]]
    return respond(request, "home.html", total=len(catalogue().records), cards=cards)


async def show_results(request: web.Request) -> web.Response:
    query = asked(request, "query")
    period = request.query.get("period", "")
    matching = catalogue().search(query)
    if period in PERIODS:
        since = datetime.now(UTC).date() - timedelta(days=PERIODS[period])
        matching = tuple(record for record in matching if (installed_on(record) or since) >= since)
    number = read_number(request.query.get("page"), 1)
    page = cut_page(query, matching, number, RESULTS_PER_PAGE)
    cards = [_describe(record, query) for record in page.records]
    if len(cards) == RESULTS_PER_PAGE:
        cards[3:3] = [
            {"link": link, "title": each.title, "text": each.text, "host": each.host}
            for each, link in advertised(ADVERTISEMENTS, REDIRECTOR, query, 1)
        ]
    return respond(
        request,
        "results.html",
        **paging(page, partial(_page_link, query, period)),
        period=period,
        cards=cards,
    )


async def show_package(request: web.Request) -> web.Response:
    record = found(catalogue().find(request.rel_url.raw_path))
    related = catalogue().neighbours(record)
    facts = [(label, value) for label, value in record.facts if value and label != "Summary"]
    return respond(
        request,
        "package.html",
        record=record,
        summary=record.fact("Summary"),
        facts=facts,
        related=related,
    )


async def show_licence(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return respond(
        request, "licence.html", name=name, cards=[_describe(each, "") for each in members]
    )


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "link": record.path,
        "title": record.title,
        "version": record.fact("Version"),
        "text": quoted(record, query, SNIPPET_LENGTH, "strong"),
        "author": record.fact("Author"),
        "licence": record.section,
        "size": record.fact("Size"),
        "installed": record.fact("Installed"),
    }


def _page_link(query: str, period: str, number: int) -> str:
    return f"/packages?{urlencode({'query': query, 'period': period, 'page': number})}"


def _around(request: web.Request) -> dict[str, object]:
    return {"licences": sorted(catalogue().section_sizes), "periods": tuple(PERIODS)}


SITE = SampleSite(
    name="wheelyard",
    title="Wheelyard",
    port_offset=15,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/packages", show_results),
        web.get("/package/{name}", show_package),
        web.get("/licence/{name}", show_licence),
    ),
    around=_around,
)
