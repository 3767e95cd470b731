"""Fixtures of the whole suite."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from django.apps import apps
from django.test import Client, override_settings
from hypothesis import settings as hypothesis_settings

from evaluation.own_installation import own_environment
from samples import SITES
from tests.discovery.collections.breadth_first import go_breadth_first
from tests.discovery.crawl_web import Site, serving
from tests.programs import run_python, start_python
from tests.wrappers.shop import fill_shop
from tests.wrappers.stored_engine import store_engine
from wrappers.models import WrapperVersion

# The suite tests the same examples each time, however slow the machine.
hypothesis_settings.register_profile("suite", deadline=None, derandomize=True)
hypothesis_settings.load_profile("suite")


# Where a test uses the cache without the database.
CACHE_ONLY = ("tests/metasearch/edge/", "tests/discovery/web/test_shared_turns.py")
STORES = {
    *("db", "transactional_db", "admin_client", "admin_user", "live_server", "django_user_model"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `.ci/scale` run what may differ with other stores."""
    parser.addoption("--stores", action="store_true", help="only what uses database or cache")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have `timed` tests tried again; with `--stores` leave out what has no database or cache."""
    for item in items:
        if item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.flaky(reruns=2))
    if not config.getoption("--stores"):
        return
    kept, left_out = [], []
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        uses = item.get_closest_marker("django_db") or fixtures & STORES
        (kept if uses or item.nodeid.startswith(CACHE_ONLY) else left_out).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


@pytest.fixture(scope="session")
def sample_addresses() -> Iterator[dict[str, str]]:
    """The sample sites, served for the session: home address by name."""
    process = start_python("-m", "samples", "--port", "0", stderr=None)
    assert process.stdout is not None
    try:
        lines = [json.loads(process.stdout.readline()) for _ in SITES]
        yield {line["name"]: line["url"] for line in lines}
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def samples(sample_addresses: dict[str, str], settings: Any) -> dict[str, str]:
    """The sample sites, allowed to be fetched in this test."""
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [
        address.removeprefix("http://").rstrip("/") for address in sample_addresses.values()
    ]
    return sample_addresses


@pytest.fixture(autouse=True, scope="session")
def light_settings() -> Iterator[None]:
    """Nothing is rendered, whatever this machine has; tests of rendering switch it on.

    Passwords are hashed by what takes no time: each account of a test would take half a second.
    """
    light = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(METASEARCH_BROWSER="off", PASSWORD_HASHERS=light):
        yield


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose database has all tables: tests of commands begin with copies of it."""
    folder = tmp_path_factory.mktemp("migrated")
    run_python("manage.py", "migrate", "--verbosity", "0", env=own_environment(folder))
    return folder


@pytest.fixture
def data_folder(migrated: Path, tmp_path: Path) -> Path:
    return copytree(migrated, tmp_path / "data")


@pytest.fixture(autouse=True)
def own_service() -> Iterator[None]:
    """Each test has what a process keeps between searches for itself, as each has its database."""
    vars(apps.get_app_config("metasearch")).pop("service", None)
    yield
    vars(apps.get_app_config("metasearch")).pop("service", None)


@pytest.fixture
def sign_in(client: Client, db: Any) -> Callable[[str], Client]:
    def sign_in(group: str) -> Client:
        from django.contrib.auth.models import Group, User

        user = User.objects.create_user(group, is_staff=True)
        user.groups.add(Group.objects.get(name=group))
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


@pytest.fixture
def version(db: None) -> WrapperVersion:
    """The version in use of an engine that is stored with its pages."""
    return store_engine()


@pytest.fixture
def breadth_first(monkeypatch: pytest.MonkeyPatch) -> None:
    go_breadth_first(monkeypatch)


@pytest.fixture
def web(settings: Any) -> Iterator[tuple[Site, ...]]:
    """Four sites without pages, which may be fetched."""
    with serving(4) as sites:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [site.host for site in sites]
        yield sites


@pytest.fixture
def shop(web: tuple[Site, ...]) -> Site:
    fill_shop(web[0])
    return web[0]
