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


def print_rows(rows: Mapping[str, Mapping[str, Any]], title: str = "") -> None:
    """Print figures of the same names one below the other: a row for each."""
    names = list(next(iter(rows.values()), {}))
    first = max(map(len, (title, *rows))) + 1
    print(
        f"{title:{first}}" + "".join(f"{name.replace('_', ' '):>{len(name) + 2}}" for name in names)
    )
    for head, figures in rows.items():
        cells = "".join(f"{as_text(figures.get(name)):>{len(name) + 2}}" for name in names)
        print(f"{head:{first}}{cells}", flush=True)


def markdown(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterable[str]:
    """Yield the lines of a table in Markdown."""
    heads = tuple(head)
    for cells in (heads, ("---",) * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"
