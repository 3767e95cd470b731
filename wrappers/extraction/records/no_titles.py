"""Texts of links that name no record: hashes, dates, counts of something."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from wrappers.extraction.records.dates import date_in

# A wording shared by more of the records than this, numbers apart, may be a count. Guess.
MAX_SHARE_OF_WORDING = 0.3
# A count says the same of several records; numbers that name (chapters) differ. Guess.
MAX_DISTINCT = 0.7
# Fewer records share a wording by chance. Guess.
MIN_COUNTED = 4
# The shortest hash that programs show, and the longest (SHA-256).
_HASH = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}\Z")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# A longer text says more than its date.
LONGEST_DATE = 40


def names_nothing(text: str) -> bool:
    """Tell whether a text is a hash or a date and no more.

    >>> [names_nothing(text) for text in ("5c3906427f36", "3 May 2004", "defaced", "May 2004 news")]
    [True, True, False, False]
    """
    if _HASH.match(text):
        return True
    return len(text) <= LONGEST_DATE and date_in(text) == text


def counted_labels(titles: Sequence[str]) -> set[str]:
    """Return those titles of a page's records that count something in the same words.

    Those that are all alike count nothing: several parts of one thing are called so.

    >>> sorted(counted_labels(["4 colours", "7 colours", "4 colours", "4 colours", "Shoe 9"]))
    ['4 colours', '7 colours']
    >>> counted_labels(["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"])
    set()
    >>> counted_labels(["Form 527 (2016)"] * 5)
    set()
    """
    by_wording: dict[str, Counter[str]] = defaultdict(Counter)
    for title in titles:
        if _DIGIT.search(title):
            by_wording[_NUMBER.sub("#", title)][title] += 1
    least = max(MIN_COUNTED, MAX_SHARE_OF_WORDING * len(titles))
    return {
        title
        for own in by_wording.values()
        if own.total() >= least and 1 < len(own) <= MAX_DISTINCT * own.total()
        for title in own
    }
