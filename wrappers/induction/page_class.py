"""Wrappers over page classes: what differs between the pages of one template is learned.

After RoadRunner (Crescenzi, Mecca, Merialdo 2001), the generator that INDESIT feeds (Blanco et al.
2005, figure 1). Pages of one template are compared, mismatches are data. Details ours: the pages
are compared line by line under their places, so that optional and repeated blocks need no
alignment. The labels found on the page name the fields.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from itertools import chain, islice
from typing import TypeVar

from lxml.html import HtmlElement
from rapidfuzz.distance import Prefix

from discovery.pages.page import Page
from discovery.pages.tree import class_names
from wrappers.extraction.page_class import (
    DataLine,
    PageClassField,
    PageClassWrapper,
    PageLine,
    bare_title,
    clean_label,
    page_lines,
)

_Key = TypeVar("_Key", bound=Hashable)


def _on_share(
    pages: Sequence[Collection[_Key]], share: float, most: int | None = None
) -> list[_Key]:
    """Return the `most` usual of what at least this `share` of pages has, of several pages two."""
    counts = Counter(chain.from_iterable(map(dict.fromkeys, pages)))
    least = max(min(2, len(pages)), share * len(pages))
    return [key for key, count in counts.most_common(most) if count >= least]


# A field is on at least this share of the pages; rarer ones are found by their labels alone.
FIELD_SHARE = 0.2
MAX_FIELDS = 60


def find_fields(data: Sequence[Sequence[DataLine]], title_place: str = "") -> list[PageClassField]:
    """Return the fields that enough pages have, in document order, named by their labels."""
    # Where on each page a field begins.
    places: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    examples: dict[str, DataLine] = {}
    keys_of_pages = []
    for page in data:
        keys: dict[tuple[str, str], float] = {}
        for number, line in enumerate(page):
            if line.place != title_place:
                keys.setdefault((line.label, "" if line.label else line.place), number / len(page))
                examples.setdefault(line.place, line)
        for key, share in keys.items():
            places[key].append(share)
        keys_of_pages.append(keys)
    fields: list[PageClassField] = []
    names: Counter[str] = Counter()
    kept = _on_share(keys_of_pages, FIELD_SHARE, MAX_FIELDS)
    for label, place in sorted(kept, key=lambda key: sum(places[key]) / len(places[key])):
        name = clean_label(label) or (name_of_place(examples[place]) if place else "") or "text"
        names[name] += 1
        unique = name if names[name] == 1 else f"{name} {names[name]}"
        fields.append(PageClassField(unique, label, place))
    return fields


# Levels of the tree looked at for the name of a line, and characters of one.
NAMING_LEVELS = 3
MAX_NAME_LENGTH = 60
# What an element says itself of its content: microdata, and the custom of responsive tables.
_NAMING_ATTRIBUTES = ("itemprop", "data-label", "data-title")


def name_of_place(line: DataLine) -> str:
    """Return what the markup calls a line that nothing on the page names, empty when nothing."""
    declared = declared_name(line.element)
    if declared:
        return declared
    for level in reversed(line.place.split(">")[-NAMING_LEVELS:]):
        names = [name for name in level.split(".")[1:] if not any(map(str.isdigit, name))]
        if names:
            return names[0][:MAX_NAME_LENGTH]
    return ""


def declared_name(element: HtmlElement) -> str:
    """Return the name that an element, or one just around or inside it, declares; or nothing."""
    nodes = (element, *islice(element.iterancestors(), NAMING_LEVELS - 1))
    for node in (*nodes, *islice(element.iterdescendants(), NAMING_LEVELS)):
        declared = next((node.get(each) for each in _NAMING_ATTRIBUTES if node.get(each)), None)
        if declared:
            return str(declared)[:MAX_NAME_LENGTH]
    return ""


# A line on at least this share of the pages, in the same place, is the template's. Guess: data
# repeats ("English", "in stock") on fewer pages than that.
TEMPLATE_SHARE = 0.6
# A class name on fewer pages than this share is the page's own.
CLASS_SHARE = 0.2
# A place of labels: nearly all of its lines recur on other pages. Guess.
LABEL_LINES_SHARE = 0.9
# Differing texts that a place of labels has at least; fewer are constants or values.
MIN_LABELS = 2
# A beginning of lines is a label when so many pages have it, with differing ends.
MIN_PART_SHARE = 0.2
MAX_CONSTANTS = 5_000


def template_classes(pages: Iterable[Page]) -> frozenset[str]:
    """Return the class names that recur: those of one page would make its places its own."""
    names = [{n for node in page.root.iter("*") for n in class_names(node)} for page in pages]
    return frozenset(_on_share(names, CLASS_SHARE))


def constant_lines(pages: Sequence[Sequence[PageLine]]) -> frozenset[tuple[str, str]]:
    """Return the lines of the template: the same text in the same place on most pages."""
    # Those on most pages first, so that a bound loses the least.
    lines = [[line.key for line in page] for page in pages]
    return frozenset(_on_share(lines, TEMPLATE_SHARE, MAX_CONSTANTS))


def find_label_places(
    pages: Sequence[Sequence[PageLine]], constants: frozenset[tuple[str, str]]
) -> frozenset[str]:
    """Return the places where every line is a label: nearly all of their texts recur."""
    pages_with = Counter(chain.from_iterable({line.key for line in page} for page in pages))
    places: defaultdict[str, list[PageLine]] = defaultdict(list)
    for line in chain.from_iterable(pages):
        places[line.place].append(line)

    def are_labels(lines: Sequence[PageLine]) -> bool:
        recurring = [line.key for line in lines if pages_with[line.key] > 1]
        return (
            all(line.is_short for line in lines)
            and len(set(recurring)) >= MIN_LABELS
            # Values of few kinds recur too: a label's place has constants among its lines.
            and not constants.isdisjoint(recurring)
            and len(recurring) >= LABEL_LINES_SHARE * len(lines)
        )

    return frozenset(place for place, lines in places.items() if are_labels(lines))


def naming_parts(
    pages: Sequence[Sequence[PageLine]],
    constants: frozenset[tuple[str, str]],
    label_places: frozenset[str],
) -> frozenset[tuple[str, str]]:
    """Return the beginnings of lines that name the rest: they recur, what follows differs."""
    ends: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    parts_of_pages = []
    for page in pages:
        lines = [
            each for each in page if each.place not in label_places and each.key not in constants
        ]
        found = [((line.place, part), line.text) for line in lines for part in line.parts]
        for part, text in found:
            ends[part].add(text)
        parts_of_pages.append([part for part, _ in found])
    parts = _on_share(parts_of_pages, MIN_PART_SHARE)
    return frozenset(part for part in parts if len(ends[part]) > 1)


# Where titles stand, the most usual first.
TITLE_TAGS = ("h1", "h2", "h3", "h4", "dt", "caption", "td", "div")
# A place is the title's when its text is found in `<title>` on so many pages. Guess.
TITLE_SHARE = 0.5
# A title says at least so much of what `<title>` says besides the site's name. Guess.
TITLE_COVERAGE = 0.5


def title_affixes(titles: Sequence[str]) -> tuple[str, str]:
    """Return what all `<title>`s begin and end with, in whole words.

    >>> title_affixes(["Foo – Shop", "Bar – Shop", "Bazoo – Shop"])
    ('', ' – Shop')
    """
    titles = [title for title in titles if title]
    if len(set(titles)) < 2:
        return "", ""
    start = _common_start(titles)
    end = _common_start([title[len(start) :][::-1] for title in titles])
    return _whole_words(start), _whole_words(end)[::-1]


def _common_start(texts: Sequence[str]) -> str:
    least, largest = min(texts), max(texts)
    return least[: Prefix.similarity(least, largest)]


def _whole_words(text: str) -> str:
    """Cut what follows the last white space of `text`: names may begin or end alike."""
    return text[: len(text) - len(text.split(" ")[-1])]


def find_title_place(
    pages: Sequence[Page], data: Sequence[Sequence[DataLine]], affixes: tuple[str, str]
) -> str:
    """Return the place of the heading that is the pages' title, empty when `<title>` serves.

    It says what `<title>` does besides the site's name; when that is the same on all pages, it is
    the first heading most pages have.
    """
    named: Counter[str] = Counter()
    present: Counter[str] = Counter()
    for page, lines in zip(pages, data, strict=True):
        title = page.title.casefold()
        least = TITLE_COVERAGE * len(bare_title(page.title, affixes))
        firsts: dict[str, str] = {}
        for line in lines:
            firsts.setdefault(line.place, line.text)
        present.update(firsts.keys())
        named.update(
            place
            for place, text in firsts.items()
            if text.casefold() in title and len(text) >= least
        )
    counts = named if len({page.title for page in pages}) > 1 or len(pages) == 1 else present
    for tag in TITLE_TAGS:
        places = [p for p in present if p.rpartition(">")[2].partition(".")[0] == tag]
        best = max(places, key=lambda place: (counts[place], present[place]), default="")
        if best and counts[best] >= TITLE_SHARE * len(pages):
            return best
    return ""


# Pages that are compared: more change nothing about the template, only take longer. Guess.
MAX_CLASS_SAMPLES = 40


class NoPagesError(ValueError):
    """There is no page to learn from."""


def learn_page_class(pages: Sequence[Page]) -> PageClassWrapper:
    """Return the wrapper of the class that `pages` are of. Raises `NoPagesError`."""
    if not pages:
        raise NoPagesError("no page to learn from")
    step = max(1.0, len(pages) / MAX_CLASS_SAMPLES)
    pages = [pages[int(n * step)] for n in range(min(len(pages), MAX_CLASS_SAMPLES))]
    classes = template_classes(pages)
    lines = [page_lines(page, classes) for page in pages]
    # One page tells nothing of what is the template's.
    compared = lines if len(lines) > 1 else []
    constants = constant_lines(compared)
    label_places = find_label_places(compared, constants)
    start, end = title_affixes([page.title for page in pages])
    rough = PageClassWrapper(
        fields=(),
        constants=constants,
        label_places=label_places,
        parts=naming_parts(compared, constants, label_places),
        title_place="",
        title_start=start,
        title_end=end,
        classes=classes,
        pages=len(pages),
    )
    data = [list(rough.data_lines(page)) for page in pages]
    title_place = find_title_place(pages, data, (start, end))
    return rough.replace(fields=tuple(find_fields(data, title_place)), title_place=title_place)
