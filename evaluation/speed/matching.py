"""Milliseconds to match two trees: ours, beside the tree edit distances of `apted` and `zss`.

usage: python -m evaluation.speed.matching [DIR] [--json FILE]

Trees of 150 nodes are parts of result pages made up here. Whole pages of 1,500 nodes, and giant
ones of 20,000, are matched by ours alone: the edit distances do not finish on them. With DIR (as
for `evaluation.quality.extraction`) real pages of one template are matched too.
"""

import argparse
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import apted
import apted.helpers
import zss
from lxml.html import HtmlElement

from discovery.pages import Page, parse_page
from discovery.pages.matching import (
    LabeledTree,
    clustered_tree_matching,
    rtdm_similarity,
    simple_tree_similarity,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from evaluation.quality.extraction import load_cases

MEASURES: dict[str, Callable[[LabeledTree, LabeledTree], float]] = {
    "simple": simple_tree_similarity,
    "clustered": clustered_tree_matching,
    "rtdm": rtdm_similarity,
    "bigram": tree_bigram_similarity,
    "jaro_winkler": tree_jaro_winkler,
}
REPEATS = 5
REAL_PAIRS = 60
# Elements of the real pages that are reported as "about 1,500".
REAL_SIZES = range(1_000, 2_001)
Row = dict[str, float]


def plain_tree(element: HtmlElement) -> apted.helpers.Tree:
    """Return the tree of an element as both edit distances take it."""
    return apted.helpers.Tree(element.tag, *(plain_tree(child) for child in element))


def made_page(source: random.Random, size: int) -> Page:
    """Return a result page of about `size` elements: records that vary, and a menu."""
    parts = ["<ul>" + "<li><a href=/>x</a>" * (size // 50) + "</ul><div>"]
    while sum(part.count("<") - part.count("</") for part in parts) < size:
        extras = ("<img>", "<span>a</span>", "<p>b<b>c</b></p>", "<ul><li>d<li>e</ul>", "")
        chosen = "".join(source.choices(extras, k=3))
        parts.append(f"<div><h3><a href=/>t</a></h3>{chosen}<p>s<em>q</em></p></div>")
    return parse_page("".join((*parts, "</div>")).encode())


def milliseconds(action: Callable[[], object]) -> float:
    """Return the least time of an action: what else the machine does only adds to it."""
    taken = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return min(taken) * 1_000


def our_row(left: Page, right: Page) -> Row:
    """Return the times of each measure, and that of making both trees."""
    trees = LabeledTree.of(left.root), LabeledTree.of(right.root)
    row = {"nodes": (trees[0].size + trees[1].size) / 2}
    row["making"] = milliseconds(lambda: [LabeledTree.of(page.root) for page in (left, right)])
    for name, measure in MEASURES.items():
        row[name] = milliseconds(partial(measure, *trees))
    return row


def edit_distance_row(left: Page, right: Page) -> Row:
    """Return the times of the edit distances."""
    trees = plain_tree(left.root), plain_tree(right.root)
    return {
        "apted": milliseconds(lambda: apted.APTED(*trees, apted.Config()).compute_edit_distance()),
        "zss": milliseconds(
            lambda: zss.simple_distance(
                *trees,
                get_children=lambda node: node.children,
                get_label=lambda node: node.name,
            )
        ),
    }


def real_pairs(folder: Path) -> Iterator[tuple[Page, Page]]:
    """Yield pairs of real pages of one template, a page once at most."""
    templates = defaultdict(list)
    for case in load_cases(folder):
        templates[case.get("template") or case["site"]].append(case)
    pairs = [
        pair for cases in templates.values() for pair in zip(cases[::2], cases[1::2], strict=False)
    ]
    random.Random(1).shuffle(pairs)
    for pair in pairs[:REAL_PAIRS]:
        left, right = (parse_page((folder / case["html"]).read_bytes()) for case in pair)
        yield left, right


def real_rows(folder: Path) -> dict[str, Row]:
    """Return the median and the greatest times over real pages, and over those of 1,500 nodes."""
    rows = [our_row(left, right) for left, right in real_pairs(folder)]
    usual = [row for row in rows if round(row["nodes"]) in REAL_SIZES]
    chosen: dict[str, tuple[list[Row], Callable[[Iterable[float]], float]]] = {
        f"real, median of {len(rows)}": (rows, statistics.median),
        f"real, worst of {len(rows)}": (rows, max),
        f"real of 1,500, worst of {len(usual)}": (usual, max),
    }
    return {
        title: {name: float(total(row[name] for row in some)) for name in some[0]}
        for title, (some, total) in chosen.items()
        if some
    }


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="real pages to match as well")
    parser.add_argument("--json", help="write the figures here")
    arguments = parser.parse_args()
    source = random.Random(1)
    rows: dict[str, Row] = {}
    for size in (150, 1_500, 20_000):
        left, right = made_page(source, size), made_page(source, size)
        rows[f"made up, {size}"] = our_row(left, right)
        if size == 150:
            rows[f"made up, {size}"] |= edit_distance_row(left, right)
    if arguments.folder:
        rows |= real_rows(arguments.folder)
    print("milliseconds to match two trees (aim: 1,500 nodes ≤ 20 ms)")
    for title, row in rows.items():
        print(f"{title:30}", "  ".join(f"{name} {value:.1f}" for name, value in row.items()))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
