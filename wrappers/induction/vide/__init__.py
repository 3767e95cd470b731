"""ViDE (Liu, Meng, Meng 2010): records and items from what a page looks like."""

from wrappers.induction.vide.record_groups import VisualRecords, find_visual_records
from wrappers.induction.vide.visual_wrapper import (
    VisualWrapper,
    apply_visual_wrapper,
    make_visual_wrapper,
)

__all__ = [
    "VisualRecords",
    "VisualWrapper",
    "apply_visual_wrapper",
    "find_visual_records",
    "make_visual_wrapper",
]
