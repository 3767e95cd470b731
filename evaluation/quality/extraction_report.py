"""The report of the extraction benchmark, printed and written."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

WORST_SITES_SHOWN = 15


def write_predictions(path: Path, tasks: Sequence[Any], outcomes: Sequence[Any]) -> None:
    """Write one line per page: its id and the records extracted."""
    with path.open("w", encoding="utf-8") as lines:
        for task, outcome in zip(tasks, outcomes, strict=True):
            row = {"id": task.target["id"], "records": outcome.records}
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def print_summary(mode: str, summary: Mapping[str, Any], left_out: int) -> None:
    """Print the figures and the worst sites."""
    print(
        f"{mode}: {summary['pages']} pages of {summary['sites']} sites"
        f" ({left_out} pages left out, {summary['refused']} refused)"
    )
    print(
        f"precision {summary['precision']:.4f}  recall {summary['recall']:.4f}"
        f"  F1 {summary['f1']:.4f}"
    )
    print(
        f"perfect pages {summary['perfect_pages']:.4f}"
        f"  perfect sites {summary['perfect_sites']:.4f}"
    )
    print(
        f"titles right {summary['titles_right']:.4f}"
        f"  snippets right {summary['snippets_right']:.4f}"
    )
    if summary["without_result"]:
        print(f"no-result pages left empty: {summary['left_empty']} of {summary['without_result']}")
    for name in ("learning_seconds", "extraction_seconds"):
        times = summary[name]
        print(
            f"{name.replace('_seconds', '')}: median {times['median'] * 1000:.1f} ms"
            f"  p95 {times['p95'] * 1000:.1f} ms"
        )
    print(f"reading with items by reading without: {summary['items_cost']:.2f}")
    worst = sorted(summary["per_site"].items(), key=lambda item: item[1]["f1"])
    print(f"\n{'worst sites':32} {'F1':>6} {'hits':>5} {'extra':>5} {'missed':>6} perfect")
    for site, row in worst[:WORST_SITES_SHOWN]:
        if row["perfect"] < row["pages"]:
            print(
                f"{site:32} {row['f1']:6.3f} {row['hits']:5} {row['extra']:5} {row['missed']:6}"
                f" {row['perfect']}/{row['pages']}"
            )
