"""How well fields are read, by labels given by hand: `python -m evaluation.quality.items [BED]`.

BED is a folder or an archive; without it the bed of this repository: 128 pages, 90 of 18 real
programs, 18 written for ratings. A wrapper is learned from every other page of a program, and reads
the pages between. Three columns: programs whose pages rules were made by, programs unopened while
that was done, and pages written by hand.
"""

import argparse
import json
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from evaluation.beds.packed import BEDS, read_cases, unpacked
from evaluation.quality.items.labelled import LABELS, LabelCounts, score_program

BED = BEDS / "items" / "labelled.tar.xz"
# Programs looked at, those unopened, and what was written by hand.
HALVES = ("build", "unopened", "written")


def figures(bed: Path) -> dict[str, Any]:
    """Return the figures of each half, and of each program, of a bed."""
    halves = {half: LabelCounts() for half in HALVES}
    programs: dict[str, Any] = {}
    with unpacked(bed) as folder:
        for name, group in groupby(read_cases(folder), key=lambda case: case["site"]):
            cases = list(group)
            counts = score_program(folder, cases)
            halves[cases[0]["half"]].add(counts)
            programs[name] = {"half": cases[0]["half"], **_told(counts)}
    return {
        "halves": {half: _told(counts) for half, counts in halves.items()},
        "programs": programs,
    }


def _told(counts: LabelCounts) -> dict[str, Any]:
    return {
        "records": counts.records,
        "found": counts.found,
        "snippets_alone": counts.alone,
        "refused": list(counts.refused),
        "labels": counts.figures(),
    }


def print_figures(halves: Mapping[str, Mapping[str, Any]]) -> None:
    """Print precision and recall of each label, a column for each half."""
    print(f"{'precision recall (of)':24}" + "".join(f"{half:>20}" for half in halves))
    for label in LABELS:
        rows = (half["labels"][label] for half in halves.values())
        print(f"{label:24}" + "".join(f"{_cell(row):>20}" for row in rows))
    for name in ("records", "found", "snippets_alone"):
        values = (half[name] for half in halves.values())
        print(f"{name.replace('_', ' '):24}" + "".join(f"{_short(v):>20}" for v in values))
    for half in halves.values():
        for refused in half["refused"]:
            print(f"nothing learned: {refused}")


def _cell(row: Mapping[str, Any]) -> str:
    return f"{_short(row['precision'])} {_short(row['recall'])} ({row['true']})"


def _short(value: float | int | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bed", type=Path, nargs="?", default=BED)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--half", choices=HALVES, help="print this half's programs one by one")
    arguments = parser.parse_args()
    told = figures(arguments.bed)
    print_figures(told["halves"])
    if arguments.half:
        print()
        chosen = {n: row for n, row in told["programs"].items() if row["half"] == arguments.half}
        print_figures(chosen)
    if arguments.json:
        arguments.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
