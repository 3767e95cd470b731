"""Of which kind the wrong cells are: torn, run together, beyond the truth, missing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

KINDS = ("torn_items", "run_together_items", "items_beyond", "missing_cells")
# A text is another one if it holds so much of it, as the scorer of the data has it.
LIKE = 0.8


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
    """Return the cells and the items without a partner; longer cells choose first."""
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
    """Return the letters and digits that the scorer compares."""
    return re.sub(r"[^a-z0-9]+", "", unicodedata.normalize("NFKD", text).lower())
