"""The lines of text of a page, and where they stand in its template."""

from wrappers.extraction.lines.page_lines import MAX_LINKS, PageLines, comparable
from wrappers.extraction.lines.place import MAX_PATH_LENGTH, TAG_NAME, Place
from wrappers.extraction.lines.text_lines import (
    MASK,
    WORD_PATTERN,
    TextLine,
    lines_of,
    mask_query,
    own_lines,
    text_lines,
)

__all__ = [
    "MASK",
    "MAX_LINKS",
    "MAX_PATH_LENGTH",
    "TAG_NAME",
    "WORD_PATTERN",
    "PageLines",
    "Place",
    "TextLine",
    "comparable",
    "lines_of",
    "mask_query",
    "own_lines",
    "text_lines",
]
