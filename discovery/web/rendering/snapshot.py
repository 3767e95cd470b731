"""A browser's snapshot of a page as our layout: our tree of it, numbered, and the scripts.

Browsers build another tree from the same bytes. So the browser gets the tree that we have, its
elements numbered. The snapshot is what `DOMSnapshot.captureSnapshot` of the Chrome DevTools
Protocol returns for it: arrays over the nodes of the browser's tree and over the boxes of its
layout, with one list of strings for both.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind, bounding_box
from discovery.pages.page import Page
from discovery.pages.tree import elements_in_order, fold_space

_FOLDER = Path(__file__).parent


@cache
def page_script(name: str) -> str:
    """Return the function in the script `name`, with what it uses, to be evaluated in a page."""
    shared = (_FOLDER / "page_elements.js").read_text(encoding="utf-8")
    script = (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
    return f"(() => {{\n{shared}\nreturn (\n{script}\n);\n}})()"


# Pixels of a picture: longer pages are drawn to there. Guess: forty results of five lines. Pictures
# that are stored were drawn so: what lies on them is placed by these.
MAX_PICTURE_WIDTH = 1_600
MAX_PICTURE_HEIGHT = 8_000


class RenderedPage(NamedTuple):
    """A page as a browser shows it; `picture` is a JPEG of it from the top left, if it made one."""

    layout: Layout
    picture: bytes | None


def picture_size(page: Box) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a page that takes the box `page`.

    >>> picture_size(Box(0, 0, 1024, 90_000))
    (1024, 8000)
    """
    return min(int(page.width), MAX_PICTURE_WIDTH), min(int(page.height), MAX_PICTURE_HEIGHT)


NUMBER = "data-metasearch-element"
# Elements whose inside is for browsers that run no scripts, and scripts. They stay, emptied, for
# style sheets count elements: a `<noscript>` shown where scripts are off hides whole pages.
EMPTIED_TAGS = frozenset(("script", "noscript"))
# What lets an element fetch, hold or follow another document, or go there by itself.
_LEADING = ("src", "srcdoc", "data", "code", "archive", "classid", "codebase", "href", "manifest")
LEADING_ATTRIBUTES = {
    **dict.fromkeys(("script", "iframe", "frame", "object", "embed", "applet"), _LEADING),
    **dict.fromkeys(("video", "audio", "source", "track"), ("src",)),
    # Refresh, and policies, character sets and prefetching of their own.
    "meta": ("http-equiv", "content", "charset"),
    "html": ("manifest",),
}


def numbered_markup(page: Page) -> bytes:
    """Return the tree of `page` as HTML in UTF-8, its elements numbered in document order."""
    root = deepcopy(page.root)
    for number, element in enumerate(elements_in_order(root)):
        element.set(NUMBER, str(number))
    for element in list(elements_in_order(root)):
        _silence(element)
    # By it browsers choose how they lay out: as today, or as pages without one expect.
    doctype = page.root.getroottree().docinfo.doctype or ""
    markup = str(etree.tostring(root, method="html", encoding="unicode"))
    return f"{doctype}\n{markup}".encode("utf-8", "replace")


def _silence(element: HtmlElement) -> None:
    """Take from an element what would act by itself."""
    tag = str(element.tag)
    if tag in EMPTIED_TAGS:
        element.text = None
        del element[:]
    for name in LEADING_ATTRIBUTES.get(tag, ()):
        element.attrib.pop(name, None)
    if tag == "link" and (element.get("rel") or "").lower().split() != ["stylesheet"]:
        for name in ("rel", "href"):
            element.attrib.pop(name, None)


# Computed styles asked for, in this order.
STYLES = (
    *("font-size", "font-weight", "font-style", "font-family", "color", "background-color"),
    *("visibility", "opacity", "overflow-x", "overflow-y"),
)
ELEMENT_NODE, TEXT_NODE = 1, 3
# Lines of one text that are kept; of a text broken into more, its box alone. Guess.
MAX_LINES = 200
MAX_FAMILY = 200
CONTROL_TAGS = frozenset("input select textarea button".split())
CLIPPING = frozenset(("hidden", "clip", "scroll", "auto"))
# Boxes of overflowing elements no larger than this show nothing: texts for screen readers, menus
# that are folded up.
HIDING_SIZE = 1
_COLOR = re.compile(r"rgba?\((\d{1,3}), (\d{1,3}), (\d{1,3})(?:, (\d(?:\.\d+)?))?\)")

Slot = tuple[int, int]


def layout_from_snapshot(snapshot: Mapping[str, Any], page: Page) -> Layout:
    return _Reading(snapshot, page).layout()


