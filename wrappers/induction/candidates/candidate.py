"""Candidates for the wrapper of a page, and the interface of the inducers that propose them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wrappers.extraction.record_rule import RecordRule
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RuleMatch


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


# An inducer proposes candidates for each of the sample pages of a site, seen as arrays in document
# order (`features.index`; `features.sample.page` is the page itself). The page without results is
# given to it where there is one. The ranking weighs the candidates of all inducers by the same
# features.
Inducer = Callable[[Sequence[PageFeatures], PageFeatures | None], Sequence[Iterable[Candidate]]]
