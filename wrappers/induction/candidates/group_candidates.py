"""Candidates for the wrapper of a page: groups of elements, each with its title link.

Ours: a key is tags, classes and ids of an element and of some of those around it. It takes the
place that the tag prefix has in Wu, Meng et al. 2003.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from discovery.pages.tree import HEADING_TAGS
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.extraction.wrapper import Extent, RecordRule
from wrappers.induction.candidates.element_groups import ElementGroup, element_groups, region_groups
from wrappers.induction.features.page_features import PageFeatures, RuleMatch, fills_gaps
from wrappers.induction.samples import PageIndex


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule that may be the wrapper of a page, with the name of the inducer that proposes it.

    `variants` are other rules that find the same title links on that page: equivalent here, they
    may differ on the next page. `match` is what the rule finds on the page it comes from.
    """

    rule: RecordRule
    inducer: str
    match: RuleMatch
    variants: tuple[RecordRule, ...] = ()


# An inducer proposes candidates for each of the sample pages of a site. The page without results is
# given to it where there is one. The ranking weighs the candidates of all inducers alike.
Inducer = Callable[[Sequence[PageFeatures], PageFeatures | None], Sequence[Iterable[Candidate]]]


# Links of one element looked at: the title link is among the first. Guess.
MAX_LINKS = 20
# Rules by key tried for one group of elements, best covering first. Guess.
MAX_KEY_RULES = 8
# A key that finds a link in fewer of the elements is not the records' title. Guess.
MIN_COVERAGE = 0.4
# Levels between an element and its title link that are looked at. Guess: real ones have ten.
MAX_LEVELS = 30
_CELLS = ("td", "th", "dd")

# Tags and classes down to a link, and the cell (tag, number) that it stands in.
KeyName = tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[str, int] | None]


def titled_groups(
    index: PageIndex, has_text: list[bool], members: tuple[int, ...]
) -> dict[tuple[int | None, ...], TitleRule]:
    """Return the title rules for a group by the link each chooses in each member (None: none).

    `has_text` says of every element of the page whether it shows a word. A link without (around a
    picture) is a title only where the rule finds no other.
    """
    links = [index.links_between(member, index.end[member])[:MAX_LINKS] for member in members]
    found: dict[tuple[int | None, ...], TitleRule] = {}
    found[tuple(_first_with_text(has_text, own) for own in links)] = TitleRule(TitleKind.FIRST)
    heading = tuple(
        _first_with_text(has_text, [link for link in own if _in_heading(index, link, member)])
        for member, own in zip(members, links, strict=True)
    )
    if any(link is not None for link in heading):
        found.setdefault(heading, TitleRule(TitleKind.HEADING))
    longest = tuple(max(own, key=index.text_length) if own else None for own in links)
    found.setdefault(longest, TitleRule(TitleKind.LONGEST))
    if index.scripted:
        scripted = tuple(_first_scripted(index, has_text, member) for member in members)
        if any(link is not None for link in scripted):
            found.setdefault(scripted, TitleRule(TitleKind.SCRIPTED))
    for rule, chosen in _key_rules(index, has_text, members, links):
        found.setdefault(chosen, rule)
    return found


def _key_rules(
    index: PageIndex, has_text: list[bool], members: tuple[int, ...], links: list[list[int]]
) -> list[tuple[TitleRule, tuple[int | None, ...]]]:
    """Return the best covering rules by key, with their links."""
    chosen: dict[KeyName, dict[int, int]] = defaultdict(dict)
    for position, (member, own) in enumerate(zip(members, links, strict=True)):
        for link in own:
            for name in _key_names(index, link, member):
                earlier = chosen[name].get(position)
                if earlier is None or (has_text[link] and not has_text[earlier]):
                    chosen[name][position] = link
    enough = [
        (name, by_member)
        for name, by_member in chosen.items()
        if len(by_member) >= max(2, MIN_COVERAGE * len(members))
    ]
    enough.sort(key=lambda item: (-len(item[1]), -sum(map(index.text_length, item[1].values()))))
    rules, seen = [], set()
    for name, by_member in enough:
        vector = tuple(by_member.get(position) for position in range(len(members)))
        if vector not in seen:
            seen.add(vector)
            rules.append((TitleRule(TitleKind.KEY, _key(name)), vector))
            if len(rules) == MAX_KEY_RULES:
                break
    return rules


def _key_names(index: PageIndex, link: int, member: int) -> list[KeyName]:
    classes = tuple(name for name in index.classes[link] if is_plain_name(name))
    names: list[KeyName] = []
    if classes:
        names.append(((("a", classes),), None))
    parent = index.parent[link]
    if link == member or not is_plain_tag(str(index.elements[parent].tag)):
        return names
    tag = str(index.elements[parent].tag)
    above = tuple(name for name in index.classes[parent] if is_plain_name(name))
    names.append((((tag, above), ("a", ())), None))
    if above:
        names.append((((tag, ()), ("a", ())), None))
    for _ in range(MAX_LEVELS):
        if parent <= member:
            break
        element = index.elements[parent]
        if element.tag in _CELLS:
            column = 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))
            names.append(((("a", ()),), (str(element.tag), column)))
            break
        parent = index.parent[parent]
    return names


