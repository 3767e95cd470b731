"""A page with its scripts in a browser, searched as a visitor searches.

What it asks for is sent by our own fetcher as docs/security.md says, or not.
"""

import asyncio
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import quote, quote_plus

from multidict import CIMultiDictProxy
from playwright.async_api import BrowserContext, ElementHandle, Error, Page, Request, Route

from discovery.connection.description import (
    BrowserSearch,
    KeptCookie,
    PassedWall,
    is_sendable_header,
)
from discovery.connection.network_capture import Exchange, Visit, searches
from discovery.connection.requests import EngineRequest
from discovery.crawling.links import site_if_any
from discovery.forms.classification import only_its_button_acts, sends_act
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.lexicon.words import lexicon
from discovery.pages.acts import link_acts, says_act
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import parse_page
from discovery.pages.walls import ConsentPolicy, choose_label, question_of
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import MAX_WALLS, Fetcher, consent_policy
from discovery.web.rendering.browser import AT_ONCE, Chromium
from discovery.web.rendering.snapshot import page_script
from discovery.web.response import BrowserAnswer, CookieSession, Response
from discovery.web.web_address import web_address

# Keys that open the search field of many sites.
SHORTCUTS = ("/", "Control+k")
# Milliseconds until what was clicked has opened.
OPENING_TIME = 500
# Milliseconds for one action upon the page.
ACTION_TIME = 2_000
# What a control says, as far as a label goes.
_TEXT_OF = """(element) => [element.textContent, element.value, element.getAttribute("aria-label")]
  .filter((text) => typeof text === "string").join(" ").slice(0, 200)"""


@cache
def _words() -> dict[str, Any]:
    words = lexicon().forms
    names = (*words.query_names, *words.vague_query_names)
    return {
        "words": [*words.search_words, *words.search_marks],
        "names": [name.lower() for name in names],
    }


async def find_search_box(page: Page) -> ElementHandle | None:
    """Return the field that a visitor would type a query into, opening it where it has to be.

    One whose form would do something else is none, unless only pressing its button would.
    """
    box = await _find_field(page)
    if box is not None:
        return box
    opener = await _first_harmless(page, "search_box", _words() | {"opening": True})
    if opener is not None:
        await press(opener)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find_field(page)
    for key in SHORTCUTS if box is None else ():
        await page.keyboard.press(key)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find_field(page)
        if box is not None:
            break
    return box


async def _find_field(page: Page) -> ElementHandle | None:
    found = await page.evaluate_handle(page_script("search_box"), _words() | {"opening": False})
    box = found.as_element()
    if box is None:
        return None
    acting = [form for form in await _forms_sent(page, box) if sends_act(form)]
    return box if all(map(only_its_button_acts, acting)) else None


async def _first_harmless(page: Page, script: str, told: dict[str, Any]) -> ElementHandle | None:
    """Return the first of the controls that a script lists whose press does nothing else."""
    listed = await page.evaluate_handle(page_script(script), told)
    for handle in (await listed.get_properties()).values():
        control = handle.as_element()
        if control is None:
            continue
        text = await control.evaluate(_TEXT_OF)
        href = await control.evaluate("(element) => element.href || ''")
        if says_act(text) or link_acts(str(href)) or await _sends_act(page, control):
            continue
        return control
    return None


async def _sends_act(page: Page, control: ElementHandle) -> bool:
    return any(map(sends_act, await _forms_sent(page, control)))


