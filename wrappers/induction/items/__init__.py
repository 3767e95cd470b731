"""Learning what the records of an engine say: their data items, aligned into columns."""

from wrappers.induction.items.agreement import kinds_by_agreement
from wrappers.induction.items.free_columns import FreeColumn, find_free_columns, put_column
from wrappers.induction.items.items import item_samples, learn_items
from wrappers.induction.items.kept import keep_items

__all__ = [
    "FreeColumn",
    "find_free_columns",
    "item_samples",
    "keep_items",
    "kinds_by_agreement",
    "learn_items",
    "put_column",
]
