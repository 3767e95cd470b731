"""A page with its scripts in a browser, searched as a visitor searches."""

import time

from playwright.async_api import Error, Page

from discovery.connection import Visit
from discovery.web.fetching import Fetcher
from discovery.web.rendering.browser import Chromium
from discovery.web.rendering.page_rendering import PageBrokenOffError
from discovery.web.rendering.page_traffic import PageTraffic
from discovery.web.rendering.search_box import find_more_control, find_search_box, press
from discovery.web.response import Response

# Seconds without a request after which a page has said what it had to say: lists that follow
# typing wait half a second for the next letter at most. Guess.
QUIET = 0.8
RESTLESS_TIME = 1.5
OPENING_TIME = 8.0
# Milliseconds from letter to letter.
TYPING_DELAY = 30
# Characters of markup that are read.
MAX_MARKUP = 4_000_000
# Later pages asked for.
MORE_PAGES = 2


class BrowsedPage:
    """The page at `url`: each visit is another visitor's."""

    def __init__(self, browser: Chromium, fetcher: Fetcher, url: str) -> None:
        self._browser = browser
        self._fetcher = fetcher
        self._url = url
        self._kept: dict[str, Response] = {}

    async def visit(self, query: str = "", *, more: bool = False) -> Visit:
        """Open the page, type `query`, send it, and perhaps ask for `more` results.

        Without a query the page is only opened. Raises `PageBrokenOffError`.
        """
        try:
            context = await self._browser.context(scripts=True)
            try:
                traffic = PageTraffic(self._fetcher, context, self._url, query, self._kept)
                await context.route("**/*", traffic.answer)
                page = await context.new_page()
                return await self._search(page, traffic, query, more)
            finally:
                await context.close()
        except Error as error:
            raise PageBrokenOffError(" ".join(error.message.split())[:300]) from error

    async def _search(self, page: Page, traffic: PageTraffic, query: str, more: bool) -> Visit:
        """Do what a visitor does, phase by phase."""
        await page.goto(self._url, wait_until="domcontentloaded", timeout=OPENING_TIME * 1000)
        await _settle(page, traffic)
        url, shown = page.url, [await _markup(page)]
        box = await find_search_box(page) if query else None
        if box is not None:
            traffic.phase = 1
            await press(box)
            await page.keyboard.type(query, delay=TYPING_DELAY)
            await _settle(page, traffic)
            shown.append(await _markup(page))
            traffic.phase = 2
            await page.keyboard.press("Enter")
            await _settle(page, traffic)
            shown.append(await _markup(page))
        for _ in range(MORE_PAGES if more and box is not None else 0):
            traffic.phase += 1
            before = len(traffic.exchanges)
            await page.keyboard.press("End")
            await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
            await _settle(page, traffic)
            control = await find_more_control(page)
            if len(traffic.exchanges) == before and control is not None:
                await press(control)
                await _settle(page, traffic)
            if len(traffic.exchanges) == before:
                break
        return Visit(query, url, tuple(traffic.exchanges), tuple(shown))


async def _settle(page: Page, traffic: PageTraffic) -> None:
    """Wait until the page asks for nothing more; for one that never does, less from then on."""
    started = traffic.last_change = time.monotonic()
    while time.monotonic() - started < traffic.patience:
        await page.wait_for_timeout(100)
        if not traffic.pending and time.monotonic() - traffic.last_change >= QUIET:
            return
    traffic.patience = RESTLESS_TIME


async def _markup(page: Page) -> str:
    """Return the page as it stands now, as markup."""
    return (await page.content())[:MAX_MARKUP]
