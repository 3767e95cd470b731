"""What results hold, and orders by it besides the best first: by days, by prices."""

import re
from collections.abc import Callable, Iterable, Mapping
from math import inf

from metasearch.merging.duplicates import MergedResult
from metasearch.search.dates import published
from wrappers.engines.registry import Askable, ReadyCollection
from wrappers.extraction.items.pieces import ItemKind, RecordItem

# Characters of a price that are looked at. Guess: as long as any that is one.
MAX_PRICE_LENGTH = 60
_LENGTH = re.compile(r"(?:\d{1,2}:)?\d{1,2}:\d{2}")


def by_day(result: MergedResult) -> float:
    day = published(result.date)
    return -day.toordinal() if day is not None else inf


def by_price(result: MergedResult) -> float:
    """Return the amount of the first price, whatever its currency; without one the last of all.

    >>> from wrappers.extraction.items.pieces import RecordItem
    >>> priced = MergedResult(items=(RecordItem("p", ItemKind.PRICE, "ab 1.299,50 €"),))
    >>> by_price(priced), by_price(MergedResult())
    (1299.5, inf)
    """
    # Loaded by who sorts: not at the start of the product.
    from price_parser import Price

    amount = Price.fromstring(result.first(ItemKind.PRICE)[:MAX_PRICE_LENGTH]).amount_float
    return inf if amount is None else amount


def by_price_downwards(result: MergedResult) -> float:
    amount = by_price(result)
    return inf if amount == inf else -amount


# What can be asked for, by the kind of items that it needs.
ORDERS: Mapping[str, tuple[ItemKind, Callable[[MergedResult], float]]] = {
    "newest": (ItemKind.DATE, by_day),
    "cheapest": (ItemKind.PRICE, by_price),
    "dearest": (ItemKind.PRICE, by_price_downwards),
}


def possible_orders(engine: Askable) -> tuple[str, ...]:
    """Return the orders for which an engine's records say what is needed."""
    kinds = kinds_held(engine)
    return tuple(name for name, (kind, _) in ORDERS.items() if kind in kinds)


def kinds_held(engine: Askable) -> frozenset[ItemKind]:
    """Return the kinds of items that an engine's records are known to hold."""
    if isinstance(engine, ReadyCollection) or engine.wrapper.items is None:
        return frozenset()
    return frozenset(column.kind for column in engine.wrapper.items.columns)


def length_in(items: Iterable[RecordItem]) -> str:
    """Return how long a video is, as its engine writes it, "" where it does not.

    >>> length_in([RecordItem("l", ItemKind.TEXT, "1:02:03")])
    '1:02:03'
    """
    return next((each.bare for each in items if _LENGTH.fullmatch(each.bare)), "")
