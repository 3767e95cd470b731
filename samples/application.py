"""The common ground of the sample sites: what each shows at which address, and how it searches."""

import colorsys
import re
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlencode
from zlib import crc32

from aiohttp import web
from django.core.paginator import Paginator
from django.template import Context, Engine
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from samples.catalogue import Catalogue, Record, clean_query, query_words, read_number
from samples.drawing import Canvas

SIDE = 32
LETTER_SIZE = 4
WHITE = (255, 255, 255)


def site_icon(name: str) -> bytes:
    hue = crc32(name.encode()) % 360 / 360
    red, green, blue = (round(part * 255) for part in colorsys.hsv_to_rgb(hue, 0.7, 0.55))
    canvas = Canvas(SIDE, SIDE, (red, green, blue))
    canvas.write(6, 2, name[:1].upper(), WHITE, LETTER_SIZE)
    return canvas.png()


def group_digits(number: int, separator: str) -> str:
    return f"{number:,}".replace(",", separator)


ELLIPSIS = "…"


def excerpt(text: str, query: str, length: int) -> str:
    """Return about `length` characters of `text` around the first word of `query`, if any.

    >>> excerpt("one two three four five six seven", "five", 12)
    '… four five …'
    >>> excerpt("one two", "three", 12)
    'one two'
    """
    if len(text) <= length:
        return text
    pattern = _any_word(query_words(query))
    found = pattern.search(text) if pattern else None
    # Words before the match are its context; the match itself must be seen.
    start = found.start() - length // 3 if found and found.end() > length else 0
    if start > 0:
        start = text.rfind(" ", 0, start) + 1
    end = max(text.rfind(" ", start, start + length), found.end() if found and start else 0)
    if end <= start:
        end = start + length
    cut = text[start:end].strip()
    return f"{ELLIPSIS + ' ' if start > 0 else ''}{cut}{' ' + ELLIPSIS if end < len(text) else ''}"


def highlight(text: str, query: str, tag: str) -> SafeString:
    """Return `text` escaped as HTML, the words of `query` in `tag` elements.

    >>> highlight("a <b> File", "file", "em")
    'a &lt;b&gt; <em>File</em>'
    """
    pattern = _any_word(query_words(query))
    if pattern is None:
        return mark_safe(escape(text))  # noqa: S308  escaped in the same breath
    # Splitting by one group leaves the matches at the odd places.
    pieces = (
        f"<{tag}>{escape(piece)}</{tag}>" if place % 2 else escape(piece)
        for place, piece in enumerate(pattern.split(text))
    )
    return mark_safe("".join(pieces))  # noqa: S308  each piece is escaped


@lru_cache(64)
def _any_word(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    return re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)


# Page numbers linked to on either side of the current one.
LINKED_PAGES = 4

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
# What a template shows of a record: `link`, `title`, `text`, `section`, its facts in small letters.
Entry = dict[str, object]

# The templates of each design, those in use first.
DESIGNS = web.AppKey("designs", deque[Engine])
# Where the reference is, without the slash at its end.
REFERENCE = web.AppKey("reference", str)


