"""The inducer of element groups: elements that share a key, with one of their links as title.

Ours: a key is tags, classes and ids of an element and of some of those around it. It takes the
place that the tag prefix has in Wu, Meng et al. 2003, which is an inducer of its own
(`tag_prefix.py`).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wrappers.extraction.record_rule import Extent, RecordRule
from wrappers.extraction.records.fields import TitleRule
from wrappers.extraction.records.selector import ElementKey
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.element_groups import ElementGroup, element_groups
from wrappers.induction.candidates.region_groups import region_groups
from wrappers.induction.candidates.title_links import titled_groups
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import fills_gaps
from wrappers.induction.samples.page_index import PageIndex

NAME = "element_groups"
# Groups of a page that are read. Real pages have 240 in the mean; pages built to be dear thousands.
MAX_GROUPS = 1_000
# Keys and rules kept with a candidate for the next page to choose from. Guess.
MAX_VARIANTS = 24
# A key of tags alone comes after keys of so many more steps that name a class or an id: "any tr"
# finds the row of a pager too. Guess.
NAMELESS_HANDICAP = 3
# Where more of a group's links lead into what others name, those others are the titles. Guess.
MAX_SHARE_OF_INNER = 0.5


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read the page that leads to a certain list of addresses."""

    group: ElementGroup
    title: TitleRule
    extent: Extent
    members: tuple[int, ...]
    links: tuple[int, ...]
    characters: int


def propose_element_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return a candidate for each list of addresses that some group and title rule give."""
    return [_propose_on(page) for page in pages]


def _propose_on(features: PageFeatures) -> Iterable[Candidate]:
    """Yield the candidates of one page."""
    groups = _of_most_text(features, element_groups(features.index))
    placed = region_groups(features, frozenset(group.members for group in groups))
    return read_groups(features, [*groups, *placed], NAME)


def _of_most_text(features: PageFeatures, groups: list[ElementGroup]) -> list[ElementGroup]:
    """Return the `MAX_GROUPS` groups of most text."""
    if len(groups) <= MAX_GROUPS:
        return groups
    length = features.index.text_length
    texts = [sum(map(length, group.members)) for group in groups]
    order = sorted(range(len(groups)), key=lambda place: -texts[place])
    return [groups[place] for place in order[:MAX_GROUPS]]


def read_groups(
    features: PageFeatures, groups: Iterable[ElementGroup], inducer: str
) -> Iterable[Candidate]:
    """Yield an inducer's candidates: one for each list of addresses that its groups give."""
    readings: dict[tuple[str, ...], list[_Reading]] = defaultdict(list)
    inner = _inner_links(features.index)
    for group in groups:
        for reading in _readings(features, group, inner):
            addresses = tuple(features.address_key(link) for link in reading.links)
            readings[addresses].append(reading)
    for same_addresses in readings.values():
        candidate = _candidate(features, same_addresses, inducer)
        if candidate.match.spans:  # none are left where all are advertisements
            yield candidate


def _inner_links(index: PageIndex) -> frozenset[int]:
    """Return the links into what another one names: "/file.c#12" where "/file.c" stands too."""
    addresses = {link: index.elements[link].get("href", "") for link in index.links}
    named = set(addresses.values()) - {""}
    return frozenset(
        link
        for link, address in addresses.items()
        if "#" in address and address.partition("#")[0] in named
    )


def _readings(
    features: PageFeatures, group: ElementGroup, inner: frozenset[int]
) -> Iterable[_Reading]:
    """Yield the ways to read a group, extended over the gaps where those hold text."""
    index = features.index
    for titled in titled_groups(index, features.has_word, group.members):
        pairs = [
            (member, link)
            for member, link in zip(group.members, titled.links, strict=True)
            if link is not None
        ]
        if len(pairs) < 2:
            continue
        members = tuple(member for member, _ in pairs)
        links = tuple(link for _, link in pairs)
        if len(inner.intersection(links)) > MAX_SHARE_OF_INNER * len(links):
            continue
        characters = sum(index.text_length(member) for member in members)
        extent = Extent.ELEMENT
        if fills_gaps(index, list(members)):
            extent = Extent.RUN
            characters = index.text_end[members[-1]] - index.text_before[members[0]]
        yield _Reading(group, titled.rule, extent, members, links, characters)


def _candidate(features: PageFeatures, readings: Sequence[_Reading], inducer: str) -> Candidate:
    """Return the reading with the most text, the others as its variants."""
    ordered = sorted(readings, key=lambda reading: (-reading.characters, reading.members[0]))
    best = ordered[0]
    titles = dict(zip(best.members, best.links, strict=True))
    match = features.match(
        best.group.members,
        [titles.get(member) for member in best.group.members],
        best.extent,
    )
    rules = [
        RecordRule((key,), reading.extent, (reading.title,))
        for reading in ordered
        for key in sorted(reading.group.keys, key=_length)
    ]
    return Candidate(
        rule=rules[0],
        inducer=inducer,
        match=match,
        variants=tuple(rules[1:MAX_VARIANTS]),
    )


def _length(key: ElementKey) -> tuple[int, int]:
    """Return how much a key demands: short ones travel best, if they name a class or an id."""
    steps = (*key.scope, *key.steps)
    names = sum(len(step.classes) + (step.id is not None) for step in steps)
    return (len(steps) + (0 if names else NAMELESS_HANDICAP), names)
