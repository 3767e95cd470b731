"""Learning what the records of an engine say: their data items, aligned into columns."""

from wrappers.induction.items.agreement import kinds_by_agreement
from wrappers.induction.items.free_columns import FreeColumn, find_free_columns, put_column
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.kept import keep_items
from wrappers.induction.items.sample import ItemSample, item_samples

__all__ = [
    "FreeColumn",
    "ItemSample",
    "find_free_columns",
    "item_samples",
    "keep_items",
    "kinds_by_agreement",
    "learn_items",
    "put_column",
]
