"""How well data items are read: against aligned item truth, by the scorer that comes with it.

Beside the pages lie `items/<id>.json`, for each record its cells as `[column, text]`, and a folder
up the scorer, whose measure is called as it is. Sites are told apart by a hash of their names: half
of them rules were made by first, a quarter was opened for it later, what holds is measured on the
last.
"""

import hashlib
import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.quality.record_matching import Case, comparable_text, match_records

# The part of a site by its hash modulo four.
PARTS = ("built on", "opened", "built on", "held back")
# What counts for a snippet in the truth: its longest cell, if a sentence (words, characters).
MIN_WORDS = 5
MIN_CHARACTERS = 25
# Figures of the scorer that are told as means over the sites, too.
_RATIOS = ("precision", "recall", "alignment_precision", "alignment_recall")
# Of which kind the wrong cells are.
KINDS = ("torn_items", "run_together_items", "items_beyond", "missing_cells")
# A text is another one if it holds so much of it, as the scorer of the data has it.
LIKE = 0.8

Row = Mapping[str, Any]
# A page, its records, and what was left over of each.
_PageRow = tuple[Case, Sequence[Row], Sequence[str]]


def part_of(site: str) -> str:
    return PARTS[int(hashlib.sha256(site.encode()).hexdigest(), 16) % len(PARTS)]


def item_figures(
    folder: Path,
    cases: Sequence[Case],
    predictions: Sequence[Sequence[Row]],
    left_over: Sequence[Sequence[str]],
) -> dict[str, dict[str, float]]:
    """Return the scorer's figures of all pages with item truth, and of each part; empty without.

    `snippets_alone` is ours: the share of results whose snippet holds nothing but the snippet;
    `left_over_alone` is the same of the texts `left_over` when the title is taken from a record,
    which were the snippets before there were items. `…_by_site` are means over sites. How many
    cells are wrong is told by kind.
    """
    scorer = folder.parent / "score_items.py"
    if not scorer.exists():
        return {}
    figures = {}
    for name in ("all", *dict.fromkeys(PARTS)):
        rows = [
            (case, records, before)
            for case, records, before in zip(cases, predictions, left_over, strict=True)
            if name in ("all", part_of(case["site"])) and truth_of(folder, case)
        ]
        if rows:
            figures[name] = {
                **_scored(scorer, folder, rows),
                **_means_of_sites(scorer, folder, rows),
                **_snippets(folder, rows),
                **_errors(folder, rows),
            }
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


def _means_of_sites(scorer: Path, folder: Path, rows: Sequence[_PageRow]) -> dict[str, float]:
    sites: dict[str, list[_PageRow]] = defaultdict(list)
    for row in rows:
        sites[row[0]["site"]].append(row)
    each = [_scored(scorer, folder, pages) for pages in sites.values()]
    return {f"{name}_by_site": fmean(found[name] for found in each) for name in _RATIOS}


def _snippets(folder: Path, rows: Sequence[_PageRow]) -> dict[str, float]:
    alone = before_alone = total = 0
    for case, records, before in rows:
        true = truth_of(folder, case)
        for i, j in match_records(true, records, case.get("url")):
            total += 1
            wanted = _true_snippet(true[i])
            alone += is_alone(wanted, records[j].get("snippet"))
            before_alone += is_alone(wanted, before[j])
    return {
        "snippets_alone": alone / max(1, total),
        "left_over_alone": before_alone / max(1, total),
    }


def _errors(folder: Path, rows: Sequence[_PageRow]) -> dict[str, int]:
    errors: Counter[str] = Counter()
    for case, records, _ in rows:
        true = truth_of(folder, case)
        for i, j in match_records(true, records, case.get("url")):
            cells = [text for _, text in true[i]["cells"]]
            errors += cell_errors(cells, [text for _, text in records[j].get("items", [])])
    return {kind: errors[kind] for kind in KINDS}


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


def cell_errors(cells: Iterable[str], items: Iterable[str]) -> Counter[str]:
    """Return how many items of a record are wrong, and cells not found, by kind.

    >>> sorted(cell_errors(["by Ann", "3 May", "tea"], ["by", "Ann", "3 May, tea"]).items())
    [('run_together_items', 1), ('torn_items', 2)]
    """
    missed, left = _unmatched([_plain(cell) for cell in cells], [_plain(item) for item in items])
    found: Counter[str] = Counter()
    for item in left:
        if any(item in cell for cell in missed):
            found["torn_items"] += 1
        elif any(cell in item for cell in missed):
            found["run_together_items"] += 1
        else:
            found["items_beyond"] += 1
    found["missing_cells"] += sum(
        not any(item in cell or cell in item for item in left) for cell in missed
    )
    return +found


def _unmatched(cells: Sequence[str], items: Sequence[str]) -> tuple[list[str], list[str]]:
    left = [item for item in items if item]
    missed = []
    for cell in sorted(filter(None, cells), key=len, reverse=True):
        if cell in left:
            left.remove(cell)
            continue
        like = next((item for item in left if _are_like(cell, item)), None)
        if like is None:
            missed.append(cell)
        else:
            left.remove(like)
    return missed, left


def _are_like(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return shorter in longer and len(shorter) >= LIKE * len(longer)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", unicodedata.normalize("NFKD", text).lower())
