"""Pages in one browser, one after the other; no library is needed where none is rendered."""

import asyncio
import importlib.util
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings

from discovery.connection.login import Access
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page
from discovery.web.fetch_error import FetchError, RenderingError
from discovery.web.fetching import Fetcher
from discovery.web.rendering.snapshot import RenderedPage, numbered_markup
from discovery.web.visitor import Visitor

if TYPE_CHECKING:
    from discovery.web.rendering.browsed_page import BrowsedPage
    from discovery.web.rendering.browser import Chromium
    from discovery.web.rendering.page_rendering import Resource

T = TypeVar("T")

# Seconds for one page in all, the browser’s start left out. Guess: sixty times the usual.
RENDERING_TIME = 20.0
# Elements of a page, and levels, beyond which it is not given to a browser. Guess for the first:
# ten times the largest of 174 real pages; browsers themselves nest no deeper than the second.
MAX_ELEMENTS = 50_000
MAX_DEPTH = 512
MAX_MARKUP_BYTES = 8_000_000
# Bytes that the browser's processes may hold together, shared ones counted in each. Guess: four
# times what it holds of ordinary pages.
MAX_MEMORY = 2_500_000_000
# Seconds from one look at its memory to the next: each asks for all processes of the machine.
MEMORY_PERIOD = 0.5
# Bytes of files kept for the next pages: those of a site share style sheets and pictures. Guess.
MAX_KEPT_BYTES = 30_000_000


class Renderer:
    """Renders pages, one at a time, on one event loop; whoever made it closes it."""

    def __init__(self, fetcher: Fetcher, path: Path) -> None:
        self._fetcher = fetcher
        self._path = path
        self._browser: Chromium | None = None
        self._is_broken = False
        self._kept: dict[str, Resource | None] = {}
        self._turn = asyncio.Lock()

    async def render(self, page: Page) -> RenderedPage:
        """Return what a browser shows of `page`. Raises `RenderingError`.

        A browser that dies, hangs or grows too large is ended; the next page gets a new one.
        """
        from discovery.web.rendering.page_rendering import PageResources, render_page

        async with self._turn:
            refuse_too_large(page)
            markup = numbered_markup(page)
            if len(markup) > MAX_MARKUP_BYTES:
                raise _too_large(page, f"more than {MAX_MARKUP_BYTES:,} bytes")
            if sum(len(each.body) for each in self._kept.values() if each) > MAX_KEPT_BYTES:
                self._kept.clear()
            resources = PageResources(self._fetcher, markup, self._kept)
            return await self._in_browser(
                page.url, RENDERING_TIME, lambda browser: render_page(browser, page, resources)
            )

    async def watch(
        self,
        url: str,
        search: "Callable[[BrowsedPage], Awaitable[T]]",
        *,
        seconds: float,
        access: Access | None = None,
    ) -> T:
        """Return what `search` makes of the page at `url`, its scripts run. Raises `FetchError`.

        Nobody signs in for an `access`: a visit begins without cookies.
        """
        from discovery.web.rendering.browsed_page import BrowsedPage

        fetcher = self._fetcher
        if access is not None:
            fetcher = fetcher.as_visitor(Visitor(replace(access, login=None)))
        async with self._turn:
            return await self._in_browser(
                url, seconds, lambda browser: search(BrowsedPage(browser, fetcher, url))
            )

    async def close(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            await browser.close()

    async def _running_browser(self) -> "Chromium":
        """Return the browser, a new one where the last is gone. Raises `RenderingError`."""
        # Read here, so that nothing of it is needed where no page is rendered.
        from discovery.web.rendering.browser import Chromium

        if self._browser is not None and (self._is_broken or not self._browser.is_running):
            await self.close()
        if self._browser is None:
            browser = Chromium(self._path)
            await browser.start()
            self._browser, self._is_broken = browser, False
        return self._browser

    async def _in_browser(
        self, url: str, seconds: float, work: "Callable[[Chromium], Awaitable[T]]"
    ) -> T:
        place = url or "the page"
        browser = await self._running_browser()
        watching = asyncio.create_task(_watch_memory(browser))
        cause: Exception | None = None
        try:
            async with asyncio.timeout(seconds):
                found = await work(browser)
            if not watching.done():
                return found
        except (TimeoutError, RenderingError) as error:
            cause = error
        except FetchError:
            # The site's fault, not the browser's.
            raise
        except BaseException:
            # Whatever it was, cancellation included: nothing is waited for here.
            self._end(browser)
            raise
        finally:
            is_too_large = watching.done()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
        self._end(browser)
        if is_too_large:
            reason = AnswerReason.TOO_LARGE
            sentence = f"{place} made the browser hold more than {MAX_MEMORY:,} bytes."
        elif isinstance(cause, TimeoutError):
            reason = AnswerReason.NO_ANSWER
            sentence = f"The browser was not done with {place} after {seconds:g} seconds."
        else:
            reason = AnswerReason.PROTOCOL
            sentence = f"The browser broke off at {place}: {cause}"
        raise RenderingError(reason, sentence) from cause

    def _end(self, browser: "Chromium") -> None:
        browser.kill()
        self._is_broken = True


async def _watch_memory(browser: "Chromium") -> None:
    while True:
        if await asyncio.to_thread(browser.memory) > MAX_MEMORY:
            browser.kill()
            return
        await asyncio.sleep(MEMORY_PERIOD)


def refuse_too_large(page: Page) -> None:
    depths = {page.root: 1}
    for element in page.root.iterdescendants():
        depths[element] = depths[element.getparent()] + 1
        if depths[element] > MAX_DEPTH:
            raise _too_large(page, f"more than {MAX_DEPTH} levels")
        if len(depths) > MAX_ELEMENTS:
            raise _too_large(page, f"more than {MAX_ELEMENTS:,} elements")


def _too_large(page: Page, what: str) -> RenderingError:
    sentence = f"{page.url or 'The page'} has {what}: it is not given to a browser."
    return RenderingError(AnswerReason.TOO_LARGE, sentence)


OFF = "off"
# The names of .ci/system-packages, and where macOS keeps the program.
CHROMIUM_NAMES = (
    *("chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# What requirements-rendering.txt installs.
LIBRARIES = ("playwright", "psutil", "imagesize")
REMEDY = "Run `make browser`, then start the product again."


def rendering_obstacle() -> str:
    """Return why no page can be rendered and what mends it, or nothing when they can."""
    setting = settings.METASEARCH_BROWSER
    if setting == OFF:
        return "It is switched off: METASEARCH_BROWSER is “off”."
    missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} of requirements-rendering.txt are missing. {REMEDY}"
    if chromium_path() is None:
        if setting:
            return f"METASEARCH_BROWSER: there is no program {setting}."
        return f"No Chromium or Chrome is installed. {REMEDY}"
    return ""


def chromium_path() -> Path | None:
    setting = settings.METASEARCH_BROWSER
    found = filter(None, map(shutil.which, (setting,) if setting else CHROMIUM_NAMES))
    return next(map(Path, found), None)


def open_renderer(fetcher: Fetcher) -> Renderer | None:
    """Return what renders pages, None where nothing can; no browser runs before the first page."""
    path = None if rendering_obstacle() else chromium_path()
    return None if path is None else Renderer(fetcher, path)
