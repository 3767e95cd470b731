"""`manage.py migrate`, killed in the midst and begun again."""

import os
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.programs import run_python

# Kills itself where a migration of a name has been made and is noted.
KILLED = """
import os, signal, sys
from django.db.backends.utils import CursorWrapper
from metasearch.management.program import main

name, execute = sys.argv.pop(), CursorWrapper.execute

def execute_or_die(cursor, sql, params=None):
    if 'INSERT INTO "django_migrations"' in str(sql) and name in params:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(cursor, sql, params)

CursorWrapper.execute = execute_or_die
main()
"""


@pytest.mark.parametrize("name", ["0008_accessfailurelog", "0004_items"])
def test_a_killed_migration_is_made_again(name: str, tmp_path: Path):
    environment = {name: os.environ[name] for name in os.environ if name != "DATABASE_URL"}
    environment["METASEARCH_DATA_DIR"] = str(tmp_path)
    killed = ("-c", KILLED, "migrate", name)
    assert run_python(*killed, env=environment, check=False).returncode == -SIGKILL
    run_python("manage.py", "migrate", env=environment)
