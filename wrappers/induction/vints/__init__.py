"""ViNTs (Zhao et al. 2005): wrappers from visual content lines and tag structures."""

from wrappers.induction.vints.content_lines import content_lines
from wrappers.induction.vints.initial_wrappers import VintsWrapper
from wrappers.induction.vints.integration import integrate_wrappers
from wrappers.induction.vints.selection import select_groups
from wrappers.induction.vints.vints import RecordGroup, apply_wrapper, find_record_groups

__all__ = [
    "RecordGroup",
    "VintsWrapper",
    "apply_wrapper",
    "content_lines",
    "find_record_groups",
    "integrate_wrappers",
    "select_groups",
]
