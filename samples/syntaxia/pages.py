"""The pages of this site: a wiki whose design is another at one click.

Addresses and parameters of both designs are the same: pages by offset and limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web

from samples.application import Templates, found, group_digits, highlight, new_application
from samples.catalogue import Record, ResultsPage, clean_query, cut_page, query_words, read_number
from samples.syntaxia.content import article_path, catalogue, paragraphs, snippet

FOLDER = Path(__file__).parent
CLASSIC = Templates(FOLDER / "templates")
MODERN = Templates(FOLDER / "modern")


@dataclass(slots=True)
class Design:
    is_modern: bool = field(default=False)

    def switch(self) -> None:
        self.is_modern = not self.is_modern

    def respond(self, name: str, values: Mapping[str, object], status: int = 200) -> web.Response:
        return (MODERN if self.is_modern else CLASSIC).respond(name, values, status)


DESIGN = web.AppKey("design", Design)
USUAL_LIMIT = 10
LIMITS = (10, 20, 50)
RELATED_ARTICLES = 6
# Articles worth reading first, on the home page.
FEATURED = ("The_with_statement", "Coroutines", "Module_json", "Lambdas", "Module_enum")


def make_application(reference: str) -> web.Application:
    design = Design()
    application = new_application(FOLDER, design.respond, reference)
    application[DESIGN] = design
    application.router.add_get("/", show_home)
    application.router.add_get("/index", show_results)
    application.router.add_get("/wiki/{title}", show_article)
    application.router.add_get("/category/{name}", show_category)
    application.router.add_get("/redesign", show_designs)
    application.router.add_post("/redesign", change_design)
    return application


async def show_home(request: web.Request) -> web.Response:
    featured = filter(None, (catalogue().find(f"/wiki/{name}") for name in FEATURED))
    return _respond(
        request,
        "home.html",
        total=group_digits(len(catalogue().records), ","),
        entries=[_describe(record, "") for record in featured],
    )


async def show_results(request: web.Request) -> web.Response:
    query = clean_query(request.query.get("search", ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    limit = read_number(request.query.get("limit"), USUAL_LIMIT)
    limit = limit if limit in LIMITS else USUAL_LIMIT
    offset = read_number(request.query.get("offset"), 0)
    page = cut_page(query, catalogue().search(query), offset // limit + 1, limit)
    return _respond(
        request,
        "results.html",
        query=query,
        page=page,
        limit=limit,
        entries=[_describe(record, query) for record in page.records],
        previous=page.previous and _page_link(page, page.previous, limit),
        next=page.next and _page_link(page, page.next, limit),
        limits=[(each, _page_link(page, 1, each)) for each in LIMITS],
    )


async def show_article(request: web.Request) -> web.Response:
    record = found(catalogue().find(article_path(request.match_info["title"])))
    related = catalogue().neighbours(record, RELATED_ARTICLES)
    return _respond(
        request, "article.html", record=record, paragraphs=paragraphs(record), related=related
    )


async def show_category(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    return _respond(request, "category.html", name=name, members=members)


async def show_designs(request: web.Request) -> web.Response:
    return _respond(request, "redesign.html")


async def change_design(request: web.Request) -> web.Response:
    request.app[DESIGN].switch()
    raise web.HTTPSeeOther("/redesign")


def _describe(record: Record, query: str) -> dict[str, object]:
    return {
        "link": record.path,
        "title": record.title,
        "text": highlight(snippet(record, query), query, "b"),
        "category": record.section,
        "words": record.fact("Words"),
        "size": f"{int(record.fact('Bytes')) / 1024:.1f} KB",
    }


def _page_link(page: ResultsPage, number: int, limit: int) -> str:
    fields = {"search": page.query, "limit": limit, "offset": (number - 1) * limit}
    return f"/index?{urlencode(fields)}"


def _respond(request: web.Request, template: str, /, **values: object) -> web.Response:
    categories = [(name, len(members)) for name, members in catalogue().sections.items()]
    return request.app[DESIGN].respond(template, {"categories": categories} | values)
