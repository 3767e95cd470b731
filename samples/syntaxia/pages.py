"""Articles about the language, from `help()`, and modules: a wiki that has two designs."""

import re
from collections.abc import Iterator
from functools import cache, partial
from pydoc_data.topics import topics
from urllib.parse import quote, urlencode

from aiohttp import web

from samples.application import (
    DESIGNS,
    SampleSite,
    asked,
    cut_page,
    found,
    group_digits,
    paging,
    quoted,
    respond,
)
from samples.catalogue import Catalogue, Record, read_number
from samples.standard_library import DocumentedObject, documented_objects, plain_text

LANGUAGE = "Language"
MODULES = "Modules"
# Members of a module named at the end of its article.
NAMED_MEMBERS = 40
# Shorter sections are no article.
MIN_LENGTH = 120
_HEADING = re.compile(r"^(?P<title>\S.*)\n(?P<mark>[*=~-])(?P=mark){2,}[ ]*$", re.MULTILINE)
# Marks of the manual's source for emphasis, and quotes around names.
_MARKS = re.compile(r"\*\*?(?=\w)|(?<=[\w:.])\*\*?")
# A line drawn below a heading or between paragraphs.
_RULER = re.compile(r"^[ ]*[=~*-]{3,}[ ]*$", re.MULTILINE)


@cache
def catalogue() -> Catalogue:
    articles: dict[str, Record] = {}
    for record in (*_language_articles(), *_module_articles()):
        articles.setdefault(record.path, record)
    return Catalogue(articles.values())


def article_path(name: str) -> str:
    return f"/wiki/{quote(name, safe='')}"


def paragraphs(record: Record) -> list[tuple[bool, str]]:
    pieces = [piece for piece in re.split(r"\n\s*\n", record.fact("Source")) if piece.strip()]
    return [(piece.startswith("   "), piece.rstrip("\n")) for piece in pieces]


def _language_articles() -> Iterator[Record]:
    for name in sorted(topics):
        headings = list(_HEADING.finditer(topics[name]))
        for heading, following in zip(headings, [*headings[1:], None], strict=True):
            end = following.start() if following else len(topics[name])
            source = topics[name][heading.end() : end].strip("\n")
            if len(source) >= MIN_LENGTH:
                yield _make_record(_clean(heading["title"]), source, LANGUAGE)


def _module_articles() -> Iterator[Record]:
    members: dict[str, list[DocumentedObject]] = {}
    for documented in documented_objects().values():
        members.setdefault(documented.module, []).append(documented)
    for name, parts in members.items():
        own = next((each for each in parts if each.kind == "module"), None)
        named = [each.title.removeprefix(f"{name}.") for each in parts if each.kind != "module"]
        contents = ", ".join(named[:NAMED_MEMBERS])
        introduction = own.documentation.strip() if own else f"A module named {name}."
        yield _make_record(
            f"Module {name}", f"{introduction}\n\nAmong its contents: {contents}.", MODULES
        )


def _make_record(title: str, source: str, section: str) -> Record:
    text = plain_text(_clean(_RULER.sub("", source)))
    return Record(
        path=article_path(re.sub("[ /]", "_", title)),
        title=title,
        text=text,
        section=section,
        facts=(
            ("Source", source),
            ("Words", f"{len(text.split()):,}"),
            ("Bytes", str(len(text.encode()))),
        ),
    )


def _clean(text: str) -> str:
    return _MARKS.sub("", text.replace('"', ""))


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
    page = cut_page(catalogue().search(query), offset // limit + 1, limit)
    return respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query, limit)),
        limit=limit,
        entries=[_describe(record, query) for record in page],
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
