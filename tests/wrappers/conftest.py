"""Fixtures of what learns and asks."""

from collections.abc import Iterator

import pytest

from wrappers.engines import PageProcesses


@pytest.fixture
def processes() -> Iterator[PageProcesses]:
    """Give processes of the test's own, ended afterwards."""
    own = PageProcesses()
    yield own
    own.end()
