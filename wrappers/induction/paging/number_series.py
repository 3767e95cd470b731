"""Numbers that count result pages, found in what changes from page to page."""

import re
from dataclasses import dataclass

from discovery.connection.description.paging_rule import PAGE_MARK

# No engine pages by more records at once; a larger step is an identifier that happens to grow.
MAX_STEP = 1_000
# More digits are an identifier, no number of a page or record.
_NUMBER = re.compile(r"(\d{1,7})(?!\d)")


@dataclass(frozen=True, slots=True)
class NumberSeries:
    """A text that counts: `pattern` with `{page}`, the number on page 1, and the step.

    `certain` is False when page 1 showed no number and there was no third page to tell.
    """

    pattern: str
    first: int
    step: int
    certain: bool = True


def find_series(first: str | None, second: str, third: str | None) -> NumberSeries | None:
    """Return how the texts of pages 1 to 3 count; None when they do not.

    What page 1 shows may be missing or something else (forms send page "0", or ""); the third may
    not be known.

    >>> find_series(None, "10", "20")
    NumberSeries(pattern='{page}', first=0, step=10, certain=True)
    >>> find_series("p-1.html", "p-2.html", None)
    NumberSeries(pattern='p-{page}.html', first=1, step=1, certain=True)
    """
    if third is not None:
        return _between(second, third, pages_before=1)
    if first is not None:
        series = _between(first, second, pages_before=0)
        if series:
            return series
    return _from_second_page(second)


def _between(earlier: str, later: str, pages_before: int) -> NumberSeries | None:
    """Return the series of two successive texts that differ in one number only.

    `pages_before`: how many result pages stand before the earlier one.
    """
    parts, others = _NUMBER.split(earlier), _NUMBER.split(later)
    if len(parts) != len(others):
        return None
    changed = [place for place, part in enumerate(parts) if part != others[place]]
    # Numbers stand at odd places of the split.
    if len(changed) != 1 or changed[0] % 2 == 0:
        return None
    place = changed[0]
    step = int(others[place]) - int(parts[place])
    if not 0 < step <= MAX_STEP:
        return None
    first = int(parts[place]) - step * pages_before
    return NumberSeries(_mark(parts, place), first, step)


def _from_second_page(second: str) -> NumberSeries | None:
    """Return the likely series of a number first seen on page 2: its last, if it has one.

    2 (or 1) counts pages from 1 (or 0). Larger numbers count records. They count from 0, or from 1
    when they end in 1 or 6 (11, 21, 26 …), since pages hold a multiple of five.
    """
    parts = _NUMBER.split(second)
    if len(parts) < 3:
        return None
    place = len(parts) - 2
    number = int(parts[place])
    if number in (1, 2):
        first, step = number - 1, 1
    else:
        first = 1 if number % 5 == 1 else 0
        step = number - first
    if not 0 < step <= MAX_STEP:
        return None
    return NumberSeries(_mark(parts, place), first, step, certain=False)


def _mark(parts: list[str], place: int) -> str:
    """Return the text with the mark where its number stands."""
    return "".join((*parts[:place], PAGE_MARK, *parts[place + 1 :]))
