"""Stored pages in the console: as a browser's picture of them, or made harmless in a frame."""

from wrappers.console.stored_pages.frames import STYLE, chosen_sample, frame
from wrappers.console.stored_pages.page_display import (
    ItemMark,
    ListChoice,
    render_choices,
    render_extraction,
    render_items,
)
from wrappers.console.stored_pages.pictures import (
    PAGE_VIEW,
    choice_outlines,
    item_outlines,
    view_page,
    view_reading,
)

__all__ = [
    "PAGE_VIEW",
    "STYLE",
    "ItemMark",
    "ListChoice",
    "choice_outlines",
    "chosen_sample",
    "frame",
    "item_outlines",
    "render_choices",
    "render_extraction",
    "render_items",
    "view_page",
    "view_reading",
]
