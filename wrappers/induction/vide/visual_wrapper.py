"""The visual wrapper: how records and items of further pages are found by looks alone.

Liu et al. 2010, visual wrapper generation: on further pages nothing need be clustered again. For
records the wrapper holds where the data region is, its level in the tree, and position and font of
the first item, which begins each record (*CF1*). For each item it holds the triple of its font,
whether its position is fixed, and its data type.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from discovery.pages.layout import Box, Font
from discovery.pages.segmentation.visual_block import VisualBlock
from wrappers.induction.vide.alignment import TOLERANCE, Column, ItemType
from wrappers.induction.vide.data_items import DataItem, leaf_items, segment_records
from wrappers.induction.vide.record_groups import MAX_BLOCKS, Record, VisualRecords

# Blocks of one level that are compared with the region. Guess.
MAX_COMPARED = 500
# Levels that a region may be further up or down: a notice above the records adds one. Guess.
MAX_LEVELS_APART = 1
_NUMBER = re.compile(r"[+-]?[\d.,\s]{1,20}\Z")
_CURRENCY = re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|USD|EUR|GBP)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")


class DataType(StrEnum):
    """The data types of items."""

    TEXT = "text"
    NUMBER = "number"
    CURRENCY = "currency"
    DATE = "date"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class ItemWrapper:
    """Font, position (None where it is not fixed) and data type of an item, and its type."""

    font: Font | None
    left: int | None
    data_type: DataType
    type: ItemType

    def accepts(self, item: DataItem) -> bool:
        """Return whether an item of another record may be this one."""
        if item.font != self.font or self.data_type not in {DataType.TEXT, data_type(item)}:
            return False
        return self.left is None or abs(item.left - self.left) <= TOLERANCE


@dataclass(frozen=True, slots=True)
class VisualWrapper:
    """Box and level of the data region, what begins a record, and the items of a record."""

    region: Box
    level: int
    first: ItemWrapper
    items: tuple[ItemWrapper, ...]


def data_type(item: DataItem) -> DataType:
    """Return the data type of an item.

    >>> [str(data_type(DataItem(text, 0))) for text in ("1,200", "$12", "2001-02-03", "a 1")]
    ['number', 'currency', 'date', 'text']
    """
    if item.size is not None:
        return DataType.IMAGE
    if _CURRENCY.search(item.text):
        return DataType.CURRENCY
    if _NUMBER.match(item.text):
        return DataType.NUMBER
    return DataType.DATE if _DATE.search(item.text) else DataType.TEXT


def make_visual_wrapper(root: VisualBlock, found: VisualRecords) -> VisualWrapper | None:
    """Return the wrapper of a page's records; None where no item is mandatory."""
    items = tuple(_item_wrapper(column) for column in found.columns)
    first = next((item for item in items if item.type is not ItemType.OPTIONAL), None)
    if first is None:
        return None
    return VisualWrapper(found.region.box, _level_of(root, found.region.box), first, items)


def apply_visual_wrapper(wrapper: VisualWrapper, root: VisualBlock) -> tuple[Record, ...]:
    """Return the records of another page of the site: what begins like a record, begins one.

    Records without the mandatory items are left out.
    """
    region = _closest_region(wrapper, root)
    if region is None:
        return ()
    records: list[list[VisualBlock]] = []
    for block in region.children[:MAX_BLOCKS]:
        if _begins_record(wrapper, block):
            records.append([block])
        elif records:
            records[-1].append(block)
    segmented = segment_records(records)
    return tuple(
        tuple(record)
        for record, items in zip(records, segmented, strict=True)
        if _has_mandatory_items(wrapper, items)
    )


def _item_wrapper(column: Column) -> ItemWrapper:
    """Return the wrapper of one column."""
    lefts = [item.left for item in column.present]
    types = {data_type(item) for item in column.present}
    return ItemWrapper(
        column.present[0].font,
        lefts[0] if max(lefts) - min(lefts) <= TOLERANCE else None,
        types.pop() if len(types) == 1 else DataType.TEXT,
        column.type,
    )


def _has_mandatory_items(wrapper: VisualWrapper, items: Sequence[DataItem]) -> bool:
    """Return whether a record has an item for each mandatory one."""
    mandatory = (each for each in wrapper.items if each.type is ItemType.MANDATORY)
    return all(any(each.accepts(item) for item in items) for each in mandatory)


def _level_of(root: VisualBlock, box: Box) -> int:
    """Return the level of the block with that box, the root's being 0."""
    levels = enumerate(_levels(root))
    return next((n for n, blocks in levels if any(block.box == box for block in blocks)), 0)


def _closest_region(wrapper: VisualWrapper, root: VisualBlock) -> VisualBlock | None:
    """Return the block about the region's level in which most records begin.

    Of several the one that stands most as the region did. (Its width alone would not tell: a block
    is as wide as what it shows.)
    """
    near = [
        block
        for level, blocks in enumerate(_levels(root))
        if abs(level - wrapper.level) <= MAX_LEVELS_APART
        for block in blocks[:MAX_COMPARED]
        if len(block.children) > 1
    ]
    begun = {
        block: sum(_begins_record(wrapper, child) for child in block.children[:MAX_BLOCKS])
        for block in near
    }
    return min(
        near, key=lambda block: (-begun[block], _apart(block.box, wrapper.region)), default=None
    )


def _begins_record(wrapper: VisualWrapper, block: VisualBlock) -> bool:
    """Return whether a block begins like a record."""
    item = next(iter(leaf_items([block])), None)
    return item is not None and wrapper.first.accepts(item)


def _apart(a: Box, b: Box) -> float:
    """Return by how many pixels two regions differ; the height depends on how many records."""
    return abs(a.left - b.left) + abs(a.width - b.width) + abs(a.top - b.top)


def _levels(root: VisualBlock) -> Iterator[list[VisualBlock]]:
    """Yield the blocks of the tree, level by level."""
    current = [root]
    while current:
        yield current
        current = [child for block in current for child in block.children]
