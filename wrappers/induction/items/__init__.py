"""Learning what the records of an engine say: their data items, aligned into columns."""

from wrappers.induction.items.items import item_samples, learn_items
from wrappers.induction.items.kept import keep_items

__all__ = ["item_samples", "keep_items", "learn_items"]
