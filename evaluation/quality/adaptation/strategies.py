"""Wrappers by each strategy alone, as the paper has it, and by all but those that match trees."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from wrappers.adaptation.adaptation import AdaptationSettings, NotAdaptedError, Refusal, Strategy
from wrappers.adaptation.repair import Repair
from wrappers.extraction.wrapper import Wrapper

WITHOUT_TREES = "without trees"
NO_TREES = (Strategy.ATTRIBUTES, Strategy.ORACLE, Strategy.LEARN_ANEW)
# Table 1 of Ferrara and Baumgartner 2011: what is likest is taken, by either measure.
PUBLISHED = (Strategy.SIMPLE, Strategy.CLUSTERED)


def as_published(strategy: Strategy) -> str:
    return f"{strategy}, unchecked"


METHODS = (WITHOUT_TREES, *Strategy, *map(as_published, PUBLISHED))


def wrappers_by_strategy(
    prepare: Callable[[AdaptationSettings], Repair],
) -> dict[str, Callable[[], Wrapper]]:
    """Return by the names of `METHODS` what makes the wrapper.

    Raises `NotAdaptedError` where nothing can be prepared.
    """
    prepared = prepare(AdaptationSettings(order=tuple(Strategy)))
    made: dict[str, Callable[[], Wrapper]] = {
        WITHOUT_TREES: lambda: prepare(AdaptationSettings(order=NO_TREES)).run().wrapper
    }
    for strategy in Strategy:
        alone = replace(prepared, settings=AdaptationSettings(order=(strategy,)))
        made[strategy] = partial(lambda repair: repair.run().wrapper, alone)
    for strategy in PUBLISHED:
        made[as_published(strategy)] = partial(match_alone, prepared, strategy)
    return made


def match_alone(repair: Repair, strategy: Strategy) -> Wrapper:
    """Return the wrapper for what is likest by a strategy's measure; raises `NotAdaptedError`."""
    likest = max(
        (choice for choice in repair.choices if repair.pool.proposes(strategy, choice.evaluated)),
        key=lambda choice: choice.likeness(strategy),
        default=None,
    )
    if likest is None:
        raise NotAdaptedError(Refusal.NOT_ALIKE, "nothing is like the records")
    return repair.wrapper_for(likest)
