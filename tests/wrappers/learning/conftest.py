"""An engine that can be redesigned, served and learned."""

from collections.abc import Iterator
from typing import Any

import pytest

from discovery.models import Engine, EngineState
from tests.wrappers.redesigned_engine import Design, serve
from wrappers.operations.lifecycle import add_engine


@pytest.fixture
def new_design() -> Design:
    """The design that is served; modules with one of their own override it."""
    return Design()


@pytest.fixture
def design(settings: Any, new_design: Any) -> Iterator[Any]:
    """The engine's design, served."""
    with serve(new_design) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        new_design.address = address
        yield new_design


@pytest.fixture
def engine(design: Any) -> Engine:
    """The engine, learned."""
    job = add_engine(design.address)
    assert job.engine.state == EngineState.ACTIVE, job.log
    return job.engine
