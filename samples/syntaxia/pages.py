"""Articles about the language, from `help()`, and modules: a wiki that has two designs."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pydoc_data.topics import topics
from urllib.parse import quote

from aiohttp import web

from samples.application import DESIGNS, Entry, SampleSite
from samples.catalogue import Record
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
            ("Size", f"{len(text.encode()) / 1024:.1f} KB"),
        ),
    )


def _clean(text: str) -> str:
    return _MARKS.sub("", text.replace('"', ""))


REDESIGN_PATH = "/redesign"
# Articles worth reading first, on the home page.
FEATURED = ("The_with_statement", "Coroutines", "Module_json", "Lambdas", "Module_enum")


class Syntaxia(SampleSite):
    name = "syntaxia"
    title = "Syntaxia"
    port_offset = 16
    designs = ("templates", "modern")
    redesign_path = REDESIGN_PATH
    search_path = "/index"
    record_route = "/wiki/{title}"
    section_route = "/category/{name}"
    query_field = "search"
    number_field = "offset"
    first_number = 0
    counts_records = True
    page_size = 10
    snippet_length = 210
    mark = "b"
    shown_at_home = tuple(f"/wiki/{name}" for name in FEATURED)

    def records(self) -> Iterable[Record]:
        articles: dict[str, Record] = {}
        for record in (*_language_articles(), *_module_articles()):
            articles.setdefault(record.path, record)
        return articles.values()

    def routes(self) -> tuple[web.RouteDef, ...]:
        return (
            web.get(REDESIGN_PATH, self.show_designs),
            web.post(REDESIGN_PATH, self.change_design),
        )

    def describe(self, request: web.Request, record: Record, query: str = "") -> Entry:
        entry = super().describe(request, record, query)
        return {**entry, "paragraphs": partial(paragraphs, record)}

    def record_path(self, request: web.Request) -> str:
        return article_path(request.match_info["title"])

    async def show_designs(self, request: web.Request) -> web.Response:
        return self.respond(request, "redesign.html")

    async def change_design(self, request: web.Request) -> web.Response:
        request.app[DESIGNS].rotate()
        raise web.HTTPSeeOther(REDESIGN_PATH)
