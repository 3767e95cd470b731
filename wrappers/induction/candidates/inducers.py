"""The inducers by name; records found by looks get keys, so that searching needs no layout.

ViNTs' prefix in compact form says where the records' minimal sub-tree stands (Zhao et al. 2005,
section 3.8): by the tags down to it, and by position among siblings of the same tag. So it is found
on pages without any class or id, where groups of elements with equal markup reach too far. ViDE
has no candidates on pages that no browser has laid out; ViNTs takes their lines from the markup.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.layout import Layout
from discovery.pages.segmentation import VisualBlock, segment_page
from discovery.pages.tree import class_names
from wrappers.extraction.records.selector import (
    MAX_PARTS,
    ElementKey,
    SelectorError,
    SelectorStep,
    is_plain_name,
    nodes_before,
)
from wrappers.extraction.records.separators import own_elements, shown_elements, tag_prefix
from wrappers.extraction.wrapper import MAX_RECORDS
from wrappers.induction.candidates.element_groups import (
    ElementGroup,
    around_all,
    compact_steps,
)
from wrappers.induction.candidates.group_candidates import NAME as ELEMENT_GROUPS
from wrappers.induction.candidates.group_candidates import (
    Candidate,
    Inducer,
    propose_element_groups,
    read_groups,
)
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.vide import find_visual_records
from wrappers.induction.vints.content_lines import content_lines, markup_layout
from wrappers.induction.vints.vints import RecordGroup, find_record_groups, select_groups


class InducerName(StrEnum):
    """The inducers that there are."""

    ELEMENT_GROUPS = ELEMENT_GROUPS
    TAG_PREFIX = "tag_prefix"
    VINTS = "vints"
    VIDE = "vide"


MIN_STARTS = 2
# Nodes before a record that its key looks at, and how many endings of separators it knows. Guess:
# two breaks, a rule or a heading; the first record stands after something else than the others.
MAX_NODES_BEFORE = 3
MAX_SEPARATOR_ENDS = 4
# Steps of keys that do not start at the root. Guess: what stands further up varies with the page.
RELATIVE_LENGTHS = (3, 4, 5)


def groups_of_records(
    features: PageFeatures, groups: Iterable[Sequence[HtmlElement]]
) -> Iterator[ElementGroup]:
    """Yield the elements that start the records of each group, with the keys that find them."""
    seen: set[tuple[int, ...]] = set()
    for firsts in groups:
        starts = starting_elements(features, firsts)
        if not MIN_STARTS <= len(starts) <= MAX_RECORDS:
            continue
        try:
            found = keyed_group(features, starts)
        except SelectorError:
            continue
        if found.members not in seen:
            seen.add(found.members)
            yield found


def starting_elements(
    features: PageFeatures, firsts: Sequence[HtmlElement]
) -> tuple[HtmlElement, ...]:
    """Return those elements with a link that are of the commonest tag."""
    index = features.index
    linked = [n for n in firsts if n in index.number and index.has_link(index.number[n])]
    commonest = Counter(each.tag for each in linked).most_common(1)
    return tuple(each for each in linked if each.tag == commonest[0][0])


def keyed_group(features: PageFeatures, starts: tuple[HtmlElement, ...]) -> ElementGroup:
    """Return the group of the first key for sibling elements that finds just them.

    Without such a key the group is what the shortest one finds. Raises `SelectorError` for tags
    that no key can name.
    """
    wanted = tuple(features.index.number[start] for start in starts)
    keys = _keys_for(starts)
    find = features.linked_members_of
    key = next((key for key in keys if find(key) == wanted), keys[0])
    members = find(key)
    equivalent = [other for other in _relative(key) if find(other) == members]
    return ElementGroup(members, (key, *equivalent))


def _relative(key: ElementKey) -> list[ElementKey]:
    return [key.replace(steps=key.steps[-n:], rooted=False) for n in RELATIVE_LENGTHS]


def _keys_for(starts: tuple[HtmlElement, ...]) -> list[ElementKey]:
    """Return keys for elements: by the compact prefix, then also by what tells them apart."""
    first = starts[0]
    region = around_all(starts)
    assert region is not None, "elements of a page stand in its root"
    to_region = compact_steps(region)
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


def _tags_below(element: HtmlElement, region: HtmlElement) -> tuple[str, ...]:
    tags = [str(element.tag)]
    for ancestor in element.iterancestors():
        if ancestor is region:
            break
        tags.append(str(ancestor.tag))
    return tuple(reversed(tags))


# Wu, Meng et al. 2003, section 2.6. The tag prefix is taken as it is there: what the page for the
# impossible query links to is useless, as are the addresses that all result pages link to; of the
# others, those of one prefix are the records'.

# Prefixes of a page that become candidates, those of most useful addresses first. Guess.
MAX_PREFIXES = 8


def propose_tag_prefix(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each prefix that several useful links of a page share."""
    useless = set[str]() if no_result is None else set(no_result.address_counts)
    if len(pages) > 1:
        useless |= set.intersection(*(set(page.address_counts) for page in pages))
    return [_propose_on(page, useless) for page in pages]


def _propose_on(features: PageFeatures, useless: set[str]) -> Iterable[Candidate]:
    by_prefix: dict[str, list[HtmlElement]] = defaultdict(list)
    elements = shown_elements(features.sample.page.root)
    number = features.index.number
    for place, element in enumerate(elements):
        link = number.get(element, -1) if element.tag == "a" else -1
        if link >= 0 and features.address(link) and features.address_key(link) not in useless:
            by_prefix[tag_prefix(elements, place)].append(element)
    shared = sorted(((p, e) for p, e in by_prefix.items() if len(e) > 1), key=lambda s: len(s[1]))
    groups = (_of_prefix(features, *each) for each in shared[: -MAX_PREFIXES - 1 : -1])
    return read_groups(features, filter(None, groups), InducerName.TAG_PREFIX)


