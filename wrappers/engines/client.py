"""What asks engines on one event loop: its line to the web, and what it keeps of their answers."""

from discovery.web import Fetcher, open_fetcher
from wrappers.engines.first_pages import FirstPages
from wrappers.engines.page_processes import PageProcesses
from wrappers.engines.retry_later import RetryLater


class EngineClient:
    """Asks engines through `fetcher`, as an asynchronous context manager.

    At its end the fetcher is closed and the processes that read heavy pages are ended.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self.first_pages = FirstPages()
        self.retry_later = RetryLater()
        self.page_processes = PageProcesses()

    async def __aenter__(self) -> "EngineClient":
        await self.fetcher.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        await self.fetcher.__aexit__(None, None, None)

    def close(self) -> None:
        """End what does not belong to the fetcher: the processes that read heavy pages."""
        self.page_processes.end()


def open_client() -> EngineClient:
    """Return a client with a fetcher as the settings want it. Raises `ImproperlyConfigured`."""
    return EngineClient(open_fetcher())
