"""Data items measured against aligned item truth, by the scorer that comes with it.

Beside the pages lie `items/<id>.json`, for each record its cells as `[column, text]`, and a folder
up the scorer, whose measure is called as it is. Sites are told apart by a hash of their names: half
of them rules were made by first, a quarter was opened for it later, what holds is measured on the
last.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.quality.record_matching import Case, comparable_text, match_records

# The part of a site by its hash modulo four.
PARTS = ("built on", "opened", "built on", "held back")
# What counts for a snippet in the truth: its longest cell, if a sentence (words, characters).
MIN_WORDS = 5
MIN_CHARACTERS = 25

Row = Mapping[str, Any]
# A page, the records read of it, and the true ones.
_PageRow = tuple[Case, Sequence[Row], Sequence[Row]]


def part_of(site: str) -> str:
    return PARTS[int(hashlib.sha256(site.encode()).hexdigest(), 16) % len(PARTS)]


def item_figures(
    folder: Path, pages: Iterable[tuple[Case, Sequence[Row]]]
) -> dict[str, dict[str, float]]:
    """Return the scorer's figures of all pages with item truth, and of each part; empty without.

    `snippets_alone` is ours: the share of results whose snippet holds nothing but the snippet.
    """
    scorer = folder.parent / "score_items.py"
    if not scorer.exists():
        return {}
    labelled = [(case, read, true) for case, read in pages if (true := truth_of(folder, case))]
    figures = {}
    for name in ("all", *dict.fromkeys(PARTS)):
        rows = [row for row in labelled if name in ("all", part_of(row[0]["site"]))]
        if rows:
            figures[name] = _scored(scorer, folder, rows)
            figures[name]["snippets_alone"] = _snippets_alone(rows)
    return figures


def truth_of(folder: Path, case: Case) -> list[dict[str, Any]]:
    """Return the true records of a page with their cells, none where nobody labelled them."""
    path = folder / "items" / f"{case['id']}.json"
    if not path.exists():
        return []
    records: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["records"]
    return records


def _scored(scorer: Path, folder: Path, rows: Sequence[_PageRow]) -> dict[str, float]:
    with TemporaryDirectory() as place:
        predictions, out = Path(place) / "predictions.jsonl", Path(place) / "figures.json"
        lines = (json.dumps({"id": case["id"], "records": records}) for case, records, _ in rows)
        predictions.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [sys.executable, str(scorer), str(folder / "items"), str(predictions)]
        subprocess.run(
            [*command, "--json", str(out)], check=True, stdout=subprocess.DEVNULL, timeout=600
        )
        figures: dict[str, float] = json.loads(out.read_text(encoding="utf-8"))
    return figures


def _snippets_alone(rows: Sequence[_PageRow]) -> float:
    alone = [
        is_alone(_true_snippet(true[i]), records[j].get("snippet"))
        for case, records, true in rows
        for i, j in match_records(true, records, case.get("url"))
    ]
    return sum(alone) / max(1, len(alone))


def _true_snippet(record: Row) -> str:
    """Return the longest cell of a record but its title, if it is a sentence."""
    title = comparable_text(record.get("title"))
    cells = [text for _, text in record["cells"] if comparable_text(text) != title]
    longest = max(cells, key=len, default="")
    is_sentence = len(longest) >= MIN_CHARACTERS and len(longest.split()) >= MIN_WORDS
    return longest if is_sentence else ""


def is_alone(true: str | None, extracted: str | None) -> bool:
    """Return whether a snippet holds nothing but the true one, and most of it; none where none is.

    >>> is_alone("Tea grows in rows", "Tea grows in rows"), is_alone("Tea grows", "3 May Tea grows")
    (True, False)
    """
    wanted, found = comparable_text(true), comparable_text(extracted)
    if not wanted or not found:
        return not wanted and not found
    return found in wanted and 2 * len(found) >= len(wanted)
