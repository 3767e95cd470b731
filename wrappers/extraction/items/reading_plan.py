"""The plan by which records that are built alike are read into items.

Which piece is of which column, and that none is part of a running text, is found out by reading one
record: where it depends on no text, it is the same for all records of the outline.
"""

from collections.abc import Sequence
from typing import NamedTuple

from discovery.pages.tree import fold_space
from wrappers.extraction.items.columns import ItemColumn, item_of
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.outline import OutlinedPiece
from wrappers.extraction.items.pieces import MAX_PIECE_LENGTH
from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.record_tree.skeleton import Skeleton


class PlannedItem(NamedTuple):
    """One item of a plan: the numbers of its texts in the record's markup, and what they are.

    The `column` is given where more is to be done with a text than to call it an item.
    """

    numbers: tuple[int, ...]
    label: str
    kind: ItemKind
    column: ItemColumn | None


def plan_of(
    outline: Sequence[OutlinedPiece],
    assigned: Sequence[tuple[ItemColumn | None, str]],
    skeleton: Skeleton,
) -> tuple[PlannedItem, ...]:
    """Return the plan for an outline whose pieces are assigned to these columns and labels."""
    plan = []
    is_begun = False
    for piece, (column, label) in zip(outline, assigned, strict=True):
        numbers = _numbers_of(piece, skeleton)
        if column is None:
            plan.append(PlannedItem(numbers, label, ItemKind.TEXT, None))
            is_begun = False
            continue
        is_more = column.start or column.split or column.is_joined or column.is_hidden
        own = column if is_more or is_begun else None
        plan.append(PlannedItem(numbers, label, column.kind, own))
        is_begun = column.is_joined
    return tuple(plan)


def _numbers_of(piece: OutlinedPiece, skeleton: Skeleton) -> tuple[int, ...]:
    """Return the numbers that the texts of a piece have in the markup of records so built."""
    return tuple(skeleton.text_numbers[at] if at >= 0 else skeleton.ends[~at] for at in piece.texts)


def read_planned(plan: Sequence[PlannedItem], tree: RecordTree) -> list[RecordItem]:
    """Return the items of a record that is read by a plan."""
    pieces = tree.pieces
    items = []
    before = ""
    for numbers, label, kind, column in plan:
        if len(numbers) == 1:
            text = pieces[numbers[0]]
        else:
            text = "".join([pieces[number] for number in numbers])
        text = before + fold_space(text)[:MAX_PIECE_LENGTH]
        if column is None:
            items.append(RecordItem(label, kind, text))
        elif column.is_joined:
            before = f"{text} "
            continue
        elif not column.is_hidden:
            items.append(item_of(column, label, text, before))
        before = ""
    return items