def css_color(value: str) -> str:
    """Return a computed colour as `#rrggbb`, empty for one that cannot be seen.

    >>> css_color("rgb(0, 128, 255)"), css_color("rgba(0, 0, 0, 0)")
    ('#0080ff', '')
    """
    match = _COLOR.fullmatch(value)
    if match is None or (match[4] is not None and float(match[4]) == 0):
        return ""
    return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()[:3])


def page_box(snapshot: Mapping[str, Any]) -> Box:
    document = snapshot["documents"][0]
    return Box(0, 0, round(document["contentWidth"]), round(document["contentHeight"]))


@dataclass(frozen=True, slots=True)
class _Shown:
    """A box of the browser's layout: its node, its computed styles, the lines of its text."""

    node: int
    box: Box
    styles: Mapping[str, str]
    lines: tuple[Box, ...]


class _Reading:
    def __init__(self, snapshot: Mapping[str, Any], page: Page) -> None:
        self.page_box = page_box(snapshot)
        self.strings: Sequence[str] = snapshot["strings"]
        self.document: Mapping[str, Any] = snapshot["documents"][0]
        self.nodes: Mapping[str, Any] = self.document["nodes"]
        self.parents: Sequence[int] = self.nodes["parentIndex"]
        self.elements = list(elements_in_order(page.root))
        self.texts = dict(_texts(self.elements))
        self.numbers, self.counts = self._numbers()
        self.links = _links(self.elements)
        # The nodes that style sheets make, `::before` and the like.
        self.pseudo_elements = frozenset(self.nodes.get("pseudoType", {}).get("index", ()))

    def layout(self) -> Layout:
        boxes: dict[HtmlElement, Box] = {}
        backgrounds: dict[HtmlElement, str] = {}
        pieces: list[Piece] = []
        texts: list[_Shown] = []
        for shown in self._visible():
            number = self.numbers.get(shown.node)
            if self.nodes["nodeType"][shown.node] == TEXT_NODE:
                texts.append(shown)
            elif number is not None:
                element = self.elements[number]
                # A browser may split an element in two: its box is around both.
                before = boxes.get(element)
                boxes[element] = shown.box if before is None else bounding_box((before, shown.box))
                color = css_color(shown.styles["background-color"])
                if color:
                    backgrounds[element] = color
                kind = _kind_of(element)
                if kind is not None and before is None:
                    pieces.append(self._piece(kind, number, 0, shown))
        pieces += self._text_pieces(texts)
        order = {element: number for number, element in enumerate(self.elements)}
        pieces.sort(key=lambda piece: self._place(piece, order))
        return Layout(self.page_box, tuple(pieces), boxes, backgrounds)

    def _numbers(self) -> tuple[dict[int, int], dict[int, int]]:
        """Return by node the number of our element, and how many such siblings stand before it."""
        name = self.strings.index(NUMBER) if NUMBER in self.strings else -1
        numbers: dict[int, int] = {}
        before: dict[int, int] = {}
        children: dict[int, int] = defaultdict(int)
        for node, attributes in enumerate(self.nodes["attributes"]):
            parent = self.parents[node]
            before[node] = children[parent]
            for key, value in zip(attributes[::2], attributes[1::2], strict=True):
                if key == name and self.strings[value].isdecimal():
                    number = int(self.strings[value])
                    if number < len(self.elements):
                        numbers[node] = number
                        children[parent] += 1
        return numbers, before

    def _visible(self) -> Iterator[_Shown]:
        """Yield what can be seen, in the order of the browser's tree."""
        shown = sorted(self._boxes(), key=lambda each: each.node)
        styles = {each.node: each for each in shown}
        hiding: set[int] = set()
        for node, parent in enumerate(self.parents):
            each = styles.get(node)
            if parent in hiding or (each is not None and _hides_inside(each)):
                hiding.add(node)
            elif each is not None and _can_be_seen(each):
                yield each

    def _boxes(self) -> Iterator[_Shown]:
        """Yield all boxes of the layout; the styles of a text are those around it."""
        layout = self.document["layout"]
        lines: dict[int, list[Box]] = defaultdict(list)
        found = self.document["textBoxes"]
        for index, bounds in zip(found["layoutIndex"], found["bounds"], strict=True):
            lines[index].append(_box(bounds))
        for index, node in enumerate(layout["nodeIndex"]):
            values = (
                self.strings[value] if value >= 0 else "" for value in layout["styles"][index]
            )
            styles = dict(zip(STYLES, values, strict=False))
            if not styles:
                continue
            own = _lines(lines[index])
            yield _Shown(node, _box(layout["bounds"][index]), styles, own)

    def _text_pieces(self, texts: Sequence[_Shown]) -> Iterator[Piece]:
        """Yield the texts at their places in our tree; of what the browser moved the words tell."""
        free: dict[str, list[Slot]] = defaultdict(list)
        claimed: set[Slot] = set()
        moved: list[tuple[_Shown, str]] = []
        for shown in texts:
            value = self.nodes["nodeValue"][shown.node]
            text = fold_space(self.strings[value]) if value >= 0 else ""
            slot = (self.numbers.get(self.parents[shown.node], -1), self.counts[shown.node])
            if text and self.texts.get(slot) == text and slot not in claimed:
                claimed.add(slot)
                yield from self._text_piece(slot, shown)
            elif text and self.parents[shown.node] not in self.pseudo_elements:
                moved.append((shown, text))
        if moved:
            for slot in reversed(list(self.texts)):
                if slot not in claimed:
                    free[self.texts[slot]].append(slot)
        for shown, text in moved:
            if free[text]:
                yield from self._text_piece(free[text].pop(), shown)

    def _text_piece(self, slot: Slot, shown: _Shown) -> Iterator[Piece]:
        """Yield the piece of a text, unless it stands in a control, which is a piece itself."""
        element = self.elements[slot[0]]
        if element.tag not in CONTROL_TAGS and element.getparent() is not None:
            if any(above.tag in CONTROL_TAGS for above in element.iterancestors(*CONTROL_TAGS)):
                return
            yield self._piece(PieceKind.TEXT, *slot, shown, self.texts[slot])

    def _piece(
        self, kind: PieceKind, number: int, before: int, shown: _Shown, text: str = ""
    ) -> Piece:
        element = self.elements[number]
        link = self.links.get(element)
        font = _font(shown.styles)
        return Piece(kind, element, before, text, shown.box, font, link, shown.lines)

    def _place(self, piece: Piece, order: Mapping[HtmlElement, int]) -> tuple[int, int]:
        """Return what orders pieces as in the document: a text stands after the child before it."""
        if piece.kind is not PieceKind.TEXT or not piece.children_before:
            return (order[piece.element], 0)
        last = piece.element[piece.children_before - 1]
        while len(last):
            last = last[-1]
        return (order[last], 1 + len(self.elements) - order[piece.element])


