"""The fields of a page class: what most of its pages say, and the names of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from lxml.html import HtmlElement

from wrappers.extraction.page_class.page_lines import PageLine
from wrappers.extraction.page_class.wrapper import DataLine, PageClassField, clean_label

# A field is on at least this share of the pages; rarer ones are found by their labels alone.
FIELD_SHARE = 0.2
MAX_FIELDS = 60


def find_fields(
    data: Sequence[Sequence[DataLine]], lines: Sequence[Sequence[PageLine]], title_place: str = ""
) -> list[PageClassField]:
    """Return the fields that enough pages have, in document order, named by their labels.

    A field without a label is known by its place and called as the markup calls it.
    """
    counts: Counter[tuple[str, str]] = Counter()
    order: dict[tuple[str, str], float] = {}
    for page in data:
        keys: dict[tuple[str, str], float] = {}
        for number, line in enumerate(page):
            if line.place == title_place:
                continue
            key = (line.label, "" if line.label else line.place)
            keys.setdefault(key, number / len(page))
        counts.update(keys.keys())
        for key, share in keys.items():
            order[key] = order.get(key, 0.0) + share
    least = max(2, FIELD_SHARE * len(data)) if len(data) > 1 else 1
    kept = [key for key, count in counts.most_common(MAX_FIELDS) if count >= least]
    kept.sort(key=lambda key: order[key] / counts[key])
    examples = _examples(lines)
    fields: list[PageClassField] = []
    names: Counter[str] = Counter()
    for label, place in kept:
        name = clean_label(label) if label else ""
        if not name:
            name = name_of_place(examples[place]) if place in examples else ""
        name = name or "text"
        names[name] += 1
        unique = name if names[name] == 1 else f"{name} {names[name]}"
        fields.append(PageClassField(unique, label, place))
    return fields


def _examples(pages: Iterable[Iterable[PageLine]]) -> dict[str, PageLine]:
    """Return one line for each place."""
    examples: dict[str, PageLine] = {}
    for lines in pages:
        for line in lines:
            examples.setdefault(line.place, line)
    return examples


# Levels of the tree looked at for the name of a line, and characters of one.
NAMING_LEVELS = 3
MAX_NAME_LENGTH = 60
# What an element says itself of its content: microdata, and the custom of responsive tables.
_NAMING_ATTRIBUTES = ("itemprop", "data-label", "data-title")


def name_of_place(line: PageLine) -> str:
    """Return what the markup calls a line that nothing on the page names, empty when nothing.

    What the element declares, else the nearest class of the template.
    """
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