class SampleSite(ABC):
    """A site: `name` is that of its folder, too; its port is counted from the first.

    The records of some sites are pages of the reference. `designs` are folders of templates: POST
    to `redesign_path`, if any, changes to the next of them.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    port_offset: ClassVar[int]
    designs: ClassVar[tuple[str, ...]] = ("templates",)
    redesign_path: ClassVar[str | None] = None
    leads_to_reference: ClassVar[bool] = False
    # Where it searches, the fields of its form, and how the address of a page of results counts.
    search_path: ClassVar[str]
    query_field: ClassVar[str]
    number_field: ClassVar[str] = "page"
    first_number: ClassVar[int] = 1
    counts_records: ClassVar[bool] = False
    page_size: ClassVar[int]
    # Where its records and their sections have pages, if anywhere.
    record_route: ClassVar[str] = ""
    section_route: ClassVar[str]
    # How totals are written, and a record's text: letters of it, the element around words asked.
    digits_separator: ClassVar[str] = ","
    snippet_length: ClassVar[int] = sys.maxsize
    mark: ClassVar[str] = ""
    # Paths of records shown at home, and beside every page.
    shown_at_home: ClassVar[Sequence[str]] = ()
    shown_beside: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def records(self) -> Iterable[Record]: ...

    def routes(self) -> Iterable[web.RouteDef]:
        """Return what answers at further addresses."""
        return ()

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(self.records())

    def search(self, query: str) -> tuple[Record, ...]:
        return self.catalogue.search(query)

    def make_application(self, reference: str) -> web.Application:
        folder = Path(__file__).parent / self.name
        application = web.Application(middlewares=[self._show_missing_page])
        application[REFERENCE] = reference.rstrip("/")
        application[DESIGNS] = deque(Engine(dirs=[str(folder / name)]) for name in self.designs)
        application.router.add_routes(self.routes())
        for address, shown in (
            ("/", self.show_home),
            (self.search_path, self.show_results),
            (self.record_route, self.show_record),
            (self.section_route, self.show_section),
        ):
            if address:
                application.router.add_get(address, shown)
        for pattern, content_type in (("*.css", "text/css"), ("robots.txt", "text/plain")):
            for path in folder.glob(pattern):
                content = path.read_bytes()
                application.router.add_get(f"/{path.name}", _serve(content, content_type))
        application.router.add_get("/favicon.ico", _serve(site_icon(self.name), "image/png"))
        return application

    def around(self, request: web.Request) -> Mapping[str, object]:
        """Return the values of all pages."""
        beside = self.catalogue.find_all(self.shown_beside)
        return {
            "sections": self.catalogue.section_sizes,
            "beside": [self.describe(request, each) for each in beside],
            "reference": f"{request.app[REFERENCE]}/",
        }

    def respond(
        self, request: web.Request, template: str, status: int = 200, /, **values: object
    ) -> web.Response:
        """Return `template` filled with `values` and those of all pages."""
        # Localised numbers would need the project's settings.
        context = Context({**self.around(request), **values}, use_l10n=False)
        html = request.app[DESIGNS][0].get_template(template).render(context)
        return web.Response(text=html, status=status, content_type="text/html")

    def describe(self, request: web.Request, record: Record, query: str = "") -> Entry:
        text = excerpt(record.text, query, self.snippet_length)
        reference = request.app[REFERENCE] if self.leads_to_reference else ""
        return {
            "link": f"{reference}{record.path}",
            "title": record.title,
            "text": highlight(text, query, self.mark) if self.mark else text,
            "section": record.section,
            **{label.lower(): value for label, value in record.facts},
        }

    async def show_home(self, request: web.Request) -> web.Response:
        total = group_digits(len(self.catalogue.records), self.digits_separator)
        shown = self.catalogue.find_all(self.shown_at_home)
        entries = [self.describe(request, record) for record in shown]
        return self.respond(request, "home.html", total=total, entries=entries)

    async def show_results(self, request: web.Request) -> web.Response:
        started = time.perf_counter()
        query = clean_query(request.query.get(self.query_field, ""))
        if not query_words(query):
            raise web.HTTPFound("/")
        number = read_number(request.query.get(self.number_field), self.first_number)
        step = self.page_size if self.counts_records else 1
        place = (number - self.first_number) // step + 1
        page = Paginator(self.search(query), self.page_size).get_page(max(1, place))

        def link(place: int) -> str:
            return self.page_link(query, self.first_number + (place - 1) * step)

        numbers = page.paginator.page_range
        near = [each for each in numbers if abs(each - page.number) <= LINKED_PAGES]
        return self.respond(
            request,
            "results.html",
            query=query,
            page=page,
            links=[(number, link(number)) for number in near],
            previous=page.has_previous() and link(page.number - 1),
            next=page.has_next() and link(page.number + 1),
            total=group_digits(page.paginator.count, self.digits_separator),
            entries=[self.describe(request, record, query) for record in page],
            suggestion=partial(self.suggestion, query),
            seconds=f"{time.perf_counter() - started:.3f}",
        )

    def page_link(self, query: str, number: int) -> str:
        fields = {self.query_field: query, self.number_field: number}
        return f"{self.search_path}?{urlencode(fields)}"

    def suggestion(self, query: str) -> tuple[str, str] | None:
        suggested = self.catalogue.suggestion(query)
        return (suggested, self.page_link(suggested, self.first_number)) if suggested else None

    async def show_record(self, request: web.Request) -> web.Response:
        record = self.catalogue.find(self.record_path(request))
        if record is None:
            raise web.HTTPNotFound
        near = [self.describe(request, each) for each in self.catalogue.neighbours(record)]
        entry = self.describe(request, record)
        return self.respond(request, "record.html", record=record, entry=entry, related=near)

    def record_path(self, request: web.Request) -> str:
        return request.rel_url.raw_path

    async def show_section(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        members = self.catalogue.sections.get(name)
        if members is None:
            raise web.HTTPNotFound
        entries = [self.describe(request, record) for record in members]
        return self.respond(request, "section.html", name=name, entries=entries)

    @web.middleware
    async def _show_missing_page(
        self, request: web.Request, handler: Handler
    ) -> web.StreamResponse:
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return self.respond(request, "not_found.html", 404)


def _serve(content: bytes, content_type: str) -> Handler:
    charset = "utf-8" if content_type.startswith("text/") else None

    async def serve(request: web.Request) -> web.Response:
        return web.Response(body=content, content_type=content_type, charset=charset)

    return serve
