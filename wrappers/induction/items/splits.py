"""Texts that say several things: a date and the snippet, a size and a date.

After Liu, Meng, Meng 2010 (ViDE), where composite text is cut at static text.
"""

from collections import Counter
from collections.abc import Sequence

from wrappers.extraction.items.columns import ItemSplit
from wrappers.extraction.items.item import ItemKind
from wrappers.induction.items.meaning import type_of

SEPARATORS = (" - ", " – ", " — ", " | ", " · ", " • ", " / ", "; ", " ... ", ", ")
# Share of the texts that must be made alike. Guess.
MIN_SHARE = 0.6
MIN_TEXTS = 3
MAX_PARTS = 6
# Kinds of texts that are typed as a whole and may yet say more: "3 May 2004, 12 kB".
TYPED = frozenset((ItemKind.DATE, ItemKind.SIZE))
# A part is not longer (characters): longer ones are running text. Guess.
MAX_PART_LENGTH = 60


def learn_split(texts: Sequence[str], kind: ItemKind) -> ItemSplit | None:
    """Return how the texts of a column of this kind are cut, None where each says one thing."""
    if len(texts) < MIN_TEXTS:
        return None
    for separator in SEPARATORS:
        found = _even(texts, separator, kind) or _at_one_end(texts, separator, kind)
        if found is not None:
            return found
    return None


def _even(texts: Sequence[str], separator: str, kind: ItemKind) -> ItemSplit | None:
    """Return the split into as many short parts each, of which most are of a type.

    What is typed as a whole says several things only where each part is of another type.
    """
    cut = [[part.strip() for part in text.split(separator)] for text in texts]
    counts = Counter(len(parts) for parts in cut)
    count, share = counts.most_common(1)[0]
    if not 2 <= count <= MAX_PARTS or share < MIN_SHARE * len(texts):
        return None
    columns = list(zip(*(parts for parts in cut if len(parts) == count), strict=True))
    if any(len(part) > MAX_PART_LENGTH for column in columns for part in column):
        return None
    kinds = [type_of(column) for column in columns]
    if sum(each is not None for each in kinds) * 2 < count:
        return None
    if kind in TYPED and (None in kinds or len(set(kinds)) < count):
        return None
    return ItemSplit(separator, tuple(each or ItemKind.TEXT for each in kinds))


def _at_one_end(texts: Sequence[str], separator: str, kind: ItemKind) -> ItemSplit | None:
    """Return the split of running text from the typed part that most begin or end with."""
    for from_end in (False, True):
        cut = [
            text.rsplit(separator, 1) if from_end else text.split(separator, 1) for text in texts
        ]
        ends = [parts[-1 if from_end else 0].strip() for parts in cut if len(parts) == 2]
        if len(ends) < MIN_SHARE * len(texts):
            continue
        found = type_of(ends)
        if found is not None and found is not kind:
            rest = kind if kind is not ItemKind.STATIC else ItemKind.TEXT
            return ItemSplit(separator, (rest, found) if from_end else (found, rest), from_end)
    return None
