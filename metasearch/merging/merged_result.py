"""What comes out of merging: one result, and where each engine had it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Appearance:
    """The engine `slug` showed the result at `position` (1 = first) of its page."""

    slug: str
    position: int


@dataclass(frozen=True, slots=True)
class MergedResult:
    """One page that at least one engine found.

    `key` tells the page from all others of the search, whatever address and title come to be shown.
    `url` is empty when the record carries no address. `engines` stands in the order of positions,
    each engine once. `score` is the sum of the ranking formula; it compares results of one query
    and means nothing beyond.
    """

    key: str
    url: str
    title: str
    snippet: str
    engines: tuple[Appearance, ...]
    score: float
