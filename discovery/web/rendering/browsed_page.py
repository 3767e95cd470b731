"""A page with its scripts in a browser, searched as a visitor searches."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from playwright.async_api import Error, Page

from discovery.connection.description.browser_search import BrowserSearch
from discovery.connection.description.wall import PassedWall
from discovery.connection.watched.choosing import searches
from discovery.connection.watched.visit import Visit
from discovery.web.fetching import Fetcher
from discovery.web.rendering.browser import Chromium
from discovery.web.rendering.page_script import page_script
from discovery.web.rendering.page_traffic import PageTraffic
from discovery.web.rendering.rendered_page import BrowserAnswer, PageBrokenOffError
from discovery.web.rendering.search_box import find_more_control, find_search_box, press
from discovery.web.rendering.wall_passing import cookies_of, pass_walls_shown
from discovery.web.response import Response

# Seconds without a request after which a page has said what it had to say: lists that follow
# typing wait half a second for the next letter at most. Guess.
QUIET = 0.8
# The same where somebody waits for the results: what the page is like is known. Guess.
QUIET_SEARCH = 0.5
RESTLESS_TIME = 1.5
OPENING_TIME = 8.0
# Milliseconds from letter to letter.
TYPING_DELAY = 30
# Characters of markup that are read.
MAX_MARKUP = 4_000_000
# Later pages asked for.
MORE_PAGES = 2
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class _Tab:
    """One visitor's page, what it asks for, and how long it must be quiet (seconds).

    `walls` are what it asked before it showed anything, as they were answered.
    """

    page: Page
    traffic: PageTraffic
    quiet: float
    walls: list[PassedWall] = field(default_factory=list)

    async def open(self, url: str) -> None:
        """Go to the page and wait for it. Raises `FetchError` for one that cannot be fetched."""
        try:
            await self.page.goto(url, wait_until="domcontentloaded", timeout=OPENING_TIME * 1000)
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
        while time.monotonic() - started < traffic.patience:
            await self.page.wait_for_timeout(100)
            if not traffic.pending and time.monotonic() - traffic.last_change >= self.quiet:
                return
        traffic.patience = RESTLESS_TIME

    async def type(self, query: str) -> bool:
        """Type the query where a visitor would; tell whether there is such a field."""
        box = await find_search_box(self.page)
        if box is None:
            return False
        self.traffic.phase = 1
        await press(box)
        await self.page.keyboard.type(query, delay=TYPING_DELAY)
        return True

    async def send(self) -> None:
        """Press Enter and wait for what comes."""
        self.traffic.phase = 2
        await self.page.keyboard.press("Enter")
        await self.settle()

    async def ask_for_more(self) -> None:
        """Scroll to the end, else press what leads to more results."""
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
        """Return the page as it is shown now, as markup."""
        return str(await self.page.evaluate(page_script("shown_markup"), MAX_MARKUP))[:MAX_MARKUP]

    async def response(self) -> Response:
        """Return the page as it is shown now, as an answer."""
        document = self.traffic.document
        status, headers = (document.status, document.headers) if document else (200, {})
        body = (await self.markup()).encode("utf-8", "replace")
        return Response(self.page.url, status, HTML, headers, body, 0.0)


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
        `PageBrokenOffError`, `FetchError`.
        """
        async with self._tab("", QUIET) as tab:
            url, shown, addresses = tab.page.url, [await tab.markup()], [tab.page.url]
            traffic = tab.traffic
            query = wanted if isinstance(wanted, str) else wanted(shown[0], url)
            traffic.query = query
            if query and await tab.type(query):
                await tab.settle()
                shown.append(await tab.markup())
                addresses.append(tab.page.url)
                await tab.send()
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
        """Return what is shown for `query`, up to `pages` pages of it.

        Raises `PageBrokenOffError`, `FetchError`.
        """
        async with self._tab(query, QUIET_SEARCH) as tab:
            opened = await tab.response()
            if not query or not await tab.type(query):
                return BrowserAnswer(opened, ())
            if how is BrowserSearch.SENT:
                await tab.send()
            else:
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
    async def _tab(self, query: str, quiet: float) -> AsyncIterator[_Tab]:
        """Open the page for another visitor. Raises `PageBrokenOffError`, `FetchError`."""
        try:
            context = await self._browser.context()
            try:
                traffic = PageTraffic(self._fetcher, context, self._url, query, self._kept)
                await context.route("**/*", traffic.answer)
                tab = _Tab(await context.new_page(), traffic, quiet)
                await tab.open(self._url)
                yield tab
            finally:
                await context.close()
        except Error as error:
            raise PageBrokenOffError(" ".join(error.message.split())[:300]) from error
