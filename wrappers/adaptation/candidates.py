"""The candidate pool: all rules that may be the wrapper's, and how like the tree-grams they are.

Ferrara and Baumgartner 2011, section 4: the stored example tree-grams are matched with the tree of
the current page; the output are "sub-trees that are sufficiently similar to the original (example)
ones, and in consequence a generated XPath statement that matches the nodes". So it is here, for
records. Details ours: of nested subtrees the likest counts, the keys are those of the groups of
elements that the subtrees are of, and the title link is chosen as while learning.

What the inducers of wrappers propose is every regularity of the pages. Besides the best ranked of
these, the old wrapper's rules are evaluated, and what matching the tree-grams with the new trees
finds by itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from discovery.pages.matching.measures import (
    clustered_tree_matching,
    simple_tree_similarity,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from discovery.pages.matching.trees import LabeledTree, LabelOptions
from wrappers.adaptation.adaptation import AdaptationSettings, Strategy
from wrappers.adaptation.tree_grams import TreeGram, found_by, snapshot_of
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.element_groups import ElementGroup, element_groups
from wrappers.induction.candidates.group_candidates import Candidate, read_groups
from wrappers.induction.features.page_features import PageFeatures, RecordSpan, RuleMatch
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule, score_rules
from wrappers.induction.ranking.integration import RankedPage, context_of, evaluate_rules

SimilarityMeasure = Callable[[LabeledTree, LabeledTree], float]
# Records of a candidate on a page that are matched: the first, the last, and some between. Guess.
MAX_RECORDS_MATCHED = 3
SIMILARITY_MEASURES: dict[Strategy, SimilarityMeasure] = {
    Strategy.CLUSTERED: clustered_tree_matching,
    Strategy.SIMPLE: simple_tree_similarity,
    Strategy.BIGRAM: tree_bigram_similarity,
    Strategy.JARO_WINKLER: tree_jaro_winkler,
}


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A record as it is matched: the tree as written, that of its content, its names."""

    written: LabeledTree
    content: LabeledTree
    names: frozenset[str]

    @classmethod
    def of(cls, gram: TreeGram, options: LabelOptions) -> "_Snapshot":
        return cls(gram.tree(options), gram.content_tree(), gram.all_names())


class TreeGramSimilarity:
    """The tree-grams of a wrapper, ready to be matched; what was matched is remembered."""

    def __init__(self, grams: Sequence[TreeGram], options: LabelOptions) -> None:
        self._options = options
        self._grams = [_Snapshot.of(gram, options) for gram in grams]
        self._snapshots: dict[tuple[int, int, int], _Snapshot] = {}
        self._values: dict[tuple[Strategy, _Snapshot], float] = {}

    @property
    def sizes(self) -> list[int]:
        return [gram.written.size - 1 for gram in self._grams]

    def of_match(self, strategy: Strategy, features: PageFeatures, match: RuleMatch) -> float:
        spans = _sample(match.spans)
        values = [self.of_record(strategy, features, span) for span in spans]
        return sum(values) / len(values) if values else 0.0

    def of_record(self, strategy: Strategy, features: PageFeatures, span: RecordSpan) -> float:
        place = (id(features), span.first, span.end)
        snapshot = self._snapshots.get(place)
        if snapshot is None:
            snapshot = _Snapshot.of(snapshot_of(features, span), self._options)
            self._snapshots[place] = snapshot
        # Most records of a page are built alike.
        key = (strategy, snapshot)
        if key not in self._values:
            self._values[key] = self._match(strategy, snapshot)
        return self._values[key]

    def _match(self, strategy: Strategy, snapshot: _Snapshot) -> float:
        if strategy is Strategy.ATTRIBUTES:
            shared = (_shared_names(snapshot.names, gram.names) for gram in self._grams)
            return max(shared, default=0.0)
        measure = SIMILARITY_MEASURES[strategy]
        trees = [(snapshot.written, gram.written) for gram in self._grams]
        trees += [(snapshot.content, gram.content) for gram in self._grams]
        return max((measure(one, other) for one, other in trees), default=0.0)


