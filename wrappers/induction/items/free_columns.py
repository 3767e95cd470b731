"""What records say that no column of known rules is of: where a column that is lost may stand."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from wrappers.extraction.items.columns import MAX_PLACES_OF_COLUMN, ItemColumn
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.items.pieces import RecordPiece, record_pieces
from wrappers.extraction.items.rules import MAX_CLASSES, ItemRules
from wrappers.induction.items.items import MAX_NODES, MAX_RECORDS, learn_items, telling_classes
from wrappers.induction.items.sample import ItemSample

# Share of a column's pieces that no known column may claim. Guess.
MIN_FREE = 0.8
# What is no item of its own.
_OF_OTHERS = frozenset((ItemKind.TITLE, ItemKind.STATIC))


@dataclass(frozen=True, slots=True)
class FreeColumn:
    """A column that known rules lack: how it is learned, and its texts by the record's number.

    `before` are the labels of the known columns that stand before it.
    """

    column: ItemColumn
    texts: Mapping[int, str]
    before: frozenset[str]


@dataclass(frozen=True, slots=True)
class FreeColumns:
    """Known rules that read the records as before, and the columns that they lack."""

    rules: ItemRules
    columns: tuple[FreeColumn, ...]


def find_free_columns(
    known: ItemRules,
    lost: Collection[str],
    samples: Sequence[ItemSample],
    *,
    more_classes: bool = False,
) -> FreeColumns:
    """Return the columns of today's records of which `known` has none.

    What columns with a label in `lost` read is free, too. `more_classes`: class names of today tell
    places apart beside the known ones; the rules then name the known columns' places by them.
    """
    samples = samples[:MAX_RECORDS]
    classes = known.classes
    if more_classes:
        classes = frozenset(sorted(classes | telling_classes(samples))[:MAX_CLASSES])
    learned = learn_items(samples, classes, known.labels)
    if learned is None:
        return FreeColumns(known, ())
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    texts: dict[str, dict[int, str]] = defaultdict(dict)
    places: dict[str, Counter[str]] = defaultdict(Counter)
    for number, sample in enumerate(samples):
        before = known.assign(_pieces(sample, known))
        after = learned.assign(_pieces(sample, learned))
        for (old, label, _), (new, _, piece) in zip(before, after, strict=True):
            # More than the pages learned from had of a column is not of it.
            owned = old is not None and old.label == label and label not in lost
            if owned:
                places[label][piece.place] += 1
            if new is not None:
                owners[new.label][label if owned else ""] += 1
                texts[new.label].setdefault(number, piece.text)
    columns = []
    passed: set[str] = set()
    for column in learned.columns:
        counts = owners[column.label]
        owner, count = max(counts.items(), key=lambda item: item[1], default=("", 0))
        if owner:
            passed.add(owner)
        elif count >= MIN_FREE * counts.total() > 0 and _may_be_lost(column):
            columns.append(FreeColumn(column, texts[column.label], frozenset(passed)))
    rules = known.replace(
        classes=classes,
        columns=tuple(_at_places(c, places[c.label]) for c in known.columns)
        if more_classes
        else known.columns,
    )
    return FreeColumns(rules, tuple(columns))


def _pieces(sample: ItemSample, rules: ItemRules) -> list[RecordPiece]:
    """Return the pieces of a record, as rules tell their places apart."""
    return record_pieces(sample.elements, rules.classes, MAX_NODES, rules.labels)


def _may_be_lost(column: ItemColumn) -> bool:
    return not column.is_hidden and not column.is_joined and column.kind not in _OF_OTHERS


def _at_places(column: ItemColumn, places: Mapping[str, int]) -> ItemColumn:
    """Return a column with the places at which its pieces stand, those it had after them."""
    named = dict.fromkeys((*places, *column.places))
    return column.replace(places=tuple(named)[:MAX_PLACES_OF_COLUMN])


def put_column(rules: ItemRules, column: ItemColumn, free: FreeColumn) -> ItemRules:
    """Return rules in which a column stands where `free` does; all others are as they were."""
    found = column.replace(
        places=free.column.places,
        start=free.column.start,
        after=free.column.after,
        split=free.column.split,
        is_joined=False,
        is_mandatory=free.column.is_mandatory,
        example=free.column.example,
        count=free.column.count,
    )
    others = [each for each in rules.columns if each.label != column.label]
    place = max((n for n, each in enumerate(others, 1) if each.label in free.before), default=0)
    return rules.replace(columns=(*others[:place], found, *others[place:]))
