"""Data items: what a record says, piece by piece, each with the column it belongs to."""

from wrappers.extraction.items.columns import (
    MAX_PARTS,
    MAX_PLACES_OF_COLUMN,
    ItemColumn,
    ItemSplit,
    leaf_of,
)
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.pieces import RecordPiece, record_pieces
from wrappers.extraction.items.places import Places, is_hidden
from wrappers.extraction.items.rating_signs import (
    RatingSigns,
    SignKind,
    names_of,
    number_of,
    numbers_of_names,
    said_at,
    share_of,
    signs_in,
)
from wrappers.extraction.items.ratings import rating_in, speaks_of_rating
from wrappers.extraction.items.rules import MAX_CLASSES, MAX_COLUMNS, MAX_LABELS, ItemRules

__all__ = [
    "MAX_CLASSES",
    "MAX_COLUMNS",
    "MAX_LABELS",
    "MAX_PARTS",
    "MAX_PLACES_OF_COLUMN",
    "ItemColumn",
    "ItemKind",
    "ItemRules",
    "ItemSplit",
    "Places",
    "RatingSigns",
    "RecordItem",
    "RecordPiece",
    "SignKind",
    "is_hidden",
    "leaf_of",
    "names_of",
    "number_of",
    "numbers_of_names",
    "rating_in",
    "record_pieces",
    "said_at",
    "share_of",
    "signs_in",
    "speaks_of_rating",
]
