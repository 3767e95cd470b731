"""Addresses of records that carry only a number or a name: learned from links seen elsewhere."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from discovery.pages.data.leaves import Leaves, Path
from discovery.pages.data.view import MAX_PARTS, AddressTemplate

# Objects and links that are looked at, and characters of a value: longer ones are no part of an
# address. Guesses.
MAX_OBJECTS = 100
MAX_LINKS = 2_000
MAX_VALUE = 200
# Values shorter than this stand by chance in any address, unless nothing else is beside them.
MIN_VALUE = 1
# Places of values in one address that are looked at.
MAX_SPANS = 12
# A template that gives links for a smaller share of the objects is none of them. Guess.
MIN_SHARE = 0.5
_VALUE = re.compile(r"[^\s<>\"]+\Z")

_Pattern = tuple[str | Path, ...]


def learn_template(objects: Sequence[Leaves], links: Sequence[str]) -> AddressTemplate | None:
    """Return the template by which values of the objects give addresses among `links`.

    >>> items = [{("id",): 7, ("n",): "Tea"}, {("id",): 31, ("n",): "Oil"}]
    >>> str(learn_template(items, ["http://a.example/", "http://a.example/i/7", "http://a.example/i/31"]))
    'http://a.example/i/{id}'
    """
    by_value: dict[str, set[int]] = defaultdict(set)
    addresses = [unquote(link) for link in dict.fromkeys(links[:MAX_LINKS])]
    for place, address in enumerate(addresses):
        for part in _parts_of(address):
            by_value[part].add(place)
    counts: Counter[_Pattern] = Counter()
    looked_at = objects[:MAX_OBJECTS]
    for leaves in looked_at:
        values = _values(leaves)
        found = {place for text in values for place in by_value.get(text, ())}
        for leaf_text in [text for text in values if "/" in text]:
            found.update(n for n, address in enumerate(addresses) if leaf_text in address)
        own: set[_Pattern] = set()
        for place in found:
            own.update(_patterns(addresses[place], values))
        counts.update(own)
    if not counts:
        return None
    pattern, count = max(counts.items(), key=lambda each: (each[1], -_fixed(each[0]), str(each)))
    # A pattern that all objects share with one link alone is no template.
    filled = {AddressTemplate(pattern).fill(leaves) for leaves in looked_at} - {None}
    if count < max(2, MIN_SHARE * len(looked_at)) or len(filled) < count / 2:
        return None
    return AddressTemplate(pattern)


def _fixed(pattern: _Pattern) -> int:
    """Return how many characters of a pattern are no values: fewer say more."""
    return sum(len(part) for part in pattern if isinstance(part, str))


def _parts_of(address: str) -> set[str]:
    """Return the texts between the marks of an address, and runs of segments at its end."""
    return (
        {part for part in re.split(r"[/?&=#:,;.]", address) if part}
        | {part for part in re.split(r"[/?&=#]", address) if part}
        | {part for part in re.split(r"[/?&=#_-]", address) if part}
    )


def _values(leaves: Leaves) -> dict[str, list[Path]]:
    """Return the values that may be parts of an address, with their paths."""
    values: dict[str, list[Path]] = defaultdict(list)
    for path, value in leaves.items():
        if isinstance(value, bool) or value is None or isinstance(value, float):
            continue
        text = str(value).strip()
        if MIN_VALUE <= len(text) <= MAX_VALUE and _VALUE.match(text):
            values[text].append(path)
    return values


def _patterns(address: str, values: dict[str, list[Path]]) -> set[_Pattern]:
    """Return the ways to write an address with values in it: one value, and the longest two."""
    scheme = address.find("://") + 3
    start = max(scheme, address.find("/", scheme))
    found: set[_Pattern] = set()
    spans: list[tuple[int, int, Path]] = []
    for text, paths in values.items():
        for place in _find_whole(address, text, start):
            spans.extend((place, place + len(text), path) for path in paths)
    for first in spans[:MAX_SPANS]:
        found.add(_pattern(address, [first]))
        for second in spans[:MAX_SPANS]:
            if first[1] <= second[0]:
                found.add(_pattern(address, [first, second]))
    return found


def _find_whole(address: str, text: str, start: int) -> Iterator[int]:
    """Yield where a text stands in an address, not as a part of a longer word."""
    place = address.find(text, start)
    while place >= 0:
        before, after = address[place - 1 : place], address[place + len(text) :][:1]
        if not (before.isalnum() and text[:1].isalnum()) and not (
            after.isalnum() and text[-1:].isalnum()
        ):
            yield place
        place = address.find(text, place + 1)


def _pattern(address: str, spans: Sequence[tuple[int, int, Path]]) -> _Pattern:
    parts: list[str | Path] = []
    at = 0
    for start, end, path in spans:
        if start > at:
            parts.append(address[at:start])
        parts.append(path)
        at = end
    if at < len(address):
        parts.append(address[at:])
    return tuple(parts[:MAX_PARTS])
