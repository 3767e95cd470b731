"""The default style sheet: what browsers do with elements that no sheet speaks of.

The HTML standard, section "Rendering", as far as it decides where things stand.
"""

import re

from lxml.html import HtmlElement

from discovery.pages.styles.declarations import Declarations, read_declarations

LIST_TAGS = frozenset("ul ol menu dir".split())
UNSEEN_TAGS = frozenset(
    "script style template noscript head title datalist meta link base area param source track "
    "rp noembed noframes option optgroup".split()
)
_BLOCK_TAGS = (
    "html body address article aside blockquote center dialog dd details dir div dl dt fieldset "
    "figcaption figure footer form header hgroup hr legend listing main menu nav ol optgroup p "
    "plaintext pre search section summary ul xmp h1 h2 h3 h4 h5 h6 frameset frame"
).split()
_DISPLAYS = {
    **dict.fromkeys(_BLOCK_TAGS, "block"),
    **dict.fromkeys(UNSEEN_TAGS, "none"),
    "li": "list-item", "table": "table", "tr": "table-row", "td": "table-cell",
    "th": "table-cell", "tbody": "table-row-group", "thead": "table-header-group",
    "tfoot": "table-footer-group", "caption": "table-caption", "col": "table-column",
    "colgroup": "table-column-group",
    **dict.fromkeys("button input select textarea".split(), "inline-block"),
}  # fmt: skip
# Margins above and below, in em, and font sizes.
_HEADINGS = {
    "h1": (0.67, 2.0), "h2": (0.83, 1.5), "h3": (1.0, 1.17),
    "h4": (1.33, 1.0), "h5": (1.67, 0.83), "h6": (2.33, 0.67),
}  # fmt: skip
_OTHERS = {
    "body": "margin: 8px",
    "p": "margin: 1em 0", "dl": "margin: 1em 0", "pre": "margin: 1em 0; white-space: pre",
    "listing": "margin: 1em 0; white-space: pre", "xmp": "margin: 1em 0; white-space: pre",
    **dict.fromkeys(LIST_TAGS, "margin: 1em 0; padding-left: 40px"),
    "blockquote": "margin: 1em 40px", "figure": "margin: 1em 40px", "dd": "margin-left: 40px",
    "hr": "margin: 0.5em auto; border: 1px inset", "center": "text-align: -webkit-center",
    "table": "border-spacing: 2px; box-sizing: border-box; white-space: normal; line-height: "
    "normal; font-size: inherit",
    "td": "padding: 1px; vertical-align: middle",
    "th": "padding: 1px; vertical-align: middle; font-weight: bold; text-align: center",
    "caption": "text-align: center",
    "fieldset": "margin: 0 2px; padding: 0.35em 0.75em 0.625em; border: 2px groove",
    "legend": "padding: 0 2px",
    **dict.fromkeys("b strong".split(), "font-weight: bold"),
    **dict.fromkeys("i em cite var dfn address".split(), "font-style: italic"),
    **dict.fromkeys("small sub sup".split(), "font-size: smaller"),
    "big": "font-size: larger",
    **dict.fromkeys("code kbd samp tt".split(), "font-family: monospace; font-size: 0.8125em"),
    "nobr": "white-space: nowrap",
    **dict.fromkeys(
        "button input select textarea".split(),
        "font-size: 13.333px; font-weight: normal; font-style: normal; line-height: normal; "
        "text-align: left; box-sizing: border-box; white-space: normal",
    ),
}  # fmt: skip
# `<font size>`: pixels of 1 to 7.
FONT_SIZES = {1: 10.0, 2: 13.0, 3: 16.0, 4: 18.0, 5: 24.0, 6: 32.0, 7: 48.0}
MAX_ATTRIBUTE = 100
_NOTHING = Declarations()


def _sheet() -> dict[str, Declarations]:
    """Return the declarations of every tag."""
    texts = dict(_OTHERS)
    for tag, (margin, size) in _HEADINGS.items():
        texts[tag] = f"margin: {margin}em 0; font-size: {size}em; font-weight: bold"
    for tag, display in _DISPLAYS.items():
        texts[tag] = f"display: {display}; {texts.get(tag, '')}"
    return {tag: read_declarations(text) for tag, text in texts.items()}


_SHEET = _sheet()
_NESTED_LIST = read_declarations("display: block; padding-left: 40px; margin: 0")


