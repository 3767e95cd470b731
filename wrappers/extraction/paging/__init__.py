"""Further result pages: the controls that lead on, and the rule that follows them."""

from wrappers.extraction.paging.next_page import MAX_WAYS, NextPageRule, NextWay
from wrappers.extraction.paging.page_address import PageStep, page_steps, same_site
from wrappers.extraction.paging.pager_controls import (
    Means,
    PagerControl,
    find_buttons,
    find_links,
    find_postbacks,
)
from wrappers.extraction.paging.pager_labels import LabelKind

__all__ = [
    "MAX_WAYS",
    "LabelKind",
    "Means",
    "NextPageRule",
    "NextWay",
    "PageStep",
    "PagerControl",
    "find_buttons",
    "find_links",
    "find_postbacks",
    "page_steps",
    "same_site",
]
