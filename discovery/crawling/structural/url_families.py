"""Families of addresses: the ways in which one page's address can be generalised.

The addresses of a class of pages mostly share a form: a directory, the beginning or end of the
file's name, the names of the parameters. Which is the class's, `class_model` decides. Details ours.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from discovery.documents.document import Document

# Stands for a level that is a number: a date, a page's own.
NUMBER = "#"
# Dotted names: `package.module.Class` and `package.module`.
LAST_KINDS = {
    "upper last": re.compile(r".*\._*[A-Z][^.]*\Z"),
    "lower last": re.compile(r".*\._*[a-z][^.]*\Z"),
}
KINDS = {
    "upper": re.compile(r"[A-Z]"),
    "lower": re.compile(r"[a-z]"),
    "digit": re.compile(r"[0-9]"),
    **LAST_KINDS,
}

T = TypeVar("T")

_NUMBERS = re.compile(r"[0-9]+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class AddressParts:
    levels: tuple[str, ...]
    file: str
    parameters: tuple[tuple[str, str], ...]

    @property
    def place(self) -> "Place":
        return self.levels, not self.parameters and stem(self.file) in ("", "index")


# Directories, and whether a page is the index page of the last.
Place = tuple[tuple[str, ...], bool]


class AddressFamily(Document, frozen=True):
    """A generalised address.

    The first levels are `above`, the last ones `below`; `#` there is any number. Any levels stand
    between them: as many as may be when `depth` is None, else so that there are `depth` levels. The
    file's name begins and ends with given words, what is between them has a `kind` of characters
    ("" for any). `names` are the parameters' names, `values` those of them whose value is fixed. No
    level is `without`, no file's name has the last words `without_end`. Instead of these a file's
    name can have a `shape`: all its characters, but any numbers. All is `within` another family.
    The index page of the directory `above` is of none: it is that directory's own.

    >>> family = AddressFamily(above=("doc",), start="class.", end=".html", kind="upper")
    >>> family.matches("http://a.example/doc/x/class.Window.html"), str(family)
    (True, '/doc/**/class.{upper}*.html')
    """

    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    depth: int | None = None
    start: str = ""
    end: str = ""
    kind: str = ""
    names: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    without: str = ""
    without_end: str = ""
    within: "AddressFamily | None" = None
    shape: str = ""

    @property
    def has_number(self) -> bool:
        return NUMBER in (*self.above, *self.below)

    def matches(self, address: str) -> bool:
        return self.matches_parts(cut_address(address))

    def matches_parts(self, parts: AddressParts) -> bool:
        return (
            self.matches_place(parts.place)
            and self.matches_file(parts.file)
            and self.matches_parameters(parts.parameters)
            and (self.within is None or self.within.matches_parts(parts))
        )

    def matches_place(self, place: Place) -> bool:
        levels, is_index = place
        if is_index and levels == self.above:
            return False
        if self.depth is not None and len(levels) != self.depth:
            return False
        if self.without and self.without in levels:
            return False
        fixed = len(self.above) + len(self.below)
        return len(levels) >= fixed and all(
            level == own or (own == NUMBER and level.isdigit())
            for level, own in zip(
                (*levels[: len(self.above)], *levels[len(levels) - len(self.below) :]),
                (*self.above, *self.below),
                strict=True,
            )
        )

    def matches_file(self, file: str) -> bool:
        if self.without_end and stem(file).endswith(self.without_end):
            return False
        if self.shape and shape_of(file) != self.shape:
            return False
        last = len(file) - len(self.end)
        if last < len(self.start) or not (file.startswith(self.start) and file.endswith(self.end)):
            return False
        return not self.kind or bool(KINDS[self.kind].match(file[len(self.start) : last]))

    def matches_parameters(self, parameters: tuple[tuple[str, str], ...]) -> bool:
        names = tuple(sorted({name for name, _ in parameters}))
        return names == self.names and set(self.values) <= set(parameters)

    def __str__(self) -> str:
        levels = len(self.above) + len(self.below)
        between = ("**",) if self.depth is None else ("*",) * (self.depth - levels)
        kind = f"{{{self.kind}}}" if self.kind else ""
        file = self.shape or f"{self.start}{kind}*{self.end}"
        fixed = dict(self.values)
        query = "&".join(f"{name}={fixed.get(name, '*')}" for name in self.names)
        path = "/".join(("", *self.above, *between, *self.below, file))
        without = f" without /{self.without}/" if self.without else ""
        without += f" without *{self.without_end}" if self.without_end else ""
        within = f" within {self.within}" if self.within is not None else ""
        return path + ("?" + query if query else "") + without + within


def stem(file: str) -> str:
    """Return a file's name without its ending."""
    return file.rpartition(".")[0] if "." in file else file


