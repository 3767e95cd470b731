"""The client of engines that the requests of one event loop share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.http import HttpRequest

from wrappers.engines.client import EngineClient, open_client

# Where the lifespan of the event loop (metasearch.processes.asgi) leaves it in the scope's state.
CLIENT = "client"


@asynccontextmanager
async def shared_client(request: HttpRequest) -> AsyncIterator[EngineClient]:
    """Give the event loop's client, or one of its own where no lifespan opened one (tests)."""
    scope = getattr(request, "scope", {})
    client = scope.get("state", {}).get(CLIENT)
    if client is not None:
        yield client
        return
    async with open_client() as client:
        yield client
