"""Records between separators, and links by their tag prefix: rules for pages of bare markup.

Zhao et al. 2005, section 3.4: "SRRs are separated by possibly different kinds of separators". They
are sequences of sibling nodes; what stands between two of them is a record. Wu, Meng et al. 2003,
section 2.6: "The Tag Prefix of a URL is a sequence of HTML tags that appear before a URL and
typically on the same line as the URL."
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import groupby, islice, pairwise
from typing import Annotated, TypeVar

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS

# Nodes that may stand anywhere and show nothing: no nodes of the tag tree.
SKIPPED_TAGS = frozenset("script style noscript template".split())
# Child nodes of one node that make up its structure, consecutive equal ones as one. Guess.
MAX_STRUCTURE = 12
# Siblings of one sub-tree that are looked at: longer lists are no result page. Guess.
MAX_SIBLINGS = 3_000
# Links of a page whose prefix is looked at. Guess: the largest real page has a tenth.
MAX_LINKS = 10_000
# Tags of a prefix; a line with more before a link says nothing. Guess.
MAX_TAGS = 40
# Cells stand beside each other on one line: in the paper's example <td> is part of the prefix.
_LINE_CHANGES = LINE_TAGS - {"td", "th"}

Label = Annotated[str, Meta(max_length=400)]


def is_tree_node(node: HtmlElement) -> bool:
    return isinstance(node.tag, str) and node.tag not in SKIPPED_TAGS


def child_nodes(parent: HtmlElement) -> tuple[HtmlElement, ...]:
    return tuple(filter(is_tree_node, parent))


def class_structure(element: HtmlElement) -> str:
    """Return the class names of a node (ours)."""
    return "".join(f".{name}" for name in sorted(element.get("class", "").split()))


def text_structure(element: HtmlElement) -> str:
    """Return whether text follows a node (ours): of two breaks, the second ends a blank line."""
    return "+" if element.tail and not element.tail.isspace() else ""


def child_structure(element: HtmlElement) -> str:
    tags = [str(child.tag) for child in child_nodes(element)[:MAX_STRUCTURE]]
    return class_structure(element) + _listed(tags)


def descendant_structure(element: HtmlElement) -> str:
    """Return class names and tags of the child nodes and of theirs.

    >>> from lxml.html import fromstring
    >>> row = fromstring("<div class=r><p><b>x</b></p><p>y</p><i>z</i><i>!</i></div>")
    >>> descendant_structure(row)
    '.r(p(b),p,i)'
    """
    labels = [
        str(child.tag) + _listed([str(node.tag) for node in child_nodes(child)[:MAX_STRUCTURE]])
        for child in child_nodes(element)[:MAX_STRUCTURE]
    ]
    return class_structure(element) + _listed(labels)


def _listed(labels: Sequence[str]) -> str:
    return f"({','.join(label for label, _ in groupby(labels))})" if labels else ""


# How the nodes of separators are expanded, one after the other: "by taking the structure of the
# child nodes (or even deeper descendant nodes) … into consideration" (Zhao et al. 2005, section
# 3.5, step 2, case 3). Stored separators name a place here: new ones come last.
EXPANSIONS: tuple[Callable[[HtmlElement], str], ...] = (
    lambda element: "",
    class_structure,
    text_structure,
    child_structure,
    descendant_structure,
)


Node = TypeVar("Node", bound=Hashable)


def find_separators(
    labels: Sequence[Node], separators: Iterable[tuple[Node, ...]], start: int = 0
) -> list[tuple[int, int]]:
    """Return start and end of each separator among the siblings from `start`, longest first."""
    by_length = sorted(separators, key=len, reverse=True)
    found = []
    position = start
    while position < len(labels):
        for separator in by_length:
            end = position + len(separator)
            if labels[position] == separator[0] and tuple(labels[position:end]) == separator:
                found.append((position, end))
                position = end - 1
                break
        position += 1
    return found


def record_bounds(
    tags: Sequence[str], separators: Sequence[tuple[int, int]], start: int = 0, *, leads: bool
) -> list[tuple[int, int]]:
    """Return start and end of the records among siblings with these tags, from number `start`.

    Ours: what precedes the first separator and what follows the last are as long as the longest
    other record at most, and the latter is none unless it begins as others do. The last record
    often lacks its separator; before the first stands what heads the page.

    >>> record_bounds(["form", "p", "p"], [(1, 2), (2, 3)], leads=False)
    [(1, 2), (2, 3)]
    >>> record_bounds(["h1", "hr", "p"], [(1, 2)], leads=True)
    [(1, 3)]
    """
    starts = [first for first, _ in separators] if leads else [start, *(e for _, e in separators)]
    bounds = list(pairwise(starts))
    longest = max((end - first for first, end in bounds[not leads :]), default=len(tags))
    if bounds and not leads:
        first, end = bounds[0]
        bounds[0] = (max(first, end - longest), end)
    firsts = {tags[first] for first, _ in bounds}
    last = starts[-1] if starts else len(tags)
    if last < len(tags) and (leads or tags[last] in firsts):
        bounds.append((last, min(len(tags), last + longest)))
    return bounds


class Separators(Document, frozen=True, omit_defaults=True):
    """The separators of a wrapper: sequences of sibling nodes, each written as tag and structure.

    `expansion` is the place of that structure in `EXPANSIONS`. They end the records, "each
    separator is also (the ending) part of a record", or begin them where one `leads` (ours).
    """

    sequences: Annotated[
        tuple[Annotated[tuple[Label, ...], Meta(min_length=1, max_length=200)], ...],
        Meta(min_length=1, max_length=50),
    ]
    leads: bool = False
    expansion: Annotated[int, Meta(ge=0, le=len(EXPANSIONS) - 1)] = 0

    def starts(self, parent: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the first node with a link of each record among the child nodes of `parent`."""
        expand = EXPANSIONS[self.expansion]
        children = child_nodes(parent)[:MAX_SIBLINGS]
        tags = [str(child.tag) for child in children]
        labels = [tag + expand(child) for tag, child in zip(tags, children, strict=True)]
        found = find_separators(labels, self.sequences)
        for start, end in record_bounds(tags, found, leads=self.leads):
            yield from islice(filter(has_link, children[start:end]), 1)

    def __str__(self) -> str:
        written = " | ".join("".join(f"<{label}>S" for label in each) for each in self.sequences)
        return f"({written}) X" if self.leads else f"X ({written})"


