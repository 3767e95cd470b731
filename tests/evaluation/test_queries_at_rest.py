"""Queries of users are nowhere at rest; and what were, would be found."""

import base64
import json
import pickle
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from evaluation.engines.queries_at_rest import LETTERS, found_at_rest

ROOT = Path(__file__).resolve().parents[2]


def test_after_searches_with_faults_no_query_is_at_rest():
    done = subprocess.run(
        (sys.executable, "-m", "evaluation.engines.queries_at_rest", "--searches", "40"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["searches"] == 40


@pytest.mark.parametrize(
    "value",
    [
        f"https://a.example/?q={LETTERS}",
        f"a %71{LETTERS[1:]}".upper(),
        json.dumps({"query": f"ü {LETTERS.upper()}"}),
        base64.b64encode(pickle.dumps({"url": f"?q={LETTERS}"})).decode(),
        base64.urlsafe_b64encode(zlib.compress(LETTERS.encode() * 9)).decode().rstrip("="),
        zlib.compress(pickle.dumps([LETTERS])),
    ],
)
def test_what_is_packed_would_be_found(value, tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.sqlite3")) as database:
        database.execute("CREATE TABLE things (id, packed)")
        database.execute("INSERT INTO things VALUES (1, ?)", (value,))
        database.commit()
    assert any(each.startswith("things.packed") for each in found_at_rest(tmp_path))
