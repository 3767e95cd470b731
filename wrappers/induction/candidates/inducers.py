"""The inducers by name; records found by looks get keys, so that searching needs no layout.

ViNTs' prefix in compact form says where the records' minimal sub-tree stands (Zhao et al. 2005,
section 3.8): by the tags down to it, and by position among siblings of the same tag. So it is found
on pages without any class or id, where groups of elements with equal markup reach too far. Pages
that no browser has laid out have no candidates by looks.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.layout import Layout
from discovery.pages.segmentation import VisualBlock, segment_page
from discovery.pages.tree import LINE_TAGS, class_names
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorError,
    SelectorStep,
    is_plain_name,
    nodes_before,
)
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
from wrappers.induction.samples import PageIndex
from wrappers.induction.vide import find_visual_records
from wrappers.induction.vints.content_lines import content_lines
from wrappers.induction.vints.initial_wrappers import VintsWrapper
from wrappers.induction.vints.vints import (
    RecordGroup,
    apply_wrapper,
    find_record_groups,
    integrate_wrappers,
    select_groups,
)


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
    find = features.linked_members_of
    key = next((key for key in keys if find(key) == wanted), keys[0])
    members = find(key)
    shorter = (key.replace(steps=key.steps[-n:], rooted=False) for n in RELATIVE_LENGTHS)
    equivalent = [other for other in shorter if find(other) == members]
    return ElementGroup(members, (key, *equivalent))


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


# Wu, Meng et al. 2003, section 2.6: "The Tag Prefix of a URL is a sequence of HTML tags that appear
# before a URL and typically on the same line as the URL." It is taken as it is there: what the page
# for the impossible query links to is useless, as are the addresses that all result pages link to;
# of the others, those of one prefix are the records'. Details ours: an element that ended before
# the URL counts by its tag, one that ends a line by its closing tag; a record is what stands around
# its link and no other of the prefix.

# Cells stand beside each other on one line: in the paper's example <td> is part of the prefix.
_LINE_CHANGES = LINE_TAGS - {"td", "th"}
# Tags of a prefix; a line with more before a link says nothing. Guess.
MAX_TAGS = 40
# Prefixes of a page that become candidates, those of most useful addresses first. Guess.
MAX_PREFIXES = 8


def tag_prefix(index: PageIndex, link: int) -> tuple[str, ...]:
    """Return the tags before a link, back to the one that implies a change of line.

    Of `<table><tr><td><b><a href=…>` these are `tr`, `td`, `b`.
    """
    tags: list[str] = []
    for number in range(link - 1, max(-1, link - 1 - MAX_TAGS), -1):
        tag = index.tags[number]
        is_over = index.end[number] <= link
        tags.append(f"/{tag}" if is_over and tag in _LINE_CHANGES and tag != "br" else tag)
        if tag in _LINE_CHANGES:
            break
    return tuple(reversed(tags))


def propose_tag_prefix(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each prefix that several useful links of a page share."""
    useless = set[str]() if no_result is None else set(no_result.address_counts)
    if len(pages) > 1:
        useless |= set.intersection(*(set(page.address_counts) for page in pages))
    return [_propose_on(page, useless) for page in pages]


def _propose_on(features: PageFeatures, useless: set[str]) -> Iterable[Candidate]:
    index = features.index
    by_prefix: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for link in index.links:
        if features.address(link) and features.address_key(link) not in useless:
            by_prefix[tag_prefix(index, link)].append(link)
    shared = sorted((links for links in by_prefix.values() if len(links) > 1), key=len)
    nodes = [
        own_elements([index.elements[link] for link in links])
        for links in shared[: -MAX_PREFIXES - 1 : -1]
    ]
    return read_groups(features, list(groups_of_records(features, nodes)), InducerName.TAG_PREFIX)


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
    layout = _layout_of(features)
    if layout is None:
        return ()
    groups = find_visual_records(segment_page(layout))
    nodes = [record_starts(group.records) for group in groups]
    return read_groups(features, list(groups_of_records(features, nodes)), InducerName.VIDE)


def _layout_of(features: PageFeatures | None) -> Layout | None:
    """Return the layout of a page, None of one that is left to the other inducers."""
    if features is None or len(features.index.elements) > MAX_ELEMENTS:
        return None
    return features.sample.layout


def record_starts(records: _Records) -> GroupNodes:
    """Return for each record the highest element around its first link and no other record's."""
    firsts: list[HtmlElement] = []
    for record in records:
        linked = (p.link for block in record for p in block.pieces() if p.link is not None)
        firsts.extend(islice(linked, 1))
    return own_elements(firsts)


# Record groups of a page that become candidates, the likeliest first. Guess: on the shared pages
# the right one was among the first five wherever it was found.
MAX_GROUPS = 12


def propose_vints_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for the likeliest groups, and for what the integrated wrapper extracts.

    Zhao et al. 2005, sections 3.2 (lines of the no-result page are left out) and 3.8.
    """
    known = no_result_lines(no_result)
    found = [_likeliest_groups(page, known) for page in pages]
    wrapper = integrated_wrapper(found)
    return [
        _vints_candidates(page, groups, wrapper) for page, groups in zip(pages, found, strict=True)
    ]


def no_result_lines(no_result: PageFeatures | None) -> frozenset[str]:
    layout = _layout_of(no_result)
    lines = () if layout is None else content_lines(layout)
    return frozenset(line.text for line in lines if line.text)


def integrated_wrapper(found: Sequence[Sequence[RecordGroup]]) -> VintsWrapper | None:
    """Return the wrapper integrated out of those selected on the pages, None of a single page's."""
    wrapper = integrate_wrappers([groups[0].wrapper for groups in found if groups])
    return wrapper if wrapper is not None and wrapper.support > 1 else None


def _likeliest_groups(features: PageFeatures, known: frozenset[str]) -> tuple[RecordGroup, ...]:
    layout = _layout_of(features)
    if layout is None:
        return ()
    found = find_record_groups(features.sample.page, layout, known)
    return select_groups(found, layout.page)[:MAX_GROUPS]


def _vints_candidates(
    features: PageFeatures, groups: Sequence[RecordGroup], wrapper: VintsWrapper | None
) -> Iterable[Candidate]:
    records: list[GroupNodes] = [group.nodes for group in groups]
    if wrapper is not None and len(features.index.elements) <= MAX_ELEMENTS:
        records.insert(0, apply_wrapper(wrapper, features.sample.page))
    return read_groups(features, list(groups_of_records(features, records)), InducerName.VINTS)


INDUCERS: Mapping[InducerName, Inducer] = {
    InducerName.ELEMENT_GROUPS: propose_element_groups,
    InducerName.TAG_PREFIX: propose_tag_prefix,
    InducerName.VINTS: propose_vints_groups,
    InducerName.VIDE: propose_vide_groups,
}


def propose_candidates(
    pages: Sequence[PageFeatures],
    no_result: PageFeatures | None,
    inducers: Collection[InducerName],
) -> list[list[Candidate]]:
    proposed: list[list[Candidate]] = [[] for _ in pages]
    for name in filter(inducers.__contains__, INDUCERS):
        for own, more in zip(proposed, INDUCERS[name](pages, no_result), strict=True):
            own.extend(more)
    return proposed