def has_link(element: HtmlElement) -> bool:
    return next(element.iter("a"), None) is not None


def tag_prefix(elements: Sequence[HtmlElement], place: int) -> str:
    """Return the tags before the link at `place`, back to the one that implies a change of line.

    Of `<table><tr><td><b><a href=…>` these are "tr td b". Details ours: an element that ended
    before the link counts by its tag, one that ends a line by its closing tag.
    """
    around = set(elements[place].iterancestors())
    tags: list[str] = []
    for element in elements[max(0, place - MAX_TAGS) : place][::-1]:
        tag = str(element.tag)
        is_over = element not in around
        tags.append(f"/{tag}" if is_over and tag in _LINE_CHANGES and tag != "br" else tag)
        if tag in _LINE_CHANGES:
            break
    return " ".join(reversed(tags))


def with_prefix(root: HtmlElement, links: Iterable[HtmlElement], prefix: str) -> list[HtmlElement]:
    """Return what starts the records of the `links` of a page with this tag prefix."""
    elements = shown_elements(root)
    places = {element: place for place, element in enumerate(elements)}
    known = (link for link in islice(links, MAX_LINKS) if link in places)
    return own_elements([link for link in known if tag_prefix(elements, places[link]) == prefix])


def shown_elements(root: HtmlElement) -> list[HtmlElement]:
    return [e for e in root.iter() if isinstance(e.tag, str) and e.tag not in INVISIBLE_TAGS]


def own_elements(links: Sequence[HtmlElement]) -> list[HtmlElement]:
    """Return for each link the highest element around it and no other of the links.

    One of running text is none: `<font>` that is never closed holds the rest of the page.
    """
    around = Counter(node for link in links for node in (link, *link.iterancestors()))
    return [_highest(link, around) for link in links]


def _highest(link: HtmlElement, around: Counter[HtmlElement]) -> HtmlElement:
    node = link
    for ancestor in link.iterancestors():
        if around[ancestor] > 1:
            break
        if ancestor.tag in LINE_TAGS or not _holds_lines(ancestor):
            node = ancestor
    return node


def _holds_lines(element: HtmlElement) -> bool:
    """Return whether a change of line or a second link stands in an element."""
    links = sum(1 for _ in islice(element.iter("a"), 2))
    return links > 1 or any(node.tag in LINE_TAGS for node in islice(element.iter(), 1, MAX_TAGS))
