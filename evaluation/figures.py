"""The page of figures, docs/figures.md, printed from docs/figures.json.

    python -m evaluation.figures [--write] [--json FILE]

A figure is of a `part` and says `what` was measured, the figure on what rules were made by
(`seen`), on what neither rules nor weights saw (`unseen`), and the `command` below `evaluation`
that prints it.
"""

import argparse
import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
FIGURES, PAGE = DOCS / "figures.json", DOCS / "figures.md"
INTRODUCTION = """# Figures

By `.venv/bin/python -m evaluation.…` on two cores; `make bench` runs most. DIR, SITES_DIR: labelled
pages and sites beside the repository; VOLUME, BARE_LISTS, BED (its themes), REDESIGNED:
[beds](../evaluation/beds), the last two unpacked by `evaluation.beds.packed`.
*Seen*: what rules or weights were made by; *unseen*: what neither saw; expect this. Printed from
[figures.json](figures.json) by `evaluation.figures --write`; [the papers' tables](reproduction.md).
"""
HEAD = ("what", "seen", "unseen", "command")


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def page(document: dict[str, Any]) -> str:
    lines = [INTRODUCTION]
    lines += [row(HEAD), row(["---"] * len(HEAD))]
    for part, figures in groupby(document["figures"], key=lambda figure: figure["part"]):
        lines += [row([f"**{part}**", "", "", ""])]
        lines += [row([figure[name] for name in HEAD]) for figure in figures]
    lines += [""]
    lines += ["## What falls short", "", *(f"* {text}" for text in document["short"]), ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/figures.md")
    parser.add_argument("--json", type=Path, default=FIGURES, help="the figures")
    options = parser.parse_args()
    text = page(json.loads(options.json.read_text(encoding="utf-8")))
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
