"""One machine whose disk is full for a while: a file system of its own, which needs root."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from samples import SITES
from tests.browser.installation import kinds, started, wait_for_engines
from tests.programs import run_python

SIZE = "40m"
AWAY = 5.0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    mounted = ("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(tmp_path))
    if subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield tmp_path
    subprocess.run(("umount", "--lazy", str(tmp_path)), check=True)


def fill(disk: Path) -> Path:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 1):
            with suppress(OSError):
                while file.write(b"x" * size):
                    pass
    return filler


def test_a_first_start_without_room_leaves_nothing_that_stops_the_next(disk: Path):
    environment = {**os.environ, "DATABASE_URL": "", "METASEARCH_DATA_DIR": str(disk)}
    environment["SECRET_KEY"] = "a key that needs no room"
    filler = fill(disk)
    refused = run_python("manage.py", "migrate", env=environment, check=False)
    assert (refused.returncode, "is full" in refused.stderr) == (1, True)
    assert list(disk.iterdir()) == [filler]
    filler.unlink()
    run_python("manage.py", "migrate", env=environment)


def test_searches_go_on_commands_say_it_and_all_goes_on_once_there_is_room(disk: Path):
    data = disk / "data"
    data.mkdir()
    stores = {"DATABASE_URL": "", "REDIS_URL": "", "METASEARCH_BROWSER": "off"}
    with started(data, **stores) as installation:
        while not (answered := kinds(installation, "error")):
            time.sleep(0.1)
        filler, began = fill(disk), time.monotonic()
        while time.monotonic() - began < AWAY:
            assert kinds(installation, "error").keys() >= answered.keys()
            time.sleep(0.2)
        for command in (("add_engine", "http://127.0.0.1:9/"), ("backup", str(disk / "copy.zip"))):
            refused = run_python("manage.py", *command, env=installation.environment, check=False)
            assert refused.returncode == 1
            assert "is full" in refused.stderr or "No space left" in refused.stderr
        assert {each.name for each in disk.iterdir()} == {"data", "filler"}
        filler.unlink()
        wait_for_engines(installation)
        programs = (
            "from django.db.models import Count; from wrappers.models import WrapperVersion as V; "
            "print(*V.objects.values('engine').annotate(n=Count('pk')).values_list('n', flat=True))"
        )
        told = run_python("manage.py", "shell", "-v0", "-c", programs, env=installation.environment)
        assert told.stdout.split() == ["1"] * len(SITES)
