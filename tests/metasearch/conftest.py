"""Fixtures of the search."""

import pytest

from tests.metasearch.engines import FakeEngines, install


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> FakeEngines:
    """Return the engines of a test, none at first."""
    return install(monkeypatch)
