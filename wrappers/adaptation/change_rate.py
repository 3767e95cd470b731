"""How much an engine's answers change by themselves, and what a repair is held to therefore."""

from collections.abc import Sequence
from dataclasses import dataclass

# Share of known records found again where nothing was measured, or not for long. Guess: a page of
# ten changes by two or three in a few weeks. With the margin, answers half of which are new are
# not taken on trust.
PRIOR_SHARE = 0.75
# How far below the usual share that of a repair may be. Guess.
MARGIN = 0.2
# Hours of measuring after which a share above the prior is believed; one measurement counts for no
# more, however long nobody checked.
ENOUGH_HOURS = 24.0
# Measurements kept of an engine.
MAX_MEASUREMENTS = 12
# Two askings in a row count as if so many hours lay between them.
_LEAST_HOURS = 1e-3


@dataclass(frozen=True, slots=True)
class ChangeMeasurement:
    """The share of an engine's known records that was found again after `hours`."""

    hours: float
    share: float


def expected_share(measurements: Sequence[ChangeMeasurement]) -> float:
    """Return the share of known records that an engine's answers usually keep.

    It is the median of what was measured, each share weighted by its hours, a day at most. Until a
    day has been measured it is at most `PRIOR_SHARE`.

    >>> expected_share([]), expected_share([ChangeMeasurement(0.1, 0.3)])
    (0.75, 0.3)
    >>> expected_share([ChangeMeasurement(0.01, 1.0)]), expected_share([ChangeMeasurement(30, 0.9)])
    (0.75, 0.9)
    """
    if not measurements:
        return PRIOR_SHARE
    weights = [min(ENOUGH_HOURS, max(_LEAST_HOURS, each.hours)) for each in measurements]
    usual, passed = 0.0, 0.0
    for share, weight in sorted(
        (each.share, weight) for each, weight in zip(measurements, weights, strict=True)
    ):
        usual, passed = share, passed + weight
        if passed >= sum(weights) / 2:
            break
    return usual if sum(weights) >= ENOUGH_HOURS else min(usual, PRIOR_SHARE)


def required_share(measurements: Sequence[ChangeMeasurement]) -> float:
    """Return the share of known records that a repair must find again.

    >>> required_share([ChangeMeasurement(30, 1.0)]), required_share([ChangeMeasurement(9, 0.1)])
    (0.8, 0.0)
    """
    return max(0.0, expected_share(measurements) - MARGIN)
