"""Keys for elements that were found by looks: how the stored wrapper finds the records' starts.

The stored wrapper finds the first elements of records by keys, so that searching needs no layout.
ViNTs' prefix in compact form says where their minimal sub-tree stands (Zhao et al. 2005, section
3.8). It does so by the tags down to it, and by position among siblings of the same tag. So a
sub-tree is found on pages without any class or id, where groups of elements with equal markup reach
too far.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.tree import class_names
from wrappers.extraction.record_rule import MAX_RECORDS
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorError,
    SelectorStep,
    is_plain_name,
    nodes_before,
)
from wrappers.induction.candidates.element_groups import ElementGroup
from wrappers.induction.features.page_features import PageFeatures

MIN_STARTS = 2
# Nodes before a record that its key looks at, and how many endings of separators it knows. Guess:
# two breaks, a rule or a heading; the first record stands after something else than the others.
MAX_NODES_BEFORE = 3
MAX_SEPARATOR_ENDS = 4
# Steps of keys that do not start at the root. Guess: what stands further up varies with the page.
RELATIVE_LENGTHS = (3, 4, 5)

# The sibling nodes of each record of a group.
GroupNodes = Sequence[Sequence[HtmlElement]]


def groups_of_records(
    features: PageFeatures, groups: Iterable[GroupNodes]
) -> Iterator[ElementGroup]:
    """Yield the elements that start the records of each group, with the keys that find them."""
    seen: set[tuple[int, ...]] = set()
    for nodes in groups:
        starts = starting_elements(features, nodes)
        if not MIN_STARTS <= len(starts) <= MAX_RECORDS:
            continue
        try:
            found = keyed_group(features, starts)
        except SelectorError:
            continue
        if found.members not in seen:
            seen.add(found.members)
            yield found


def own_elements(links: Sequence[HtmlElement]) -> GroupNodes:
    """Return for each link the highest element around it and no other of the links."""
    around = Counter(node for link in links for node in (link, *link.iterancestors()))
    return tuple((_highest(link, around),) for link in links)


def _highest(link: HtmlElement, around: Counter[HtmlElement]) -> HtmlElement:
    """Return the highest of the elements from a link upwards that no other record shares."""
    node = link
    for ancestor in link.iterancestors():
        if around[ancestor] > 1:
            break
        node = ancestor
    return node


def starting_elements(features: PageFeatures, records: GroupNodes) -> tuple[HtmlElement, ...]:
    """Return the first node with a link of each record, as far as they are of the commonest tag."""
    index = features.index
    firsts: list[HtmlElement] = []
    for nodes in records:
        linked = (n for n in nodes if n in index.number and index.has_link(index.number[n]))
        firsts.extend(islice(linked, 1))
    tags = Counter(first.tag for first in firsts)
    commonest = tags.most_common(1)[0][0] if tags else None
    return tuple(first for first in firsts if first.tag == commonest)


def keyed_group(features: PageFeatures, starts: tuple[HtmlElement, ...]) -> ElementGroup:
    """Return the group of the first key for sibling elements that finds just them.

    Without such a key the group is what the shortest one finds. Raises `SelectorError` for tags
    that no key can name.
    """
    wanted = tuple(features.index.number[start] for start in starts)
    keys = _keys_for(starts)
    key = next((key for key in keys if _members(features, key) == wanted), keys[0])
    members = _members(features, key)
    shorter = (key.replace(steps=key.steps[-n:], rooted=False) for n in RELATIVE_LENGTHS)
    equivalent = [other for other in shorter if _members(features, other) == members]
    return ElementGroup(members, (key, *equivalent))


def _members(features: PageFeatures, key: ElementKey) -> tuple[int, ...]:
    """Return the elements with links that a key finds."""
    return tuple(number for number in features.members_of(key) if features.index.has_link(number))


def _keys_for(starts: tuple[HtmlElement, ...]) -> list[ElementKey]:
    """Return keys for elements: by the compact prefix, then also by what tells them apart.

    These are class names that all have, and the nodes before them: the ends of the separators.
    Elements that stand at the same depth below one place are found by the tags down to them (the
    cells of a grid), others by that place alone.
    """
    first = starts[0]
    region = _region_of(starts)
    to_region = _compact_steps(region)
    chains = {_tags_below(start, region) for start in starts}
    own = SelectorStep(str(first.tag))
    if len(chains) == 1:
        between = tuple(SelectorStep(tag) for tag in chains.pop()[:-1])
        bare = ElementKey((*to_region, *between, own), rooted=True)
    else:
        bare = ElementKey((own,), scope=to_region, rooted=True)
    keys = [bare]
    shared = set.intersection(*(set(class_names(start)) for start in starts))
    classes = tuple(name for name in class_names(first) if name in shared and is_plain_name(name))
    if classes:
        keys.append(bare.replace(steps=(*bare.steps[:-1], SelectorStep(own.tag, classes))))
    for count in range(1, MAX_NODES_BEFORE + 1):
        before = {nodes_before(start, count) for start in starts}
        if len(before) <= MAX_SEPARATOR_ENDS:
            keys.append(bare.replace(after="|".join(sorted(map(" ".join, before)))))
    return keys


def _region_of(starts: Sequence[HtmlElement]) -> HtmlElement:
    """Return the deepest element that holds all `starts`, none of them itself."""
    around = list(starts[0].iterancestors())
    for start in starts[1:]:
        own = set(start.iterancestors())
        while around[0] not in own:
            around.pop(0)
    return around[0]


def _tags_below(element: HtmlElement, region: HtmlElement) -> tuple[str, ...]:
    """Return the tags from below a region down to an element."""
    tags = [str(element.tag)]
    for ancestor in element.iterancestors():
        if ancestor is region:
            break
        tags.append(str(ancestor.tag))
    return tuple(reversed(tags))


def _compact_steps(element: HtmlElement) -> tuple[SelectorStep, ...]:
    """Return the steps from the root to `element`, with positions among siblings of one tag."""
    steps: list[SelectorStep] = []
    node: HtmlElement | None = element
    while node is not None:
        # Compared here: lxml refuses to look for a tag with a control character in it.
        before = sum(other.tag == node.tag for other in node.itersiblings(preceding=True))
        alone = before == 0 and all(other.tag != node.tag for other in node.itersiblings())
        steps.append(SelectorStep(str(node.tag), column=None if alone else before + 1))
        node = node.getparent()
    return tuple(reversed(steps))
