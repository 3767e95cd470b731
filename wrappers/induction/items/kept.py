"""What a person has said of items, kept when they are learned anew."""

from collections.abc import Sequence

from wrappers.extraction.items.columns import ItemColumn, leaf_of
from wrappers.extraction.items.rules import ItemRules


def keep_items(learned: ItemRules, known: ItemRules) -> ItemRules:
    """Return what was learned with what a person has said of the columns known before.

    A column is found again at its place, else by what names it and the element it stands in, else
    as the only one of its kind and of the words it begins with.
    """
    columns = list(learned.columns)
    for old in known.columns:
        if not old.by_person:
            continue
        place = _found_again(old, columns, known)
        if place is not None:
            columns[place] = columns[place].replace(
                label=old.label, kind=old.kind, is_hidden=old.is_hidden, by_person=True
            )
    return learned.replace(columns=tuple(columns))


def _found_again(old: ItemColumn, columns: Sequence[ItemColumn], known: ItemRules) -> int | None:
    """Return the place in the list of the column that an old one has become."""
    free = [(n, column) for n, column in enumerate(columns) if not column.by_person]
    # Which of several at one place it is tells their order.
    rank = [c for c in known.columns if c.places == old.places and c.start == old.start].index(old)
    same = [
        n
        for n, column in free
        if set(column.places) & set(old.places)
        and (column.start, column.after) == (old.start, old.after)
    ]
    if same:
        return same[min(rank, len(same) - 1)]
    named = [
        n
        for n, column in free
        if (old.start or old.after) and (column.start, column.after) == (old.start, old.after)
    ]
    leaves = set(map(leaf_of, old.places)) - {""}
    alike = [n for n, column in free if leaves & set(map(leaf_of, column.places))]
    for found in (named, alike):
        if len(found) == 1:
            return found[0]
    return None
