"""A page as arrays in document order: what stands in any stretch of it, at once."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, class_names, fold_space
from wrappers.extraction.records.fields import is_link, scripted_address
from wrappers.induction.samples.sample import PageTooLargeError

# A page with more elements is refused: analysing it would take longer than ten seconds.
MAX_ELEMENTS = 200_000
# So is one that nests deeper: an element's ancestors are looked at for each. Browsers nest no
# deeper (Chromium's kMaximumHTMLParserDOMTreeDepth); the deepest of 586 real pages has 36 levels.
MAX_DEPTH = 512


@dataclass(frozen=True, slots=True)
class PageIndex:
    """The visible elements of a page, numbered in document order, and sums over them.

    `parent[i]` is the number of element i's parent (-1 at the root), `end[i]` the number after its
    last descendant. `rank[i]` is its place among its parent's visible children, of which there are
    `child_count`. `text_before[i]` is the count of visible characters before element i starts; the
    list has one more entry, for the end of the page. `text_end[i]` is the count at the element's
    end. `pieces` are the texts, `piece_before` and `piece_end` the numbers of pieces before an
    element starts and ends. `links` are the numbers of the elements that can be clicked on,
    ascending; `scripted` those of other elements that a script makes clickable.
    """

    page: Page
    elements: list[HtmlElement] = field(default_factory=list)
    number: dict[HtmlElement, int] = field(default_factory=dict)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    rank: list[int] = field(default_factory=list)
    child_count: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    classes: list[tuple[str, ...]] = field(default_factory=list)
    text_before: list[int] = field(default_factory=list)
    text_end: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    piece_before: list[int] = field(default_factory=list)
    piece_end: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    scripted: list[int] = field(default_factory=list)

    def text(self, start_piece: int, end_piece: int) -> str:
        """Return the text of a stretch of pieces, white space folded."""
        return fold_space("".join(self.pieces[start_piece:end_piece]))

    def element_text(self, number: int) -> str:
        """Return the visible text of an element."""
        return self.text(self.piece_before[number], self.piece_end[number])

    def links_between(self, start: int, end: int) -> list[int]:
        """Return the numbers of the links among the elements from `start` up to `end`."""
        return self.links[bisect_left(self.links, start) : bisect_left(self.links, end)]

    def has_link(self, number: int) -> bool:
        """Return whether an element holds a link or is one."""
        place = bisect_left(self.links, number)
        return place < len(self.links) and self.links[place] < self.end[number]

    def numbers_with_links(self) -> Iterator[int]:
        """Yield the elements below the body that hold a link or are one."""
        links = sorted((*self.links, *self.scripted))
        position = 0
        for number in range(len(self.elements)):
            while position < len(links) and links[position] < number:
                position += 1
            has_link = position < len(links) and links[position] < self.end[number]
            if has_link and self.depth[number] >= 2:
                yield number

    def text_length(self, number: int) -> int:
        """Return how many visible characters an element has."""
        return self.text_end[number] - self.text_before[number]


def index_page(page: Page) -> PageIndex:
    """Number the visible elements of `page`.

    Raises `PageTooLargeError` when there are more than `MAX_ELEMENTS`, or more than `MAX_DEPTH`
    levels.
    """
    index = PageIndex(page)
    characters = 0
    stack: list[tuple[HtmlElement, int] | str | int] = [(page.root, -1)]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            characters += _add_text(index, node)
        elif isinstance(node, int):
            if node >= 0:
                index.end[node] = len(index.elements)
                index.text_end[node] = characters
                index.piece_end[node] = len(index.pieces)
        else:
            element, parent = node
            number = _add_element(index, element, parent, characters)
            breaks_line = element.tag in LINE_TAGS
            if breaks_line:
                index.pieces.append(" ")
                stack.append(" ")
            stack.append(number)
            for child in reversed(element):
                if child.tail:
                    stack.append(child.tail)
                if isinstance(child.tag, str) and child.tag not in INVISIBLE_TAGS:
                    stack.append((child, number))
            if element.text:
                characters += _add_text(index, element.text)
    index.text_before.append(characters)
    index.piece_before.append(len(index.pieces))
    return index


def _add_text(index: PageIndex, text: str) -> int:
    """Append a piece of text; return how many characters it has, runs of space as one."""
    index.pieces.append(text)
    return len(" ".join(text.split()))


def _add_element(index: PageIndex, element: HtmlElement, parent: int, characters: int) -> int:
    """Append an element whose text and end are not known yet; return its number."""
    number = len(index.elements)
    if number >= MAX_ELEMENTS:
        raise PageTooLargeError(
            f"{index.page.url or 'the page'} has more than {MAX_ELEMENTS} elements"
        )
    index.elements.append(element)
    index.number[element] = number
    index.parent.append(parent)
    index.end.append(number + 1)
    depth = 0 if parent < 0 else index.depth[parent] + 1
    if depth >= MAX_DEPTH:
        raise PageTooLargeError(
            f"{index.page.url or 'the page'} nests more than {MAX_DEPTH} levels deep"
        )
    index.depth.append(depth)
    index.rank.append(0 if parent < 0 else index.child_count[parent])
    index.child_count.append(0)
    if parent >= 0:
        index.child_count[parent] += 1
    index.tags.append(str(element.tag))
    index.classes.append(class_names(element))
    index.text_before.append(characters)
    index.text_end.append(characters)
    index.piece_before.append(len(index.pieces))
    index.piece_end.append(len(index.pieces))
    if is_link(element):
        index.links.append(number)
    elif scripted_address(dict(element.items())) is not None:
        index.scripted.append(number)
    return number
