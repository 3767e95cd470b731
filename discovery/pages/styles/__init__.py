"""What style sheets say of a page's elements: rules, selectors, the cascade, computed styles."""

from discovery.pages.styles.cascade import style_page, wanted_sheets
from discovery.pages.styles.hiding_rules import KeptStyles
from discovery.pages.styles.keeping import keep_styles
from discovery.pages.styles.lengths import Length, read_length, used_length
from discovery.pages.styles.nodes import StyledElement
from discovery.pages.styles.style import Style, Window
from discovery.pages.styles.visibility import NO_STYLES, Visibility

__all__ = [
    "NO_STYLES",
    "KeptStyles",
    "Length",
    "Style",
    "StyledElement",
    "Visibility",
    "Window",
    "keep_styles",
    "read_length",
    "style_page",
    "used_length",
    "wanted_sheets",
]
