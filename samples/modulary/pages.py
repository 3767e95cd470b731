"""The documentation of the standard library: a form on every page, an ordered list."""

import inspect
from collections.abc import Iterable, Iterator
from urllib.parse import urlencode, urlsplit
from zlib import crc32

from aiohttp import web

from samples.application import Entry, SampleSite, excerpt
from samples.catalogue import Record
from samples.standard_library import documented_objects, plain_text

POPULAR = ("json.loads", "os.path.join", "re.compile", "datetime.datetime", "itertools.chain")
POPULAR_LENGTH = 70
MANUAL = "https://docs.python.org/3/library/"
REDIRECTOR = "http://go.adfarm.example/click"
# Advertisements on one page, after so many results; of so many queries one finds no advertiser.
ADVERTISED_AT_ONCE, BEFORE_ADVERTISEMENTS, QUERIES_WITHOUT = 2, 3, 4
# Title, text and target of what is advertised.
ADVERTISEMENTS = (
    (
        "Hosting for small programs",
        "Deploy in a minute from $3 a month. No string attached, cancel at any time.",
        "https://www.tiny-hosting.example/start?plan=small",
    ),
    (
        "Learn to program at the weekend",
        "Twelve evenings, one project, a teacher who answers. Next course starts soon.",
        "https://weekend-school.example/programming",
    ),
    (
        "Error tracking your team will read",
        "Every exception with its file and line, grouped. Free for three projects.",
        "https://faultline.example/?source=search",
    ),
)


class Modulary(SampleSite):
    name = "modulary"
    title = "Modulary"
    port_offset = 10
    search_path = "/search"
    record_route = "/object/{name}"
    section_route = "/module/{name}"
    query_field = "q"
    page_size = 10
    snippet_length = 260
    mark = "b"
    shown_beside = tuple(f"/object/{title}" for title in POPULAR)

    def records(self) -> Iterator[Record]:
        for documented in documented_objects().values():
            yield Record(
                path=documented.path,
                title=documented.title,
                text=plain_text(documented.documentation),
                section=documented.module,
                facts=(
                    ("Kind", documented.kind),
                    ("Documentation", inspect.cleandoc(documented.documentation)),
                ),
            )

    def routes(self) -> tuple[web.RouteDef, ...]:
        return (web.get("/out", self.leave_site),)

    def around(self, request: web.Request) -> dict[str, object]:
        popular = self.catalogue.find_all(self.shown_beside)
        texts = [
            {"link": each.path, "title": each.title, "text": excerpt(each.text, "", POPULAR_LENGTH)}
            for each in popular
        ]
        return {**super().around(request), "beside": texts}

    def describe(self, request: web.Request, record: Record, query: str = "") -> Entry:
        manual = f"/out?{urlencode({'url': _manual_address(record.section)})}"
        return {**super().describe(request, record, query), "manual": manual}

    def found(self, request: web.Request, page: Iterable[Record], query: str) -> list[Entry]:
        entries = super().found(request, page, query)
        if len(entries) >= BEFORE_ADVERTISEMENTS:
            entries[BEFORE_ADVERTISEMENTS:BEFORE_ADVERTISEMENTS] = _advertised(query)
        return entries

    def page_link(self, query: str, number: int) -> str:
        return super().page_link(query, number).removesuffix("&page=1")

    async def leave_site(self, request: web.Request) -> web.Response:
        target = request.query.get("url", "")
        if target not in map(_manual_address, self.catalogue.sections):
            raise web.HTTPNotFound
        raise web.HTTPFound(target)


def _advertised(query: str) -> list[Entry]:
    """Return advertisements, or none: always the same for the same query."""
    draw = crc32(query.casefold().encode())
    if draw % QUERIES_WITHOUT == 0:
        return []
    start = draw % len(ADVERTISEMENTS)
    mark = f"{crc32(query.encode()):08x}"
    return [
        {
            "link": f"{REDIRECTOR}?{urlencode({'k': mark, 'u': target})}",
            "title": title,
            "text": text,
            "host": urlsplit(target).netloc,
        }
        for title, text, target in (*ADVERTISEMENTS[start:], *ADVERTISEMENTS[:start])[
            :ADVERTISED_AT_ONCE
        ]
    ]


def _manual_address(module: str) -> str:
    return f"{MANUAL}{module.lower()}.html"
