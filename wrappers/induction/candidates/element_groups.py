"""Groups of elements: every regularity of a page that could be its records.

A path of tags from the root reaches every table of a page laid out with tables. Here the path to a
region carries numbers (the compact form of ViNTs' prefixes: Zhao et al. 2005, section 3.8). Below
it come tags alone: the cells of a grid, the items of several lists.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorError,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.extraction.wrapper import MAX_RECORDS
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.samples import PageIndex

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
# (steps, scope, rooted).
StepName = tuple[str, tuple[str, ...], str | None]
KeyName = tuple[tuple[StepName, ...], tuple[StepName, ...], bool]


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
    steps, scope, rooted = name
    return ElementKey(
        tuple(SelectorStep(*step) for step in steps),
        tuple(SelectorStep(*step) for step in scope),
        rooted,
    )


def _keys_of(index: PageIndex, names: list[StepName | None], number: int) -> Iterable[KeyName]:
    """Return the keys under which an element can be found, those of its first class name first.

    The first says what a thing is, further ones how it is shown: "grid-item full-size".
    """
    tag, classes, _ = names[number] or ("", (), None)
    bare: StepName = (tag, (), None)
    keys: list[KeyName] = []
    if classes:
        keys.append((((tag, classes, None),), (), False))
        keys.extend((((tag, (name,), None),), (), False) for name in classes)
    if tag in RECORD_TAGS:
        keys.append(((bare,), (), False))
    chain: tuple[StepName, ...] = (bare,)
    seen_classes = seen_id = False
    scopes = distance = 0
    ancestor = index.parent[number]
    while ancestor >= 0:
        name = names[ancestor]
        distance += 1
        if name is None or distance > MAX_ROOTED_STEPS:
            return dict.fromkeys(keys)
        above, above_classes, above_id = name
        if distance <= MAX_ANCHOR_DISTANCE:
            if distance <= 2:
                keys.append((((above, (), None), *chain), (), False))
            if above_classes and not seen_classes:
                seen_classes = True
                keys.append((((above, above_classes, None), *chain), (), False))
            if above_id and not seen_id:
                seen_id = True
                keys.append((((above, (), above_id), *chain), (), False))
        if above_id and scopes < MAX_SCOPES:
            scopes += 1
            scope = ((above, (), above_id),)
            if classes:
                keys.append((((tag, classes, None),), scope, False))
                keys.extend((((tag, (cls,), None),), scope, False) for cls in classes[:2])
            elif tag in RECORD_TAGS:
                keys.append(((bare,), scope, False))
        chain = ((above, (), None), *chain)
        ancestor = index.parent[ancestor]
    keys.append((chain, (), True))
    return dict.fromkeys(keys)


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


# Levels between a region and the elements of a group. Guess: cell, row, table.
MAX_LEVELS = 3
# Groups with the most text that are kept. Guess.
MAX_REGION_GROUPS = 40
# Steps of the keys that do not start at the root. Guess: what stands further up varies.
RELATIVE_LENGTHS = (1, 2, 3)
# A path from the root longer than this does not travel. Guess.
MAX_PATH = 40
# Region, and the tags from below it down to the member.
_RegionPath = tuple[int, tuple[str, ...]]


def region_groups(features: PageFeatures, known: frozenset[tuple[int, ...]]) -> list[ElementGroup]:
    """Return the groups of elements with links below one place, those `known` left out."""
    index = features.index
    members: dict[_RegionPath, list[int]] = defaultdict(list)
    for place, number in _below(index):
        members[place].append(number)
    found: dict[tuple[int, ...], _RegionPath] = {}
    for place, numbers in members.items():
        group = tuple(numbers)
        if MIN_GROUP_SIZE <= len(group) <= MAX_RECORDS and group not in known:
            found.setdefault(group, place)
    text = {group: index.text_end[group[-1]] - index.text_before[group[0]] for group in found}
    kept = sorted(found, key=lambda group: -text[group])[:MAX_REGION_GROUPS]
    groups = (_group(features, found[members], members) for members in kept)
    return [group for group in groups if group is not None and group.members not in known]


def _group(
    features: PageFeatures, place: _RegionPath, members: tuple[int, ...]
) -> ElementGroup | None:
    """Return the group of a place with what its keys find, which may be more than `members`."""
    try:
        keys = _keys(features.index, place)
    except SelectorError:
        return None
    found = [features.linked_members_of(key) for key in keys]
    if not found or len(found[-1]) < MIN_GROUP_SIZE:
        return None
    same = tuple(key for key, other in zip(keys, found, strict=True) if other == found[-1])
    return ElementGroup(found[-1], same)


def _below(index: PageIndex) -> Iterator[tuple[_RegionPath, int]]:
    """Yield each element with a link, with the regions up to some levels above it."""
    tags, parent = index.tags, index.parent
    for number in index.numbers_with_links():
        chain: tuple[str, ...] = (tags[number],)
        region = parent[number]
        for _ in range(MAX_LEVELS):
            if region < 1:
                break
            yield (region, chain), number
            chain = (tags[region], *chain)
            region = parent[region]


def _keys(index: PageIndex, place: _RegionPath) -> tuple[ElementKey, ...]:
    """Return the keys for a place: from the nearest id, from some levels up, from the root."""
    region, chain = place
    path = compact_steps(index.elements[region])
    if len(path) > MAX_PATH:
        return ()
    below = tuple(SelectorStep(tag) for tag in chain)
    keys: list[ElementKey] = []
    anchored, node = False, region
    for start in range(len(path) - 1, -1, -1):
        step, name = path[start], index.elements[node].get("id")
        if name and not anchored and is_plain_name(name):
            anchored = True
            keys.append(ElementKey((SelectorStep(step.tag, id=name), *path[start + 1 :], *below)))
        if len(path) - start in RELATIVE_LENGTHS and step.column is not None:
            keys.append(ElementKey((*path[start:], *below)))
        node = index.parent[node]
    return (*keys, ElementKey((*path, *below), rooted=True))


def around_all(elements: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the deepest element that holds all of `elements`, none of them itself."""
    common = list(elements[0].iterancestors())
    for element in elements[1:]:
        own = set(element.iterancestors())
        while common and common[0] not in own:
            common.pop(0)
    return common[0] if common else None


def compact_steps(element: HtmlElement, *, number_all: bool = False) -> tuple[SelectorStep, ...]:
    """Return the steps from the root to `element`, with positions among siblings of one tag.

    What has no such sibling has a position only where `number_all` says so.
    """
    steps: list[SelectorStep] = []
    node: HtmlElement | None = element
    while node is not None:
        # Compared here: lxml refuses to look for a tag with a control character in it.
        before = sum(other.tag == node.tag for other in node.itersiblings(preceding=True))
        alone = before == 0 and all(other.tag != node.tag for other in node.itersiblings())
        steps.append(
            SelectorStep(str(node.tag), column=before + 1 if number_all or not alone else None)
        )
        node = node.getparent()
    return tuple(reversed(steps))