def _texts(elements: Sequence[HtmlElement]) -> Iterator[tuple[Slot, str]]:
    for number, element in enumerate(elements):
        parts = (element.text, *(child.tail for child in element))
        for before, part in enumerate(parts):
            text = fold_space(part or "")
            if text:
                yield (number, before), text


def _links(elements: Sequence[HtmlElement]) -> dict[HtmlElement, HtmlElement]:
    links: dict[HtmlElement, HtmlElement] = {}
    for element in elements:
        above = links.get(element.getparent())
        if element.tag == "a" and element.get("href") is not None:
            links[element] = element
        elif above is not None:
            links[element] = above
    return links


def _kind_of(element: HtmlElement) -> PieceKind | None:
    tag = str(element.tag)
    if tag in CONTROL_TAGS:
        return PieceKind.CONTROL
    return {"img": PieceKind.IMAGE, "hr": PieceKind.RULE}.get(tag)


def _box(bounds: Sequence[float]) -> Box:
    left, top, width, height = map(round, bounds)
    return Box(left, top, width, height)


def _lines(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Return one box a line, for parts of a line in scripts of two directions are apart."""
    lines: list[Box] = []
    for box in boxes:
        if lines and box.top == lines[-1].top:
            lines[-1] = bounding_box((lines[-1], box))
        else:
            lines.append(box)
    return tuple(lines) if 1 < len(lines) <= MAX_LINES else ()


def _hides_inside(shown: _Shown) -> bool:
    styles, box = shown.styles, shown.box
    if styles["opacity"] == "0":
        return True
    clips_width = styles["overflow-x"] in CLIPPING and box.width <= HIDING_SIZE
    return clips_width or (styles["overflow-y"] in CLIPPING and box.height <= HIDING_SIZE)


def _can_be_seen(shown: _Shown) -> bool:
    box = shown.box
    if shown.styles["visibility"] != "visible" or box.right <= 0 or box.bottom <= 0:
        return False
    return box.width > 0 or box.height > 0


def _font(styles: Mapping[str, str]) -> Font:
    size = styles["font-size"].removesuffix("px")
    weight = styles["font-weight"]
    return Font(
        size=round(float(size), 2) if size.replace(".", "", 1).isdecimal() else Font().size,
        weight=int(weight) if weight.isdecimal() else Font().weight,
        italic=styles["font-style"] != "normal",
        color=css_color(styles["color"]),
        family=styles["font-family"].replace('"', "").lower()[:MAX_FAMILY],
    )
