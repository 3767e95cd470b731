"""Fixtures of the search."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import AsyncClient

from tests.metasearch.engines import FakeEngines, gives, install, records


class ReadingClient(AsyncClient):
    """A client that reads a streamed response to its end before it returns it."""

    async def request(self, **request: Any) -> Any:
        """Return the response with all of its content."""
        response = await super().request(**request)
        if not response.streaming:
            return response
        content = b"".join([part async for part in response])
        return HttpResponse(content, status=response.status_code, headers=response.headers)


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch, settings: Any) -> FakeEngines:
    """Return the engines of a test, none at first; what they answer is not kept."""
    settings.ANSWERS_KEPT_FOR = 0
    return install(monkeypatch)


@pytest.fixture
def async_client() -> ReadingClient:
    """Return a client that reads streamed responses."""
    return ReadingClient()


@pytest.fixture
def one(engines: FakeEngines) -> FakeEngines:
    """Return the engines of a test, one at first, which finds page "a" for all queries."""
    engines.add("one", gives("one", *records("a")))
    return engines
