"""Texts that say several things in a sentence: "Ann on 3 May".

After Liu, Meng, Meng 2010 (ViDE), where composite text is cut at static text.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from wrappers.extraction.items.columns import MAX_PARTS, ItemSplit
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import byline_in
from wrappers.induction.items.labels import kind_by_label
from wrappers.induction.items.meaning import may_be, type_of

# Longer texts are running text (characters). Guess.
MAX_LENGTH = 160
MIN_TEXTS = 3
# A word is static if this share of the texts have it; this share must have all in one order. Guess.
MIN_SHARE_OF_WORD = 0.9
MIN_SHARE = 0.6
MIN_LABELS = 2
# What stands for a date, which may have static words of its own ("ago", "May").
_DATE = "\0"
_WORD = re.compile(r"[^\W\d_]{1,20}:?\Z")


def learn_composite(texts: Sequence[str]) -> ItemSplit | None:
    """Return the static words at which texts are cut into author, date and what else they say."""
    if len(texts) < MIN_TEXTS or median(map(len, texts)) > MAX_LENGTH:
        return None
    sentences = [_without_date(text).split() for text in texts]
    counts = Counter(word for sentence in sentences for word in set(sentence))
    static = {
        word
        for word, count in counts.items()
        if count >= MIN_SHARE_OF_WORD * len(texts) and _WORD.match(word)
    }
    orders = Counter(
        tuple(word for word in sentence if word in static or word == _DATE)
        for sentence in sentences
    )
    order, count = orders.most_common(1)[0]
    if count < MIN_SHARE * len(texts):
        return None
    return _checked(texts, list(_cuts(order)))


def _without_date(text: str) -> str:
    """Return a text in which a sign stands for its date."""
    date = date_in(text)
    return text.replace(date, f" {_DATE} ", 1) if date else text


def _cuts(order: Sequence[str]) -> Iterator[tuple[str, ItemKind | None]]:
    """Yield the words to cut at, with what follows: labels, those beside a date or an author."""
    before: ItemKind | None = None
    for word, following in pairwise((*order, "")):
        if word == _DATE:
            before = ItemKind.DATE
            continue
        kind: ItemKind | None = None
        if following == _DATE:
            kind = ItemKind.DATE
        elif byline_in(f"{word} Xy"):
            kind = ItemKind.AUTHOR
        if kind is not None or before is not None or word.endswith(":"):
            yield word, kind
        before = kind


def _checked(texts: Sequence[str], cuts: Sequence[tuple[str, ItemKind | None]]) -> ItemSplit | None:
    """Return the split at words where it tells what most texts say."""
    labels = sum(word.endswith(":") for word, _ in cuts)
    # One label may be several words, of which the last has the colon.
    if all(kind is None for _, kind in cuts) and labels < MIN_LABELS:
        return None
    if not all(text.startswith(f"{cuts[0][0]} ") for text in texts):
        cuts = [("", None), *cuts]
    if not 2 <= len(cuts) <= MAX_PARTS:
        return None
    words = tuple(word for word, _ in cuts)
    guess = ItemSplit(" ", tuple(kind or ItemKind.TEXT for _, kind in cuts), words=words)
    rows = [
        parts
        for text in texts
        if (parts := guess.parts(text))
        and all(part or kind is None for part, (_, kind) in zip(parts, cuts, strict=True))
    ]
    if len(rows) < MIN_SHARE * len(texts):
        return None
    columns = zip(*rows, strict=True)
    return guess.replace(
        kinds=tuple(
            kind or _kind_of(word, [part for part in column if part])
            for (word, kind), column in zip(cuts, columns, strict=True)
        )
    )


def _kind_of(word: str, texts: Sequence[str]) -> ItemKind:
    """Return what the texts behind a word mean."""
    if not texts:
        return ItemKind.TEXT
    if not word and len(set(texts)) == 1:
        return ItemKind.STATIC
    labelled = kind_by_label(word)
    if labelled is not None and may_be(labelled, texts):
        return labelled
    return type_of(texts) or ItemKind.TEXT
