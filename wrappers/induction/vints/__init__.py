"""ViNTs (Zhao et al. 2005): wrappers from visual content lines and tag structures."""

from wrappers.induction.vints.selection import select_groups
from wrappers.induction.vints.vints import RecordGroup, find_record_groups

__all__ = ["RecordGroup", "find_record_groups", "select_groups"]
