"""The families of addresses that a sample's address may stand for, and how natural each is.

Details ours; see `url_families`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.file_names import (
    common_starts,
    derived_endings,
    other_starts_of,
)
from discovery.crawling.structural.url_families import (
    KINDS,
    LAST_KINDS,
    AddressFamily,
    AddressParts,
    file_words,
)

# Levels and words of an address that are generalised one by one. Guess: deeper ones are data.
MAX_LEVELS = 8
MAX_WORDS = 12
MAX_PARAMETERS = 6
# Directories left out that are tried, and the places they must stand at. Guesses.
MAX_WITHOUT, MIN_PARENTS = 3, 3
# Share of a site's addresses from which on a directory says nothing about the class.
COMMON_SHARE = 0.9
# How natural a family is that fixes a word of the class's own, only a kind of characters, nothing.
# Measured on five sites: anything from .7 to .9 for "nothing" keeps families such as `/*/*` from
# winning by chance.
NATURAL = {"word": 1.0, "kind": 0.9, "nothing": 0.75}
# A fixed piece that is a number, or a part of a longer word, is the page's rather than its class's.
PIECE_TRUST = 0.85
# A family that fixes the number of levels besides, or the characters after a word of the file's
# name, is a claim less likely to hold for pages to come.
DEPTH_TRUST = 0.92
# So is one that leaves out a directory. Guess.
WITHOUT_TRUST = 0.95


@dataclass(frozen=True, slots=True)
class FamilyTable:
    """The families of a sample's address that differ on the given addresses.

    `matches` has a row for each family, a column for each address; `natural` says how natural a
    family is, from 0 to 1.
    """

    families: tuple[AddressFamily, ...]
    matches: NDArray[np.bool_]
    natural: NDArray[np.float64]


def family_table(
    own: AddressParts,
    cut: Sequence[AddressParts],
    alike: NDArray[np.float64],
    listed: NDArray[np.int64],
) -> FamilyTable:
    """Return the families of a sample's address `own` and which of other addresses are in each.

    `alike` is how alike the sample each page is, `listed` where it was first linked (`_are_mixed`).

    Of families with the same members, the more natural is kept, then the one that fixes less.
    """
    common = _common_levels(cut)
    directory_families = _directory_families(own, _recurring_directories(own, cut))
    directories = _masks(directory_families, [parts.levels for parts in cut], common)
    derived = derived_endings(own, cut)
    starts = other_starts_of(own, cut, alike, listed, derived)
    file_families = [
        *_file_families(own, derived, starts),
        *(
            AddressFamily((), (), None, start, "", "", (), ())
            for start in common_starts(own, [parts.file for parts in cut])
        ),
    ]
    files = _masks(file_families, [parts.file for parts in cut], common)
    queries = _masks(_query_families(own), [parts.parameters for parts in cut], common)
    kept: dict[bytes, tuple[tuple[float, int, int], AddressFamily, NDArray[np.bool_]]] = {}
    for (above, level_mask), (file, file_mask), (query, query_mask) in product(
        directories, files, queries
    ):
        mask = level_mask & file_mask & query_mask
        family = _joined(above, file, query)
        natural = NATURAL[_basis(family, common)]
        if _fixes_piece(family, own.file):
            natural *= PIECE_TRUST
        if family.depth is not None or (family.start and family.kind not in ("", *LAST_KINDS)):
            natural *= DEPTH_TRUST
        if family.without:
            natural *= WITHOUT_TRUST
        # A directory is the better word: names of files begin alike by chance.
        rank = (natural, -_fixed(family), len(family.above) + len(family.below))
        key = mask.tobytes()
        if key not in kept or rank > kept[key][0]:
            kept[key] = (rank, family, mask)
    rows = list(kept.values())
    return FamilyTable(
        families=tuple(row[1] for row in rows),
        matches=np.array([row[2] for row in rows]),
        natural=np.array([row[0][0] for row in rows]),
    )


def _recurring_directories(own: AddressParts, cut: Sequence[AddressParts]) -> list[str]:
    """Return names of directories that stand below several others and not above the sample: they
    are a kind of pages beside its own, such as `class-use`."""
    counts: Counter[str] = Counter()
    parents: dict[str, set[tuple[str, ...]]] = {}
    for levels in (parts.levels for parts in cut):
        for place, name in enumerate(levels):
            if name not in own.levels:
                counts[name] += 1
                parents.setdefault(name, set()).add(levels[:place])
    recurring = [name for name, _ in counts.most_common() if len(parents[name]) >= MIN_PARENTS]
    return recurring[:MAX_WITHOUT]


def _directory_families(own: AddressParts, others: Sequence[str]) -> Iterable[AddressFamily]:
    """Yield families that fix some of the first and last directories, and those of them that leave
    out one of `others`."""
    levels = own.levels
    for first in range(min(len(levels), MAX_LEVELS) + 1):
        for last in range(min(len(levels) - first, MAX_LEVELS) + 1):
            below = levels[len(levels) - last :]
            for depth in (None, len(levels)):
                yield AddressFamily(levels[:first], below, depth, "", "", "", (), ())
            for other in others:
                yield AddressFamily(levels[:first], below, None, "", "", "", (), (), other)


def _file_families(
    own: AddressParts, derived: Sequence[str], starts: dict[str, tuple[str, ...]]
) -> Iterable[AddressFamily]:
    """Yield families that fix the beginning and the end of the file's name, and what is between;
    and those that leave out one of the last words `derived`."""
    words = file_words(own.file)
    for (start, others), without_end in product(starts.items(), ("", *derived)):
        yield AddressFamily((), (), None, start, "", "", (), (), "", without_end, others)
    counts = range(min(len(words), MAX_WORDS) + 1)
    for first, last in product(counts, counts):
        if first + last > len(words):
            continue
        start, end = "".join(words[:first]), "".join(words[len(words) - last :])
        between = own.file[len(start) : len(own.file) - len(end)]
        kinds = [kind for kind, expression in KINDS.items() if expression.match(between)]
        if not start:
            # Without a name before it a dot is no more than that of an ending or a prefix.
            kinds = [kind for kind in kinds if kind not in LAST_KINDS]
        for kind, without_end in product(("", *kinds), ("", *derived)):
            yield AddressFamily((), (), None, start, end, kind, (), (), "", without_end)


def _query_families(own: AddressParts) -> Iterable[AddressFamily]:
    """Yield families that fix the parameters' names, and the value of none or one of them or all
    but one."""
    names = tuple(sorted({name for name, _ in own.parameters}))
    pairs = own.parameters[:MAX_PARAMETERS]
    choices = {(), *((pair,) for pair in pairs)}
    choices.update(tuple(other for other in pairs if other != pair) for pair in pairs)
    for values in sorted(choices):
        yield AddressFamily((), (), None, "", "", "", names, values)


def _masks(
    families: Iterable[AddressFamily], parts: Sequence[object], common: frozenset[tuple[int, str]]
) -> list[tuple[AddressFamily, NDArray[np.bool_]]]:
    """Return the families that differ on `parts`, each part asked once however often it occurs."""
    distinct = list(dict.fromkeys(parts))
    place = {part: number for number, part in enumerate(distinct)}
    places = np.array([place[part] for part in parts], dtype=np.intp)
    kept: dict[tuple[bytes, str], tuple[AddressFamily, NDArray[np.bool_]]] = {}
    for family in families:
        mask = np.array([_fits(family, part) for part in distinct], dtype=np.bool_)[places]
        # Of those alike one of each basis stays: joined with others they are not alike natural.
        key = (mask.tobytes(), _basis(family, common))
        if key not in kept or _fixed(family) < _fixed(kept[key][0]):
            kept[key] = (family, mask)
    return list(kept.values())


def _fits(family: AddressFamily, part: object) -> bool:
    if isinstance(part, str):
        return family.matches_file(part)
    assert isinstance(part, tuple)
    if family.names or (part and isinstance(part[0], tuple)):
        return family.matches_parameters(part)
    return family.matches_levels(part)


def _joined(levels: AddressFamily, file: AddressFamily, query: AddressFamily) -> AddressFamily:
    return AddressFamily(
        *(levels.above, levels.below, levels.depth),
        *(file.start, file.end, file.kind),
        *(query.names, query.values),
        levels.without,
        file.without_end,
        file.other_starts,
    )


def _common_levels(cut: Sequence[AddressParts]) -> frozenset[tuple[int, str]]:
    """Return the directories that nearly all addresses have, with their places from the start."""
    counts = Counter(place for parts in cut for place in enumerate(parts.levels))
    return frozenset(place for place, count in counts.items() if count >= COMMON_SHARE * len(cut))


def _ending(file: str) -> str:
    """Return the extension of a file's name with its dot, or nothing."""
    return file[file.rfind(".") :] if "." in file else ""


