"""The fetcher that the requests of one event loop share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.http import HttpRequest

from discovery.web import Fetcher, open_fetcher

# Where the lifespan of the event loop (metasearch.processes.asgi) leaves it in the scope's state.
FETCHER = "fetcher"


@asynccontextmanager
async def shared_fetcher(request: HttpRequest) -> AsyncIterator[Fetcher]:
    """Give the event loop's fetcher, or one of its own where no lifespan opened one.

    The latter happens under servers without lifespan and in Django's test client.
    """
    scope = getattr(request, "scope", {})
    fetcher = scope.get("state", {}).get(FETCHER)
    if fetcher is not None:
        yield fetcher
        return
    async with open_fetcher() as fetcher:
        yield fetcher