async def _forms_sent(page: Page, control: ElementHandle) -> list[SearchForm]:
    markup = str(await control.evaluate(page_script("sent_markup")))
    if not markup:
        return []
    shown = parse_page(markup.encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    return [form for form in find_forms(shown) if not form.pseudo]


async def press(element: ElementHandle) -> None:
    try:
        await element.click(timeout=ACTION_TIME)
    except Error:
        await element.evaluate("(element) => element.click()")


async def find_more_control(page: Page) -> ElementHandle | None:
    pager = lexicon().pager
    told = {
        "next": sorted(pager.next_words),
        "more": sorted(pager.more_words),
        "signs": [*pager.next_signs, *pager.more_signs, *sorted(pager.arrows)],
    }
    return await _first_harmless(page, "more_control", told)


# What lies over a page and asks for one's country may be an offer to go elsewhere: it is answered
# only where the page is nothing else.
OVER_A_PAGE = (ObstacleKind.AGE, ObstacleKind.CONSENT)


async def pass_walls_shown(page: Page, settle: Callable[[], Awaitable[None]]) -> list[PassedWall]:
    """Answer what `page` asks; `settle` waits until it has reacted. Return what was answered."""
    manner, passed = consent_policy(), list[PassedWall]()
    while manner is not ConsentPolicy.LEAVE and len(passed) < MAX_WALLS:
        url, key = page.url, f"_{secrets.token_hex(8)}"
        notices: list[dict[str, Any]] = await page.evaluate(
            page_script("wall_controls"), {"key": key}
        )
        wall = _chosen(notices, manner, url)
        if wall is None or any(wall[0] == each for each in passed):
            break
        control = (await page.evaluate_handle(f"window[{key!r}][{wall[1]:d}]")).as_element()
        if control is None:
            break
        await press(control)
        await settle()
        if site_if_any(page.url) != site_if_any(url):
            await page.goto(url, wait_until="domcontentloaded")
            break
        passed.append(wall[0])
    return passed


def _chosen(
    notices: list[dict[str, Any]], manner: ConsentPolicy, url: str
) -> tuple[PassedWall, int] | None:
    """Return the wall to answer first, and the number of its button; the page itself comes last."""
    for notice in notices:
        heading = notice["heading"]
        kind = None if heading is None else question_of((heading,))
        kind = kind or question_of((notice["text"],), OVER_A_PAGE)
        if kind is None or notice["typed"]:
            continue
        controls = [each for each in notice["controls"] if each["label"]]
        chosen = choose_label(kind, [each["label"] for each in controls], manner)
        if chosen is not None:
            control = controls[chosen]
            return PassedWall(kind.name.lower(), control["label"], url), int(control["number"])
    return None


async def cookies_of(page: Page) -> tuple[KeptCookie, ...]:
    """Return the cookies of the page without their end: without a browser nobody sets them anew."""
    kept = []
    for cookie in await page.context.cookies(page.url):
        name, value = cookie.get("name", ""), cookie.get("value", "")
        if name and not any(sign in f"{name}{value}" for sign in ";\r\n"):
            domain = cookie.get("domain", "")
            wide = f"; Domain={domain}" if domain.startswith(".") else ""
            path = cookie.get("path", "/")
            kept.append(KeptCookie(page.url, f"{name}={value}{wide}; Path={path}"))
    return tuple(kept)


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
    `patience` is how many seconds the visitor waits, `pending` the phases of what is not answered.
    `document` is the page itself as it came, `failure` why it did not. `is_entering`: what the site
    asks first is answered, by a form too.
    """

    fetcher: Fetcher
    context: BrowserContext
    home: str
    query: str
    kept: dict[str, Response]
    session: CookieSession = field(default_factory=CookieSession)
    phase: int = 0
    exchanges: list[Exchange] = field(default_factory=list)
    pending: list[int] = field(default_factory=list)
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
            phase = self.phase
            self.pending.append(phase)
            self.last_change = time.monotonic()
            try:
                async with self.turns:
                    response = await self._fetch(request)
            except FetchError as error:
                if _is_window(request):
                    self.failure = error
                await route.abort()
                return
            finally:
                self.pending.remove(phase)
                self.last_change = time.monotonic()
            if _is_window(request):
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
        kind = _kind(request)
        if kind not in WANTED_OF_SCRIPTS or self.count >= MAX_REQUESTS or self.size >= MAX_BYTES:
            return False
        is_own = _host(request.url) == _host(self.home)
        # Some pages show their results in a frame.
        if kind == "document" and not _is_window(request) and not (is_own and self.phase):
            return False
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
        if _kind(request) in ("script", "stylesheet") and response.status == 200:
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
                status=200, content_type="text/html", body=REDIRECTED.format(f'"{target}"')
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


def _kind(request: Request) -> str:
    """Return what a request is for; the browser calls a worker's imports "other", as prefetches."""
    kind: str = request.resource_type
    headers = request.headers
    is_imported = headers.get("accept") == "*/*" and "sec-purpose" not in headers
    return "script" if kind == "other" and is_imported else kind


def _is_window(request: Request) -> bool:
    """Whether it is for the page of the window itself, not of a frame in it."""
    return request.is_navigation_request() and request.frame.parent_frame is None


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


# Seconds without a request after which a page has said what it had to say: lists that follow
# typing wait half a second for the next letter at most. Guess.
QUIET = 0.8
RESTLESS_TIME = 1.5
# Seconds that a page may take to run what it fetched. Guess: an index of ten thousand documents.
RUNNING_TIME = 4.0
# Keeps the scripts of a page that have run, or never will, and when the last one did.
SCRIPTS_RUN = """{
  const run = {scripts: new WeakSet(), last: 0};
  Object.defineProperty(window, "KEY", {value: run});
  const keep = (event) => { run.scripts.add(event.target); run.last = performance.now(); };
  for (const name of ["load", "error"]) document.addEventListener(name, keep, true);
}"""
PAGE_OPENING_TIME = 8.0
# Milliseconds from letter to letter.
TYPING_DELAY = 30
# Characters of markup that are read.
MAX_MARKUP = 4_000_000
# Later pages asked for.
MORE_PAGES = 2
HTML = "text/html; charset=utf-8"


@dataclass(slots=True)
class _Tab:
    """One visitor's page, and what it asks for; under `key` it keeps the scripts that have run.

    `walls` are what it asked first, as answered. `may_send`: what is typed may be sent, too.
    `is_loading`: what was asked for since something was typed had not all come when it was left.
    """

    page: Page
    traffic: PageTraffic
    key: str
    walls: list[PassedWall] = field(default_factory=list)
    may_send: bool = False
    is_loading: bool = False

    async def open(self, url: str) -> None:
        """Go to the page and wait for it. Raises `FetchError` for one that cannot be fetched."""
        try:
            await self.page.goto(
                url, wait_until="domcontentloaded", timeout=PAGE_OPENING_TIME * 1000
            )
        except Error:
            if self.traffic.failure is not None:
                raise self.traffic.failure from None
            raise
        await self.settle()
        self.traffic.is_entering = True
        self.walls.extend(await pass_walls_shown(self.page, self.settle))
        self.traffic.is_entering = False

    async def settle(self) -> None:
        """Wait until the page asks for nothing more; one that never does, less from then on."""
        traffic = self.traffic
        started = traffic.last_change = time.monotonic()
        has_run = True
        while time.monotonic() - started < traffic.patience:
            await self.page.wait_for_timeout(100)
            if not traffic.pending and time.monotonic() - traffic.last_change >= QUIET:
                # What it has fetched it may still be reading: the index of a site takes long.
                told = {"key": self.key, "quiet": QUIET * 1000, "most": RUNNING_TIME * 1000}
                has_run = bool(await self.page.evaluate(page_script("settled"), told))
                if not traffic.pending and time.monotonic() - traffic.last_change >= QUIET:
                    break
        else:
            traffic.patience = RESTLESS_TIME
        # What came with the page and never ends, as news of the hour, does not matter.
        self.is_loading = not has_run or any(traffic.pending)

    async def type(self, query: str) -> bool:
        """Type the query where a visitor would; tell whether there is such a field."""
        box = await find_search_box(self.page)
        if box is None:
            return False
        self.may_send = not await _sends_act(self.page, box)
        self.traffic.phase = 1
        await press(box)
        if await box.evaluate("(element) => element.value"):
            await box.fill("")
        await self.page.keyboard.type(query, delay=TYPING_DELAY)
        return True

    async def send(self) -> None:
        """Press Enter, unless that sets something off, and wait for what comes."""
        self.traffic.phase = 2
        if self.may_send:
            await self.page.keyboard.press("Enter")
        await self.settle()

    async def ask_for_more(self) -> None:
        self.traffic.phase += 1
        before = len(self.traffic.exchanges)
        await self.page.keyboard.press("End")
        await self.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        await self.settle()
        control = await find_more_control(self.page)
        if len(self.traffic.exchanges) == before and control is not None:
            await press(control)
            await self.settle()

    async def markup(self) -> str:
        return str(await self.page.evaluate(page_script("shown_markup"), MAX_MARKUP))[:MAX_MARKUP]

    async def response(self) -> Response:
        document = self.traffic.document
        status, headers = (document.status, document.headers) if document else (200, {})
        markup = await self.markup()
        if self.is_loading:
            markup = markup.removesuffix("</body></html>")
        body = markup.encode("utf-8", "replace")
        return Response(self.page.url, status, HTML, headers, body, is_cut=self.is_loading)


class BrowsedPage:
    """The page at `url`: each visit is another visitor's."""

    def __init__(self, browser: Chromium, fetcher: Fetcher, url: str) -> None:
        self._browser = browser
        self._fetcher = fetcher
        self._url = url
        self._kept: dict[str, Response] = {}

    async def visit(self, wanted: str | Callable[[str, str], str], *, more: bool = False) -> Visit:
        """Open the page, type what is `wanted`, send it, and perhaps ask for `more` results.

        It may be chosen once the page is open, by its markup and address; where it is empty the
        page is only opened. More is asked for only where the page asked with the query. Raises
        `FetchError`.
        """
        async with self._tab("") as tab:
            url, shown, addresses = tab.page.url, [await tab.markup()], [tab.page.url]
            traffic = tab.traffic
            query = wanted if isinstance(wanted, str) else wanted(shown[0], url)
            traffic.query = query
            if query and await tab.type(query):
                for wait in (tab.settle, tab.send):
                    await wait()
                    shown.append(await tab.markup())
                    addresses.append(tab.page.url)
                asked = searches(Visit(query, url, tuple(traffic.exchanges), (), ()))
                for _ in range(MORE_PAGES if more and asked else 0):
                    before = len(traffic.exchanges)
                    await tab.ask_for_more()
                    if len(traffic.exchanges) == before:
                        break
            walls = tuple(tab.walls)
            cookies = await cookies_of(tab.page) if walls else ()
            exchanges = tuple(traffic.exchanges)
            return Visit(query, url, exchanges, tuple(shown), tuple(addresses), walls, cookies)

    async def search(self, query: str, how: BrowserSearch, pages: int) -> BrowserAnswer:
        """Return what is shown for `query`, up to `pages` pages of it. Raises `FetchError`."""
        async with self._tab(query) as tab:
            opened = await tab.response()
            if not query or (how is not BrowserSearch.OPENED and not await tab.type(query)):
                return BrowserAnswer(opened, ())
            if how is BrowserSearch.SENT:
                await tab.send()
            elif how is BrowserSearch.TYPED:
                await tab.settle()
            shown = [await tab.response()]
            while len(shown) < pages:
                await tab.ask_for_more()
                response = await tab.response()
                if response.body == shown[-1].body:
                    break
                shown.append(response)
            return BrowserAnswer(opened, tuple(shown))

    @asynccontextmanager
    async def _tab(self, query: str) -> AsyncIterator[_Tab]:
        """Open the page for another visitor. Raises `FetchError`."""
        async with self._browser.context() as context:
            traffic = PageTraffic(self._fetcher, context, self._url, query, self._kept)
            await context.route("**/*", traffic.answer)
            key = f"_{secrets.token_hex(8)}"
            await context.add_init_script(SCRIPTS_RUN.replace("KEY", key))
            tab = _Tab(await context.new_page(), traffic, key)
            await tab.open(self._url)
            yield tab
