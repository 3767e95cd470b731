"""The pages of this site: a wiki whose design is another at one click.

Addresses and parameters of both designs are the same: pages by offset and limit.
"""

from functools import partial
from urllib.parse import urlencode

from aiohttp import web

from samples.application import (
    DESIGNS,
    SampleSite,
    asked,
    found,
    group_digits,
    paging,
    quoted,
    respond,
)
from samples.catalogue import Record, cut_page, read_number
from samples.syntaxia.content import article_path, catalogue, paragraphs

SNIPPET_LENGTH = 210
USUAL_LIMIT = 10
LIMITS = (10, 20, 50)
# Articles worth reading first, on the home page.
FEATURED = ("The_with_statement", "Coroutines", "Module_json", "Lambdas", "Module_enum")


async def show_home(request: web.Request) -> web.Response:
    featured = catalogue().find_all(f"/wiki/{name}" for name in FEATURED)
    return respond(
        request,
        "home.html",
        total=group_digits(len(catalogue().records), ","),
        entries=[_describe(record, "") for record in featured],
    )


async def show_results(request: web.Request) -> web.Response:
    query = asked(request, "search")
    limit = read_number(request.query.get("limit"), USUAL_LIMIT)
    limit = limit if limit in LIMITS else USUAL_LIMIT
    offset = read_number(request.query.get("offset"), 0)
    page = cut_page(query, catalogue().search(query), offset // limit + 1, limit)
    return respond(
        request,
        "results.html",
        **paging(page, partial(_page_link, query, limit)),
        limit=limit,
        entries=[_describe(record, query) for record in page.records],
        limits=[(each, _page_link(query, each, 1)) for each in LIMITS],
    )


async def show_article(request: web.Request) -> web.Response:
    record = found(catalogue().find(article_path(request.match_info["title"])))
    related = catalogue().neighbours(record)
    return respond(
        request, "article.html", record=record, paragraphs=paragraphs(record), related=related
    )


async def show_category(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return respond(request, "category.html", name=name, members=members)


async def show_designs(request: web.Request) -> web.Response:
    return respond(request, "redesign.html")


async def change_design(request: web.Request) -> web.Response:
    request.app[DESIGNS].rotate()
    raise web.HTTPSeeOther("/redesign")


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "link": record.path,
        "title": record.title,
        "text": quoted(record, query, SNIPPET_LENGTH, "b"),
        "category": record.section,
        "words": record.fact("Words"),
        "size": f"{int(record.fact('Bytes')) / 1024:.1f} KB",
    }


def _page_link(query: str, limit: int, number: int) -> str:
    fields = {"search": query, "limit": limit, "offset": (number - 1) * limit}
    return f"/index?{urlencode(fields)}"


def _around(request: web.Request) -> dict[str, object]:
    return {"categories": catalogue().section_sizes}


SITE = SampleSite(
    name="syntaxia",
    title="Syntaxia",
    port_offset=16,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/index", show_results),
        web.get("/wiki/{title}", show_article),
        web.get("/category/{name}", show_category),
        web.get("/redesign", show_designs),
        web.post("/redesign", change_design),
    ),
    around=_around,
    designs=("templates", "modern"),
    redesign_path="/redesign",
)
