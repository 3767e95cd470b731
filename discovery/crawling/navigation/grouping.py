"""Addresses grouped so that each group has one pattern (Vidal et al. 2006, section 4.3, Fig. 4).

The paper parts addresses by similarity alone: as many levels, at most K = 2 of them different. On
sites whose pages all lie in one folder every two pages are similar. On sites of many folders one
class falls into dozens of groups. Here a group is divided further, or groups of several depths are
joined, where the description is shorter (minimum description length, Rissanen 1978). Each pattern
costs something, and so does each address it takes in that is none of the group's. Details ours.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from discovery.crawling.navigation.regex_tree import tokenize
from discovery.crawling.navigation.url_patterns import (
    UnsafePatternError,
    address_levels,
    are_similar,
    compile_pattern,
    level_pattern,
    open_level,
    url_pattern,
)


@dataclass(frozen=True, slots=True)
class AddressGroup:
    """Similar addresses, their pattern, and the known addresses that it takes in besides."""

    pattern: str
    members: tuple[str, ...]
    others: tuple[str, ...] = ()


# What a pattern costs, in addresses taken in by mistake. Guess: three pages too many are a price
# for knowing the pages to come, and four pages named one by one cost more than their pattern.
PATTERN_COST = 3
# Ways of dividing that are tried: parts of more than one address, and tokens from either end.
# Bounds of time.
_MAX_PARTS = 40
_MAX_TOKEN_POSITIONS = 5
# Of the addresses left out a pattern must match this share, where there are enough to try. The
# first is the aim for pages added later, the second a guess.
_MIN_FORESEEN = 0.98
_MIN_TO_TRY = 10
# Known addresses of other pages that patterns are weighed against; more say no more. Guess.
_MAX_OUTSIDE = 3_000

_Key = Callable[[str], Hashable]


def group_addresses(
    addresses: Iterable[str], others: Iterable[str] = ()
) -> tuple[AddressGroup, ...]:
    """Group `addresses`, which no pattern may stand for together with many of the `others`.

    The largest group comes first. Every address is in one group.

    >>> pages = [f"http://a.example/{name}.html" for name in ("class.A", "class.B", "class.C")]
    >>> group_addresses(pages)[0].pattern
    'http://a\\\\.example/class\\\\.[a-zA-Z]+\\\\.html'
    """
    members = sorted(set(addresses))
    outside = sorted(set(others) - set(members))
    outside = outside[:: 1 + len(outside) // _MAX_OUTSIDE]
    groups: list[AddressGroup] = []
    for host in _partition(members, lambda url: address_levels(url)[0]):
        groups.extend(_joined_or_similar(host, outside))
    return tuple(sorted(groups, key=lambda group: (-len(group.members), group.pattern)))


def similar_groups(addresses: Sequence[str]) -> list[list[str]]:
    """Part addresses into groups of similar ones (Fig. 4, lines 3 to 6).

    Similarity is not transitive: an address joins the first group whose first member it resembles.

    >>> [len(group) for group in similar_groups(["http://a.b/c", "http://a.b/d", "http://a.b/c/d"])]
    [2, 1]
    """
    groups: list[list[str]] = []
    by_shape: dict[Hashable, list[list[str]]] = defaultdict(list)
    for url in addresses:
        levels = address_levels(url)
        candidates = by_shape[len(levels), levels[0]]
        home = next((group for group in candidates if are_similar(group[0], url)), None)
        if home is None:
            home = []
            groups.append(home)
            candidates.append(home)
        home.append(url)
    return groups


def joined_pattern(
    urls: Sequence[str], last_level: Callable[[Sequence[str]], str] = level_pattern
) -> str:
    r"""Return the expression for addresses of any depth: what they begin with, and the last level.

    >>> joined_pattern(["http://a.example/b/c/d.html", "http://a.example/b/e.html"])
    'http://a\\.example/b/(?:[^/]+/)*[a-zA-Z]+\\.html'
    """
    rows = [address_levels(url) for url in urls]
    shared = 0
    while len({row[shared : shared + 1] for row in rows}) == 1 and all(
        len(row) > shared + 1 for row in rows
    ):
        shared += 1
    stem = url_pattern(["/".join([f"{_scheme(urls[0])}:/", *rows[0][:shared]])])
    depths = {len(row) - shared - 1 for row in rows}
    between = "(?:[^/]+/)*" if len(depths) > 1 else "[^/]+/" * depths.pop()
    return f"{stem}/{between}{last_level([row[-1] for row in rows])}"


def open_pattern(urls: Sequence[str]) -> str:
    r"""Return the expression for addresses whose last level begins and ends alike.

    >>> open_pattern(["http://a.example/b/c-7fa8.html", "http://a.example/b/c-1d3f5.html"])
    'http://a\\.example/b/c-[^/]*\\.html'
    """
    return joined_pattern(urls, open_level)


def _scheme(url: str) -> str:
    return url.partition("://")[0]


def _joined_or_similar(members: list[str], outside: list[str]) -> list[AddressGroup]:
    """Return the cheapest of: groups of similar addresses, of those of one depth, of all."""
    best: list[AddressGroup] = []
    for level in _partition(members, lambda url: len(address_levels(url))):
        parted = [
            group
            for similar in similar_groups(level)
            for group in _divide(_make_group(similar, outside))
        ]
        best += _cheaper(parted, level, outside)
    return [_opened(group, outside) for group in _cheaper(best, members, outside)]


def _cheaper(
    parted: list[AddressGroup], members: Sequence[str], outside: Sequence[str]
) -> list[AddressGroup]:
    """Return `parted`, or all members as one group, divided in its own way, if that costs less."""
    if len(parted) == 1:
        return parted
    return min(parted, _divide(_make_group(members, outside)), key=_cost)


def _opened(group: AddressGroup, outside: Sequence[str]) -> AddressGroup:
    """Return the group with an open pattern where its own would miss pages to come.

    Whether it would is tried: the pattern of every second member against the others.
    """
    if len(group.members) < _MIN_TO_TRY:
        return group
    tried = _fit(_pattern_of(group.members[::2]), (), group.members[1::2])
    if tried and len(tried.others) >= _MIN_FORESEEN * (len(group.members) // 2):
        return group
    wider = _fit(open_pattern(group.members), group.members, outside)
    if wider is None or len(wider.others) > len(group.others) + PATTERN_COST:
        return group
    return wider


def _divide(group: AddressGroup) -> list[AddressGroup]:
    """Divide a group, and its parts again, as long as that lowers the cost."""
    if not group.others or len(group.members) == 1:
        return [group]
    best = [group]
    for parts in sorted(_divisions(group.members), key=len):
        # Many parts cost more than they can save: they need not be weighed.
        if PATTERN_COST * len(parts) < _cost(best):
            divided = [_make_group(part, group.others) for part in parts]
            best = min(best, divided, key=_cost)
    return best if len(best) == 1 else [piece for part in best for piece in _divide(part)]


def _cost(groups: Sequence[AddressGroup]) -> int:
    return sum(PATTERN_COST + len(group.others) for group in groups)


def _make_group(members: Sequence[str], outside: Sequence[str]) -> AddressGroup:
    if len(members) == 1:
        # Its pattern is the address itself, which is none of the others.
        return AddressGroup(url_pattern(members), tuple(members))
    group = _fit(_pattern_of(members), members, outside)
    # A pattern that is too long to be used takes in everything.
    return group or AddressGroup(joined_pattern(members), tuple(members), tuple(outside))


def _pattern_of(members: Sequence[str]) -> str:
    depths = {len(address_levels(url)) for url in members}
    return url_pattern(members) if len(depths) == 1 else joined_pattern(members)


def _fit(pattern: str, members: Sequence[str], outside: Sequence[str]) -> AddressGroup | None:
    try:
        matches = compile_pattern(pattern).fullmatch
    except UnsafePatternError:
        return None
    return AddressGroup(pattern, tuple(members), tuple(url for url in outside if matches(url)))


def _divisions(members: Sequence[str]) -> Iterator[list[list[str]]]:
    """Yield the ways of dividing addresses: by a level, by a token of the last one, into singles.

    Tokens are counted from either end.
    """
    depth = min(len(address_levels(url)) for url in members)
    keys: list[_Key] = [_level_at(place) for place in range(1, depth)]
    keys += [_token_at(place) for place in range(_MAX_TOKEN_POSITIONS)]
    keys += [_token_at(-1 - place) for place in range(_MAX_TOKEN_POSITIONS)]
    for key in keys:
        sizes = Counter(map(key, members))
        if 1 < len(sizes) < len(members) and (
            sum(size > 1 for size in sizes.values()) <= _MAX_PARTS
        ):
            yield _partition(members, key)
    yield [[url] for url in members]


def _level_at(place: int) -> _Key:
    return lambda url: address_levels(url)[place]


def _token_at(place: int) -> _Key:
    return lambda url: _token(tokenize(address_levels(url)[-1]), place)


def _token(tokens: Sequence[str], place: int) -> str:
    return tokens[place] if -len(tokens) <= place < len(tokens) else ""


def _partition(members: Sequence[str], key: _Key) -> list[list[str]]:
    parts: dict[Hashable, list[str]] = defaultdict(list)
    for url in members:
        parts[key(url)].append(url)
    return list(parts.values())
