"""All that could be the records of sample pages, for a person to choose from."""

from collections.abc import Sequence

from discovery.pages.page import Page
from wrappers.induction.features.page_features import page_features
from wrappers.induction.pipeline import LearnedWrapper, make_wrapper, rank_sample_pages
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule
from wrappers.induction.ranking.integration import RankedPage, integrate
from wrappers.induction.samples.sample import Sample, in_one_view
from wrappers.induction.samples.seen import as_seen, no_result_sample

# Lists shown on one page: more cannot be told apart by colour. Guess.
MAX_ALTERNATIVES = 8
# Of two lists that share more of their records than this only the better one is shown. Guess.
MAX_SHARED = 0.5
# A list of one has nothing that repeats.
MIN_RECORDS = 2


def propose_wrappers(
    samples: Sequence[Sample], no_result: Page | None = None
) -> tuple[LearnedWrapper, ...]:
    """Return wrappers of differing lists on the sample pages, the likeliest records first.

    Unlike `learn_wrapper` nothing is refused for looking unlike search results: a person decides.
    Raises `NoSamplesError`, `EqualPagesError`, `PageTooLargeError`.
    """
    samples, view = in_one_view(samples)
    samples = as_seen(samples)
    nothing = None
    if no_result is not None:
        nothing = page_features(no_result_sample(no_result, samples, view))
    pages = rank_sample_pages(samples, nothing)
    evaluated_rules = integrate(pages, nothing)
    chosen: list[tuple[set[tuple[int, int]], LearnedWrapper]] = []
    for evaluated, score in evaluated_rules:
        records = _records_of(evaluated)
        if not _repeats(evaluated) or any(_overlap(records, seen) for seen, _ in chosen):
            continue
        chosen.append((records, _learned(evaluated, score, pages, no_result)))
        if len(chosen) == MAX_ALTERNATIVES:
            break
    return tuple(learned for _, learned in chosen)


def _learned(
    evaluated: EvaluatedRule, score: float, pages: Sequence[RankedPage], no_result: Page | None
) -> LearnedWrapper:
    """Return the wrapper of one list alone: what else could be read is a choice of its own."""
    wrapper = make_wrapper(evaluated, pages, no_result)
    return LearnedWrapper(
        wrapper=wrapper.replace(sections=wrapper.sections[:1]),
        support=evaluated.support,
        inducer=evaluated.inducer,
        score=score,
    )


def _records_of(evaluated: EvaluatedRule) -> set[tuple[int, int]]:
    """Return page and title link of each record that an evaluated rule finds."""
    return {
        (page, span.title) for page, match in enumerate(evaluated.matches) for span in match.spans
    }


def _repeats(evaluated: EvaluatedRule) -> bool:
    """Return whether an evaluated rule finds a list on any page, not one thing on each."""
    return any(len(match.spans) >= MIN_RECORDS for match in evaluated.matches)


def _overlap(records: set[tuple[int, int]], seen: set[tuple[int, int]]) -> bool:
    """Return whether two lists share most records of the smaller one."""
    return len(records & seen) > MAX_SHARED * min(len(records), len(seen))
