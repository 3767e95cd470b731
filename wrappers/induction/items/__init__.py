"""Learning what the records of an engine say: their data items, aligned into columns."""

from wrappers.induction.items.items import item_samples, keep_items, learn_items

__all__ = ["item_samples", "keep_items", "learn_items"]
