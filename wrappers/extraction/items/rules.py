"""The columns of an engine's records: what each piece of a record is, told by where it stands."""

from collections import Counter
from collections.abc import Container, Sequence
from functools import cached_property
from typing import Annotated

from msgspec import Meta

from discovery.documents.document import Document
from wrappers.extraction.items.columns import ItemColumn, Name, item_of, leaf_of
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.pieces import MAX_OUTLINES, Outlines, RecordPiece, pieces_of
from wrappers.extraction.items.rating_signs import RatingSigns
from wrappers.extraction.items.reading_plan import PlannedItem, plan_of, read_planned
from wrappers.extraction.items.running_text import RunningText
from wrappers.extraction.record_tree.record_tree import RecordTree

# Columns of one engine's records: the largest real one has 41. Guess.
MAX_COLUMNS = 100
# Class names that tell places apart. Guess.
MAX_CLASSES = 400
# Elements within title links that are labels, not the title. Guess.
MAX_LABELS = 20
# What is called that stood in no record learned from, and in no element with a name.
OTHER = "other"


class ItemRules(Document, frozen=True, omit_defaults=True, dict=True):
    """How the records of one engine are read into items: its columns, in the order they stand.

    `classes` are the class names that tell places apart, `labels` the elements within title links
    that do. Where the title links name nothing, or more, the records `are_titled` by the column of
    that kind.
    """

    columns: Annotated[tuple[ItemColumn, ...], Meta(max_length=MAX_COLUMNS)]
    classes: Annotated[frozenset[Name], Meta(max_length=MAX_CLASSES)] = frozenset()
    are_titled: bool = False
    labels: Annotated[frozenset[Name], Meta(max_length=MAX_LABELS)] = frozenset()

    @cached_property
    def by_place(self) -> dict[str, list[ItemColumn]]:
        """The columns that share a place, in order."""
        found: dict[str, list[ItemColumn]] = {}
        for column in self.columns:
            for place in column.places:
                found.setdefault(place, []).append(column)
        return found

    @cached_property
    def by_leaf(self) -> dict[str, ItemColumn]:
        """The columns by the last tag of their place and its classes, where those are one's own."""
        counts = Counter(
            leaf for column in self.columns for leaf in set(map(leaf_of, column.places))
        )
        return {
            leaf: column
            for column in self.columns
            for leaf in map(leaf_of, column.places)
            if leaf and counts[leaf] == 1
        }

    @cached_property
    def by_signs(self) -> list[tuple[ItemColumn, RatingSigns]]:
        """The columns that no piece says, with what does."""
        return [(column, column.signs) for column in self.columns if column.signs is not None]

    @cached_property
    def outlines(self) -> Outlines:
        """The outlines of the engine's records, noted as they are met."""
        return Outlines(self.classes, self.labels)

    @cached_property
    def plans(self) -> dict[object, tuple[PlannedItem, ...] | None]:
        """The plans for records, by their outlines, noted as they are met; None without one."""
        return {}

    def read(self, tree: RecordTree) -> list[RecordItem]:
        """Return the items of a record; hidden columns left out."""
        key = self.outlines.key_of(tree)
        plan = self.plans.get(key)
        items = self._read_pieces(tree, key) if plan is None else read_planned(plan, tree)
        for column, piece in self.unspoken(tree):
            if not column.is_hidden:
                items.append(RecordItem(column.label, column.kind, piece.text))
        return items

    def _read_pieces(self, tree: RecordTree, key: object) -> list[RecordItem]:
        """Return what the pieces of a record say; have the next that is built so read by plan."""
        said = RunningText()
        # The piece before, where its words begin the next one's text.
        joined: RecordPiece | None = None
        before = ""
        assigned = self.assign(pieces_of(tree, self.outlines))
        for column, label, piece in assigned:
            text = f"{before}{piece.text}" if before else piece.text
            if column is not None and column.is_joined:
                joined, before = piece, f"{text} "
                continue
            if column is None:
                item = RecordItem(label, ItemKind.TEXT, text)
                said.add(item, piece, is_named=False, joined=joined)
            elif not column.is_hidden:
                is_named = bool(column.start or column.after or column.split)
                item = item_of(column, label, text, before)
                said.add(item, piece, is_named=is_named, joined=joined)
            joined, before = None, ""
        if said.are_apart and key not in self.plans and len(self.plans) < MAX_OUTLINES:
            self.plans[key] = self._plan(tree, [(column, label) for column, label, _ in assigned])
        return said.items

    def _plan(
        self, tree: RecordTree, assigned: Sequence[tuple[ItemColumn | None, str]]
    ) -> tuple[PlannedItem, ...] | None:
        """Return the plan for records built as this one; None where it depends on their texts."""
        if tree.skeleton is None:
            return None
        outline = self.outlines.of(tree)
        shared = [self.by_place.get(place, ()) for place in {piece.place for piece in outline}]
        if any(
            each.start or each.after for columns in shared if len(columns) > 1 for each in columns
        ):
            return None
        return plan_of(outline, assigned, tree.skeleton)

    def unspoken(self, tree: RecordTree) -> list[tuple[ItemColumn, RecordPiece]]:
        """Return what a record shows without saying it, each with its column."""
        return [
            (column, RecordPiece(column.places[0], found[1], tree.nodes[found[0]], None, False, 0))
            for column, signs in self.by_signs
            if (found := signs.read(tree)) is not None
        ]

    def assign(
        self, pieces: Sequence[RecordPiece]
    ) -> list[tuple[ItemColumn | None, str, RecordPiece]]:
        """Return each piece with its column and label; no column for what no record had there."""
        by_place = self.by_place
        taken = [piece.place for piece in pieces]
        waiting: dict[str, list[ItemColumn]] = {}
        used: dict[str, int] = {}
        assigned: list[tuple[ItemColumn | None, str, RecordPiece]] = []
        before = ""
        for piece in pieces:
            place = piece.place
            columns = by_place.get(place)
            column: ItemColumn | None
            if columns is None:
                column = self._at_other_place(place, taken)
            elif len(columns) == 1:
                column = columns[0]
            else:
                left = waiting.setdefault(place, list(columns))
                are_all = taken.count(place) == len(columns)
                column = _fitting(left, piece.text, before, are_all) or columns[-1]
                del left[: left.index(column) + 1 if column in left else 0]
            label = _named_by(place) if column is None else column.label
            times = used[label] = used.get(label, 0) + 1
            if times > 1:
                # More than the pages learned from had there.
                label = f"{label} ({times})"
            assigned.append((column, label, piece))
            before = piece.text
        return assigned

    def _at_other_place(self, place: str, taken: Container[str]) -> ItemColumn | None:
        """Return the column whose element is named alike, where the record has none of its own."""
        column = self.by_leaf.get(leaf_of(place))
        if column is None or any(other in taken for other in column.places):
            return None
        return column


def _fitting(
    columns: Sequence[ItemColumn], text: str, before: str, are_all: bool
) -> ItemColumn | None:
    """Return the column that a text is of, told by its first words or by the text before it.

    Where all the columns of the place `are_all` there, and none has such words, by their order.
    """
    for column in columns:
        if column.start and text.startswith(column.start):
            return column
        if column.after and column.after == before:
            return column
    if are_all and columns:
        return columns[0]
    return next((column for column in columns if not column.start and not column.after), None)


def _named_by(place: str) -> str:
    """Return a name for what no record learned from had, by its element and that around it.

    >>> _named_by("li>div>span|sale|prices"), _named_by("li>div>p||"), _named_by("")
    ('span|sale|prices', 'other p', 'other')
    """
    name = place.rpartition(">")[2].rstrip("|")
    return name if "|" in name else f"{OTHER} {name}".rstrip()
