"""Features of a rule from the history of the wrapper: structure, traits, oracle, page chrome.

Their weighted sum is added to the ranking's score, in the ranking's own unit. The features of a new
wrapper and those of the old one's history decide together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from discovery.pages.weights import Weights, read_weights
from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.candidates import SIMILARITY_MEASURES, STRUCTURE, TreeGramSimilarity
from wrappers.adaptation.known_records import Oracle
from wrappers.adaptation.tree_grams import (
    MAX_ADDRESS_LENGTH,
    TreeGrams,
    agreement,
    title_names,
    traits_of,
)
from wrappers.induction.features.features import share
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule

FEATURE_NAMES = tuple("structure attributes title_names oracle traits page_coverage noise".split())
CERTAINTY_NAMES = ("traits", "oracle", "names_in_use")
HISTORY_FILE = Path(__file__).with_name("history_weights.json")
CERTAINTY_FILE = Path(__file__).with_name("certainty_weights.json")


@cache
def history_weights() -> Weights:
    """Return the weights of what speaks for a rule, with `margin` and `margin_of_unchanged`.

    So far below the best rule's total that of a choice, or of the old wrapper, may be.
    """
    return read_weights(HISTORY_FILE, FEATURE_NAMES)


@cache
def certainty_weights() -> Weights:
    """Return the weights of what makes a rule certain beside its ranking score, with `least`."""
    return read_weights(CERTAINTY_FILE, CERTAINTY_NAMES)


@dataclass(frozen=True, slots=True)
class HistoryFeatures:
    """What the wrapper's history says of a rule, each from 0 to 1.

    `row` are the features of `FEATURE_NAMES`, `certainty_row` those of `CERTAINTY_NAMES`.
    """

    similarities: dict[Strategy, float]
    row: tuple[float, ...]
    certainty_row: tuple[float, ...]


def compute_history_features(
    evaluated: EvaluatedRule,
    pages: Sequence[PageFeatures],
    tree_grams: TreeGrams,
    similarity: TreeGramSimilarity,
    oracle: Oracle,
) -> HistoryFeatures:
    found = list(zip(pages, evaluated.matches, strict=True))
    filled = [(page, match) for page, match in found if match.spans]
    similarities = {
        strategy: sum(similarity.of_match(strategy, *each) for each in filled) / max(1, len(filled))
        for strategy in (*SIMILARITY_MEASURES, Strategy.ATTRIBUTES)
    }
    similarities[Strategy.ORACLE] = known = oracle.share_found(evaluated)
    similarities[Strategy.LEARN_ANEW] = 1.0
    structure = sum(similarities[strategy] for strategy in STRUCTURE) / len(STRUCTURE)
    attributes = similarities[Strategy.ATTRIBUTES]
    spans = [(page, span) for page, own in filled for span in own.spans]
    # Titles that are called what titles were called, and those that were linked beside the records.
    named = share([not tree_grams.titles.isdisjoint(title_names(*each)) for each in spans])
    addresses = [page.address_key(span.title)[:MAX_ADDRESS_LENGTH] for page, span in spans]
    noise = share([address in tree_grams.noise for address in addresses])
    traits, before = traits_of(filled), tree_grams.traits
    agrees = agreement(before, traits) if traits is not None and before is not None else 0.0
    return HistoryFeatures(
        similarities,
        (
            similarity.informativeness * structure,
            attributes,
            named,
            known,
            agrees,
            len(filled) / len(pages),
            noise,
        ),
        (agrees, known, named * attributes),
    )
