"""One page in a browser: loaded by our own fetcher, read in one snapshot, drawn."""

import asyncio
import base64
import io
import time
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import imagesize
from playwright.async_api import CDPSession, Error, Route
from playwright.async_api import TimeoutError as SlowPageError

from discovery.pages.layout import Box
from discovery.pages.page import Page
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.rendering.browser import AT_ONCE, Chromium
from discovery.web.rendering.snapshot import (
    STYLES,
    RenderedPage,
    layout_from_snapshot,
    page_box,
    picture_size,
)

# Seconds in which all that a page loads has to be there; what is late is left out. Guess.
LOADING_TIME = 5.0
# Guess: of the 174 shared pages the largest has 189 files, 3 MB together.
MAX_RESOURCES = 250
MAX_RESOURCE_BYTES = 3_000_000
MAX_PAGE_BYTES = 12_000_000
# Pixels of one picture, and of all on a page: each takes four bytes once unpacked, however few
# its file has. Guess: a photograph of a good camera; twelve of the size of a large window.
MAX_IMAGE_PIXELS = 16_000_000
MAX_PAGE_PIXELS = 48_000_000
# What decides on how a page looks. Documents in frames, scripts, media and all else are refused.
WANTED = frozenset(("stylesheet", "image", "font"))
ACCEPT = {"stylesheet": "text/css,*/*;q=0.1", "image": "image/*,*/*;q=0.5", "font": "*/*"}
# A policy beside the refusals, for what a browser does without asking.
POLICY = (
    "default-src 'none'; style-src * 'unsafe-inline' data:; img-src * data:; font-src * data:; "
    "form-action 'none'"
)
DOCUMENT_HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "X-DNS-Prefetch-Control": "off",
    "Referrer-Policy": "no-referrer",
}


@dataclass(frozen=True, slots=True)
class Resource:
    """A style sheet, picture or font; `pixels` are 0 but of pictures."""

    body: bytes
    content_type: str
    pixels: int


@dataclass
class PageResources:
    """Answers all that the browser asks for while it renders one page.

    The document is `markup`, once. All else is answered by `fetcher`, which follows redirects
    itself. `kept` holds what was fetched for pages before, None for what could not be had.
    """

    fetcher: Fetcher
    markup: bytes
    kept: MutableMapping[str, Resource | None]
    # Counted from the document on: a browser may take seconds to start.
    until: float = 0.0
    document_given: bool = False
    count: int = 0
    size: int = 0
    pixels: int = 0
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def answer(self, route: Route) -> None:
        request = route.request
        headers, body = DOCUMENT_HEADERS, None
        if request.resource_type == "document":
            # The document is for the first who asks; frames and all that leads on get nothing.
            body = None if self.document_given else self.markup
            if not self.document_given:
                self.until = time.monotonic() + LOADING_TIME
            self.document_given = True
        elif request.resource_type in WANTED and request.method == "GET":
            async with self.turns:
                found = await self._resource(request.url, request.resource_type)
            if found is not None:
                # Fonts are fetched across sites, and without this header not used.
                headers = {"Content-Type": found.content_type, "Access-Control-Allow-Origin": "*"}
                body = found.body
        # The page may be gone meanwhile: nobody waits for the answer then.
        with suppress(Error):
            if body is None:
                await route.abort()
            else:
                await route.fulfill(status=200, headers=headers, body=body)

    async def _resource(self, url: str, kind: str) -> Resource | None:
        """Return a file of the page, None for one that is late, too large or not to be had."""
        if url not in self.kept:
            left = self.until - time.monotonic()
            if left <= 0 or self.count >= MAX_RESOURCES:
                return None
            self.count += 1
            self.kept[url] = await self._fetch(url, kind, left)
        found = self.kept[url]
        if found is None:
            return None
        self.size += len(found.body)
        self.pixels += found.pixels
        fits = self.size <= MAX_PAGE_BYTES and self.pixels <= MAX_PAGE_PIXELS
        return found if fits and found.pixels <= MAX_IMAGE_PIXELS else None

    async def _fetch(self, url: str, kind: str, deadline: float) -> Resource | None:
        try:
            response = await self.fetcher.fetch(
                url, deadline=deadline, max_bytes=MAX_RESOURCE_BYTES, accept=ACCEPT[kind]
            )
        except FetchError:
            return None
        if response.status != 200:
            return None
        pixels = image_pixels(response.body) if kind == "image" else 0
        return Resource(response.body, response.content_type or "", pixels)


def image_pixels(body: bytes) -> int:
    try:
        width, height = imagesize.get(io.BytesIO(body))
    except Exception:
        # A damaged head: the browser shows no more of it.
        return 0
    return max(0, int(width)) * max(0, int(height))


# Seconds that the browser may need to lay out what came at the last moment. Guess.
LAYOUT_TIME = 3.0
# Seconds in which the picture has to be drawn: the layout is worth more. Guess: ten times the
# usual.
DRAWING_TIME = 5.0
# Seconds after which a picture is asked for again. Guess: some frames of a busy machine.
REDRAWING_TIME = 0.2
# Of a hundred; text stays readable, and a page takes about 150 kilobytes. (WebP takes a third
# less, and twice the time.)
PICTURE_QUALITY = 40
# Bytes of a picture that is kept.
MAX_PICTURE_BYTES = 3_000_000
# Where a page of no address of the web is shown.
NO_ADDRESS = "http://page.invalid/"


async def render_page(browser: Chromium, page: Page, resources: PageResources) -> RenderedPage:
    """Return what the browser shows of `page`. Raises `RenderingError`."""
    address = page.url if page.url.startswith(("http://", "https://")) else NO_ADDRESS
    async with browser.context(runs_scripts=False) as context:
        await context.route("**/*", resources.answer)
        tab = await context.new_page()
        # What is still being loaded then is left out.
        with suppress(SlowPageError):
            await tab.goto(address, timeout=1_000 * (LOADING_TIME + LAYOUT_TIME))
        session = await context.new_cdp_session(tab)
        asked = {"computedStyles": list(STYLES)}
        snapshot = await session.send("DOMSnapshot.captureSnapshot", asked)
        # The browser draws while we read.
        layout, picture = await asyncio.gather(
            asyncio.to_thread(layout_from_snapshot, snapshot, page),
            _picture(session, page_box(snapshot)),
        )
    return RenderedPage(layout, picture)


async def _picture(session: CDPSession, whole: Box) -> bytes | None:
    """Return the picture of a page as large as `whole`, from its top left, if it is drawn."""
    width, height = picture_size(whole)
    if not width or not height:
        return None
    clip: dict[str, Any] = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    wanted = {
        "format": "jpeg",
        "quality": PICTURE_QUALITY,
        "clip": clip,
        "captureBeyondViewport": True,
        "optimizeForSpeed": True,
    }
    try:
        async with asyncio.timeout(DRAWING_TIME):
            taken = await _drawn(session, wanted)
    except (TimeoutError, Error):
        return None
    picture = base64.b64decode(taken["data"])
    return picture if len(picture) <= MAX_PICTURE_BYTES else None


async def _drawn(session: CDPSession, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of a page, asked for again where a busy browser had nothing to draw on."""
    try:
        return await session.send("Page.captureScreenshot", wanted)
    except Error:
        await asyncio.sleep(REDRAWING_TIME)
        return await session.send("Page.captureScreenshot", wanted)
