"""Advertisements among the results: the records' look, the links of a redirector."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit
from zlib import crc32

# Of so many queries one finds no advertiser.
QUERIES_WITHOUT = 4


@dataclass(frozen=True, slots=True)
class Advertisement:
    """An advertiser's `title` and `text`, and the `target` its redirector leads to."""

    title: str
    text: str
    target: str

    @property
    def host(self) -> str:
        """The host shown beside the advertisement."""
        return urlsplit(self.target).netloc


def choose(
    advertisements: Sequence[Advertisement], query: str, count: int
) -> tuple[Advertisement, ...]:
    """Return `count` of the advertisements, or none: always the same for the same query."""
    draw = crc32(query.casefold().encode())
    if draw % QUERIES_WITHOUT == 0:
        return ()
    start = draw % len(advertisements)
    return (*advertisements[start:], *advertisements[:start])[:count]


def redirector_link(redirector: str, advertisement: Advertisement, query: str) -> str:
    """Return the address that counts the click before it leads on."""
    draw = crc32(query.encode())
    return f"{redirector}?{urlencode({'k': f'{draw:08x}', 'u': advertisement.target})}"
