"""What comes out of merging: one result, where each engine had it, and why it ranks as it does."""

from msgspec import Struct

from wrappers.extraction.items.item import ItemKind, RecordItem


class Appearance(Struct, frozen=True):
    """The engine `slug` showed the result at `position` (1 = first) of its page.

    `weight` and `fit` are those of the engine (`EnginePosition`). `share` is what it adds to the
    score.
    """

    slug: str
    position: int
    weight: float = 1.0
    fit: float = 1.0
    share: float = 0.0


class MergedResult(Struct, frozen=True):
    """One page that at least one engine found.

    `key` tells the page from all others of the search, whatever address and title come to be shown.
    `url` is empty when the record carries no address, `date` and `thumbnail` (an address) when none
    does. `engines` stands in the order of positions, each engine once. `score` is that of the
    ranking formula; it compares results of one query and means nothing beyond. `match` and
    `preference` are what went into it besides the engines (`ResultFeatures`). `items` are what the
    best placed record says that was read into items, labels of the page and its title left out.
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
    items: tuple[RecordItem, ...] = ()

    def first(self, kind: ItemKind) -> str:
        """Return the first item of a kind, without what all of its column begin with; or nothing.

        >>> MergedResult("k", "", "t", "", (), 0, items=(RecordItem("p", ItemKind.PRICE, "$ 4"),)
        ... ).first(ItemKind.PRICE)
        '$ 4'
        """
        return next((item.bare for item in self.items if item.kind is kind), "")
