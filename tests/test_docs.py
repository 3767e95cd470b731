"""What README and docs point to is there: files, headings, paths, commands, folders."""

import importlib.util
import re
from pathlib import Path

import pytest

from discovery.pages.outcomes import AnswerReason
from tests.programs import ROOT

DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
# A link to a file of ours, a heading of one, or both.
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
# A path of ours in backticks.
PATH = re.compile(
    r"`((?:discovery|wrappers|metasearch|samples|evaluation|tests|templates|docs)/[\w./-]+)`"
)
PROGRAM = re.compile(r"python -m ((?:evaluation|samples|tests)[\w.]*)")


def anchors(document: Path) -> set[str]:
    """The names that headings have in links, as the usual viewers of Markdown make them."""
    headings = HEADING.findall(document.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_files_headings_and_programs_that_are_named_exist(document):
    text = document.read_text(encoding="utf-8")
    for target, anchor in LINK.findall(text):
        path = document.parent / target if target else document
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), f"{target}#{anchor}"
    for name in PATH.findall(text):
        assert (ROOT / name).exists(), name
    for name in PROGRAM.findall(text):
        assert importlib.util.find_spec(name.rstrip(".")), name


def test_every_reason_is_explained():
    text = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    missing = [reason for reason in AnswerReason if f"`{reason}`" not in text]
    assert not missing


def test_every_document_is_reached_from_the_readme():
    reached, waiting = set(), [DOCUMENTS[0]]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        for target, _ in LINK.findall(document.read_text(encoding="utf-8")):
            path = (document.parent / target).resolve()
            if path.suffix == ".md" and path not in reached:
                waiting.append(path)
    assert set(DOCUMENTS) <= reached