def _key(name: KeyName) -> ElementKey:
    steps, cell = name
    scope = () if cell is None else (SelectorStep(cell[0], column=cell[1]),)
    return ElementKey(tuple(SelectorStep(tag, classes) for tag, classes in steps), scope)


def _first_with_text(has_text: list[bool], links: list[int]) -> int | None:
    return next((link for link in links if has_text[link]), links[0] if links else None)


def _first_scripted(index: PageIndex, has_text: list[bool], member: int) -> int | None:
    start = bisect_left(index.scripted, member)
    end = bisect_left(index.scripted, index.end[member])
    return _first_with_text(has_text, index.scripted[start:end])


def _in_heading(index: PageIndex, link: int, member: int) -> bool:
    node = link
    for _ in range(MAX_LEVELS):
        if index.elements[node].tag in HEADING_TAGS:
            return True
        if node == member:
            break
        node = index.parent[node]
    return any(
        index.elements[number].tag in HEADING_TAGS for number in range(link, index.end[link])
    )


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
    proposed = []
    for page in pages:
        groups = _of_most_text(page, element_groups(page.index))
        placed = region_groups(page, frozenset(group.members for group in groups))
        proposed.append(read_groups(page, [*groups, *placed], NAME, no_result))
    return proposed


def _of_most_text(features: PageFeatures, groups: list[ElementGroup]) -> list[ElementGroup]:
    if len(groups) <= MAX_GROUPS:
        return groups
    length = features.index.text_length
    texts = [sum(map(length, group.members)) for group in groups]
    order = sorted(range(len(groups)), key=lambda place: -texts[place])
    return [groups[place] for place in order[:MAX_GROUPS]]


def read_groups(
    features: PageFeatures,
    groups: Iterable[ElementGroup],
    inducer: str,
    no_result: PageFeatures | None = None,
) -> Iterable[Candidate]:
    readings: dict[tuple[str, ...], list[_Reading]] = defaultdict(list)
    inner = _inner_links(features.index, no_result)
    for group in groups:
        for reading in _readings(features, group, inner):
            addresses = tuple(features.address_key(link) for link in reading.links)
            readings[addresses].append(reading)
    for same_addresses in readings.values():
        candidate = _candidate(features, same_addresses, inducer)
        if candidate.match.spans:  # none are left where all are advertisements
            yield candidate


def _inner_links(index: PageIndex, no_result: PageFeatures | None) -> frozenset[int]:
    """Return the links into what another one names: "/file.c#12" where "/file.c" stands too.

    What a menu names, on the page without results too, is no record that they could be parts of.
    """
    addresses = _addresses(index)
    menu = set[str]() if no_result is None else set(_addresses(no_result.index).values())
    named = set(addresses.values()) - {""} - menu
    return frozenset(
        link
        for link, address in addresses.items()
        if "#" in address and address.partition("#")[0] in named
    )


def _addresses(index: PageIndex) -> dict[int, str]:
    return {link: index.elements[link].get("href", "") for link in index.links}


def _readings(
    features: PageFeatures, group: ElementGroup, inner: frozenset[int]
) -> Iterable[_Reading]:
    """Yield the ways to read a group, extended over the gaps where those hold text."""
    index = features.index
    for chosen, title in titled_groups(index, features.has_word, group.members).items():
        links = tuple(link for link in chosen if link is not None)
        if len(links) < 2:
            continue
        titled = (link is not None for link in chosen)
        members = tuple(compress(group.members, titled))
        if len(inner.intersection(links)) > MAX_SHARE_OF_INNER * len(links):
            continue
        characters = sum(index.text_length(member) for member in members)
        extent = Extent.ELEMENT
        if fills_gaps(index, list(members)):
            extent = Extent.RUN
            characters = index.text_end[members[-1]] - index.text_before[members[0]]
        yield _Reading(group, title, extent, members, links, characters)


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
    # Few variants are tried on other pages. The date above a post's heading leads to it, too.
    headings = [rule for rule in rules[1:] if rule.titles[0].kind is TitleKind.HEADING]
    variants = dict.fromkeys((*headings[:1], *rules[1:]))
    return Candidate(rules[0], inducer, match, tuple(variants)[: MAX_VARIANTS - 1])


def _length(key: ElementKey) -> tuple[int, int]:
    """Return how much a key demands: short ones travel best, if they name a class or an id."""
    steps = (*key.scope, *key.steps)
    names = sum(len(step.classes) + (step.id is not None) for step in steps)
    return (len(steps) + (0 if names else NAMELESS_HANDICAP), names)