def without_numbers(levels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(NUMBER if level.isdigit() else level for level in levels)


def shape_of(file: str) -> str:
    """Return what is left of a file's name without its numbers.

    >>> shape_of("ch01s12.html")
    'ch#s#.html'
    """
    return _NUMBERS.sub("#", file)


def file_words(name: str) -> list[str]:
    """Return the pieces of a file's name: words, numbers and the characters between them.

    >>> file_words("classWindow_8.html")
    ['class', 'Window', '_', '8', '.', 'html']
    """
    return _WORDS.findall(name)


def cut_address(address: str) -> AddressParts:
    """Cut an address into parts.

    >>> cut_address("http://a.example/b/c/d.php?y=2&x=1")
    AddressParts(levels=('b', 'c'), file='d.php', parameters=(('x', '1'), ('y', '2')))
    """
    parts = urlsplit(address)
    *levels, file = parts.path.split("/")[1:] or [""]
    pairs = (pair.partition("=") for pair in parts.query.split("&") if pair)
    parameters = tuple(sorted((name, value) for name, _, value in pairs))
    return AddressParts(tuple(levels), file, parameters)


# Pages that a part of a site has at least, and the share of those read that it has at most: the
# rest is other parts. Measured.
MIN_SECTION, MAX_SECTION = 5, 0.9


def section_of(own: Sequence[AddressParts], parts: Sequence[AddressParts]) -> AddressFamily | None:
    """Return the highest directory of the addresses `own` that is not the whole site's, if any."""
    levels = without_numbers(own[0].levels)
    for level in range(1, len(levels) + 1):
        section = AddressFamily(above=levels[:level])
        count = sum(section.matches_place(each.place) for each in parts)
        if count <= MAX_SECTION * len(parts):
            is_section = count >= MIN_SECTION and all(map(section.matches_parts, own))
            return section if is_section else None
    return None


# Share of all pages that are made for others, from which on their names' last words are a kind's.
DERIVED_SHARE, MIN_DERIVED, MAX_DERIVED, MAX_ENDING_WORDS = 0.05, 3, 3, 12


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


# Levels and words of an address that are generalised one by one. Guess: deeper ones are data.
MAX_LEVELS = 8
MAX_WORDS = 12
MAX_PARAMETERS = 6
# Directories left out that are tried, and the places they must stand at. Guesses.
MAX_WITHOUT, MIN_PARENTS = 3, 3
# Share of a site's addresses from which on a directory says nothing about the class.
COMMON_SHARE = 0.9
# How natural a family is that fixes a word of the class's own, only a kind of characters, nothing.
# Measured: anything from .7 to .9 for "nothing" keeps families such as `/*/*` from winning by
# chance.
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
    """Families that differ on some addresses: `matches` has a row for each, a column for each
    address; `natural` says how natural a family is, from 0 to 1."""

    families: tuple[AddressFamily, ...]
    matches: NDArray[np.bool_]
    natural: NDArray[np.float64]


def family_table(own: AddressParts, cut: Sequence[AddressParts]) -> FamilyTable:
    """Return the families of a sample's address `own`; of those with the same members, the more
    natural is kept, then the one that fixes less."""
    # The directories that nearly all addresses have, with their places from the start.
    counts = Counter(place for parts in cut for place in enumerate(parts.levels))
    most = COMMON_SHARE * len(cut)
    common = frozenset(place for place, count in counts.items() if count >= most)
    directory_families = _directory_families(own, _recurring_directories(own, cut))
    matches_place, matches_file = AddressFamily.matches_place, AddressFamily.matches_file
    places = [parts.place for parts in cut]
    directories = _masks(directory_families, matches_place, places, common)
    derived = derived_endings(own, cut)
    file_families = _file_families(own, derived)
    files = _masks(file_families, matches_file, [parts.file for parts in cut], common)
    parameters = [parts.parameters for parts in cut]
    queries = _masks(_query_families(own), AddressFamily.matches_parameters, parameters, common)
    kept: dict[bytes, tuple[tuple[float, int, int], AddressFamily, NDArray[np.bool_]]] = {}
    for (place, level_mask), (file, file_mask), (query, query_mask) in product(
        directories, files, queries
    ):
        mask = level_mask & file_mask & query_mask
        family = file.replace(
            above=place.above,
            below=place.below,
            depth=place.depth,
            without=place.without,
            names=query.names,
            values=query.values,
        )
        natural = NATURAL[_basis(family, common)]
        if _fixes_piece(family, own.file):
            natural *= PIECE_TRUST
        if (
            family.shape
            or family.depth is not None
            or family.has_number
            or (family.start and family.kind not in ("", *LAST_KINDS))
        ):
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
    """Yield families that fix some of the first and last directories, or leave out an other one."""
    levels = without_numbers(own.levels)
    for first in range(min(len(levels), MAX_LEVELS) + 1):
        for last in range(min(len(levels) - first, MAX_LEVELS) + 1):
            below = levels[len(levels) - last :]
            for depth in (None, len(levels)):
                yield AddressFamily(above=levels[:first], below=below, depth=depth)
            for other in others:
                yield AddressFamily(above=levels[:first], below=below, without=other)


def _file_families(own: AddressParts, derived: Sequence[str]) -> Iterable[AddressFamily]:
    """Yield families that fix beginning, end and what is between of the file's name, and those that
    leave out one of the last words `derived`."""
    words = file_words(own.file)
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
            yield AddressFamily(start=start, end=end, kind=kind, without_end=without_end)
    if (shape := shape_of(own.file)) != own.file:
        yield AddressFamily(shape=shape)


def _query_families(own: AddressParts) -> Iterable[AddressFamily]:
    """Yield families that fix the parameters' names, and the value of none, one, all but one."""
    names = tuple(sorted({name for name, _ in own.parameters}))
    pairs = own.parameters[:MAX_PARAMETERS]
    choices = {(), *((pair,) for pair in pairs)}
    choices.update(tuple(other for other in pairs if other != pair) for pair in pairs)
    for values in sorted(choices):
        yield AddressFamily(names=names, values=values)


def _masks(
    families: Iterable[AddressFamily],
    matches: Callable[[AddressFamily, T], bool],
    parts: Sequence[T],
    common: frozenset[tuple[int, str]],
) -> list[tuple[AddressFamily, NDArray[np.bool_]]]:
    """Return the families that differ on `parts`, each part asked once however often it occurs."""
    distinct = list(dict.fromkeys(parts))
    place = {part: number for number, part in enumerate(distinct)}
    places = np.array([place[part] for part in parts], dtype=np.intp)
    kept: dict[tuple[bytes, str], tuple[AddressFamily, NDArray[np.bool_]]] = {}
    for family in families:
        mask = np.array([matches(family, part) for part in distinct], dtype=np.bool_)[places]
        # Of those alike one of each basis stays: joined with others they are not alike natural.
        key = (mask.tobytes(), _basis(family, common))
        if key not in kept or _fixed(family) < _fixed(kept[key][0]):
            kept[key] = (family, mask)
    return list(kept.values())


def _basis(family: AddressFamily, common: frozenset[tuple[int, str]]) -> str:
    end = stem(family.end) if "." in family.end else ""
    above = (each for each in enumerate(family.above) if each[1] != NUMBER)
    own_levels = set(above) - common
    below = set(family.below) - {NUMBER, *(word for _, word in common)}
    named = any(letter.isalpha() for letter in family.start + end + stem(family.shape))
    if named or own_levels or below or family.values:
        return "word"
    return "kind" if family.kind or family.has_number else "nothing"


def _fixes_piece(family: AddressFamily, file: str) -> bool:
    """Tell whether a family fixes a number or a part of a word of the sample's file name.

    >>> whole = AddressFamily(start="struct.", end=".html")
    >>> part = AddressFamily(end="Error.html")
    >>> [_fixes_piece(family, "struct.IoError.html") for family in (whole, part)]
    [False, True]
    """
    start, end = family.start, stem(family.end)
    rest = file[len(start) : len(file) - len(family.end)]
    if not rest:
        return False
    is_first_word = start == file_words(file)[0] and rest[0].isupper()
    cut_start = bool(start) and start[-1].isalnum() and (rest[0].isalnum() or start[-1].isdigit())
    cut_start = cut_start and not is_first_word
    cut_end = bool(end) and end[0].isalnum() and (rest[-1].isalnum() or end[0].isdigit())
    return cut_start or cut_end


def _fixed(family: AddressFamily) -> int:
    levels = len(family.above) + len(family.below) + (family.depth is not None)
    levels += bool(family.without) + bool(family.without_end)
    words = len(file_words(family.start)) + len(file_words(family.end))
    return levels + words + bool(family.kind or family.shape) + len(family.values)
