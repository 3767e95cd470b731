"""A rule tried on all sample pages, and the evidence that only several pages give."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from wrappers.extraction import RecordRule, TitleKind
from wrappers.induction.instance import Instance
from wrappers.induction.page_facts import PageFacts


@dataclass(frozen=True, slots=True)
class Trial:
    """A rule with what it finds on each sample page, and on the no-result page if there is one."""

    rule: RecordRule
    inducer: str
    instances: tuple[Instance, ...]
    on_no_result: Instance | None = None
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


def differing_numbers(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """How far the numbers of records on the pages lie apart: 0 for equal, near 1 for far."""
    counts = [len(instance.spans) for instance in trial.instances]
    return 1.0 - min(counts) / max(counts) if len(counts) > 1 and max(counts) else 0.0


def stands_on_no_result_page(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Share of the records whose address stands on the no-result page too."""
    if trial.no_result is None:
        return 0.0
    known = trial.no_result.address_counts
    addresses = [
        page.address_key(span.title)
        for page, instance in zip(pages, trial.instances, strict=True)
        for span in instance.spans
    ]
    return sum(address in known for address in addresses) / max(1, len(addresses))


def finds_on_no_result_page(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Records that the rule finds on the no-result page, relative to a sample page."""
    if trial.on_no_result is None:
        return 0.0
    most = max(len(instance.spans) for instance in trial.instances)
    return min(1.0, len(trial.on_no_result.spans) / max(1, most))


def long_key(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Steps of the shortest key: long paths do not travel."""
    return min(1.0, min(len(key.steps) for key in trial.rule.keys) / 10)


def bare_key(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Whether no key names a class or id."""
    return float(
        not any(
            step.classes or step.id for key in trial.rule.keys for step in (*key.steps, *key.scope)
        )
    )


def only_one_key(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Whether no second key means the same elements."""
    return float(len(trial.rule.keys) == 1)


def title_by_key(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Whether the title link is chosen by a key of its own."""
    return float(trial.rule.titles[0].kind is TitleKind.KEY)


def title_by_length(trial: Trial, pages: Sequence[PageFacts]) -> float:
    """Whether the title link is chosen by its length."""
    return float(trial.rule.titles[0].kind is TitleKind.LONGEST)


CROSS_EVIDENCE: tuple[CrossEvidence, ...] = (
    empty_pages,
    recurring_records,
    differing_numbers,
    stands_on_no_result_page,
    finds_on_no_result_page,
    long_key,
    bare_key,
    only_one_key,
    title_by_key,
    title_by_length,
)
CROSS_NAMES = tuple(function.__name__ for function in CROSS_EVIDENCE)
