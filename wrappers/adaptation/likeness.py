"""How like the tree-grams the records of a candidate are, by each strategy's own measure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from discovery.pages.matching import (
    LabeledTree,
    LabelOptions,
    clustered_tree_matching,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from wrappers.adaptation.strategy import Strategy
from wrappers.adaptation.tree_gram import TreeGram
from wrappers.adaptation.tree_grams import snapshot_of
from wrappers.induction import Instance, PageFacts, RecordSpan

Measure = Callable[[LabeledTree, LabeledTree], float]
# Records of a candidate on a page that are matched: the first, the last, and some between. Guess.
MAX_RECORDS_MATCHED = 3
# Elements of a record from which its structure says all it can: of a mere link, half the page's
# links have the same. Guess.
TELLING_SIZE = 12
MEASURES: dict[Strategy, Measure] = {
    Strategy.CLUSTERED: clustered_tree_matching,
    Strategy.BIGRAM: tree_bigram_similarity,
    Strategy.JARO_WINKLER: tree_jaro_winkler,
}


@dataclass
class Likeness:
    """The tree-grams, ready to be matched, with what was matched already."""

    grams: Sequence[TreeGram]
    options: LabelOptions
    _trees: list[tuple[LabeledTree, LabeledTree]] = field(init=False)
    _names: list[frozenset[str]] = field(init=False)
    _snapshots: dict[tuple[int, int, int], TreeGram] = field(default_factory=dict)
    _matched: dict[tuple[object, ...], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the trees of the tree-grams."""
        self._trees = [(gram.tree(self.options), gram.content_tree()) for gram in self.grams]
        self._names = [gram.all_names() for gram in self.grams]

    @property
    def telling(self) -> float:
        """How much the structure of the records says, from 0 to 1: little where it is simple."""
        sizes = [len(gram.nodes) for gram in self.grams]
        return min(1.0, sum(sizes) / len(sizes) / TELLING_SIZE) if sizes else 0.0

    def of_instance(self, strategy: Strategy, facts: PageFacts, instance: Instance) -> float:
        """Return the mean over some of the records on a page, from 0 to 1."""
        spans = _sample(instance.spans)
        values = [self.of_record(strategy, facts, span) for span in spans]
        return sum(values) / len(values) if values else 0.0

    def of_record(self, strategy: Strategy, facts: PageFacts, span: RecordSpan) -> float:
        """Return the likeness of one record to the tree-gram most like it."""
        key = (strategy, id(facts), span.first, span.end)
        if key not in self._matched:
            self._matched[key] = self._match(strategy, self._snapshot(facts, span))
        return self._matched[key]

    def _snapshot(self, facts: PageFacts, span: RecordSpan) -> TreeGram:
        key = (id(facts), span.first, span.end)
        if key not in self._snapshots:
            self._snapshots[key] = snapshot_of(facts, span)
        return self._snapshots[key]

    def _match(self, strategy: Strategy, snapshot: TreeGram) -> float:
        """Match a snapshot with all tree-grams, as the page writes it or by its content."""
        if strategy is Strategy.ATTRIBUTES:
            names = snapshot.all_names()
            return max((_shared(names, other) for other in self._names), default=0.0)
        measure = MEASURES[strategy]
        written, content = snapshot.tree(self.options), snapshot.content_tree()
        return max(
            (
                max(measure(written, other), measure(content, other_content))
                for other, other_content in self._trees
            ),
            default=0.0,
        )


def _shared(names: frozenset[str], others: frozenset[str]) -> float:
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