def _basis(family: AddressFamily, common: frozenset[tuple[int, str]]) -> str:
    """Tell what a family rests on: a word of its own, a kind of characters, nothing."""
    end = family.end.removesuffix(_ending(family.end)) if "." in family.end else ""
    own_levels = set(enumerate(family.above)) - common
    common_words = {word for _, word in common}
    below = set(family.below) - common_words
    named = any(letter.isalpha() for letter in family.start + end)
    if named or own_levels or below or family.values:
        return "word"
    return "kind" if family.kind else "nothing"


def _fixes_piece(family: AddressFamily, file: str) -> bool:
    """Tell whether a family fixes a number or a part of a word of the sample's file name.

    >>> whole = AddressFamily((), (), None, "struct.", ".html", "", (), ())
    >>> part = AddressFamily((), (), None, "", "Error.html", "", (), ())
    >>> [_fixes_piece(family, "struct.IoError.html") for family in (whole, part)]
    [False, True]
    """
    start, end = family.start, family.end.removesuffix(_ending(family.end))
    rest = file[len(start) : len(file) - len(family.end)]
    if not rest:
        return False
    is_first_word = start == file_words(file)[0] and rest[0].isupper()
    cut_start = bool(start) and start[-1].isalnum() and (rest[0].isalnum() or start[-1].isdigit())
    cut_start = cut_start and not is_first_word
    cut_end = bool(end) and end[0].isalnum() and (rest[-1].isalnum() or end[0].isdigit())
    return cut_start or cut_end


def _fixed(family: AddressFamily) -> int:
    """Return how much a family fixes, in words and levels."""
    levels = len(family.above) + len(family.below) + (family.depth is not None)
    levels += bool(family.without) + bool(family.without_end) + len(family.other_starts)
    words = len(file_words(family.start)) + len(file_words(family.end))
    return levels + words + bool(family.kind) + len(family.values)
