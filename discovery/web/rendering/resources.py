"""What a page that is rendered loads: fetched by our own fetcher, within limits, or not at all."""

import asyncio
import base64
import io
import time
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import imagesize

from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.rendering.devtools_tab import DevToolsTab
from discovery.web.rendering.rendered_page import PageBrokenOffError

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
# Requests of one page at once.
AT_ONCE = 8
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
    """A style sheet, picture or font as fetched; `pixels` of a picture, else 0."""

    body: bytes
    content_type: str
    pixels: int


@dataclass
class PageResources:
    """Answers all that the browser asks for while it renders one page.

    The document is `markup`, once. Every other request is answered by `fetcher`, which follows
    redirects itself: the browser never learns of one. `kept` holds what was fetched for pages
    before, None for what could not be had.
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
    left_out: dict[str, int] = field(default_factory=dict)
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def answer(self, tab: DevToolsTab, asked: Mapping[str, Any]) -> None:
        """Answer one request of the browser, as `Fetch.requestPaused` tells of it."""
        request, kind = asked["request"], str(asked["resourceType"]).lower()
        headers, body = DOCUMENT_HEADERS, None
        if kind == "document":
            # The document is for the first who asks; frames and all that leads on get nothing.
            body = None if self.document_given else self.markup
            if not self.document_given:
                self.until = time.monotonic() + LOADING_TIME
            self.document_given = True
        elif kind in WANTED and request["method"] == "GET":
            async with self.turns:
                found = await self._resource(request["url"], kind)
            if found is not None:
                # Fonts are fetched across sites, and without this header not used.
                headers = {"Content-Type": found.content_type, "Access-Control-Allow-Origin": "*"}
                body = found.body
        given: dict[str, Any] = {"requestId": asked["requestId"]}
        method = "Fetch.failRequest"
        if body is None:
            given["errorReason"] = "Failed"
        else:
            method = "Fetch.fulfillRequest"
            given["responseCode"] = 200
            given["responseHeaders"] = [{"name": n, "value": v} for n, v in headers.items()]
            given["body"] = base64.b64encode(body).decode()
        # The page may be gone meanwhile: nobody waits for the answer then.
        with suppress(PageBrokenOffError):
            await tab.send(method, given)

    async def _resource(self, url: str, kind: str) -> Resource | None:
        """Return what stands at an address, None where it is not to be had within the limits."""
        found, left = self.kept.get(url), self.until - time.monotonic()
        if url in self.kept:
            problem = self._count_in(found)
        elif left <= 0:
            problem = "came too late"
        elif self.count >= MAX_RESOURCES:
            problem = f"were more than {MAX_RESOURCES}"
        else:
            self.count += 1
            self.kept[url] = found = await self._fetch(url, kind, left)
            problem = self._count_in(found)
        if problem:
            self.left_out[problem] = self.left_out.get(problem, 0) + 1
        return None if problem else found

    def _count_in(self, found: Resource | None) -> str:
        """Count a file of the page; return what keeps it from being shown, if anything does."""
        if found is None:
            return "could not be had"
        self.size += len(found.body)
        self.pixels += found.pixels
        if self.size > MAX_PAGE_BYTES:
            return f"were more than {MAX_PAGE_BYTES:,} bytes"
        too_many = found.pixels > MAX_IMAGE_PIXELS or self.pixels > MAX_PAGE_PIXELS
        return "had too many pixels" if too_many else ""

    async def _fetch(self, url: str, kind: str, deadline: float) -> Resource | None:
        """Fetch a file; None for a failure or a refusal."""
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

    def notes(self) -> list[str]:
        """Return sentences of what was left out."""
        return [f"{count} of the page's files {reason}." for reason, count in self.left_out.items()]


def image_pixels(body: bytes) -> int:
    """Return how many pixels a picture says it has; 0 where its head does not tell."""
    try:
        width, height = imagesize.get(io.BytesIO(body))
    except Exception:
        # A damaged head: the browser shows no more of it.
        return 0
    return max(0, int(width)) * max(0, int(height))
