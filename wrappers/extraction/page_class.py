"""Wrappers of collected pages: what the pages of one template say, read by places."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from lxml.html import HtmlElement

from discovery.documents.document import Document
from discovery.pages.page import Page
from discovery.pages.tree import HEADING_TAGS, INVISIBLE_TAGS, class_names, fold_space, visible_text
from wrappers.extraction.lines import TextLine, text_lines

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
_HEADING_TAGS = HEADING_TAGS | {"summary", "legend"}
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
        return len(self.text) <= MAX_LABEL_LENGTH

    @property
    def key(self) -> tuple[str, str]:
        return self.place, self.text


def page_lines(page: Page, classes: Collection[str] | None = None) -> list[PageLine]:
    """Return the lines of `page`; only `classes` (all when None) tell places apart."""
    places: dict[HtmlElement, str] = {}
    return [
        PageLine(
            text=line.text,
            place=_place(line.element, classes, places),
            is_link=line.is_link,
            is_heading=line.element.tag in _HEADING_TAGS,
            parts=tuple(_parts(line)),
            rows=_rows(line.element),
            element=line.element,
        )
        for line in islice(text_lines(page.root, _unseen(page).__contains__), MAX_LINES)
    ]


def _unseen(page: Page) -> frozenset[HtmlElement]:
    """Return what no person sees nor can open; nothing where it is most: a script shows it."""
    hidden = [each for each in page.visibility().hidden_elements(page.root) if _says(each)]
    opened = _opened(page) if hidden else frozenset()
    unseen = frozenset(
        element
        for element in hidden
        if element.get("role") != "tabpanel"
        and opened.isdisjoint((element.get("id"), *(inner.get("id") for inner in element)))
    )
    said = sum(len(visible_text(each)) for each in unseen)
    return frozenset() if said > MAX_SHARE_UNSEEN * len(page.text) else unseen


def _says(element: HtmlElement) -> bool:
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
    if element not in known:
        levels: list[str] = []
        node: HtmlElement | None = element
        while node is not None and len(levels) < MAX_LEVELS:
            names = sorted(n for n in class_names(node) if classes is None or n in classes)
            levels.append(".".join((str(node.tag), *names)))
            node = node.getparent()
        known[element] = ">".join(reversed(levels))
    return known[element]


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


@dataclass(frozen=True, slots=True)
class PageItem:
    """The data of one page of a class.

    `fields` are names with their values in document order, `text` is all running text that is the
    page's own. All texts are plain, white space folded within a line.
    """

    title: str
    fields: tuple[tuple[str, str], ...]
    text: str


# Characters kept of a value and of a page's text.
MAX_VALUE_LENGTH = 4_000
MAX_TEXT_LENGTH = 40_000
MAX_TITLE_LENGTH = 300
# Lines from a label to its value, and from one value to the next. Guess: a mark or unit between.
MAX_DISTANCE = 2


class PageClassField(Document, frozen=True):
    """One field: the label that names it on the page, or else the place of its lines."""

    name: str
    label: str
    place: str


class PageClassWrapper(Document, frozen=True):
    """Reads the pages of one class.

    `constants` are the lines (place and text) of the template. `label_places` are where every line
    is a label. `parts` are the beginnings of lines that name the rest (place and text).
    `title_place` is where the title stands, else it is what of `<title>` stands between
    `title_start` and `title_end`. `classes` are the class names that tell places apart.
    """

    VERSION: ClassVar = ("format", "page class 1")

    fields: tuple[PageClassField, ...]
    constants: frozenset[tuple[str, str]]
    label_places: frozenset[str]
    parts: frozenset[tuple[str, str]]
    title_place: str
    title_start: str
    title_end: str
    classes: frozenset[str]
    pages: int

    def extract(self, page: Page) -> PageItem:
        data = list(self.data_lines(page))
        title = self._title(page, data)
        values: dict[str, list[str]] = {}
        names_by_label = {field.label: field.name for field in self.fields if field.label}
        names_by_place = {field.place: field.name for field in self.fields if not field.label}
        for line in data:
            if line.place == self.title_place:
                continue
            if line.label:
                # A label not seen before stands in a place of labels: it names itself.
                name = names_by_label.get(line.label) or clean_label(line.label)
            else:
                name = names_by_place.get(line.place, "")
            if name:
                values.setdefault(name, []).append(line.text)
        fields = tuple(
            (name, "\n".join(found)[:MAX_VALUE_LENGTH]) for name, found in values.items()
        )
        own = (line.text for line in data if not line.is_link)
        return PageItem(title, fields, "\n".join(own)[:MAX_TEXT_LENGTH])

    def data_lines(self, page: Page) -> Iterator["DataLine"]:
        labels: _Labels = {}
        heading = ""
        for number, line in enumerate(page_lines(page, self.classes)):
            if line.place in self.label_places or line.key in self.constants:
                if line.is_heading and line.is_short:
                    heading = line.text
                elif line.is_short and not line.is_link:
                    labels.update(dict.fromkeys(line.rows, (line, number)))
                continue
            part = next((p for p in line.parts if (line.place, p) in self.parts), "")
            text = line.text[len(part) :].strip(" :\u00a0")
            if line.is_heading:
                # A heading of the page's own ends what the template's heading before it names.
                heading = ""
            label = part or _label_of(line, number, labels) or heading
            if text:
                yield DataLine(text, line.place, label, line.is_link, line.element)

    def _title(self, page: Page, data: Iterable["DataLine"]) -> str:
        if self.title_place:
            found = next((line.text for line in data if line.place == self.title_place), "")
            if found:
                return found[:MAX_TITLE_LENGTH]
        return bare_title(page.title, (self.title_start, self.title_end))[:MAX_TITLE_LENGTH]


@dataclass(frozen=True, slots=True)
class DataLine:
    """A line of a page that is not its template's, with the label that names it, if any."""

    text: str
    place: str
    label: str
    is_link: bool
    element: HtmlElement


# The labels met on a page, each with the number of the line last named, by the rows they stand in.
_Labels = dict[HtmlElement, tuple[PageLine, int]]


def _label_of(line: PageLine, number: int, labels: _Labels) -> str:
    for row in line.rows:
        label, last = labels.get(row, (None, 0))
        if label is not None and label.place != line.place and number - last <= MAX_DISTANCE:
            labels[row] = (label, number)
            return label.text
    return ""


def bare_title(title: str, affixes: tuple[str, str]) -> str:
    """Return a `<title>` without what all of the site begin and end with.

    >>> bare_title("Foo – Shop", ("", " – Shop"))
    'Foo'
    """
    start, end = affixes
    return title.removeprefix(start).removesuffix(end).strip() or title


def clean_label(text: str) -> str:
    """Return a label as the name of a field.

    >>> clean_label("Price (EUR):"), clean_label("  –  ")
    ('Price (EUR)', '')
    """
    return text.strip(" :\u00a0-–—=»›>*•|/.,;#¶")
