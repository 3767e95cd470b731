"""Features of a rule from the history of the wrapper: structure, traits, oracle, page chrome.

Their weighted sum is added to the ranking's score, in the ranking's own unit. The features of a new
wrapper and those of the old one's history decide together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.oracle import Oracle
from wrappers.adaptation.similarity import SIMILARITY_MEASURES, TreeGramSimilarity
from wrappers.adaptation.traits import agreement, traits_of
from wrappers.adaptation.tree_grams import MAX_ADDRESS_LENGTH, TreeGrams, title_names
from wrappers.induction import EvaluatedRule, PageFeatures

# In the unit of the ranking's score, of which whole rules differ by one to ten. Measured on 230
# pairs of redesigned pages of sixty sites: all but the traits may be halved or doubled, and nothing
# is chosen otherwise; at half the traits' weight wrong links are chosen as titles more often.
SIMILARITY_WEIGHT = 4.0
ATTRIBUTES_WEIGHT = 2.0
TITLE_NAMES_WEIGHT = 4.0
ORACLE_WEIGHT = 10.0
TRAITS_WEIGHT = 28.0
COVERAGE_WEIGHT = 6.0
NOISE_WEIGHT = -6.0


@dataclass(frozen=True, slots=True)
class HistoryFeatures:
    """What the wrapper's history says of a rule: each from 0 to 1.

    `similarities` are by strategy, `informativeness` is how much those of structure say.
    `name_agreement` is the share of titles that are called what titles were called. `agreement` is
    that of traits. `page_coverage` is the share of pages with records: the old wrapper read them
    all. `noise` is the share of titles that were linked beside the records.
    """

    similarities: dict[Strategy, float]
    informativeness: float
    name_agreement: float
    agreement: float
    page_coverage: float
    noise: float

    @property
    def weight(self) -> float:
        """How much the history speaks for the rule, in the unit of the ranking's score."""
        structure = sum(self.similarities[strategy] for strategy in SIMILARITY_MEASURES) / len(
            SIMILARITY_MEASURES
        )
        return (
            SIMILARITY_WEIGHT * self.informativeness * structure
            + ATTRIBUTES_WEIGHT * self.similarities[Strategy.ATTRIBUTES]
            + TITLE_NAMES_WEIGHT * self.name_agreement
            + ORACLE_WEIGHT * self.similarities[Strategy.ORACLE]
            + TRAITS_WEIGHT * self.agreement
            + COVERAGE_WEIGHT * self.page_coverage
            + NOISE_WEIGHT * self.noise
        )


def compute_history_features(
    evaluated: EvaluatedRule,
    pages: Sequence[PageFeatures],
    tree_grams: TreeGrams,
    similarity: TreeGramSimilarity,
    oracle: Oracle,
) -> HistoryFeatures:
    """Return the history features of a rule that was evaluated on the new pages."""
    found = list(zip(pages, evaluated.matches, strict=True))
    filled = [(page, match) for page, match in found if match.spans]
    similarities = {
        strategy: sum(similarity.of_match(strategy, *each) for each in filled) / max(1, len(filled))
        for strategy in (*SIMILARITY_MEASURES, Strategy.ATTRIBUTES)
    }
    similarities[Strategy.ORACLE] = oracle.share_found(evaluated)
    similarities[Strategy.LEARN_ANEW] = 1.0
    spans = [(page, span) for page, own in filled for span in own.spans]
    name_agreement = sum(not tree_grams.titles.isdisjoint(title_names(*each)) for each in spans)
    titles = [page.address_key(span.title) for page, span in spans]
    noise = sum(title[:MAX_ADDRESS_LENGTH] in tree_grams.noise for title in titles)
    traits = traits_of(filled)
    before = tree_grams.traits
    agrees = agreement(before, traits) if traits is not None and before is not None else 0.0
    return HistoryFeatures(
        similarities=similarities,
        informativeness=similarity.informativeness,
        name_agreement=name_agreement / max(1, len(spans)),
        agreement=agrees,
        page_coverage=len(filled) / len(pages),
        noise=noise / max(1, len(titles)),
    )
