"""Wrappers of collected pages: what the pages of one template say, read by what they share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from lxml.html import HtmlElement

from discovery.documents.document import Document
from discovery.pages.page import Page
from wrappers.extraction.page_class.page_lines import PageLine, page_lines


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
        """Return what `page` says."""
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
        """Yield the lines of `page` that are not its template's, each with its label if any."""
        labels = _RowLabels()
        heading = ""
        for number, line in enumerate(page_lines(page, self.classes)):
            if self._is_template(line):
                if line.is_heading and line.is_short:
                    heading = line.text
                elif line.is_short and not line.is_link:
                    labels.note(line, number)
                continue
            part = next((p for p in line.parts if (line.place, p) in self.parts), "")
            text = line.text[len(part) :].strip(" :\u00a0")
            if line.is_heading:
                # A heading of the page's own ends what the template's heading before it names.
                heading = ""
            label = part or labels.find(line, number) or heading
            if text:
                yield DataLine(text, line.place, label, line.is_link)

    def _is_template(self, line: PageLine) -> bool:
        return line.place in self.label_places or (line.place, line.text) in self.constants

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


class _RowLabels:
    """The labels met on a page by the rows they stand in."""

    def __init__(self) -> None:
        self._labels: dict[HtmlElement, tuple[PageLine, int]] = {}

    def note(self, line: PageLine, number: int) -> None:
        """Take a line of the template for the label of what follows in its rows."""
        for row in line.rows:
            self._labels[row] = (line, number)

    def find(self, line: PageLine, number: int) -> str:
        """Return the label that stands just before a line in its row, or before its like."""
        for row in line.rows:
            label, last = self._labels.get(row, (None, 0))
            if label is not None and label.place != line.place and number - last <= MAX_DISTANCE:
                self._labels[row] = (label, number)
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
