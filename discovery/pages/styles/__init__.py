"""What style sheets say of a page's elements: rules, selectors, the cascade, computed styles."""

from discovery.pages.styles.cascade import style_page, wanted_sheets
from discovery.pages.styles.lengths import Length, read_length, used_length
from discovery.pages.styles.nodes import StyledElement
from discovery.pages.styles.style import Style, Window

__all__ = [
    "Length",
    "Style",
    "StyledElement",
    "Window",
    "read_length",
    "style_page",
    "used_length",
    "wanted_sheets",
]
