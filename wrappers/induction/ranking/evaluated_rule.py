"""A rule tried on all sample pages, and the evidence that only several pages give."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from wrappers.extraction import RecordRule, TitleKind
from wrappers.induction.features import Instance, PageFacts


@dataclass(frozen=True, slots=True)
class Trial:
    """A rule with what it finds on each sample page, and the no-result page if there is one."""

    rule: RecordRule
    inducer: str
    instances: tuple[Instance, ...]
    no_result: PageFacts | None = None

    @property
    def support(self) -> int:
        """The number of sample pages on which the rule finds records."""
        return sum(1 for instance in self.instances if instance.spans)


CrossEvidence = Callable[[Trial, Sequence[PageFacts]], float]


def empty_pages(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Share of the sample pages on which the rule finds nothing."""
    return sum(1 for instance in trial.instances if not instance.spans) / len(pages)


def recurring_records(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Overlap of the records of different queries: regions that stay the same are noise.

    Overlap of addresses, averaged over the pairs of pages, relative to the smaller page.
    """
    sets = [
        {page.address_key(span.title) for span in instance.spans}
        for page, instance in zip(pages, trial.instances, strict=True)
        if instance.spans
    ]
    overlaps = [len(left & right) / min(len(left), len(right)) for left, right in pairs(sets)]
    return sum(overlaps) / len(overlaps) if overlaps else 0.0


def pairs(sets: Sequence[set[str]]) -> list[tuple[set[str], set[str]]]:
    """Return all pairs."""
    return list(combinations(sets, 2))


def stands_on_no_result_page(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Share of the records whose address stands on the no-result page too: ground for refusal.

    In the ranking it earns nothing: what stands there too is left out as a fixed region.
    """
    if trial.no_result is None:
        return 0.0
    known = trial.no_result.address_counts
    addresses = [
        page.address_key(span.title)
        for page, instance in zip(pages, trial.instances, strict=True)
        for span in instance.spans
    ]
    return sum(address in known for address in addresses) / max(1, len(addresses))


def long_key(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Steps of the shortest key: long paths do not travel."""
    return min(1.0, min(len(key.steps) for key in trial.rule.keys) / 10)


def title_by_length(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Whether the title link is chosen by its length."""
    return float(trial.rule.titles[0].kind is TitleKind.LONGEST)


CROSS_EVIDENCE: tuple[CrossEvidence, ...] = (
    empty_pages,
    recurring_records,
    long_key,
    title_by_length,
)
CROSS_NAMES = tuple(function.__name__ for function in CROSS_EVIDENCE)