def _of_prefix(
    features: PageFeatures, prefix: str, links: Sequence[HtmlElement]
) -> ElementGroup | None:
    region = around_all(links)
    assert region is not None, "links of a page stand in its root"
    anywhere = ElementKey((SelectorStep("a"),), tag_prefix=prefix)
    try:
        return _group_of(
            features, anywhere.replace(scope=compact_steps(region), rooted=True), anywhere
        )
    except SelectorError:
        return None


def _group_of(features: PageFeatures, key: ElementKey, *others: ElementKey) -> ElementGroup | None:
    """Return what a key finds with those of `others` that find the same."""
    members = features.linked_members_of(key)
    if not MIN_STARTS <= len(members) <= MAX_RECORDS or len((*key.scope, *key.steps)) > MAX_PARTS:
        return None
    same = (other for other in others if features.linked_members_of(other) == members)
    return ElementGroup(members, (key, *same))


# A page of more elements is not taken by its looks.
MAX_ELEMENTS = 30_000
_Records = Sequence[Sequence[VisualBlock]]


def propose_vide_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each record group.

    Liu et al. 2010 call what reads further pages a visual wrapper: position and looks of what
    begins a record. Here these are the keys that find it, which need no browser.
    """
    return [_vide_candidates(page) for page in pages]


def _vide_candidates(features: PageFeatures) -> Iterable[Candidate]:
    layout = features.sample.layout
    if layout is None or len(features.index.elements) > MAX_ELEMENTS:
        return ()
    groups = find_visual_records(segment_page(layout))
    starts = [record_starts(group.records) for group in groups]
    return read_groups(features, list(groups_of_records(features, starts)), InducerName.VIDE)


def record_starts(records: _Records) -> list[HtmlElement]:
    """Return for each record the highest element around its first link and no other record's."""
    firsts: list[HtmlElement] = []
    for record in records:
        linked = (p.link for block in record for p in block.pieces() if p.link is not None)
        firsts.extend(islice(linked, 1))
    return own_elements(firsts)


# Record groups of a page that become candidates, the likeliest first. Guess: on the shared pages
# the right one was among the first five wherever it was found.
MAX_GROUPS = 3


def propose_vints_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each of the likeliest groups, by its own separators.

    Zhao et al. 2005, section 3: lines of the no-result page are left out.
    """
    known = frozenset(() if no_result is None else no_result_lines(no_result))
    return [_vints_candidates(page, known) for page in pages]


def no_result_lines(no_result: PageFeatures) -> Iterator[str]:
    return (line.text for line in content_lines(_lines_layout(no_result)) if line.text)


def _lines_layout(features: PageFeatures) -> Layout:
    return features.sample.layout or markup_layout(features.sample.page)


def _vints_candidates(features: PageFeatures, known: frozenset[str]) -> Iterable[Candidate]:
    if len(features.index.elements) > MAX_ELEMENTS:
        return ()
    layout = _lines_layout(features)
    found = find_record_groups(features.sample.page, layout, known)
    groups = (_separated(features, g) for g in select_groups(found, layout.page)[:MAX_GROUPS])
    return read_groups(features, filter(None, groups), InducerName.VINTS)


def _separated(features: PageFeatures, group: RecordGroup) -> ElementGroup | None:
    try:
        below = tuple(SelectorStep(tag) for tag in group.below)
        steps = (*compact_steps(group.region), *below)
    except SelectorError:
        return None
    key = ElementKey(steps, rooted=True, separators=group.wrapper.stored)
    others = _relative(key)
    own_id = group.region.get("id")
    if own_id is not None and is_plain_name(own_id):
        step = steps[-1 - len(below)].replace(id=own_id, column=None)
        others.insert(0, key.replace(steps=(step, *below), rooted=False))
    return _group_of(features, key, *others)


INDUCERS: Mapping[InducerName, Inducer] = {
    InducerName.ELEMENT_GROUPS: propose_element_groups,
    InducerName.TAG_PREFIX: propose_tag_prefix,
    InducerName.VINTS: propose_vints_groups,
    InducerName.VIDE: propose_vide_groups,
}


# Share of the elements with a class up to which the markup of pages names nothing. Guess.
MAX_NAMED = 0.05


def fitting_inducers(pages: Sequence[PageFeatures]) -> tuple[InducerName, ...]:
    """Return element groups and, where pages have next to no classes, tag prefixes and ViNTs.

    Elsewhere the others are chosen for no site (docs/reproduction.md).
    """
    named = [bool(names) for page in pages for names in page.index.classes]
    is_bare = sum(named) <= MAX_NAMED * len(named)
    others = (InducerName.TAG_PREFIX, InducerName.VINTS) if is_bare else ()
    return InducerName.ELEMENT_GROUPS, *others


def propose_candidates(
    pages: Sequence[PageFeatures],
    no_result: PageFeatures | None,
    inducers: Collection[InducerName] = (),
) -> list[list[Candidate]]:
    """Return what the inducers propose for each page; those that fit the pages if none is named."""
    inducers = inducers or fitting_inducers(pages)
    proposed: list[list[Candidate]] = [[] for _ in pages]
    for name in filter(inducers.__contains__, INDUCERS):
        for own, more in zip(proposed, INDUCERS[name](pages, no_result), strict=True):
            own.extend(more)
    return proposed
