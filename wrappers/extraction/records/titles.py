"""The title of a record: what its title link shows or says, else a heading or line of the record.

Where links name nothing, which column names the records is learned (`wrappers.induction.items`).
Details ours.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from discovery.pages.tree import HEADING_TAGS, LINE_TAGS, fold_space
from wrappers.extraction.record_tree import RecordNodes, RecordTree
from wrappers.extraction.records.fields import MAX_LINK_NODES, MAX_LINKS

MAX_LINES = 20
# Two letters, a letter with a number ("h11"), or a sign of another script: not of currencies, stars
# and other symbols.
_LETTERS = re.compile(
    r"[^\W\d_].*[^\W\d_]|\b[^\W\d_]\d|[^\x00-\u02ff\u2000-\u2bff\ufe00-\ufe0f]", re.DOTALL
)
# An address, a trail that begins with one, or the file of a picture, is no title.
_ADDRESS_TEXT = re.compile(
    r"(?:https?://|www\.)\S*(?:\s+[›»>/].*)?\Z|/\S*\Z|[\w.-]+\.[a-z]{2,}/\S*\Z"
    r"|[^\s/]*/\S*\.(?:tiff?|jpe?g|png|gif|webp)\b",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"[/\\]|\.\w{3,4}\Z")
# Attributes that say what an element shows.
_SAYING = ("title", "alt", "aria-label")
# A class by which an author calls an element the title: "title", "cardTitle", "card__headline".
_TITLE_CLASS = re.compile(
    r"(?<![Ss]ub)(?<![Ss]ub[-_])(?:(?<![A-Za-z])[th]|[TH])(?:itle|eadline|eading)"
    r"(?=\s|\Z|--|_[\w-]*\d)"
)


def read_title(nodes: RecordNodes) -> str:
    """Return the title of a record by its title link, nothing where nothing names it."""
    tree, place = nodes
    text = _title_at(tree, place)
    return text if is_name(text) else next(filter(None, _substitutes(tree, place)), text)


def _title_at(tree: RecordTree, place: int) -> str:
    """Return the title that a link shows: of a link around a whole card, its heading or line."""
    end = tree.skeleton.stops[place]
    inside = tree.tags[place:end]
    if LINE_TAGS.isdisjoint(inside) and len(inside) < MAX_LINK_NODES:
        # Most hold nothing but a word or two that are stressed.
        return tree.shown_in(place)
    heading = next((n for n, tag in enumerate(inside, place) if tag in HEADING_TAGS), None)
    text = "" if heading is None else tree.shown_in(heading, MAX_LINK_NODES)
    if text or (text := _called_title(tree, range(place + 1, end))):
        return text
    if not LINE_TAGS.isdisjoint(inside[1:]):
        for line in tree.lines_in(place, MAX_LINK_NODES):
            if _LETTERS.search(line):
                return line
    return tree.shown_in(place, MAX_LINK_NODES)


def _called_title(tree: RecordTree, places: Sequence[int]) -> str:
    for place in places:
        if calls_title(tree.attributes[place].get("class", "")):
            text = tree.shown_in(place, MAX_LINK_NODES)
            if _LETTERS.search(text):
                return text
    return ""


def calls_title(classes: str) -> bool:
    return _TITLE_CLASS.search(classes) is not None


def _substitutes(tree: RecordTree, place: int) -> Iterator[str]:
    """Yield what other links to the same address show, headings, attributes of the link, lines."""
    href = tree.attributes[place].get("href")
    links = islice(tree.skeleton.places_of("a"), MAX_LINKS) if href else ()
    twins = (n for n in links if n != place and tree.attributes[n].get("href") == href)
    yield from filter(is_name, (_title_at(tree, twin) for twin in islice(twins, MAX_LINES)))
    headings = (n for n, tag in enumerate(tree.tags) if tag in HEADING_TAGS)
    for heading in islice(headings, MAX_LINES):
        yield tree.shown_in(heading, MAX_LINK_NODES)
    for inner in range(place, tree.skeleton.stops[place])[:MAX_LINK_NODES]:
        said = (fold_space(tree.attributes[inner].get(name, "")) for name in _SAYING)
        yield from (text for text in said if not _FILE_NAME.search(text))
    lines = chain.from_iterable(tree.lines_in(top, MAX_LINK_NODES) for top in tree.tops)
    yield from filter(is_name, islice(lines, MAX_LINES))


def is_name(text: str) -> bool:
    """Tell whether a text has letters and is no address."""
    return _LETTERS.search(text) is not None and not _ADDRESS_TEXT.match(text)
