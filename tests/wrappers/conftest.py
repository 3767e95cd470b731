"""Fixtures of what learns and asks."""

from collections.abc import Iterator

import pytest

from discovery.models import Engine
from samples import SITES
from tests.wrappers.learned_rows import learn_once
from wrappers.engines.page_processes import PageProcesses


@pytest.fixture
def processes() -> Iterator[PageProcesses]:
    own = PageProcesses()
    yield own
    own.end()


@pytest.fixture
def learned(samples: dict[str, str]) -> Engine:
    return learn_once(samples[SITES[0].name])
