"""What the commands of the evaluation print and write."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def write_figures(path: Path | None, figures: Any) -> None:
    """Write figures as JSON where a file is given."""
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


def print_columns(columns: Mapping[str, Mapping[str, Any]], title: str = "") -> None:
    """Print figures of the same names side by side: a row for each figure, a column for each."""
    names = [
        name for name, figure in _first(columns).items() if not isinstance(figure, dict | list)
    ]
    width = max(map(len, (title, *names)))
    widths = [max(11, len(head) + 2) for head in columns]
    print(f"{title:{width}}" + "".join(f"{h:>{w}}" for h, w in zip(columns, widths, strict=True)))
    for name in names:
        cells = (as_text(figures.get(name)) for figures in columns.values())
        row = "".join(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))
        print(f"{name.replace('_', ' '):{width}}{row}")


def print_rows(rows: Mapping[str, Mapping[str, Any]], title: str = "") -> None:
    """Print figures of the same names one below the other: a row for each."""
    names = list(_first(rows))
    first = max(map(len, (title, *rows))) + 1
    print(
        f"{title:{first}}" + "".join(f"{name.replace('_', ' '):>{len(name) + 2}}" for name in names)
    )
    for head, figures in rows.items():
        cells = "".join(f"{as_text(figures.get(name)):>{len(name) + 2}}" for name in names)
        print(f"{head:{first}}{cells}", flush=True)


def _first(groups: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    return next(iter(groups.values()), {})


def print_markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table in Markdown."""
    for line in markdown(head, rows):
        print(line)


def markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterable[str]:
    """Yield the lines of a table in Markdown."""
    heads = tuple(head)
    for cells in (heads, ("---",) * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"
