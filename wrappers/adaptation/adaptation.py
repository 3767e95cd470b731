"""An adapted wrapper, with how it was adapted."""

from dataclasses import dataclass

from wrappers.adaptation.attempt import Attempt
from wrappers.adaptation.strategy import Strategy
from wrappers.adaptation.tree_grams import TreeGrams
from wrappers.extraction import Wrapper


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What adapting led to.

    `strategy` is the one whose candidate passed the check, None when the old wrapper still reads
    the pages as well as any: then it is `wrapper`. `score` is the likeness to the old records by
    the strategy's measure, from 0 to 1. `tree_grams` are those to keep from here on; `tried` are
    the attempts in their order.
    """

    wrapper: Wrapper
    strategy: Strategy | None
    score: float
    tree_grams: TreeGrams
    tried: tuple[Attempt, ...] = ()
