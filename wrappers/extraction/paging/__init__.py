"""Further result pages: the controls that lead on, and the rule that follows them."""

from wrappers.extraction.paging.next_page import MAX_PATTERNS, ControlPattern, NextPageRule
from wrappers.extraction.paging.page_address import NumberChange, number_changes, same_site
from wrappers.extraction.paging.pager_controls import (
    ControlKind,
    PagerControl,
    find_buttons,
    find_links,
    find_postbacks,
)
from wrappers.extraction.paging.pager_labels import LabelKind

__all__ = [
    "MAX_PATTERNS",
    "ControlKind",
    "ControlPattern",
    "LabelKind",
    "NextPageRule",
    "NumberChange",
    "PagerControl",
    "find_buttons",
    "find_links",
    "find_postbacks",
    "number_changes",
    "same_site",
]
