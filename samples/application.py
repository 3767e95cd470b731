"""The common ground of the sample sites: application, templates, styles, advertisements."""

import colorsys
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode, urlsplit
from zlib import crc32

from aiohttp import web
from django.core.paginator import Page, Paginator
from django.template import Context, Engine
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from samples.catalogue import Catalogue, Record, clean_query, query_words
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


def quoted(record: Record, query: str, length: int, tag: str) -> SafeString:
    return highlight(excerpt(record.text, query, length), query, tag)


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


# Of so many queries one finds no advertiser.
QUERIES_WITHOUT = 4


@dataclass(frozen=True, slots=True)
class Advertisement:
    title: str
    text: str
    target: str

    @property
    def host(self) -> str:
        return urlsplit(self.target).netloc


def advertised(
    advertisements: Sequence[Advertisement], redirector: str, query: str, count: int
) -> list[tuple[Advertisement, str]]:
    """Return `count` advertisements, or none, with links: always the same for the same query."""
    draw = crc32(query.casefold().encode())
    if draw % QUERIES_WITHOUT == 0:
        return []
    start = draw % len(advertisements)
    mark = f"{crc32(query.encode()):08x}"
    return [
        (each, f"{redirector}?{urlencode({'k': mark, 'u': each.target})}")
        for each in (*advertisements[start:], *advertisements[:start])[:count]
    ]


# What an address may name.
Named = TypeVar("Named")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# No form of these sites sends more; the library answers 413 to what does.
MAX_BODY_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class SampleSite:
    """A site: `name` is that of its folder, too; its port is counted from the first.

    The records of some sites are pages of the reference. `around` gives the values of all pages.
    `designs` are folders of templates: POST to `redesign_path`, if any, changes to the next of
    them.
    """

    name: str
    title: str
    port_offset: int
    catalogue: Callable[[], Catalogue]
    routes: Sequence[web.RouteDef]
    around: Callable[[web.Request], Mapping[str, object]]
    designs: tuple[str, ...] = ("templates",)
    charset: str = "utf-8"
    charset_in_header: bool = True
    redesign_path: str | None = None

    def search(self, query: str) -> tuple[Record, ...]:
        return self.catalogue().search(query)

    def make_application(self, reference: str) -> web.Application:
        folder = Path(__file__).parent / self.name
        application = web.Application(
            middlewares=[_show_missing_page], client_max_size=MAX_BODY_BYTES
        )
        application[SITE] = self
        application[REFERENCE] = reference.rstrip("/")
        application[DESIGNS] = deque(Engine(dirs=[str(folder / name)]) for name in self.designs)
        application.router.add_routes(self.routes)
        for pattern, content_type in (("*.css", "text/css"), ("robots.txt", "text/plain")):
            for path in folder.glob(pattern):
                content = path.read_bytes()
                application.router.add_get(f"/{path.name}", _serve(content, content_type))
        application.router.add_get("/favicon.ico", _serve(site_icon(self.name), "image/png"))
        return application


SITE = web.AppKey("site", SampleSite)
# The templates of each design, those in use first.
DESIGNS = web.AppKey("designs", deque[Engine])
# Where the reference is, without the slash at its end.
REFERENCE = web.AppKey("reference", str)


def respond(
    request: web.Request, template: str, status: int = 200, /, **values: object
) -> web.Response:
    """Return `template` filled with `values` and those of all pages of the site."""
    site = request.app[SITE]
    # Localised numbers would need the project's settings.
    context = Context({**site.around(request), **values}, use_l10n=False)
    html = request.app[DESIGNS][0].get_template(template).render(context)
    # Characters that the charset lacks become character references, as authors write them.
    return web.Response(
        body=html.encode(site.charset, "xmlcharrefreplace"),
        status=status,
        content_type="text/html",
        charset=site.charset if site.charset_in_header else None,
    )


def asked(request: web.Request, field: str) -> str:
    """Return the query in a field of the address; what has no words leads to the home page."""
    query = clean_query(request.query.get(field, ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    return query


# Page numbers linked to on either side of the current one.
LINKED_PAGES = 4


def cut_page(records: Sequence[Record], number: int, size: int) -> "Page[Record]":
    return Paginator(records, size).get_page(max(1, number))


def paging(query: str, page: "Page[Record]", link: Callable[[int], str]) -> dict[str, object]:
    near = [each for each in page.paginator.page_range if abs(each - page.number) <= LINKED_PAGES]
    return {
        "query": query,
        "page": page,
        "links": [(number, link(number)) for number in near],
        "previous": page.has_previous() and link(page.number - 1),
        "next": page.has_next() and link(page.number + 1),
    }


def found(named: Named | None) -> Named:
    if named is None:
        raise web.HTTPNotFound
    return named


def on_reference(request: web.Request, record: Record) -> str:
    return f"{request.app[REFERENCE]}{record.path}"


@web.middleware
async def _show_missing_page(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except web.HTTPNotFound:
        return respond(request, "not_found.html", 404)


def _serve(content: bytes, content_type: str) -> Handler:
    charset = "utf-8" if content_type.startswith("text/") else None

    async def serve(request: web.Request) -> web.Response:
        return web.Response(body=content, content_type=content_type, charset=charset)

    return serve
