from collections.abc import AsyncIterator

import pytest_asyncio

from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from tests.discovery.web.hostile_server import HostileServer, serving


@pytest_asyncio.fixture
async def server() -> AsyncIterator[HostileServer]:
    async with serving(HostileServer()) as hostile:
        yield hostile


@pytest_asyncio.fixture
async def fetcher(server: HostileServer) -> AsyncIterator[Fetcher]:
    """A fetcher that may fetch from the hostile server and from no other private address."""
    async with Fetcher(AllowedHosts.parse([server.endpoint])) as open_fetcher:
        yield open_fetcher
