"""Formulas that turn what is known of a page into a score; docs/ranking.md tells how they compare.

A formula is a function of `ResultFeatures`, so one is put in the place of another by its name.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

# "k = 60 was fixed during a pilot investigation" (Cormack, Clarke, Büttcher 2009, section 2), for
# runs of a thousand pages.
PAPER_RANK_CONSTANT = 60
# The same for pages of ten results, where with 60 the tenth place is worth nearly as much as the
# first. This and the next two measured together with evaluation/quality/ranking.py: 1 to 5 do
# equally well.
RANK_CONSTANT = 2
# How much more a page counts whose title and snippet hold every word of the query than one that
# holds none.
MATCH_GAIN = 0.5
# How much of an engine's weight depends on whether its results are about the query at all.
FIT_SHARE = 0.8


class EnginePosition(Struct, frozen=True):
    """Where one engine has a page: `position` (1 = first) and `weight` (1 = usual) of the engine.

    `fit` from 0 to 1 is how much of the query the engine's results hold on average.
    """

    position: int
    weight: float = 1.0
    fit: float = 1.0


class ResultFeatures(Struct, frozen=True):
    """What is known of one page.

    `positions` are those of the engines that found it. `match` from 0 to 1 is how much of the query
    its own title and snippet hold. `preference` is the factor that the user gives to its host
    (1 = none).
    """

    positions: tuple[EnginePosition, ...]
    match: float = 0.0
    preference: float = 1.0


Formula = Callable[[ResultFeatures], float]


def weighted_reciprocal_rank(features: ResultFeatures) -> float:
    """Return the weighted sum of reciprocal ranks, raised by the match of the query. Ours.

    >>> alone = ResultFeatures((EnginePosition(1),))
    >>> agreed = ResultFeatures((EnginePosition(3), EnginePosition(4)))
    >>> weighted_reciprocal_rank(agreed) > weighted_reciprocal_rank(alone)
    True
    """
    ranks = sum(map(share, features.positions))
    return ranks * (1 + MATCH_GAIN * features.match) * features.preference


def share(place: EnginePosition) -> float:
    """Return what one engine adds to the score of a page."""
    fit = 1 - FIT_SHARE + FIT_SHARE * place.fit
    return place.weight * fit / (RANK_CONSTANT + place.position)


def reciprocal_rank_fusion(features: ResultFeatures) -> float:
    """Return the score of Cormack, Clarke, Büttcher 2009 (section 2): the sum of 1 / (k + r)."""
    return sum(1 / (PAPER_RANK_CONSTANT + place.position) for place in features.positions)


def interleaving(features: ResultFeatures) -> float:
    """Return a score that takes all first places, then all second places, and so on."""
    return 1 / min(place.position for place in features.positions)


def inverse_positions(features: ResultFeatures) -> float:
    """Return the sum of weight / position times the number of engines.

    So do metasearch engines in wide use; there the weight of a page is the product of the weights
    of all its engines.
    """
    weight = 1.0
    for place in features.positions:
        weight *= place.weight
    inverse = sum(1 / place.position for place in features.positions)
    return weight * len(features.positions) * inverse


USUAL_FORMULA = "weighted-reciprocal-rank"
FORMULAS: Mapping[str, Formula] = MappingProxyType(
    {
        USUAL_FORMULA: weighted_reciprocal_rank,
        "reciprocal-rank-fusion": reciprocal_rank_fusion,
        "interleaving": interleaving,
        "inverse-positions": inverse_positions,
    }
)
