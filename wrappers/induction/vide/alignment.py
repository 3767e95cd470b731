"""Data item alignment: items of the same meaning in different records come into one column.

Liu et al. 2010, data item extraction. Two items match when both are images of one size, or texts in
one font, and stand at the same position of their records, or come after items that match (*AF2*,
*CF2*). In turn, the first items that are not aligned yet are put into clusters of matching ones.
The cluster whose items do not stand further behind in other records is aligned; the other records
get a blank.

Items are *mandatory* when every record has one, *static* when their text is the same in all,
*optional* otherwise.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wrappers.induction.vide.data_items import DataItem

# Columns of a group: what has more is no list of records. Guess.
MAX_COLUMNS = 60
# Pixels within which items stand at one position.
TOLERANCE = 5
# What this share of the records has is mandatory: one of many may be a heading. Guess.
MANDATORY_SHARE = 0.9


class ItemType(StrEnum):
    """The types of items."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"
    STATIC = "static"


@dataclass(frozen=True, slots=True)
class Column:
    """One item over all records; None where a record has a blank."""

    items: tuple[DataItem | None, ...]

    @property
    def present(self) -> tuple[DataItem, ...]:
        """The items of the records that have one."""
        return tuple(item for item in self.items if item is not None)

    @property
    def type(self) -> ItemType:
        """What type of item it is."""
        texts = {item.text for item in self.present}
        if len(self.present) > 1 and len(texts) == 1 and texts != {""}:
            return ItemType.STATIC
        is_mandatory = len(self.present) >= MANDATORY_SHARE * len(self.items)
        return ItemType.MANDATORY if is_mandatory else ItemType.OPTIONAL


def align(records: Sequence[Sequence[DataItem]]) -> tuple[Column, ...]:
    """Return the columns of the records' items, in their order."""
    places = [0] * len(records)
    last = [-1] * len(records)  # the column of each record's item before
    places_by_look = [_places_by_look(record) for record in records]
    columns: list[Column] = []
    while len(columns) < MAX_COLUMNS:
        clusters = _clusters(records, places, last)
        if not clusters:
            break
        further = [_furthest(cluster, records, places, places_by_look) for cluster in clusters]
        number = min(range(len(clusters)), key=lambda n: (further[n], -len(clusters[n]), n))
        row: list[DataItem | None] = [None] * len(records)
        for record in clusters[number]:
            row[record] = records[record][places[record]]
            places[record] += 1
            last[record] = len(columns)
        columns.append(Column(tuple(row)))
    return tuple(columns)


def _clusters(
    records: Sequence[Sequence[DataItem]], places: Sequence[int], last: Sequence[int]
) -> list[list[int]]:
    """Return the records whose first items not aligned yet match, in clusters."""
    by_look: dict[Hashable, list[list[int]]] = defaultdict(list)
    for number, (record, place) in enumerate(zip(records, places, strict=True)):
        if place >= len(record):
            continue
        clusters = by_look[_look(record[place])]
        for cluster in clusters:
            first = cluster[0]
            same_position = _stand_alike(record[place], records[first][places[first]])
            if same_position or last[number] == last[first] >= 0:
                cluster.append(number)
                break
        else:
            clusters.append([number])
    return [cluster for clusters in by_look.values() for cluster in clusters]


def _furthest(
    cluster: Sequence[int],
    records: Sequence[Sequence[DataItem]],
    places: Sequence[int],
    places_by_look: Sequence[dict[Hashable, list[int]]],
) -> int:
    """Return how far behind a cluster's item stands in the other records, 0 where in none."""
    members = set(cluster)
    item = records[cluster[0]][places[cluster[0]]]
    furthest = 0
    for number, by_look in enumerate(places_by_look):
        found = [] if number in members else by_look.get(_look(item), [])
        later = bisect_right(found, places[number])
        if later < len(found) and _stand_alike(records[number][found[later]], item):
            furthest = max(furthest, found[later] - places[number])
    return furthest


def _look(item: DataItem) -> Hashable:
    """Return what matching items have in common, wherever they stand."""
    return (item.font, item.size, item.is_link)


def _stand_alike(a: DataItem, b: DataItem) -> bool:
    """Return whether two items stand at the same position of their records."""
    return abs(a.left - b.left) <= TOLERANCE


def _places_by_look(record: Sequence[DataItem]) -> dict[Hashable, list[int]]:
    """Return the ascending places of a record's items by their looks."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place, item in enumerate(record):
        found[_look(item)].append(place)
    return found
