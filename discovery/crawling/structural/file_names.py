"""What the names of a site's files tell of its kinds: last words of pages that are made for others,
first words that are of one kind, words that run together. Details ours.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import AddressParts, file_words, stem

# Share of all pages that are made for others, from which on their names' last words are a kind's.
DERIVED_SHARE, MIN_DERIVED, MAX_DERIVED, MAX_ENDING_WORDS = 0.05, 3, 3, 12
# Beginnings of names are of one kind whose pages are at least so alike, beside those with the
# sample's own, and which lists mix: of the changes from one to the other that chance would make so
# many are there, by lists that have a few of both. Measured on 33 sites: kinds have .3 and less.
OTHER_ALIKE, MIXED, MIN_LISTED, MIN_CHANGES = 0.6, 0.4, 2, 5.0
MAX_START_WORDS, COMMON_LETTERS = 2, 2
# Letters that a word within a word has at least, and the names that begin with it. Guesses.
MIN_START, MIN_STARTING, MAX_STARTS = 3, 5, 3
# What a hyphen or a dot sets apart is the name of a kind.
_KIND_NAME = re.compile(r"[A-Za-z0-9]+[-.]")


def derived_endings(own: AddressParts, cut: Sequence[AddressParts]) -> list[str]:
    """Return last words of files' names, not of the sample's, that stand beside several names
    without them: they are a kind of pages made for each of others, such as `-members`."""
    known = {(parts.levels, stem(parts.file)) for parts in cut}
    counts: Counter[str] = Counter()
    for levels, name in known:
        words = file_words(name)
        for last in range(1, min(len(words), MAX_ENDING_WORDS)):
            ending = "".join(words[-last:])
            if not ending[0].isalnum() and (levels, name.removesuffix(ending)) in known:
                counts[ending] += 1
    own_stem = stem(own.file)
    derived = [
        ending
        for ending, count in counts.most_common()
        if count >= max(MIN_DERIVED, DERIVED_SHARE * len(known)) and not own_stem.endswith(ending)
    ]
    return derived[:MAX_DERIVED]


def other_starts_of(
    own: AddressParts,
    cut: Sequence[AddressParts],
    alike: NDArray[np.float64],
    listed: NDArray[np.int64],
    derived: Sequence[str],
) -> dict[str, tuple[str, ...]]:
    """Return for each beginning of the sample's name the others that are of one kind with it: their
    pages are built as alike, and lists have them among each other, such as `class` and `struct`."""
    found = {}
    own_words = file_words(stem(own.file))
    names = [stem(parts.file) for parts in cut]
    named = _KIND_NAME.match(stem(own.file))
    if named and sum(name.startswith(named[0]) for name in names) < MIN_STARTING:
        named = None
    words = [[] if name.endswith(tuple(derived)) else file_words(name) for name in names]
    for count in range(1, min(len(own_words), MAX_START_WORDS + 1)):
        starts: dict[str, list[int]] = {}
        start = "".join(own_words[:count])
        is_glued = _is_glued(own_words, count)
        if is_glued and named and named[0].startswith(start):
            continue
        for number, each in enumerate(words):
            if len(each) > count and _is_glued(each, count) == is_glued:
                starts.setdefault("".join(each[:count]), []).append(number)
        mine = starts.pop(start, [])
        least = OTHER_ALIKE * float(np.median(alike[mine])) if mine else 1.0
        others = tuple(
            sorted(
                other
                for other, pages in starts.items()
                if (is_glued or _end_alike(start, other))
                and np.median(alike[pages]) >= least
                and _are_mixed(listed, mine, pages)
            )
        )
        if others:
            found[start] = others
    return found


def _is_glued(words: Sequence[str], count: int) -> bool:
    """Tell whether the first words of a name run together with the next one."""
    return words[count - 1][-1].isalnum() and words[count][0].isalnum()


def _end_alike(one: str, other: str) -> bool:
    """Tell whether two words end in the same letters: other words run together with a common one.

    >>> _end_alike("classsf", "structsf"), _end_alike("catalog", "view")
    (True, False)
    """
    return one[-COMMON_LETTERS:] == other[-COMMON_LETTERS:] and one[-COMMON_LETTERS:].isalpha()


def _are_mixed(listed: NDArray[np.int64], one: Sequence[int], other: Sequence[int]) -> bool:
    """Tell whether lists have the pages of two sets among each other, not one set after the other.

    `listed` has for each page the page that first linked to it, and its place among all links.
    """
    side = np.zeros(listed.shape[1], dtype=np.int64)
    side[list(one)], side[list(other)] = 1, 2
    order = np.lexsort((listed[1], listed[0]))
    order = order[(side[order] > 0) & (listed[0][order] >= 0)]
    changes = expected = 0.0
    for by in np.unique(listed[0][order]):
        sides = side[order[listed[0][order] == by]]
        first = np.count_nonzero(sides == 1)
        if min(first, len(sides) - first) >= MIN_LISTED:
            changes += np.count_nonzero(np.diff(sides))
            expected += 2 * first * (len(sides) - first) / len(sides)
    return expected >= MIN_CHANGES and changes >= MIXED * expected


def common_starts(own: AddressParts, files: Sequence[str]) -> list[str]:
    """Return the first letters of the sample's first word that several names begin with and go on
    differently: words that run together, such as `stmt` of `stmtdroppath`."""
    words = file_words(stem(own.file))
    if not words or not words[0].isalpha():
        return []
    counts = [
        sum(file.startswith(words[0][:length]) for file in files)
        for length in range(MIN_START, len(words[0]) + 1)
    ]
    starts = [
        words[0][: MIN_START + place]
        for place, (count, following) in enumerate(pairwise(counts))
        if count > following and count >= MIN_STARTING
    ]
    return starts[:MAX_STARTS]
