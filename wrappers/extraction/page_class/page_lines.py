"""The lines of a page with the place each has in the template."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import HEADING_TAGS, INVISIBLE_TAGS, class_names, fold_space, visible_text
from wrappers.extraction.lines.text_lines import TextLine, text_lines

# Lines read of a page. Guess: the longest pages of documentation have a few thousand.
MAX_LINES = 4_000
# Characters of a line that names what follows it, or of the part that names the rest of it.
MAX_LABEL_LENGTH = 60
# Where more of a page's text is hidden than this share, a script shows it. Guess.
MAX_SHARE_UNSEEN = 0.6
# Levels of the tree that a place tells, counted from the line upwards: wrappers around the whole
# page say nothing.
MAX_LEVELS = 12
# Children of an element that is no table row and yet holds one label and its value.
MAX_ROW_CHILDREN = 3
_PAGE_TAGS = frozenset("html body main article table tbody".split())
_ROW_TAGS = frozenset("tr dl li".split())
_PART_TAGS = frozenset("b strong em i span label dfn th dt small u font cite".split())


@dataclass(frozen=True, slots=True)
class PageLine:
    """One line: its text, its place in the template, and what it may be named by.

    `place` is the path of tags with their classes. `parts` are beginnings of the line that may name
    the rest of it. `rows` are the elements in which a line before it names this one.
    """

    text: str
    place: str
    is_link: bool
    is_heading: bool
    parts: tuple[str, ...]
    rows: tuple[HtmlElement, ...]
    element: HtmlElement

    @property
    def is_short(self) -> bool:
        """Whether the line may be a label."""
        return len(self.text) <= MAX_LABEL_LENGTH


def page_lines(page: Page, classes: Collection[str] | None = None) -> list[PageLine]:
    """Return the lines of `page`; only `classes` (all when None) tell places apart."""
    places: dict[HtmlElement, str] = {}
    return [
        PageLine(
            text=line.text,
            place=_place(line.element, classes, places),
            is_link=line.is_link,
            is_heading=_is_heading(line.element),
            parts=tuple(_parts(line)),
            rows=_rows(line.element),
            element=line.element,
        )
        for line in islice(text_lines(page.root, _unseen(page)), MAX_LINES)
    ]


def _unseen(page: Page) -> Collection[HtmlElement]:
    """Return what no person sees of a page, and can open by nothing on it.

    Nothing where it is most that the page says: then a script shows it.
    """
    hidden = [each for each in page.visibility().hidden_elements(page.root) if _says(each)]
    if not hidden:
        return ()
    opened = _opened(page)
    unseen = [
        element
        for element in hidden
        if element.get("role") != "tabpanel"
        and opened.isdisjoint((element.get("id"), *(inner.get("id") for inner in element)))
    ]
    said = sum(len(visible_text(each)) for each in unseen)
    return () if said > MAX_SHARE_UNSEEN * len(page.text) else unseen


def _says(element: HtmlElement) -> bool:
    """Return whether there is text in an element that lines are read of."""
    return element.tag not in INVISIBLE_TAGS and bool(visible_text(element))


def _opened(page: Page) -> frozenset[str | None]:
    """Return the ids of what something on the page opens: tabs, lists that fold."""
    named = page.root.xpath(
        "//@aria-controls | //@data-target | //@data-bs-target | //label/@for"
        " | //a[starts-with(@href, '#')]/@href"
    )
    return frozenset(str(value).removeprefix("#") for value in named) - {""}


def _place(
    element: HtmlElement, classes: Collection[str] | None, known: dict[HtmlElement, str]
) -> str:
    """Return the path of tags and classes that leads to an element."""
    if element not in known:
        levels: list[str] = []
        node: HtmlElement | None = element
        while node is not None and len(levels) < MAX_LEVELS:
            names = sorted(n for n in class_names(node) if classes is None or n in classes)
            levels.append(".".join((str(node.tag), *names)))
            node = node.getparent()
        known[element] = ">".join(reversed(levels))
    return known[element]


def _is_heading(element: HtmlElement) -> bool:
    return element.tag in HEADING_TAGS or element.tag in {"summary", "legend"}


def _parts(line: TextLine) -> list[str]:
    """Return the beginnings of a line that may name the rest: up to a colon, or in other type."""
    found = []
    head, colon, rest = line.text.partition(":")
    if colon and rest.strip() and len(head) < MAX_LABEL_LENGTH:
        found.append(head + colon)
    element = line.element
    if not (element.text or "").strip():
        first = next((child for child in element if isinstance(child.tag, str)), None)
        if first is not None and first.tag in _PART_TAGS:
            text = fold_space(visible_text(first))
            if 0 < len(text) <= MAX_LABEL_LENGTH and line.text != text:
                found += [text] if line.text.startswith(text) and text not in found else []
    return found


def _rows(element: HtmlElement) -> tuple[HtmlElement, ...]:
    """Return the elements around a line, nearest first, in which a label and its value meet."""
    rows = []
    parent = element.getparent()
    if parent is not None and parent.tag not in _PAGE_TAGS:
        rows.append(parent)
        grandparent = parent.getparent()
        if grandparent is not None and (
            grandparent.tag in _ROW_TAGS
            or (grandparent.tag not in _PAGE_TAGS and len(grandparent) <= MAX_ROW_CHILDREN)
        ):
            rows.append(grandparent)
    return tuple(rows)
