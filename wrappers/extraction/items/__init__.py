"""Data items: what a record says, piece by piece, each with the column it belongs to."""

from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.pieces import RecordPiece, record_pieces
from wrappers.extraction.items.rules import (
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_PLACES_OF_COLUMN,
    ItemColumn,
    ItemRules,
    ItemSplit,
    leaf_of,
)

__all__ = [
    "MAX_CLASSES",
    "MAX_COLUMNS",
    "MAX_PLACES_OF_COLUMN",
    "ItemColumn",
    "ItemKind",
    "ItemRules",
    "ItemSplit",
    "RecordItem",
    "RecordPiece",
    "leaf_of",
    "record_pieces",
]
