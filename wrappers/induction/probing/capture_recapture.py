"""How large a collection is that only shows itself through answers: capture and recapture.

Two samples of a population, taken independently, share the fewer members the larger it is
(Petersen). The estimator is Chapman's (1951), which is nearly unbiased and finite when they share
none. Answers to queries are no random samples: what many queries find is found again and again, so
that the estimate is rather too low.
"""

from collections.abc import Collection, Sequence


def chapman_estimate(first: int, second: int, both: int) -> int:
    """Return the estimated size of a population of which two samples had `both` in common.

    >>> chapman_estimate(200, 150, 30)
    978
    >>> chapman_estimate(3, 0, 0)
    3
    """
    return (first + 1) * (second + 1) // (both + 1) - 1


def estimate_size(samples: Sequence[Collection[str]]) -> int | None:
    """Return the size of what samples were taken from, None with fewer than two that found any.

    Every second sample counts as one catch, the others as the recatch, so that both have early
    and late ones.
    """
    caught = [frozenset(sample) for sample in samples if sample]
    if len(caught) < 2:
        return None
    first = frozenset[str]().union(*caught[::2])
    second = frozenset[str]().union(*caught[1::2])
    estimate = chapman_estimate(len(first), len(second), len(first & second))
    return max(estimate, len(first | second))
