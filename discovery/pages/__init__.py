"""Pages: bytes to a parsed page, its tag tree, its addresses."""

from discovery.pages.blocked import Blockage, BlockingKind, blocking_reason, find_blockage
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.tree import (
    HEADING_TAGS,
    INVISIBLE_TAGS,
    LINE_TAGS,
    class_names,
    elements_in_order,
    fold_space,
    tag_path,
    visible_text,
)
from discovery.pages.urls import comparison_key, resolve_url, unwrap_redirect

__all__ = [
    "HEADING_TAGS",
    "INVISIBLE_TAGS",
    "LINE_TAGS",
    "Blockage",
    "BlockingKind",
    "NotHtmlError",
    "Page",
    "blocking_reason",
    "class_names",
    "comparison_key",
    "elements_in_order",
    "find_blockage",
    "fold_space",
    "parse_page",
    "resolve_url",
    "tag_path",
    "unwrap_redirect",
    "visible_text",
]
