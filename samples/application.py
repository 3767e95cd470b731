"""Common parts of the sample sites' web applications: styles, templates, robots.txt."""

import colorsys
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode, urlsplit
from zlib import crc32

from aiohttp import web
from django.template import Context, Engine
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from samples.catalogue import query_words
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


class Templates:
    def __init__(self, folder: Path, charset: str = "utf-8", *, in_header: bool = True) -> None:
        self._engine = Engine(dirs=[str(folder)])
        self._charset = charset
        self._in_header = in_header

    def respond(self, name: str, values: Mapping[str, object], status: int = 200) -> web.Response:
        """Return template `name` filled with `values` as an answer.

        Characters that the charset lacks become character references, as authors write them.
        """
        # Localised numbers would need the project's settings.
        html = self._engine.get_template(name).render(Context(dict(values), use_l10n=False))
        return web.Response(
            body=html.encode(self._charset, "xmlcharrefreplace"),
            status=status,
            content_type="text/html",
            charset=self._charset if self._in_header else None,
        )


def group_digits(number: int, separator: str) -> str:
    """Return a number with its digits in threes, as a language writes it.

    >>> group_digits(1234567, ".")
    '1.234.567'
    """
    return f"{number:,}".replace(",", separator)


ELLIPSIS = "…"


def excerpt(text: str, query: str, length: int) -> str:
    """Return about `length` characters of `text` around the first word of `query` found in it.

    The text's beginning when none is found.

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


def choose(
    advertisements: Sequence[Advertisement], query: str, count: int
) -> tuple[Advertisement, ...]:
    """Return `count` of the advertisements, or none: always the same for the same query."""
    draw = crc32(query.casefold().encode())
    if draw % QUERIES_WITHOUT == 0:
        return ()
    start = draw % len(advertisements)
    return (*advertisements[start:], *advertisements[:start])[:count]


def redirector_link(redirector: str, advertisement: Advertisement, query: str) -> str:
    draw = crc32(query.encode())
    return f"{redirector}?{urlencode({'k': f'{draw:08x}', 'u': advertisement.target})}"


# What an address may name.
Named = TypeVar("Named")
# Fills a template, by name, with values, as an answer of a status.
Respond = Callable[[str, Mapping[str, object], int], web.Response]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# No form of these sites sends more; the library answers 413 to what does.
MAX_BODY_BYTES = 64 * 1024
# Where the reference is, without the slash at its end.
REFERENCE = web.AppKey("reference", str)


def new_application(folder: Path, respond: Respond, reference: str) -> web.Application:
    """Return an application that serves `folder`'s style sheets, an icon and, if there, robots.txt.

    `reference` is the home address of the reference, the site that others lead to. Whatever has no
    page gets the site's own `not_found.html` with status 404.
    """

    @web.middleware
    async def show_missing_page(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except web.HTTPNotFound:
            return respond("not_found.html", {}, 404)

    application = web.Application(middlewares=[show_missing_page], client_max_size=MAX_BODY_BYTES)
    application[REFERENCE] = reference.rstrip("/")
    for pattern, content_type in (("*.css", "text/css"), ("robots.txt", "text/plain")):
        for path in folder.glob(pattern):
            content = path.read_bytes()
            application.router.add_get(f"/{path.name}", _serve(content, content_type))
    application.router.add_get("/favicon.ico", _serve(site_icon(folder.name), "image/png"))
    return application


def found(named: Named | None) -> Named:
    if named is None:
        raise web.HTTPNotFound
    return named


def _serve(content: bytes, content_type: str) -> Handler:
    charset = "utf-8" if content_type.startswith("text/") else None

    async def serve(request: web.Request) -> web.Response:
        return web.Response(body=content, content_type=content_type, charset=charset)

    return serve
