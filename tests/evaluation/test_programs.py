"""The bed of programs: what it holds to be true, how it counts, and that its command runs."""

import json
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from evaluation.engines.comparison import Learned
from evaluation.engines.programs import __main__ as command
from evaluation.engines.programs.corpus import IMPOSSIBLE, documents, queries
from evaluation.engines.programs.program import (
    BUILD,
    UNOPENED,
    NotInstalledError,
    Program,
    need,
    programs,
)
from tests.small_server import serving_site
from tests.wrappers.redesigned_engine import Design

ROOT = Path(__file__).resolve().parents[2]
SHED = Program(
    "shed",
    {
        "half": BUILD,
        "kind": "things, ten a page",
        "asked": "/find?q={query}&start={start}",
        "paged": True,
        "record": "//ol/li",
        "snippet": "./p",
        "words": ["about", "amber"],
        "serve": ["{python}", "-m", "tests.evaluation.test_programs"],
        "folder": str(ROOT),
    },
)


def test_documents_and_programs_are_enough_and_told_apart():
    assert len(documents()) >= 300
    assert len({document.title.casefold() for document in documents()}) == len(documents())
    assert len({document.path for document in documents()}) == len(documents())
    assert len(queries()) == 5
    texts = [f"{document.title} {document.text}".casefold() for document in documents()]
    assert not any(IMPOSSIBLE in text for text in texts)
    assert all(sum(query in text for text in texts) >= 5 for query in queries())
    for scripted in (False, True):
        bed = [program for program in programs() if program.is_scripted is scripted]
        assert len({program.name for program in bed}) == len(bed) >= 12
        assert {program.half for program in bed} == {BUILD, UNOPENED}
        assert all(program.asked_words() for program in bed)
    known = {"copy", "to", "folders", "json", "each", "file", "text", "append", "run", "in"}
    for program in programs():
        for step in (*program.facts.get("install", ()), *program.facts.get("before", ())):
            assert set(step) <= known, program.name


def test_what_is_missing_is_named_and_not_counted_as_learned():
    with pytest.raises(NotInstalledError, match=r"apt-get install .* no-such-package"):
        need("no-such-program", package="no-such-package")
    assert not Learned("one", BUILD).measured and not Learned("one", BUILD).passes


def test_the_command_serves_a_program_and_writes_what_it_measured(tmp_path, monkeypatch, capsys):
    def knowing(_folder: str, hosts: list[str]) -> AbstractContextManager[Mock]:
        def told(name: str, *arguments: str) -> dict[str, object]:
            if name == "add_engine":
                return {"state": "ACTIVE", "reason": "", "slug": "shed"}
            records = SHED.truth(f"http://{hosts[0]}", arguments[0], int(arguments[-1]))
            kind = "RESULTS" if records else "NO_RESULTS"
            return {"results": records, "engines": [{"kind": kind, "seconds": 0.1}]}

        return nullcontext(Mock(json=told, requests_sent=lambda: 7))

    monkeypatch.setattr(command, "programs", lambda: [SHED])
    monkeypatch.setattr(command, "Product", knowing)
    written = tmp_path / "rows.json"
    assert command.main(["--cache", str(tmp_path), "--json", str(written)]) == 0
    [row] = json.loads(written.read_text())
    assert (row["name"], row["state"], row["second_f1"]) == ("shed", "ACTIVE", 1.0)
    assert row["requests"] == 7
    records = row["records"]
    assert records["right"] == records["true"] == records["found"] == 30
    assert "shed" in capsys.readouterr().out


if __name__ == "__main__":
    with serving_site(Design(), int(os.environ["PORT"])):
        Event().wait()
