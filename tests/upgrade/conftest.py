"""The stored installation: as it was, with today's tables, and after a worker has run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.upgrade.sites import Web, make_sites, serving
from tests.upgrade.unpacked import Installation


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    """The sites at the addresses that are stored: the tests of one module alone ask for them."""
    with serving(make_sites()) as served:
        yield served


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation.unpack(tmp_path_factory.mktemp("packed") / "data")


@pytest.fixture(scope="module")
def migrated(packed: Installation, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Return the installation with today's tables; tests change copies of it only."""
    installation = packed.copy(tmp_path_factory.mktemp("migrated") / "data")
    outcome = installation.manage("migrate")
    assert outcome.code == 0, outcome.printed
    return installation


@pytest.fixture
def installation(migrated: Installation, tmp_path: Path) -> Installation:
    return migrated.copy(tmp_path / "data")


@pytest.fixture(scope="module")
def worked_off(
    migrated: Installation, web: Web, tmp_path_factory: pytest.TempPathFactory
) -> Installation:
    """Return a copy in which a worker took up all that was left, and all that was due."""
    installation = migrated.copy(tmp_path_factory.mktemp("worked") / "data")
    assert installation.ask("queue_due_schedules") == 7
    installation.work_off()
    return installation


@pytest.fixture(scope="module")
def tasks(migrated: Installation) -> dict[str, Any]:
    return migrated.ask("stored_tasks")
