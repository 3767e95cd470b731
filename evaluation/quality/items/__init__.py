"""How well data items are read: cells of the shared truth, and fields labelled by hand."""

from evaluation.quality.items.cells import half_of, is_alone, item_figures, print_items

__all__ = ["half_of", "is_alone", "item_figures", "print_items"]
