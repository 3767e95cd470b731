"""One attempt at adapting a wrapper, and how it ended."""

from dataclasses import dataclass

from wrappers.adaptation.strategy import Strategy
from wrappers.adaptation.triggers import Pattern


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a strategy found when a pattern was adapted.

    `likeness` is that of its best candidate to the old records, by the strategy's own measure;
    `found` tells whether it is above the threshold, `passed` whether it passed the check; `outcome`
    says so in words.
    """

    strategy: Strategy
    pattern: Pattern
    likeness: float
    outcome: str
    found: bool = False
    passed: bool = False
