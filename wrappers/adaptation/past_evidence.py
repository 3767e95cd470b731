"""What the past says for a rule: structure, traits, the oracle, and what never was a record.

It is added to the judging's score, in the judging's own unit: the evidence of a new wrapper and
that of the old one's history decide together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.likeness import MEASURES, Likeness
from wrappers.adaptation.oracle import Oracle
from wrappers.adaptation.traits import agreement, traits_of
from wrappers.adaptation.tree_grams import MAX_ADDRESS_LENGTH, TreeGrams, title_names
from wrappers.induction import EvaluatedRule, PageFeatures

# In the unit of the judging's score, of which whole rules differ by one to ten. Measured on 230
# pairs of redesigned pages of sixty sites: all but the traits may be halved or doubled, and nothing
# is chosen otherwise; at half the traits' weight wrong links are chosen as titles more often.
LIKENESS_WEIGHT = 4.0
NAMES_WEIGHT = 2.0
TITLE_NAMES_WEIGHT = 4.0
ORACLE_WEIGHT = 10.0
TRAITS_WEIGHT = 28.0
READ_WEIGHT = 6.0
NOISE_WEIGHT = -6.0


@dataclass(frozen=True, slots=True)
class Past:
    """What the past says of a rule: each from 0 to 1.

    `likenesses` by strategy, and how `telling` those of structure are; `named`, the share of titles
    that are called what titles were called; `agreement` of traits; `read`, the share of pages with
    records (the old wrapper read them all); `noise`, the share of titles that were linked beside
    the records.
    """

    likenesses: dict[Strategy, float]
    telling: float
    named: float
    agreement: float
    read: float
    noise: float

    @property
    def weight(self) -> float:
        """How much the past speaks for the rule, in the unit of the judging's score."""
        structure = sum(self.likenesses[strategy] for strategy in MEASURES) / len(MEASURES)
        return (
            LIKENESS_WEIGHT * self.telling * structure
            + NAMES_WEIGHT * self.likenesses[Strategy.ATTRIBUTES]
            + TITLE_NAMES_WEIGHT * self.named
            + ORACLE_WEIGHT * self.likenesses[Strategy.ORACLE]
            + TRAITS_WEIGHT * self.agreement
            + READ_WEIGHT * self.read
            + NOISE_WEIGHT * self.noise
        )


def look_back(
    evaluated: EvaluatedRule,
    pages: Sequence[PageFeatures],
    tree_grams: TreeGrams,
    likeness: Likeness,
    oracle: Oracle,
) -> Past:
    """Return what the past says of a rule that was tried on the new pages."""
    found = list(zip(pages, evaluated.matches, strict=True))
    filled = [(page, match) for page, match in found if match.spans]
    likenesses = {
        strategy: sum(likeness.of_instance(strategy, *each) for each in filled)
        / max(1, len(filled))
        for strategy in (*MEASURES, Strategy.ATTRIBUTES)
    }
    likenesses[Strategy.ORACLE] = oracle.share_found(evaluated)
    likenesses[Strategy.LEARN_ANEW] = 1.0
    spans = [(page, span) for page, own in filled for span in own.spans]
    named = sum(not tree_grams.titles.isdisjoint(title_names(*each)) for each in spans)
    titles = [page.address_key(span.title) for page, span in spans]
    noise = sum(title[:MAX_ADDRESS_LENGTH] in tree_grams.noise for title in titles)
    traits = traits_of(filled)
    before = tree_grams.traits
    agrees = agreement(before, traits) if traits is not None and before is not None else 0.0
    return Past(
        likenesses=likenesses,
        telling=likeness.telling,
        named=named / max(1, len(spans)),
        agreement=agrees,
        read=len(filled) / len(pages),
        noise=noise / max(1, len(titles)),
    )
