"""All that could be the records of sample pages, for a person to choose from."""

from collections.abc import Sequence
from dataclasses import replace

from discovery.pages import Page
from wrappers.induction.features import facts_of
from wrappers.induction.pipeline import LearnedWrapper, judge_samples, make_wrapper
from wrappers.induction.ranking import JudgedPage, Trial, integrate
from wrappers.induction.samples import SamplePage

# Lists shown on one page: more cannot be told apart by colour. Guess.
MAX_ALTERNATIVES = 8
# Of two lists that share more of their records than this only the better one is shown. Guess.
MAX_SHARED = 0.5
# A list of one has nothing that repeats.
LEAST_RECORDS = 2


def propose_wrappers(
    samples: Sequence[SamplePage], no_result: Page | None = None, most: int = MAX_ALTERNATIVES
) -> tuple[LearnedWrapper, ...]:
    """Return wrappers of differing lists on the sample pages, the likeliest records first.

    Unlike `learn_wrapper` nothing is refused for looking unlike search results: a person decides.
    Raises `NoSamplesError`, `EqualPagesError`, `PageTooLargeError`.
    """
    pages = judge_samples(samples)
    trials = integrate(pages, None if no_result is None else facts_of(SamplePage(no_result)))
    chosen: list[tuple[set[tuple[int, int]], LearnedWrapper]] = []
    for trial, score in trials:
        records = _records_of(trial)
        if not _repeats(trial) or any(_overlap(records, seen) for seen, _ in chosen):
            continue
        chosen.append((records, _learned(trial, score, pages, no_result)))
        if len(chosen) == most:
            break
    return tuple(learned for _, learned in chosen)


def _learned(
    trial: Trial, score: float, pages: Sequence[JudgedPage], no_result: Page | None
) -> LearnedWrapper:
    """Return the wrapper of one list alone: what else could be read is a choice of its own."""
    wrapper = make_wrapper(trial, pages, no_result)
    return LearnedWrapper(
        wrapper=replace(wrapper, sections=wrapper.sections[:1]),
        support=trial.support,
        inducer=trial.inducer,
        score=score,
    )


def _records_of(trial: Trial) -> set[tuple[int, int]]:
    """Return page and title link of each record that a trial finds."""
    return {
        (page, span.title)
        for page, instance in enumerate(trial.instances)
        for span in instance.spans
    }


def _repeats(trial: Trial) -> bool:
    """Return whether a trial finds a list on any page, not one thing on each."""
    return any(len(instance.spans) >= LEAST_RECORDS for instance in trial.instances)


def _overlap(records: set[tuple[int, int]], seen: set[tuple[int, int]]) -> bool:
    """Return whether two lists share most records of the smaller one."""
    return len(records & seen) > MAX_SHARED * min(len(records), len(seen))