def default_declarations(tag: str, *, in_list: bool) -> Declarations:
    """Return what the default sheet declares for a tag; lists inside lists have no margins."""
    if in_list and tag in LIST_TAGS:
        return _NESTED_LIST
    return _SHEET.get(tag, _NOTHING)


def attribute_declarations(element: HtmlElement, tag: str) -> Declarations:
    """Return what the attributes of an element say of its look (HTML standard, 15.3)."""
    if not element.attrib:
        return _NOTHING
    found: list[str] = []
    for name, value in element.attrib.items():
        if name in _HINTS and len(value) < MAX_ATTRIBUTE:
            declared = _hint(tag, name, value.strip().lower())
            if declared:
                found.append(declared)
    return read_declarations("; ".join(found)) if found else _NOTHING


def _length_hint(tag: str, name: str, value: str) -> str:
    """Return the width or height that an attribute gives."""
    match = _LENGTH.match(value)
    if tag not in _SIZED_TAGS or match is None:
        return ""
    return f"{name}: {match[1]}{match[2] or 'px'}"


def _align_hint(tag: str, value: str) -> str:
    """Return what `align` does: it floats images and tables, and centres tables and rules."""
    if tag in {"img", "table", "iframe", "object", "embed"} and value in {"left", "right"}:
        return f"float: {value}"
    if tag in {"table", "hr"}:
        return "margin-left: auto; margin-right: auto" if value == "center" else ""
    if tag == "img":
        return "vertical-align: middle" if value in {"middle", "absmiddle", "center"} else ""
    if value == "justify":
        value = "left"
    # Tables inside `<div align=center>` stand in the middle as well.
    return f"text-align: {'-webkit-' if tag in {'div', 'td', 'th', 'tr'} else ''}{value}"


def _font_hint(value: str) -> str:
    """Return the size of `<font size>`: absolute, or counted from 3."""
    number = value.lstrip("+-")
    if not number.isdecimal() or len(number) > 2:
        return ""
    size = int(number)
    if value[0] in "+-":
        size = 3 + size if value[0] == "+" else 3 - size
    return f"font-size: {FONT_SIZES[min(7, max(1, size))]}px"


def _hint(tag: str, name: str, value: str) -> str:
    """Return the declaration that an attribute stands for; nothing for most."""
    if name in {"width", "height"}:
        return _length_hint(tag, name, value)
    if name == "align":
        return _align_hint(tag, value)
    if name == "hidden":
        return "display: none"
    if tag == "font":
        return (
            _font_hint(value)
            if name == "size" and value
            else (f"{_FONT_PROPERTIES[name]}: {value}" if name in _FONT_PROPERTIES else "")
        )
    if name == "bgcolor":
        return f"background-color: {value}"
    if name == "valign" and tag in _VALIGNED_TAGS:
        return f"vertical-align: {value}"
    if name == "nowrap" and tag in {"td", "th"}:
        return "white-space: nowrap"
    if name == "cellspacing" and tag == "table":
        return f"border-spacing: {value}px"
    if name in {"hspace", "vspace"}:
        sides = ("left", "right") if name == "hspace" else ("top", "bottom")
        return "; ".join(f"margin-{side}: {value}px" for side in sides)
    if name == "border" and tag in {"table", "img"}:
        return f"border: {value or 1}px solid"
    if tag == "body" and name in _BODY_MARGINS:
        return f"{_BODY_MARGINS[name]}: {value}px"
    if name == "text" and tag == "body":
        return f"color: {value}"
    return ""


_LENGTH = re.compile(r"(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?")
_SIZED_TAGS = frozenset(
    "table td th tr col img hr iframe embed object video canvas pre input svg".split()
)
_VALIGNED_TAGS = frozenset("td th tr tbody thead tfoot img".split())
_FONT_PROPERTIES = {"color": "color", "face": "font-family"}
_BODY_MARGINS = {
    "marginwidth": "margin-left", "leftmargin": "margin-left", "rightmargin": "margin-right",
    "marginheight": "margin-top", "topmargin": "margin-top", "bottommargin": "margin-bottom",
}  # fmt: skip
_HINTS = frozenset(
    "width height align hidden size color face bgcolor valign nowrap cellspacing hspace vspace "
    "border text".split()
) | frozenset(_BODY_MARGINS)
