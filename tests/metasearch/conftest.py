"""Fixtures of the search."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import AsyncClient

from metasearch.edge import rate_limit
from metasearch.search import dispatch
from tests.metasearch.engines import FakeEngines, gives, install, records


class ReadingClient(AsyncClient):
    async def request(self, **request: Any) -> Any:
        response = await super().request(**request)
        if not response.streaming:
            return response
        content = b"".join([part async for part in response])
        return HttpResponse(content, status=response.status_code, headers=response.headers)


@pytest.fixture(autouse=True)
def one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the minute in which requests are counted not end in the middle of a test."""
    now = time.time()
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(time=lambda: now))


@pytest.fixture
def short_deadline(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ENGINE_DEADLINE = 0.2
    monkeypatch.setattr(dispatch, "GRACE", 0.05)


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch, settings: Any) -> FakeEngines:
    settings.ANSWERS_KEPT_FOR = 0
    return install(monkeypatch)


@pytest.fixture
def async_client() -> ReadingClient:
    return ReadingClient()


@pytest.fixture
def one(engines: FakeEngines) -> FakeEngines:
    engines.add("one", gives("one", *records("a")))
    return engines
