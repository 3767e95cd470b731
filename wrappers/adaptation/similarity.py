"""How like the tree-grams the records of a candidate are, by each strategy's own measure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from discovery.pages.matching.bigrams import tree_bigram_similarity
from discovery.pages.matching.clustered_matching import clustered_tree_matching
from discovery.pages.matching.jaro_winkler import tree_jaro_winkler
from discovery.pages.matching.label_options import LabelOptions
from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.matching.simple_matching import simple_tree_similarity
from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.tree_gram import TreeGram
from wrappers.adaptation.tree_grams import snapshot_of
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RecordSpan, RuleMatch

SimilarityMeasure = Callable[[LabeledTree, LabeledTree], float]
# Records of a candidate on a page that are matched: the first, the last, and some between. Guess.
MAX_RECORDS_MATCHED = 3
# Elements of a record from which its structure says all it can: of a mere link, half the page's
# links have the same. Guess.
INFORMATIVE_SIZE = 12
SIMILARITY_MEASURES: dict[Strategy, SimilarityMeasure] = {
    Strategy.CLUSTERED: clustered_tree_matching,
    Strategy.SIMPLE: simple_tree_similarity,
    Strategy.BIGRAM: tree_bigram_similarity,
    Strategy.JARO_WINKLER: tree_jaro_winkler,
}
# Whose mean is one feature of a rule's history.
STRUCTURE = (Strategy.CLUSTERED, Strategy.BIGRAM, Strategy.JARO_WINKLER)


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A record as it is matched: the tree as written, that of its content, its names."""

    written: LabeledTree
    content: LabeledTree
    names: frozenset[str]

    @classmethod
    def of(cls, gram: TreeGram, options: LabelOptions) -> "_Snapshot":
        """Return what is matched of a tree-gram."""
        return cls(gram.tree(options), gram.content_tree(), gram.all_names())


class TreeGramSimilarity:
    """The tree-grams of a wrapper, ready to be matched; what was matched is remembered."""

    def __init__(self, grams: Sequence[TreeGram], options: LabelOptions) -> None:
        """Make the trees of the tree-grams."""
        self._options = options
        self._grams = [_Snapshot.of(gram, options) for gram in grams]
        self._snapshots: dict[tuple[int, int, int], _Snapshot] = {}
        self._values: dict[tuple[Strategy, _Snapshot], float] = {}

    @property
    def informativeness(self) -> float:
        """How much the structure of the records says, from 0 to 1: little where it is simple."""
        sizes = [gram.written.size - 1 for gram in self._grams]
        return min(1.0, sum(sizes) / len(sizes) / INFORMATIVE_SIZE) if sizes else 0.0

    def of_match(self, strategy: Strategy, features: PageFeatures, match: RuleMatch) -> float:
        """Return the mean over some of the records on a page, from 0 to 1."""
        spans = _sample(match.spans)
        values = [self.of_record(strategy, features, span) for span in spans]
        return sum(values) / len(values) if values else 0.0

    def of_record(self, strategy: Strategy, features: PageFeatures, span: RecordSpan) -> float:
        """Return the likeness of one record to the tree-gram most like it."""
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
        """Match a record with all tree-grams, as the page writes it or by its content."""
        if strategy is Strategy.ATTRIBUTES:
            return max(
                (_shared_names(snapshot.names, gram.names) for gram in self._grams), default=0.0
            )
        measure = SIMILARITY_MEASURES[strategy]
        return max(
            (
                max(
                    measure(snapshot.written, gram.written), measure(snapshot.content, gram.content)
                )
                for gram in self._grams
            ),
            default=0.0,
        )


def _shared_names(names: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of names that two records have in common (Dice's coefficient)."""
    return 2 * len(names & others) / (len(names) + len(others)) if names or others else 0.0


def _sample(spans: Sequence[RecordSpan]) -> Sequence[RecordSpan]:
    """Return some records, spread over all."""
    if len(spans) <= MAX_RECORDS_MATCHED:
        return spans
    last = len(spans) - 1
    return [
        spans[last * place // (MAX_RECORDS_MATCHED - 1)] for place in range(MAX_RECORDS_MATCHED)
    ]
