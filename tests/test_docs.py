"""What README and docs point to is there: files, links, commands, folders."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.test_architecture import STAGES
from wrappers.extraction import AnswerReason

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
# A path of ours in backticks; a class or function may stand in one beside it.
PATH = re.compile(
    r"`((?:discovery|wrappers|metasearch|samples|evaluation|tests|templates|docs)/[\w./-]+)`"
)
# A module in backticks by its file name alone, in documents, docstrings and comments.
MODULE = re.compile(r"`(?:[\w-]+/)*([\w-]+\.py)`")
# A class, or a function of several words, in backticks.
NAME = re.compile(r"`([a-z]+_\w+|[A-Z][a-z]+[A-Z]\w+)(?:\(\))?`")
# A test by its path and name.
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
# Functions and classes of a module, as docs/literature.md names them beside the steps of papers.
DEFINED = re.compile(r"`([\w/]+\.py)`: ((?:`\w+`(?:, )?)+)")
# Programs of the shared data beside the repository.
OTHERS = {"serve.py", "score.py"}
PROGRAM = re.compile(r"python -m ((?:evaluation|samples|tests)[\w.]*)")


def names(document: Path) -> str:
    return document.name


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_links_lead_to_files(document: Path) -> None:
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_paths_that_are_named_exist(document: Path) -> None:
    for name in PATH.findall(document.read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_programs_that_are_named_exist(document: Path) -> None:
    for name in PROGRAM.findall(document.read_text(encoding="utf-8")):
        assert importlib.util.find_spec(name.rstrip(".")), name


def test_modules_that_are_named_exist() -> None:
    folders = ("discovery", "wrappers", "metasearch", "samples", "evaluation", "tests")
    code = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    known = {path.name for path in code} | OTHERS
    for path in (*DOCUMENTS, *code):
        if "upgrade" not in path.parts:
            for name in MODULE.findall(path.read_text(encoding="utf-8")):
                assert name in known, f"{path.relative_to(ROOT)} names {name}"


def test_names_of_code_that_documents_give_exist() -> None:
    folders = ("discovery", "wrappers", "metasearch", "samples", "evaluation", "tests", "templates")
    written = [path for folder in folders for path in (ROOT / folder).rglob("*.*")]
    code = {path for path in written if path.suffix in {".py", ".html", ".js", ".json"}}
    known = set(re.findall(r"\w+", " ".join(each.read_text(encoding="utf-8") for each in code)))
    known |= {name for path in code for name in (path.stem, path.parent.name)}
    for document in DOCUMENTS:
        for name in NAME.findall(document.read_text(encoding="utf-8")):
            # Prometheus ends the names of counters so.
            assert name.removesuffix("_total") in known, f"{document.name} names {name}"


def test_tests_that_are_named_exist() -> None:
    for document in DOCUMENTS:
        for path, name in TEST.findall(document.read_text(encoding="utf-8")):
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"


def test_functions_that_do_the_steps_of_papers_exist() -> None:
    text = (ROOT / "docs" / "literature.md").read_text(encoding="utf-8")
    named = DEFINED.findall(text)
    assert len(named) > 60
    for path, functions in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        for function in re.findall(r"\w+", functions):
            assert re.search(rf"(?:def|class) {function}\b", source), f"{path}: {function}"


def test_every_line_of_the_security_tables_names_its_test() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row.startswith(("| tried |", "| --- |"))]
    assert len(rows) > 30
    for row in rows:
        assert TEST.search(row.split("|")[3]), row


def test_the_map_has_every_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for stage in STAGES:
        assert f"(../{stage.replace('.', '/')})" in text, stage


def test_every_document_is_reached_from_the_readme() -> None:
    reached, waiting = set(), [DOCUMENTS[0]]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        for target in LINK.findall(document.read_text(encoding="utf-8")):
            path = (document.parent / target).resolve()
            if path.suffix == ".md" and path not in reached:
                waiting.append(path)
    assert set(DOCUMENTS) <= reached


def test_every_reason_of_an_answer_is_explained() -> None:
    text = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    missing = [reason for reason in AnswerReason if f"`{reason}`" not in text]
    assert not missing
