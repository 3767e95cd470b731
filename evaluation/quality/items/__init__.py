"""How well data items are read: cells of the shared truth, and fields labelled by hand."""

from evaluation.quality.items.cells import is_alone, item_figures, part_of, print_items

__all__ = ["is_alone", "item_figures", "part_of", "print_items"]
