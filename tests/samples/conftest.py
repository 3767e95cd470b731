"""Visitors of the sample sites."""

from contextlib import AsyncExitStack

import pytest
from aiohttp.test_utils import TestClient, TestServer

from samples import SITES
from tests.samples.visiting import REFERENCE, Visitor


@pytest.fixture
async def visit():
    async with AsyncExitStack() as stack:

        async def open_site(name: str) -> Visitor:
            site = next(site for site in SITES if site.name == name)
            server = TestServer(site.make_application(f"{REFERENCE}/"), host="127.0.0.1")
            return Visitor(name, await stack.enter_async_context(TestClient(server)))

        yield open_site
