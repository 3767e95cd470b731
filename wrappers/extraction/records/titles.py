"""The titles of a page's records: of what a title link and its twins show, where they stand.

A twin is another link of the record to the same address. Details ours.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS, LINE_TAGS, fold_space
from wrappers.extraction.record_tree import RecordNodes, RecordTree
from wrappers.extraction.records.details import date_in
from wrappers.extraction.records.fields import MAX_LINK_NODES, MAX_LINKS

# The shortest hash that programs show, and the longest (SHA-256).
_HASH = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}\Z")
# A longer text says more than its date.
LONGEST_DATE = 40


def names_nothing(text: str) -> bool:
    """Tell whether a text is a hash or a date and no more.

    >>> [names_nothing(text) for text in ("5c3906427f36", "3 May 2004", "defaced", "May 2004 news")]
    [True, True, False, False]
    """
    if _HASH.match(text):
        return True
    return len(text) <= LONGEST_DATE and date_in(text) == text


# A text in more of the records than this is no title ("Read more"). Guess.
MAX_SHARE_OF_TITLE = 0.3
# Where so large a share of the usual title links differ, what is alike are namesakes. Guess.
MIN_SHARE_OF_OWN = 0.5
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
# A shorter text of the title link gives way to a longer one of a twin: in letters of ASCII, for one
# or two signs are a word of other scripts. Guess.
MIN_TITLE_LENGTH = 3

# What a title link or a twin shows, and its place in the record's tree.
Twin = tuple[str, int]
# Where a link stands: its class, the tag and class of the element around it.
Spot = tuple[str | None, str, str | None]


@dataclass(frozen=True, slots=True)
class _Usual:
    """Where most of a page's title links stand, and whether their texts mostly differ."""

    spot: Spot
    are_own: bool

    def first(self, tree: RecordTree, twins: list[Twin]) -> list[Twin]:
        """Return a record's title link and twins, the one that stands there first."""
        if not twins or _spot(tree, twins[0]) == self.spot:
            return twins
        there = next((twin for twin in twins if _spot(tree, twin) == self.spot), None)
        return twins if there is None else [there, *(twin for twin in twins if twin is not there)]

    def names(self, tree: RecordTree, twins: Sequence[Twin]) -> set[str]:
        if self.are_own and twins and _spot(tree, twins[0]) == self.spot:
            return {twins[0][0]}
        return set()


def read_titles(found: Sequence[RecordNodes]) -> list[str]:
    """Return the titles of records, nothing for one without.

    What several records say in the same words ("Read more") is the title of none of them, unless
    the links that stand there mostly differ.
    """
    twins = [_twins(nodes) for nodes in found]
    texts = [[text for text, _ in own] for own in twins]
    repeated = _repeated(texts)
    is_doubtful = any(len(own) != 1 or own[0] in repeated for own in texts)
    trees = [nodes.tree for nodes in found]
    usual = _usual_title(trees, twins) if is_doubtful else None
    if usual is not None:
        twins = [usual.first(tree, own) for tree, own in zip(trees, twins, strict=True)]
    if any(not own or own[0][0] in repeated for own in twins):
        repeated |= _repeated([list(_lines(tree)) for tree in trees])
    titles = []
    for nodes, own in zip(found, twins, strict=True):
        others = repeated if usual is None else repeated - usual.names(nodes.tree, own)
        titles.append(_title(nodes, [text for text, _ in own], others))
    return titles


def _usual_title(trees: Sequence[RecordTree], twins: Sequence[Sequence[Twin]]) -> _Usual | None:
    firsts = [
        (tree, next((twin for twin in own if _is_name(twin[0])), own[0]))
        for tree, own in zip(trees, twins, strict=True)
        if own
    ]
    spots = [_spot(*first) for first in firsts]
    if not spots:
        return None
    (spot, count), *_ = Counter(spots).most_common(1)
    if 2 * count <= len(spots):
        return None
    there = {text for (_, (text, _)), other in zip(firsts, spots, strict=True) if other == spot}
    # A heading is a name: fewer need to differ.
    least = MAX_SHARE_OF_TITLE if spot[1] in HEADING_TAGS else MIN_SHARE_OF_OWN
    return _Usual(spot, len(there) >= least * count)


