"""Options, processes, printed tables and written figures of the commands of the evaluation."""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


def command_line(description: str | None, jobs: int = 0) -> argparse.ArgumentParser:
    """Return the parser of a command with `--json FILE`, and `--jobs` where it has some."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")
    if jobs:
        parser.add_argument("--jobs", type=int, default=jobs, help="processes that measure")
    return parser


def on_processes(
    run: Callable[[Task], Done], tasks: Sequence[Task], jobs: int, chunk: int = 1
) -> list[Done]:
    """Run all tasks, on several processes where `jobs` is more than one."""
    if jobs == 1:
        return list(map(run, tasks))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(run, tasks, chunksize=chunk))


def write_figures(path: Path | None, figures: Any) -> None:
    if path is not None:
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def as_text(value: Any) -> str:
    """Return a figure as printed.

    >>> [as_text(value) for value in (None, 3, 0.98765, "so", True)]
    ['-', '3', '0.988', 'so', 'True']
    """
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def print_rows(rows: Mapping[str, Mapping[str, Any]], title: str = "") -> None:
    """Print figures of the same names one below the other: a row for each.

    >>> print_rows({"a": {"F1": 0.5, "kind": "so"}, "b": {"F1": None, "kind": "or so"}}, "page")
    page     F1  kind
    a     0.500  so
    b         -  or so
    """
    names = list(next(iter(rows.values()), {}))
    columns = [[as_text(row.get(name)) for row in rows.values()] for name in names]
    heads = [name.replace("_", " ") for name in names]
    # Texts stand to the left, figures to the right.
    signs = ["<" if any(isinstance(r.get(n), str) for r in rows.values()) else ">" for n in names]
    widths = [max(map(len, (head, *column))) for head, column in zip(heads, columns, strict=True)]
    first = max(map(len, (title, *rows)))
    for start, cells in zip((title, *rows), (heads, *zip(*columns, strict=True)), strict=False):
        told = zip(cells, signs, widths, strict=True)
        line = "".join(f"  {cell:{sign}{width}}" for cell, sign, width in told)
        print(f"{start:{first}}{line}".rstrip(), flush=True)


def in_halves(rows: Iterable[Done], is_opened: Callable[[Done], bool]) -> dict[str, list[Done]]:
    halves: dict[str, list[Done]] = {"opened": [], "unopened": []}
    for row in rows:
        halves["opened" if is_opened(row) else "unopened"].append(row)
    return halves


def print_halves(
    figures: Mapping[str, Callable[[Sequence[Done]], Any]],
    halves: Mapping[str, Sequence[Done]],
    title: str = "",
) -> None:
    """Print each figure of both halves beside each other.

    >>> print_halves({"sum": sum, "most": max}, {"seen": [1, 2], "unseen": [4, 5]})
          seen  unseen
    sum      3       9
    most     2       5
    """
    told = {
        figure: {half: count(rows) for half, rows in halves.items()}
        for figure, count in figures.items()
    }
    print_rows(told, title)
