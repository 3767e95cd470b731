"""An engine that can be redesigned, served and learned."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from discovery.models import Engine
from tests.small_server import serving_site
from tests.wrappers.learned_engine import learn_once
from tests.wrappers.redesigned_engine import Design


@pytest.fixture
def new_design() -> Design:
    """The design that is served; modules with one of their own override it."""
    return Design()


@pytest.fixture(scope="session")
def stage() -> Iterator[SimpleNamespace]:
    """What shows the design of the test at work: one server does for all of them."""
    shown = SimpleNamespace()
    with serving_site(lambda request: shown.design(request)) as shown.address:
        yield shown


@pytest.fixture
def design(settings: Any, stage: SimpleNamespace, new_design: Any) -> Any:
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [stage.address.split("/")[2]]
    new_design.address = stage.address
    stage.design = new_design
    return new_design


@pytest.fixture
def engine(design: Any) -> Engine:
    return learn_once(design.address, (type(design), design.records))
