"""What asks engines on one event loop: its line to the web, and what it keeps of their answers."""

from discovery.web.fetching import Fetcher, open_fetcher
from discovery.web.rendering.browser_pool import BrowserPool
from wrappers.engines.entrances import Entrances
from wrappers.engines.first_pages import FirstPages
from wrappers.engines.page_processes import PageProcesses
from wrappers.engines.retry_later import RetryLater


class EngineClient:
    """Asks engines through `fetcher`, as an asynchronous context manager.

    At its end the fetcher is closed, and the processes that read heavy pages and the browsers are
    ended.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self.first_pages = FirstPages()
        self.entrances = Entrances()
        self.retry_later = RetryLater()
        self.page_processes = PageProcesses()
        self.browsers = BrowserPool()

    async def __aenter__(self) -> "EngineClient":
        await self.fetcher.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        await self.fetcher.__aexit__(None, None, None)

    def close(self) -> None:
        """End what does not belong to the fetcher: processes that read heavy pages, browsers."""
        self.page_processes.end()
        self.browsers.end()


def open_client() -> EngineClient:
    """Return a client with a fetcher as the settings want it. Raises `ImproperlyConfigured`."""
    return EngineClient(open_fetcher())
