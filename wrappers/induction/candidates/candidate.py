"""Candidates for the wrapper of a page, and the interface of the inducers that propose them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from wrappers.extraction import RecordRule
from wrappers.induction.features import PageFeatures, RuleMatch


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule that may be the wrapper of a page, with the name of the inducer that proposes it.

    `variants` are other rules that find the same title links on that page: equivalent here, they
    may differ on the next page. `match` is what the rule finds on the page it comes from.
    """

    rule: RecordRule
    inducer: str
    match: RuleMatch
    variants: tuple[RecordRule, ...] = ()


# An inducer proposes candidates for one sample page, seen as arrays in document order
# (`features.index`; `features.sample.page` is the page itself). The ranking weighs the candidates
# of all inducers by the same features.
Inducer = Callable[[PageFeatures], Iterable[Candidate]]
