"""The skeleton of a record: how its elements are nested, told from its markup without the values.

The records of an engine are built alike. What depends on tags and names of attributes is found out
once for all that have the same.
"""

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import islice, takewhile

from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS

# Skeletons that are kept. Guess: engines have a handful.
MAX_KEPT = 500
# The number of no text, and of the space between two lines.
NOTHING = -1
BREAK = -2
# Serialised markup is cut at its texts and at the values of its attributes.
_CUT = re.compile(r'>([^<]*)|="([^"]*)"')
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|(lt|gt|amp|quot));")
_REFERRED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
# What may stand between two cuts: a tag up to its end or to its first value, a further attribute.
_PART = re.compile(r"</?[^\s=\"'<>&/]+(?: [^\s=\"'<>&/]+|/)?| [^\s=\"'<>&/]+|/?")


def cut_markup(markup: str) -> tuple[tuple[str, ...], list[str], list[str]]:
    """Return what stands between the cuts of serialised markup, the texts, and the values.

    Each cut is at one of them: in the place of the other there is None, for which nobody asks.

    >>> cut_markup('<a href="/1">x</a>')
    (('<a href', '', '</a', ''), [None, 'x', ''], ['/1', None, None])
    """
    cuts = _CUT.split(markup)
    return tuple(cuts[::3]), cuts[1::3], cuts[2::3]


def plain_text(text: str) -> str:
    r"""Return what a text of serialised markup says.

    >>> plain_text("a &lt; b&#13;")
    'a < b\r'
    """
    return _REFERENCE.sub(lambda found: _REFERRED.get(found[2]) or chr(int(found[1])), text)


class Skeleton:
    """How the elements of a record are nested, by what stands between the cuts of its markup.

    `tags` and `parents` are those of `RecordTree`. Texts and values have the numbers of their cuts:
    `text_numbers` are those of the texts in which elements begin, `NOTHING` where there can be
    none, `starts` of those behind their own tags, `ends` of those behind them. `names` are the
    attributes of each element, each name with the number of its value. `classed` and `styled` are
    the numbers of these values.
    """

    def __init__(self, parts: Sequence[str]) -> None:
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.names: list[dict[str, int]] = []
        self._opened: list[int] = []
        self._values: set[int] = set()
        for number, part in enumerate(parts[:-1]):
            self._take(number, part)
        self.text_numbers = [
            NOTHING if start == end else start
            for start, end in zip(self.starts, self.ends, strict=True)
        ]
        self.classed = [names["class"] for names in self.names if "class" in names]
        self.styled = [names["style"] for names in self.names if "style" in names]
        self._few: dict[int, list[int]] = {}
        self._places: dict[str, list[int]] = {}
        self._plain: dict[int, bool] = {}
        self._ends_of: dict[int, int] = {}
        self._shown: dict[int, tuple[int, ...]] = {}

    def _take(self, number: int, part: str) -> None:
        """Take what stands before the cut of a number: of a text, or of a value."""
        opened = self._opened
        if part.startswith("</"):
            self.ends[opened.pop()] = number
            return
        tag, _, name = part.rstrip("/").partition(" ")
        if tag:
            self.parents.append(opened[-1] if opened else -1)
            self.tags.append(tag[1:])
            self.names.append({})
            self.starts.append(number)
            self.ends.append(number)
            opened.append(len(self.tags) - 1)
        if name:
            self.names[opened[-1]][name] = number
            self._values.add(number)
            return
        # The text behind the tag: the tag is over.
        self.starts[opened[-1]] = self.ends[opened[-1]] = number
        if part.endswith("/"):
            opened.pop()

    def places_of(self, tag: str) -> list[int]:
        """Return the places of the elements of a tag."""
        places = self._places.get(tag)
        if places is None:
            places = [place for place, other in enumerate(self.tags) if other == tag]
            self._places[tag] = places
        return places

    def is_plain(self, place: int) -> bool:
        """Return whether all text in an element is seen, and nothing in it begins a line."""
        is_plain = self._plain.get(place)
        if is_plain is None:
            inside = self.tags[place + 1 : self.end_of(place)]
            is_plain = LINE_TAGS.isdisjoint(inside) and INVISIBLE_TAGS.isdisjoint(
                (self.tags[place], *inside)
            )
            self._plain[place] = is_plain
        return is_plain

    def shown_in(self, place: int) -> tuple[int, ...]:
        """Return the numbers of the texts that a reader sees in an element, `BREAK` for a line."""
        shown = self._shown.get(place)
        if shown is None:
            shown = self._shown[place] = tuple(self._look_into(place))
        return shown

    def _look_into(self, place: int) -> list[int]:
        """Find what a reader sees in an element."""
        numbers: list[int] = []
        inside = range(place, self.end_of(place))
        starting = {self.starts[inner]: inner for inner in inside}
        ending = {self.ends[inner]: inner for inner in inside}
        hidden_until = -1
        for number in range(self.starts[place], self.ends[place] + 1):
            for inner in (starting.get(number), ending.get(number)):
                if inner is None or number < hidden_until:
                    continue
                if self.tags[inner] in INVISIBLE_TAGS:
                    hidden_until = self.ends[inner]
                elif self.tags[inner] in LINE_TAGS:
                    numbers.append(BREAK)
            if hidden_until <= number < self.ends[place] and number not in self._values:
                numbers.append(number)
        return numbers

    def first_in(self, place: int, tags: Set[str]) -> int | None:
        """Return the place of the first element of some tags in one, itself included."""
        inside = range(place, self.end_of(place))
        return next((inner for inner in inside if self.tags[inner] in tags), None)

    def few_in(self, most: int) -> list[int]:
        """Return the places of elements in which some others stand directly, fewer than `most`."""
        places = self._few.get(most)
        if places is None:
            counts = Counter(self.parents)
            places = [place for place in range(len(self.tags)) if 0 < counts[place] < most]
            self._few[most] = places
        return places

    def end_of(self, place: int) -> int:
        """Return the place after the last element in that at `place`."""
        found = self._ends_of.get(place)
        if found is None:
            end = self.ends[place]
            inside = takewhile(lambda start: start <= end, islice(self.starts, place, None))
            found = self._ends_of[place] = place + sum(1 for _ in inside)
        return found


@lru_cache(MAX_KEPT)
def skeleton_of(parts: tuple[str, ...]) -> Skeleton | None:
    """Return the skeleton of records with this between their cuts, None where that is odd.

    A name may hold any sign: what has such is left to the parsed tree.
    """
    return Skeleton(parts) if all(map(_PART.fullmatch, parts)) else None
