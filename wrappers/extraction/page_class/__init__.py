"""Wrappers of collected pages: what the pages of one template say."""

from wrappers.extraction.page_class.page_lines import PageLine, page_lines
from wrappers.extraction.page_class.wrapper import (
    DataLine,
    PageClassField,
    PageClassWrapper,
    PageItem,
    bare_title,
    clean_label,
)

__all__ = [
    "DataLine",
    "PageClassField",
    "PageClassWrapper",
    "PageItem",
    "PageLine",
    "bare_title",
    "clean_label",
    "page_lines",
]