def _shared_names(names: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of names that two records have in common (Dice's coefficient)."""
    return 2 * len(names & others) / (len(names) + len(others)) if names or others else 0.0


def _sample(spans: Sequence[RecordSpan]) -> Sequence[RecordSpan]:
    if len(spans) <= MAX_RECORDS_MATCHED:
        return spans
    last, gaps = len(spans) - 1, MAX_RECORDS_MATCHED - 1
    return [spans[last * place // gaps] for place in range(MAX_RECORDS_MATCHED)]


# Subtrees looked at are so many times smaller or larger than a tree-gram at most, and so many of a
# page: what is further off is not sufficiently similar by any measure. Guesses.
MAX_SIZE_RATIO = 3.0
MAX_SUBTREES = 400
# Share of a group's elements, and of the subtrees found, that must agree (their F-measure), and
# groups of one strategy on one page. Guesses.
LEAST_AGREEMENT = 0.5
MAX_GROUPS = 2


def propose_by_trees(
    features: PageFeatures,
    groups: Sequence[ElementGroup],
    similarity: TreeGramSimilarity,
    strategy: Strategy,
    threshold: float,
) -> list[Candidate]:
    """Return the candidates for one page: the groups that the subtrees like the tree-grams are of.

    Their inducer is the strategy that found the subtrees.
    """
    wanted = frozenset(_subtrees(features, similarity, strategy, threshold))
    agreement = {
        place: 2 * len(wanted.intersection(group.members)) / (len(wanted) + len(group.members))
        for place, group in enumerate(groups)
    }
    best = sorted(agreement, key=lambda place: -agreement[place])[:MAX_GROUPS]
    chosen = [groups[place] for place in best if agreement[place] >= LEAST_AGREEMENT]
    return list(read_groups(features, chosen, str(strategy)))


def _subtrees(
    features: PageFeatures, similarity: TreeGramSimilarity, strategy: Strategy, threshold: float
) -> Iterator[int]:
    """Yield the subtrees that are similar enough, none within another, the likest of each nest."""
    index = features.index
    sizes = similarity.sizes
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
            yield number


# The name under which the old wrapper stands among the rules tried.
UNCHANGED = "unchanged"
# What a rule finds: of each page, first elements and title links.
Outcome = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """The new pages, the rules tried on them, and each rule's score by the ranking.

    `proposed` are by strategy the outcomes of the rules that its own matching of trees found.
    """

    pages: tuple[RankedPage, ...]
    evaluated_rules: tuple[EvaluatedRule, ...]
    scores: tuple[float, ...]
    proposed: Mapping[Strategy, frozenset[Outcome]]

    def proposes(self, strategy: Strategy, evaluated: EvaluatedRule) -> bool:
        """Tell whether a strategy found a rule: by its own matching, if it matches trees."""
        return strategy not in self.proposed or outcome_of(evaluated) in self.proposed[strategy]


def outcome_of(evaluated: EvaluatedRule) -> Outcome:
    return tuple(match.outcome for match in evaluated.matches)


def build_candidate_pool(
    pages: Sequence[RankedPage],
    similarity: TreeGramSimilarity,
    wrapper: Wrapper,
    settings: AdaptationSettings,
    no_result: PageFeatures | None = None,
) -> CandidatePool:
    """Try the old wrapper, what trees find, and the best candidates, on all pages."""
    features = [page.features for page in pages]
    groups = [element_groups(page.index) for page in features]
    by_trees = {
        strategy: [
            candidate
            for each in zip(features, groups, strict=True)
            for candidate in propose_by_trees(
                *each, similarity, strategy, settings.threshold(strategy)
            )
        ]
        for strategy in SIMILARITY_MEASURES
        if strategy in settings.order
    }
    evaluated_rules = evaluate_rules(pages, no_result, chain.from_iterable(by_trees.values()))
    found_before = tuple(found_by(wrapper, page) for page in features)
    unchanged = EvaluatedRule(wrapper.sections[0], UNCHANGED, found_before, no_result)
    if unchanged.support:
        evaluated_rules.append(unchanged)
    return CandidatePool(
        tuple(pages),
        tuple(evaluated_rules),
        tuple(score_rules(features, context_of(pages), evaluated_rules)),
        {
            strategy: frozenset(
                tuple(page.find(candidate.rule).outcome for page in features) for candidate in found
            )
            for strategy, found in by_trees.items()
        },
    )
