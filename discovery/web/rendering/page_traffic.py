"""The requests of a page in a browser: sent by our own fetcher as docs/security.md says, or not."""

import asyncio
import io
import re
import time
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote, quote_plus

import imagesize
from multidict import CIMultiDictProxy
from playwright.async_api import BrowserContext, Error, Request, Route

from discovery.connection.description import is_sendable_header
from discovery.connection.network_capture import Exchange
from discovery.connection.requests import EngineRequest
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.response import CookieSession, Response
from discovery.web.web_address import web_address

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


# Of one visit. Guess: a newspaper's start page asks for two hundred scripts and sheets.
MAX_REQUESTS = 300
MAX_POSTS = 30
MAX_BYTES = 40_000_000
MAX_ANSWER_BYTES = 8_000_000
FETCHING_TIME = 8.0
# Seconds that a visitor waits for the page to be quiet. Guess.
SETTLING_TIME = 6.0
# What scripts and what they need; what a page says by itself when it is left (pings, beacons)
# and what only looks nice is not asked for.
SCRIPTS_OWN = frozenset(("xhr", "fetch", "eventsource"))
WANTED_OF_SCRIPTS = SCRIPTS_OWN | {"document", "script", "stylesheet"}
# Headers of the connection, those that are given in another way, and those by which a site makes
# the browser ask, keep or report something by itself.
_NOT_PASSED = re.compile(
    r"(?:connection|keep-alive|transfer-encoding|trailer|te|upgrade|content-(?:length|encoding|type)|"
    r"set-cookie2?|content-security-policy.*|strict-transport-security|alt-svc|refresh|location|link|"
    r"clear-site-data|report-to|reporting-endpoints|nel|sourcemap|x-sourcemap|speculation-rules)",
    re.IGNORECASE,
)
REDIRECTED = "<!doctype html><script>location.replace({})</script>"


@dataclass
class PageTraffic:
    """Answers all that one visitor's page asks for, and keeps what its scripts asked.

    `query` is what the visitor types, `kept` the files that do not change from visit to visit.
    `patience` is how many seconds the visitor waits. `document` is the page itself as it came,
    `failure` why it did not. `is_entering`: what the site asks first is answered, by a form too.
    """

    fetcher: Fetcher
    context: BrowserContext
    home: str
    query: str
    kept: dict[str, Response]
    session: CookieSession = field(default_factory=CookieSession)
    phase: int = 0
    exchanges: list[Exchange] = field(default_factory=list)
    pending: int = 0
    last_change: float = field(default_factory=time.monotonic)
    count: int = 0
    posts: int = 0
    size: int = 0
    patience: float = SETTLING_TIME
    is_entering: bool = False
    redirected: dict[str, Response] = field(default_factory=dict)
    document: Response | None = None
    failure: FetchError | None = None
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def answer(self, route: Route) -> None:
        # The page may be gone meanwhile: nobody waits for the answer then.
        with suppress(Error):
            request = route.request
            if not self.is_let_out(request):
                await route.abort()
                return
            self.count += 1
            self.posts += request.method == "POST"
            self.pending += 1
            self.last_change = time.monotonic()
            phase = self.phase
            try:
                async with self.turns:
                    response = await self._fetch(request)
            except FetchError as error:
                if request.is_navigation_request():
                    self.failure = error
                await route.abort()
                return
            finally:
                self.pending -= 1
                self.last_change = time.monotonic()
            if request.is_navigation_request():
                self.document = response
            self.exchanges.append(
                Exchange(
                    request=sent_request(request),
                    phase=phase,
                    status=response.status,
                    content_type=response.content_type or "",
                    answer=response.body,
                    cookies=_cookies_of(response),
                )
            )
            await self._pass_on(route, response)

    def is_let_out(self, request: Request) -> bool:
        kind = request.resource_type
        if kind not in WANTED_OF_SCRIPTS or self.count >= MAX_REQUESTS or self.size >= MAX_BYTES:
            return False
        if kind == "document" and request.frame.parent_frame is not None:
            return False
        is_own = _host(request.url) == _host(self.home)
        try:
            if not is_own and self.fetcher.is_private(request.url):
                # A page of elsewhere would read what only we may.
                return False
        except FetchError:
            return False
        if request.method == "GET":
            return True
        if request.method != "POST" or self.posts >= MAX_POSTS:
            return False
        if kind == "document":
            return self.is_entering and is_own
        if kind not in SCRIPTS_OWN:
            return False
        return is_own or carries(request.url, request.post_data_buffer, self.query)

    async def _fetch(self, request: Request) -> Response:
        known = self.redirected.pop(request.url, None) or self.kept.get(request.url)
        if known is not None and request.method == "GET":
            return known
        await self._take_cookies(request.url)
        response = await self.fetcher.fetch(
            sent_request(request),
            deadline=FETCHING_TIME,
            session=self.session,
            max_bytes=MAX_ANSWER_BYTES,
        )
        self.size += len(response.body)
        if request.resource_type in ("script", "stylesheet") and response.status == 200:
            self.kept[request.url] = response
        return response

    async def _take_cookies(self, url: str) -> None:
        address = web_address(url)
        for cookie in await self.context.cookies(url):
            name, value = cookie.get("name", ""), cookie.get("value", "")
            with suppress(CookieError):
                if name and not self.session.value(address, name):
                    self.session.keep(address, (f"{name}={value}; Path=/",))

    async def _pass_on(self, route: Route, response: Response) -> None:
        """Give the browser the answer; where it was redirected, the page goes there itself."""
        request = route.request
        if request.is_navigation_request() and response.url != request.url.partition("#")[0]:
            self.redirected[response.url] = response
            target = quote(response.url, safe=":/?#[]@!$&()*+,;=%~")
            await route.fulfill(
                status=200,
                content_type="text/html",
                body=REDIRECTED.format(f'"{target}"'),
            )
            return
        # Scripts read of them how many results there are, or where further ones begin.
        headers = {
            name: value
            for name, value in response.headers.items()
            if not _NOT_PASSED.fullmatch(name)
        }
        headers["Content-Type"] = response.content_type or "application/octet-stream"
        set_cookies = _all_of(response, "Set-Cookie")
        if set_cookies:
            headers["Set-Cookie"] = "\n".join(set_cookies)
        status = response.status if response.status >= 200 else 200
        await route.fulfill(status=status, headers=headers, body=response.body)


def sent_request(request: Request) -> EngineRequest:
    """Return a request of the browser as we send it: without what is the connection's."""
    headers = tuple(
        (name.title(), value)
        for name, value in request.headers.items()
        if is_sendable_header(name, value) and name.lower() != "content-type"
    )
    content_type = request.headers.get("content-type", "")
    return EngineRequest(
        request.method,
        request.url.partition("#")[0],
        request.post_data_buffer,
        content_type or None,
        headers,
    )


def carries(url: str, body: bytes | None, query: str) -> bool:
    text = f"{url} {(body or b'').decode('utf-8', 'replace')}".casefold()
    return any(form.casefold() in text for form in (query, quote(query), quote_plus(query)))


def _cookies_of(response: Response) -> dict[str, str]:
    cookies: SimpleCookie = SimpleCookie()
    for header in _all_of(response, "Set-Cookie"):
        with suppress(CookieError):
            cookies.load(header)
    return {name: morsel.value for name, morsel in cookies.items()}


def _all_of(response: Response, name: str) -> list[str]:
    headers = response.headers
    return headers.getall(name, []) if isinstance(headers, CIMultiDictProxy) else []


def _host(url: str) -> str:
    try:
        return web_address(url).raw_host or ""
    except FetchError:
        return ""
