"""The steps of the papers that docs/literature.md calls live run when an engine is learned."""

import ast
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from discovery.models import EngineState
from tests.wrappers.redesigned_engine import Design, Document, laid_out
from wrappers.learning.work import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
LITERATURE = (ROOT / "docs" / "literature.md").read_text(encoding="utf-8")
ROW = laid_out("", "<p><b><a href={d.url}>{d.title}</a></b><br>{d.text}<hr>")


def bare(documents: list[Document]) -> str:
    """Records without a class between rules, tags unclosed, one of them indented."""
    return f"<hr>{ROW(documents[:3])}<blockquote>{ROW(documents[3:4])}</blockquote>" + ROW(
        documents[4:]
    )


def steps_of(paper: str) -> set[str]:
    """Return the functions and classes of ours that the list of a paper's steps names."""
    section = LITERATURE.partition(f"### {paper}")[2].partition("\n### ")[0]
    assert "Live: adding an engine" in section
    return set(re.findall(r"`(\w+)`", section)) & defined_names()


def defined_names() -> set[str]:
    names = set[str]()
    for app in ("discovery", "wrappers"):
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    names.add(node.name)
    return names


@contextmanager
def called() -> Iterator[set[str]]:
    """Give the names of the functions called, and of the classes whose methods were."""
    names = set[str]()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            names.update(frame.f_code.co_qualname.split("."))

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield names
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def test_the_live_steps_of_papers_run_while_an_engine_is_learned(served):
    with called() as names:
        job = add_engine(served(Design(records=bare)))
    assert job.outcome == EngineState.ACTIVE, job.log
    for paper in ("Wu, Meng et al. 2003", "Zhao et al. 2005"):
        wanted = steps_of(paper)
        assert len(wanted) > 5
        assert wanted - names == set()
