"""Candidates that the tree-grams find by themselves on a new page, without any inducer.

Ferrara and Baumgartner 2011, section 4: the stored example tree-grams are matched with the tree of
the current page; the output are "sub-trees that are sufficiently similar to the original (example)
ones, and in consequence a generated XPath statement that matches the nodes". So it is here, for
records; and for their title link, the node that the mapping of the two trees gives. Details ours:
of nested subtrees the likest counts, and the generated key is that which finds the subtrees best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from discovery.pages.matching.mapping import map_node
from discovery.pages.tree import elements_in_order
from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.similarity import TreeGramSimilarity
from wrappers.adaptation.tree_gram import TreeGram
from wrappers.adaptation.tree_grams import elements_of, snapshot_of
from wrappers.extraction.record_rule import Extent, RecordRule
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RecordSpan

# Subtrees looked at are so many times smaller or larger than a tree-gram at most, and so many of a
# page: what is further off is not sufficiently similar by any measure. Guesses.
MAX_SIZE_RATIO = 3.0
MAX_SUBTREES = 400
# Share of what a key finds, and of the subtrees found, that must agree (their F-measure). Guess.
LEAST_AGREEMENT = 0.5
# Keys and title rules of one strategy on one page. Guess.
MAX_KEYS = 2
MAX_TITLES = 3
# Elements around a subtree that may name it. Guess.
MAX_ANCHOR_DISTANCE = 4


@dataclass(frozen=True, slots=True)
class _Subtree:
    """A subtree of the page that is like a record, and its title link if the mapping gives one."""

    number: int
    likeness: float
    title: int | None


def propose_by_trees(
    features: PageFeatures,
    grams: Sequence[TreeGram],
    similarity: TreeGramSimilarity,
    strategy: Strategy,
    threshold: float,
) -> list[Candidate]:
    """Return the candidates for one page: rules for subtrees that are as like the tree-grams.

    The inducer of each is the strategy by whose measure the subtrees were found.
    """
    subtrees = list(_subtrees(features, grams, similarity, strategy, threshold))
    candidates = []
    for key in _best_keys(features, [subtree.number for subtree in subtrees]):
        for title in _best_titles(features, subtrees):
            rule = RecordRule((key,), Extent.ELEMENT, (title,))
            match = features.find(rule)
            if match.spans:
                candidates.append(Candidate(rule, str(strategy), match))
    return candidates


def _subtrees(
    features: PageFeatures,
    grams: Sequence[TreeGram],
    similarity: TreeGramSimilarity,
    strategy: Strategy,
    threshold: float,
) -> Iterator[_Subtree]:
    """Yield the subtrees that are similar enough, none within another, the likest of each nest."""
    index = features.index
    sizes = [len(gram.nodes) for gram in grams]
    if not sizes:
        return
    least, most = min(sizes) / MAX_SIZE_RATIO, max(sizes) * MAX_SIZE_RATIO
    # Of too many subtrees the larger ones: a page has few of them.
    possible = sorted(
        (n for n in index.numbers_with_links() if least <= index.end[n] - n <= most),
        key=lambda number: (number - index.end[number], number),
    )[:MAX_SUBTREES]
    likeness = {
        number: similarity.of_record(strategy, features, features.span_of(number))
        for number in possible
    }
    taken: list[int] = []
    for number in sorted(likeness, key=lambda number: (-likeness[number], number)):
        if likeness[number] < threshold:
            break
        if not any(
            number < other < index.end[number] or other < number < index.end[other]
            for other in taken
        ):
            taken.append(number)
            title = _mapped_title(features, grams, features.span_of(number))
            yield _Subtree(number, likeness[number], title)


def _mapped_title(
    features: PageFeatures, grams: Sequence[TreeGram], span: RecordSpan
) -> int | None:
    """Return the link to which the mapping of a tree-gram to a subtree maps the title link."""
    labels, parents = snapshot_of(features, span).outline
    nodes = [node for element in elements_of(features, span) for node in elements_in_order(element)]
    for gram in grams:
        if gram.title is None:
            continue
        place = map_node(*gram.outline, labels, parents, gram.title + 1)
        if place is not None and place <= len(nodes):
            number = features.index.number.get(nodes[place - 1])
            if number is not None and features.index.links_between(number, number + 1):
                return number
    return None


def _best_keys(features: PageFeatures, wanted: Sequence[int]) -> list[ElementKey]:
    """Return the keys that find the wanted elements best, shorter ones first among equals."""
    aim = set(wanted)
    scored = []
    for place, key in enumerate(dict.fromkeys(k for n in wanted for k in _keys_of(features, n))):
        found = features.members_of(key)
        agreement = 2 * len(aim.intersection(found)) / (len(aim) + len(found))
        if agreement >= LEAST_AGREEMENT:
            scored.append((-agreement, len(key.steps), place, key))
    return [key for *_, key in sorted(scored, key=lambda row: row[:3])[:MAX_KEYS]]


def _keys_of(features: PageFeatures, number: int) -> Iterator[ElementKey]:
    """Yield the keys of one element: its own name, and paths of tags from what is named above."""
    index = features.index
    own = _step(features, number)
    chain = [SelectorStep(own.tag)]
    if own.classes:
        yield ElementKey((own,))
        yield ElementKey((SelectorStep(own.tag, own.classes[:1]),))
    above = index.parent[number]
    for _ in range(MAX_ANCHOR_DISTANCE):
        if above < 0 or not is_plain_tag(index.tags[above]):
            return
        step = _step(features, above)
        if step.classes or step.id:
            yield ElementKey((step, *chain))
            yield ElementKey((step, *chain[:-1], own))
        chain.insert(0, SelectorStep(step.tag))
        above = index.parent[above]
    tags = []
    while above >= 0 and is_plain_tag(index.tags[above]):
        tags.append(SelectorStep(index.tags[above]))
        above = index.parent[above]
    if above < 0:
        yield ElementKey((*reversed(tags), *chain), rooted=True)


def _step(features: PageFeatures, number: int) -> SelectorStep:
    """Return the step to an element by its tag and its names."""
    element = features.index.elements[number]
    name = element.get("id")
    classes = tuple(dict.fromkeys(c for c in features.index.classes[number] if is_plain_name(c)))
    is_name = name is not None and is_plain_name(name) and name.isalpha()
    return SelectorStep(features.index.tags[number], classes, name if is_name else None)


def _best_titles(features: PageFeatures, subtrees: Sequence[_Subtree]) -> list[TitleRule]:
    """Return the title rules that choose the mapped links most often, else those of any record."""
    mapped = [(s.number, s.title) for s in subtrees if s.title is not None]
    rules = [TitleRule(TitleKind.FIRST), TitleRule(TitleKind.HEADING)]
    for number, title in mapped:
        if title > number:
            path = _path_to(features, number, title)
            rules += [TitleRule(TitleKind.KEY, ElementKey(path[-length:])) for length in (1, 2, 3)]
    rules = list(dict.fromkeys(rules))

    def agreement(rule: TitleRule) -> int:
        return sum(features.title_of(rule, number) == title for number, title in mapped)

    return sorted(rules, key=agreement, reverse=True)[:MAX_TITLES]


def _path_to(features: PageFeatures, number: int, title: int) -> tuple[SelectorStep, ...]:
    """Return the steps from an element, not included, to a link in it."""
    steps = []
    while title != number:
        step = _step(features, title)
        steps.append(SelectorStep(step.tag, step.classes[:1]))
        title = features.index.parent[title]
    return tuple(reversed(steps))
