"""The papers' tables that `evaluation.reproduction` prints stand in the papers, cell for cell.

The texts give some tables row by row, others in groups of columns.
"""

import re

from evaluation.reproduction import PUBLISHED, Table, published
from tests.quality.test_citations import folded, seed

MARKUP = re.compile(r"<[^>]+>")
INDESIT, EXAMPLE = "LOCATING COLLECTIONS OF WEB PAGES", "Structure-Driven Crawler Generation"
ADAPTATION, JOINED = "Automatically Adaptable Web Wrappers", "Wrapper Format Hypothesis"


def stands(mark: str, text: str) -> bool:
    """Tell whether the text at hand has these words and numbers one after the other."""
    return folded(text) in folded(MARKUP.sub(" ", seed(mark)) if mark == ADAPTATION else seed(mark))


def columns(table: Table, *places: int) -> str:
    """Return some columns, row after row."""
    return " ".join(row[place] for row in table.rows for place in places)


def test_indesit() -> None:
    assert len(published("indesit").rows) == 37
    assert stands(INDESIT, columns(published("indesit"), 0, 1, 2, 3, 4))


def test_crawlers_by_example() -> None:
    for place in ((0,), (1, 2), (3, 4)):
        assert stands(EXAMPLE, columns(published("example_3"), *place)), place
    for place in ((0,), (1,), (2,), (3,), (4,), (5,)):
        assert stands(EXAMPLE, columns(published("example_4"), *place)), place


def test_adaptable_wrappers() -> None:
    assert stands(ADAPTATION, columns(published("adaptation"), *range(8)))


def test_what_is_said_in_place_of_tables() -> None:
    assert stands(JOINED, PUBLISHED["vide"])
    assert stands(JOINED, PUBLISHED["forms"])
