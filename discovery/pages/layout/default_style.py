"""What the markup alone says of an element's appearance: default style sheet, fonts, inline styles.

Margins, indentation and sizes are those of the HTML standard (section "Rendering").
"""

import re
from dataclasses import replace

from lxml.html import HtmlElement

from discovery.pages.layout.layout import Font

# The mean character of proportional fonts is half as wide as high, of East Asian scripts as wide.
CHARACTER_WIDTH = 0.5
WIDE_CHARACTER_WIDTH = 1.0
FIRST_WIDE_CHARACTER = "\u1100"
# HTML standard, "Rendering": margins above and below in em, indentation in pixels, sizes in em.
HEADING_MARGINS = {"h1": 0.67, "h2": 0.83, "h3": 1.0, "h4": 1.33, "h5": 1.67, "h6": 2.33}
MARGINS = {
    **dict.fromkeys(("p", "ul", "ol", "dl", "blockquote", "pre", "figure", "menu", "dir"), 1.0),
    **HEADING_MARGINS,
    "hr": 0.5,
}
INDENTATION = dict.fromkeys(("ul", "ol", "menu", "dir", "dd", "blockquote", "figure"), 40.0)
HEADING_SCALE = {"h1": 2.0, "h2": 1.5, "h3": 1.17, "h4": 1.0, "h5": 0.83, "h6": 0.67}
FONT_SCALE = HEADING_SCALE | {"small": 0.83, "big": 1.2, "sub": 0.83, "sup": 0.83}
FONT_SIZES = {1: 10.0, 2: 13.0, 3: 16.0, 4: 18.0, 5: 24.0, 6: 32.0, 7: 48.0}
UNSEEN_TAGS = frozenset("script style template noscript head title svg option datalist".split())
BOLD = 700
BOLD_TAGS = frozenset("h1 h2 h3 h4 h5 h6 b strong th".split())
ITALIC_TAGS = frozenset("i em cite var dfn address".split())
# Characters of an inline style that are read.
MAX_STYLE = 2_000
_HIDDEN = re.compile(r"display\s{0,5}:\s{0,5}none", re.IGNORECASE)
_INDENT = re.compile(
    r"(?:margin|padding)-left\s{0,5}:\s{0,5}(\d{1,4})(?:\.\d{1,4})?\s{0,5}(px|em)", re.IGNORECASE
)


def is_hidden(element: HtmlElement) -> bool:
    """Return whether the markup itself says that an element is not shown."""
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style) and _HIDDEN.search(style[:MAX_STYLE]) is not None


def font_inside(element: HtmlElement, tag: str, outer: Font) -> Font:
    """Return the font inside an element."""
    if tag == "font":
        size = (element.get("size") or "").strip()
        relative = size[:1] in {"+", "-"}
        pixels = outer.size
        if size.lstrip("+-").isdecimal() and len(size) < 4:
            pixels = FONT_SIZES[min(7, max(1, int(size) + (3 if relative else 0)))]
        return replace(
            outer,
            size=pixels,
            color=(element.get("color") or outer.color).strip().lower(),
            family=(element.get("face") or outer.family).strip().lower(),
        )
    if tag in FONT_SCALE or tag in BOLD_TAGS or tag in ITALIC_TAGS:
        return replace(
            outer,
            size=max(6.0, min(96.0, outer.size * FONT_SCALE.get(tag, 1.0))),
            weight=BOLD if tag in BOLD_TAGS else outer.weight,
            italic=outer.italic or tag in ITALIC_TAGS,
        )
    return outer


def width_in_em(text: str) -> float:
    """Return the width of a text in em.

    >>> width_in_em("abcd"), width_in_em("日本")
    (2.0, 2.0)
    """
    if text.isascii():
        return len(text) * CHARACTER_WIDTH
    wide = sum(1 for character in text if character >= FIRST_WIDE_CHARACTER)
    return wide * WIDE_CHARACTER_WIDTH + (len(text) - wide) * CHARACTER_WIDTH


def style_indentation(element: HtmlElement, font: Font) -> float | None:
    """Return the left margin or padding that an inline style gives, in pixels."""
    style = element.get("style")
    match = _INDENT.search(style[:MAX_STYLE]) if style else None
    if match is None:
        return None
    return float(match[1]) * (font.size if match[2] == "em" else 1.0)
