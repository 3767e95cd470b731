"""Fixtures of what learns and asks."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from discovery.models import Engine
from samples import SITES
from tests.small_server import Site, serving_site
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


@pytest.fixture
def served(settings: Any) -> Iterator[Callable[[Site], str]]:
    """Serve a site until the test ends, and allow it to be asked; give its address."""
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    with ExitStack() as stack:

        def serve(site: Site) -> str:
            address = stack.enter_context(serving_site(site))
            settings.METASEARCH_ALLOWED_PRIVATE_HOSTS.append(address.split("/")[2])
            return address

        yield serve
