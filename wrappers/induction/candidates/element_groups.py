"""Groups of elements that share a key: every regularity of a page that could be its records."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from discovery.pages.tree import LINE_TAGS
from wrappers.extraction.record_rule import MAX_RECORDS
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.induction.samples.page_index import PageIndex

# Fewer elements than this show no regularity.
MIN_GROUP_SIZE = 2
# Tags that by themselves, anywhere in a region, may be all records of a page without classes.
RECORD_TAGS = frozenset("li dt dd tr p h1 h2 h3 h4 h5 article table dl blockquote".split())
# How far up an ancestor with an id or classes may stand to anchor a path. Guess.
MAX_ANCHOR_DISTANCE = 6
# A path from the root longer than this does not travel, and costs much. Guess.
MAX_ROOTED_STEPS = 40
# Ids of ancestors tried as regions for a key that is not unique on the page. Guess.
MAX_SCOPES = 3
# Class names of one element that are tried by themselves. Guess: pages write up to forty.
MAX_CLASS_NAMES = 8
_LETTER = re.compile(r"[a-zA-Z]")

# A step and a key before they are known to be worth an object: (tag, classes, id) and
# (steps, scope, rooted, after).
StepName = tuple[str, tuple[str, ...], str | None]
KeyName = tuple[tuple[StepName, ...], tuple[StepName, ...], bool, str | None]


@dataclass(frozen=True, slots=True)
class ElementGroup:
    """Elements with a link each (numbers in document order), and all keys that mean just them."""

    members: tuple[int, ...]
    keys: tuple[ElementKey, ...]


def element_groups(index: PageIndex) -> list[ElementGroup]:
    """Return the groups of at least two elements with links that share a key.

    Keys under which the same elements are found stay together: equivalent ways to find them.
    """
    names = [_name(index, number) for number in range(len(index.elements))]
    by_key: dict[KeyName, list[int]] = defaultdict(list)
    for number in index.numbers_with_links():
        if names[number] is not None:
            for key in _keys_of(index, names, number):
                by_key[key].append(number)
    by_members: dict[tuple[int, ...], list[KeyName]] = defaultdict(list)
    for key, members in by_key.items():
        if MIN_GROUP_SIZE <= len(members) <= MAX_RECORDS:
            by_members[tuple(members)].append(key)
    return [
        ElementGroup(members, tuple(_key(name) for name in keys))
        for members, keys in by_members.items()
    ]


def _key(name: KeyName) -> ElementKey:
    """Return the key of that name."""
    steps, scope, rooted, after = name
    return ElementKey(
        tuple(SelectorStep(*step) for step in steps),
        tuple(SelectorStep(*step) for step in scope),
        rooted,
        after,
    )


def _keys_of(index: PageIndex, names: list[StepName | None], number: int) -> Iterable[KeyName]:
    """Return the keys under which an element can be found, those of its first class name first.

    The first says what a thing is, further ones how it is shown: "grid-item full-size".
    """
    tag, classes, _ = names[number] or ("", (), None)
    bare: StepName = (tag, (), None)
    keys: list[KeyName] = []
    if classes:
        keys.append((((tag, classes, None),), (), False, None))
        keys.extend((((tag, (name,), None),), (), False, None) for name in classes)
    if tag in RECORD_TAGS:
        keys.append(((bare,), (), False, None))
    previous = _node_before(index, number)
    chain: tuple[StepName, ...] = (bare,)
    seen_classes = seen_id = False
    scopes = distance = 0
    ancestor = index.parent[number]
    while ancestor >= 0:
        name = names[ancestor]
        if name is None:
            return dict.fromkeys(keys)
        distance += 1
        if distance > MAX_ROOTED_STEPS:
            return dict.fromkeys(keys)
        above, above_classes, above_id = name
        if distance <= MAX_ANCHOR_DISTANCE:
            found: list[KeyName] = []
            if distance <= 2:
                found.append((((above, (), None), *chain), (), False, None))
            if above_classes and not seen_classes:
                seen_classes = True
                found.append((((above, above_classes, None), *chain), (), False, None))
            if above_id and not seen_id:
                seen_id = True
                found.append((((above, (), above_id), *chain), (), False, None))
            keys.extend(found)
            if previous is not None and distance <= 2:
                keys.extend((steps, (), False, previous) for steps, _, _, _ in found)
        if above_id and scopes < MAX_SCOPES:
            scopes += 1
            scope = ((above, (), above_id),)
            if classes:
                keys.append((((tag, classes, None),), scope, False, None))
                keys.extend((((tag, (cls,), None),), scope, False, None) for cls in classes[:2])
            elif tag in RECORD_TAGS:
                keys.append(((bare,), scope, False, None))
        chain = ((above, (), None), *chain)
        ancestor = index.parent[ancestor]
    keys.append((chain, (), True, None))
    return dict.fromkeys(keys)


def _node_before(index: PageIndex, number: int) -> str | None:
    """Return the tag of the node directly before an element in running text, else None.

    None for an element that begins a line by itself: what stands before it says nothing.
    """
    element = index.elements[number]
    if element.tag in LINE_TAGS:
        return None
    previous = element.getprevious()
    if previous is None:
        parent = element.getparent()
        text = parent.text if parent is not None else None
        return "#text" if text and text.strip() else ""
    if previous.tail and previous.tail.strip():
        return "#text"
    return str(previous.tag) if is_plain_tag(str(previous.tag)) else None


def _name(index: PageIndex, number: int) -> StepName | None:
    """Return tag, classes and id of an element as far as they can stand in a key."""
    element = index.elements[number]
    tag = str(element.tag)
    if not is_plain_tag(tag):
        return None
    classes = tuple(dict.fromkeys(n for n in index.classes[number] if is_plain_name(n)))
    own_id = element.get("id")
    if own_id is not None and not (is_plain_name(own_id) and _LETTER.search(own_id)):
        own_id = None
    return tag, classes[:MAX_CLASS_NAMES], own_id
