"""The browsers in which some engines are searched: few, on a thread and a line of their own.

Whoever asks waits on an event loop of his own, where nothing of a browser is read or run. A browser
starts with the first search that needs one, and ends when there has been none for a while.
"""

import asyncio
import threading
import time
from concurrent.futures import Future
from urllib.parse import urlsplit

from discovery.connection.description import BrowserSearch
from discovery.connection.login import AS_USUAL, Access
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import open_fetcher
from discovery.web.rendering.renderer import Renderer, chromium_path, rendering_obstacle
from discovery.web.response import BrowserAnswer

# Browsers at once, one search in each, and searches that wait for one. Guesses: a browser holds
# half a gigabyte, and a search takes two seconds.
BROWSERS = 2
MAX_WAITING = 6
IDLE_SECONDS = 60.0
# Seconds of the time that is left which are not used: whoever asks is still there for the answer.
MARGIN = 0.2
CLOSING_SECONDS = 10.0


class BrowserPool:
    """Searches pages in browsers; used from any thread and any event loop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: _PoolThread | None = None

    async def search(
        self,
        url: str,
        query: str,
        how: BrowserSearch,
        pages: int,
        *,
        seconds: float,
        access: Access = AS_USUAL,
    ) -> BrowserAnswer:
        """Return what the page at `url` shows for `query`, up to `pages` pages.

        Raises `FetchError`: too, where no browser is installed, or all are busy.
        """
        obstacle = rendering_obstacle()
        if obstacle:
            sentence = f"{_host(url)} is searched in a browser, and there is none. {obstacle}"
            raise FetchError(AnswerReason.NO_BROWSER, sentence)
        with self._lock:
            if self._thread is None:
                self._thread = _PoolThread()
            thread = self._thread
        loop = await asyncio.shield(asyncio.wrap_future(thread.loop))
        left = max(MARGIN, seconds - MARGIN)
        work = thread.search(url, query, how, pages, left, access)
        found = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))
        if isinstance(found, FetchError):
            raise found
        return found

    def end(self) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.end()


class _PoolThread:
    """The thread: an event loop with a fetcher and the browsers that ask through it."""

    def __init__(self) -> None:
        self.loop: Future[asyncio.AbstractEventLoop] = Future()
        self._stop = asyncio.Event()
        self._free: asyncio.LifoQueue[Renderer] = asyncio.LifoQueue()
        self._asked = 0
        self._last_asked = 0.0
        self._thread = threading.Thread(target=self._run, name="browsers", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self.loop.result(CLOSING_SECONDS).call_soon_threadsafe(self._stop.set)
        self._thread.join(CLOSING_SECONDS)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:
            if not self.loop.done():
                self.loop.set_exception(error)
            raise

    async def _serve(self) -> None:
        """Keep the browsers until it is to end; without searches for a while they are closed."""
        async with open_fetcher() as fetcher:
            path = chromium_path()
            assert path is not None, "asked for where no browser is installed"
            renderers = [Renderer(fetcher, path) for _ in range(BROWSERS)]
            for renderer in renderers:
                self._free.put_nowait(renderer)
            self.loop.set_result(asyncio.get_running_loop())
            try:
                while not self._stop.is_set():
                    try:
                        async with asyncio.timeout(IDLE_SECONDS):
                            await self._stop.wait()
                    except TimeoutError:
                        if self._asked or time.monotonic() - self._last_asked < IDLE_SECONDS:
                            continue
                        for renderer in renderers:
                            await renderer.close()
            finally:
                for renderer in renderers:
                    await renderer.close()

    async def search(
        self,
        url: str,
        query: str,
        how: BrowserSearch,
        pages: int,
        seconds: float,
        access: Access,
    ) -> BrowserAnswer | FetchError:
        """Return why it failed, too: whoever asked may no longer be there to be told."""
        if self._asked >= BROWSERS + MAX_WAITING:
            return _busy(url)
        self._asked += 1
        renderer = None
        try:
            async with asyncio.timeout(seconds):
                renderer = await self._free.get()
                return await renderer.watch(
                    url, lambda page: page.search(query, how, pages), seconds=seconds, access=access
                )
        except TimeoutError:
            sentence = f"{_host(url)} was not searched in a browser within {seconds:.0f} seconds."
            return FetchError(AnswerReason.NO_ANSWER, sentence) if renderer else _busy(url)
        except FetchError as error:
            return error
        finally:
            if renderer is not None:
                self._free.put_nowait(renderer)
            self._asked -= 1
            self._last_asked = time.monotonic()


def _busy(url: str) -> FetchError:
    why = "could not be searched: the browsers are busy with other searches; try again later."
    return FetchError(AnswerReason.OVERLOADED, f"{_host(url)} {why}")


def _host(url: str) -> str:
    return urlsplit(url).netloc
