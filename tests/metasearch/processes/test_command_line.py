"""The command line: a wrong setting is one clear line, not a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("name", "value", "command"),
    [
        ("PORT", "abc", "start"),
        ("METASEARCH_DATA_DIR", os.devnull, "start"),
        ("METASEARCH_ALLOWED_PRIVATE_HOSTS", "nonsense", "start"),
        ("DATABASE_URL", "sqlite:////no/such/folder/database", "work"),
    ],
)
def test_a_wrong_setting_is_one_line(tmp_path: Path, name: str, value: str, command: str) -> None:
    environment = os.environ | {"METASEARCH_DATA_DIR": str(tmp_path), name: value}
    done = subprocess.run(
        (sys.executable, "manage.py", command),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert name in done.stderr or "Database error" in done.stderr
