"""What comes out of merging: one result, where each engine had it, and why it ranks as it does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Appearance:
    """The engine `slug` showed the result at `position` (1 = first) of its page.

    `weight` and `fit` are those of the engine (`EnginePosition`). `share` is what it adds to the
    score.
    """

    slug: str
    position: int
    weight: float = 1.0
    fit: float = 1.0
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class MergedResult:
    """One page that at least one engine found.

    `key` tells the page from all others of the search, whatever address and title come to be shown.
    `url` is empty when the record carries no address, `date` and `thumbnail` (an address) when none
    does. `engines` stands in the order of positions, each engine once. `score` is that of the
    ranking formula; it compares results of one query and means nothing beyond. `match` and
    `preference` are what went into it besides the engines (`ResultFeatures`).
    """

    key: str
    url: str
    title: str
    snippet: str
    engines: tuple[Appearance, ...]
    score: float
    date: str = ""
    thumbnail: str = ""
    match: float = 0.0
    preference: float = 1.0