def _spot(tree: RecordTree, twin: Twin) -> Spot:
    place = twin[1]
    above = tree.parents[place]
    own = tree.attributes[place].get("class")
    if above >= 0:
        return own, str(tree.tags[above]), tree.attributes[above].get("class")
    around = tree.elements[0].getparent()
    return (own, "", None) if around is None else (own, str(around.tag), around.get("class"))


def _repeated(texts: Sequence[Sequence[str]]) -> set[str]:
    counts = Counter(text for own in texts for text in set(own))
    most = max(2, MAX_SHARE_OF_TITLE * len(texts))
    return {text for text, count in counts.items() if count > most}


def _lines(tree: RecordTree) -> Iterator[str]:
    lines = (tree.lines_in(place, MAX_LINK_NODES) for place in tree.tops)
    return islice(chain.from_iterable(lines), MAX_LINES)


def _twins(nodes: RecordNodes) -> list[Twin]:
    tree, title = nodes
    links = [title]
    href = nodes.href
    places = tree.skeleton.places_of("a")
    if href and len(places) > 1 and not href.startswith("#"):
        links += [
            place
            for place in places[:MAX_LINKS]
            if place != title and tree.attributes[place].get("href") == href
        ]
    return [(text, each) for each in links if (text := _title_at(tree, each))]


def _title(nodes: RecordNodes, twins: Sequence[str], repeated: set[str]) -> str:
    """Return the title link's text, else the longest twin; what names nothing comes last."""
    named = [text for text in twins if _is_name(text)]
    own = [text for text in named if _is_own(text, repeated)]
    if own:
        is_long = len(own[0]) >= MIN_TITLE_LENGTH or not own[0].isascii()
        first_says_it = own[0] == twins[0] and is_long
        return own[0] if first_says_it else max(own, key=len)
    link = nodes.tree.lines_in(nodes.title, MAX_LINK_NODES) if named else ()
    line = next((text for text in link if _names_it(text, repeated)), "")
    return line or _substitute_title(nodes, repeated) or next(iter([*named, *twins]), "")


def title_text(link: HtmlElement) -> str:
    """Return the title that a link shows: of a link around a whole card, its heading or line."""
    return _title_at(RecordTree((link,), MAX_LINK_NODES), 0)


def _title_at(tree: RecordTree, place: int) -> str:
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


def _called_title(tree: RecordTree, places: Iterable[int]) -> str:
    for place in places:
        if _TITLE_CLASS.search(tree.attributes[place].get("class", "")):
            text = tree.shown_in(place, MAX_LINK_NODES)
            if _LETTERS.search(text):
                return text
    return ""


def is_called_title(element: HtmlElement) -> bool:
    return _TITLE_CLASS.search(element.get("class") or "") is not None


def _substitute_title(nodes: RecordNodes, repeated: set[str]) -> str:
    """Return a heading, what the title link says by its attributes, or a line that names it."""
    tree, title = nodes
    headings = (place for place, tag in enumerate(tree.tags) if tag in HEADING_TAGS)
    inside = range(title, tree.skeleton.stops[title])[:MAX_LINK_NODES]
    said = (tree.attributes[place].get(name, "") for place in inside for name in _SAYING)
    names = chain(
        (tree.shown_in(place, MAX_LINK_NODES) for place in islice(headings, MAX_LINES)),
        (text for text in map(fold_space, said) if not _FILE_NAME.search(text)),
        (line for line in _lines(tree) if _names_it(line, repeated)),
    )
    return next((text for text in names if text and text not in repeated), "")


def _names_it(text: str, repeated: set[str]) -> bool:
    return _is_name(text) and _is_own(text, repeated)


def _is_name(text: str) -> bool:
    return _LETTERS.search(text) is not None and not _ADDRESS_TEXT.match(text)


def _is_own(text: str, repeated: set[str]) -> bool:
    return text not in repeated and not names_nothing(text)
