"""The pages of this site: GET form with a choice of the period, cards, a bar to page with."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    Advertisement,
    Templates,
    choose,
    found,
    highlight,
    new_application,
    redirector_link,
)
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number
from samples.wheelyard.content import catalogue, installed_on, snippet

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 8
RELATED_PACKAGES = 6
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


def make_application(reference: str) -> web.Application:
    application = new_application(FOLDER, TEMPLATES.respond, reference)
    application.router.add_get("/", show_home)
    application.router.add_get("/packages", show_results)
    application.router.add_get("/package/{name}", show_package)
    application.router.add_get("/licence/{name}", show_licence)
    return application


async def show_home(request: web.Request) -> web.Response:
    latest = sorted(catalogue().records, key=lambda record: record.fact("Installed"), reverse=True)
    cards = [_describe(record, "") for record in latest[:LARGEST_SHOWN]]
    return _respond("home.html", total=len(catalogue().records), cards=cards)


async def show_results(request: web.Request) -> web.Response:
    query = clean_query(request.query.get("query", ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    period = request.query.get("period", "")
    matching = catalogue().search(query)
    if period in PERIODS:
        since = datetime.now(UTC).date() - timedelta(days=PERIODS[period])
        matching = tuple(record for record in matching if (installed_on(record) or since) >= since)
    number = read_number(request.query.get("page"), 1)
    page = cut_page(query, matching, number, RESULTS_PER_PAGE)
    cards = [_describe(record, query) for record in page.records]
    if len(cards) == RESULTS_PER_PAGE:
        advertised = choose(ADVERTISEMENTS, query, 1)
        cards[3:3] = [_describe_advertisement(each, query) for each in advertised]
    return _respond(
        "results.html",
        query=query,
        period=period,
        page=page,
        cards=cards,
        next=page.next and _page_link(query, period, page.next),
        previous=page.previous and _page_link(query, period, page.previous),
    )


async def show_package(request: web.Request) -> web.Response:
    record = found(catalogue().find(request.rel_url.raw_path))
    related = catalogue().neighbours(record, RELATED_PACKAGES)
    facts = [(label, value) for label, value in record.facts if value and label != "Summary"]
    return _respond(
        "package.html", record=record, summary=record.fact("Summary"), facts=facts, related=related
    )


async def show_licence(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return _respond("licence.html", name=name, cards=[_describe(each, "") for each in members])


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "link": record.path,
        "title": record.title,
        "version": record.fact("Version"),
        "text": highlight(snippet(record, query), query, "strong"),
        "author": record.fact("Author"),
        "licence": record.section,
        "size": record.fact("Size"),
        "installed": record.fact("Installed"),
    }


def _describe_advertisement(advertisement: Advertisement, query: str) -> dict[str, object]:
    return {
        "link": redirector_link(REDIRECTOR, advertisement, query),
        "title": advertisement.title,
        "text": advertisement.text,
        "host": advertisement.host,
    }


def _page_link(query: str, period: str, number: int) -> str:
    return f"/packages?{urlencode({'query': query, 'period': period, 'page': number})}"


def _respond(template: str, /, **values: object) -> web.Response:
    licences = [(name, len(members)) for name, members in sorted(catalogue().sections.items())]
    return TEMPLATES.respond(template, {"licences": licences, "periods": tuple(PERIODS)} | values)
