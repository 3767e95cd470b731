"""Which link of each record is its title: the rules worth trying for a group of elements."""

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass

from discovery.pages.tree import HEADING_TAGS
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.induction.samples.page_index import PageIndex

# Links of one element looked at: the title link is among the first. Guess.
MAX_LINKS = 20
# Rules by key tried for one group of elements, best covering first. Guess.
MAX_KEY_RULES = 8
# A key that finds a link in fewer of the elements is not the records' title. Guess.
MIN_COVERAGE = 0.4
# Levels between an element and its title link that are looked at. Guess: real ones have ten.
MAX_LEVELS = 30
_CELLS = ("td", "th", "dd")

KeyName = tuple[tuple[tuple[str, tuple[str, ...], int | None], ...], tuple[str, int] | None]


@dataclass(frozen=True, slots=True)
class TitledGroup:
    """A title rule with the link it chooses in each member of a group (None: none)."""

    rule: TitleRule
    links: tuple[int | None, ...]


def titled_groups(
    index: PageIndex, has_text: list[bool], members: tuple[int, ...]
) -> list[TitledGroup]:
    """Return the title rules for a group that choose differing links.

    `has_text` says of every element of the page whether it shows a word. A link without (around a
    picture) is a title only where the rule finds no other.
    """
    links = [index.links_between(member, index.end[member])[:MAX_LINKS] for member in members]
    found: dict[tuple[int | None, ...], TitleRule] = {}
    first = tuple(_first_with_text(has_text, own) for own in links)
    found[first] = TitleRule(TitleKind.FIRST)
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
    return [TitledGroup(rule, chosen) for chosen, rule in found.items()]


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
    """Return the keys under which a link can be found in its member."""
    classes = tuple(name for name in index.classes[link] if is_plain_name(name))
    names: list[KeyName] = []
    if classes:
        names.append(((("a", classes, None),), None))
    parent = index.parent[link]
    if link == member or not is_plain_tag(str(index.elements[parent].tag)):
        return names
    tag = str(index.elements[parent].tag)
    above = tuple(name for name in index.classes[parent] if is_plain_name(name))
    names.append((((tag, above, None), ("a", (), None)), None))
    if above:
        names.append((((tag, (), None), ("a", (), None)), None))
    for _ in range(MAX_LEVELS):
        if parent <= member:
            break
        element = index.elements[parent]
        if element.tag in _CELLS:
            column = 1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))
            names.append(((("a", (), None),), (str(element.tag), column)))
            break
        parent = index.parent[parent]
    return names


def _key(name: KeyName) -> ElementKey:
    """Return the key of that name."""
    steps, cell = name
    scope = () if cell is None else (SelectorStep(cell[0], column=cell[1]),)
    return ElementKey(tuple(SelectorStep(tag, classes) for tag, classes, _ in steps), scope)


def _first_with_text(has_text: list[bool], links: list[int]) -> int | None:
    """Return the first link that shows a word, else the first."""
    return next((link for link in links if has_text[link]), links[0] if links else None)


def _first_scripted(index: PageIndex, has_text: list[bool], member: int) -> int | None:
    """Return the first element of a member that a script makes a link."""
    start = bisect_left(index.scripted, member)
    end = bisect_left(index.scripted, index.end[member])
    return _first_with_text(has_text, index.scripted[start:end])


def _in_heading(index: PageIndex, link: int, member: int) -> bool:
    """Return whether a link stands in a heading inside `member`, or holds one."""
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
