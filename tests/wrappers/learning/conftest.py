"""An engine that can be redesigned, served and learned."""

from collections.abc import Iterator
from typing import Any

import pytest

from discovery.models import Engine
from tests.wrappers.learned_rows import learn_once
from tests.wrappers.redesigned_engine import Design, serve


@pytest.fixture
def new_design() -> Design:
    """The design that is served; modules with one of their own override it."""
    return Design()


class Stage:
    """Shows the design of the test at work: one server does for all of them."""

    design: Any
    address: str

    @property
    def status(self) -> int:
        return int(self.design.status)

    def page(self, path: str, parameters: dict[str, list[str]]) -> tuple[int, str]:
        answer: tuple[int, str] = self.design.page(path, parameters)
        return answer


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    shown = Stage()
    with serve(shown) as shown.address:  # type: ignore[arg-type]
        yield shown


@pytest.fixture
def design(settings: Any, stage: Stage, new_design: Any) -> Any:
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [stage.address.split("/")[2]]
    new_design.address = stage.address
    stage.design = new_design
    return new_design


@pytest.fixture
def engine(design: Any) -> Engine:
    return learn_once(design.address, (type(design), design.records))
