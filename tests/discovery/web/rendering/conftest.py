"""A renderer with the installed Chromium, which may fetch from a server of the test."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from django.conf import settings

from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.rendering.renderer import Renderer, chromium_path, rendering_obstacle
from tests.discovery.web.hostile_server import HostileServer


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(settings, "METASEARCH_BROWSER", "")
    yield


@pytest.fixture
def site(server: HostileServer) -> HostileServer:
    return server


@pytest_asyncio.fixture
async def renderer(site: HostileServer) -> AsyncIterator[Renderer]:
    """Return a renderer; a machine without Chromium fails, it does not skip."""
    obstacle = rendering_obstacle()
    if obstacle:
        pytest.fail(obstacle)
    path = chromium_path()
    assert path is not None
    # Allowed by address and, as another host, by name.
    allowed = AllowedHosts.parse([site.endpoint, f"localhost:{site.port}"])
    async with Fetcher(allowed) as fetcher:
        renderer = Renderer(fetcher, path)
        yield renderer
        await renderer.close()
