"""What matters of a text where it is asked of which piece of its record it is."""

import re
from collections.abc import Iterable

# In bits: whether there is any, whether it has more than white space, a word, and whether it
# begins, and ends, as an amount does.
THERE, SHOWN, NAMED, BEGINS_AMOUNT, ENDS_AMOUNT = 1, 2, 4, 8, 16
_A_WORD = THERE | SHOWN | NAMED
# Texts of two elements are one where an amount goes on: "$", "30", "50" in three spans.
_AMOUNT = frozenset("$€£¥₹.,")
# Where an amount of its own begins after another one: "$14.99", "$29.99" in two.
_NEXT_AMOUNT = re.compile(r"\s*[$€£¥₹]\s?\d")
_WORD = re.compile(r"\w")


def matter_of(texts: Iterable[str | None]) -> bytes:
    """Return what matters of each text.

    >>> list(matter_of(["", " ", "Tea", "| 5"])) == [0, THERE, THERE | SHOWN | NAMED, 23]
    True
    """
    return bytes(
        [(THERE if text.isspace() else _shown_matter(text)) if text else 0 for text in texts]
    )


def _shown_matter(text: str) -> int:
    """Return what matters of a text that shows anything."""
    first, last = text[0], text[-1]
    ending = ENDS_AMOUNT if last in _AMOUNT or last.isdecimal() else 0
    if first.isalpha():
        # Most texts.
        return _A_WORD | ending
    matter = THERE | SHOWN | ending
    if first.isalnum() or last.isalnum() or _WORD.search(text):
        matter |= NAMED
    if (first in _AMOUNT or first.isdecimal()) and not _NEXT_AMOUNT.match(text):
        matter |= BEGINS_AMOUNT
    return matter
