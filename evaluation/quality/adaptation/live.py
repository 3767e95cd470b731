"""What mending makes of a broken engine: a repair that goes live, or is proposed to a person.

It is adapted to today's pages, else learned anew from them, and then held to what is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from wrappers.adaptation.acceptance import PastReading, find_objections
from wrappers.adaptation.adaptation import Adaptation, KnownAnswer
from wrappers.adaptation.expectations import ReadAnswer, required_share
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample


class Outcome(StrEnum):
    """The outcomes of mending."""

    NONE = "none"  # nothing was found that reads the pages
    LIVE = "live"
    PROPOSED = "proposed"


@dataclass(frozen=True, slots=True)
class Mended:
    """The outcome, and the wrapper that it is about."""

    outcome: Outcome = Outcome.NONE
    wrapper: Wrapper | None = None


def mend(
    adaptation: Adaptation | None,
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer],
    constraints: IntegrityConstraints,
) -> Mended:
    """Return what mending makes of an adaptation, or of none; `known` are answers of queries."""
    if adaptation is None:
        try:
            wrapper = learn_wrapper(samples).wrapper
        except InductionError:
            return Mended()
    else:
        wrapper = adaptation.wrapper
    past = PastReading(tuple(known), constraints, required_share(()))
    queries = {answer.query for answer in known}
    today = [
        ReadAnswer(sample.query, sample.page, wrapper.records(sample.page))
        for sample in samples
        if sample.query in queries
    ]
    is_unchanged = adaptation is not None and adaptation.strategy is None
    objections = find_objections(past, today, is_unchanged=is_unchanged) if today else ()
    return Mended(Outcome.PROPOSED if objections else Outcome.LIVE, wrapper)
