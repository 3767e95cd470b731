"""CORI: how well engines fit a query, by the words their sampled records hold.

After Callan, Lu, Croft 1995 ("Searching distributed collections with inference networks", SIGIR,
section 4), with the constants of Callan 2000 ("Distributed information retrieval", section 3).
The belief that an engine c satisfies the word r:

    T = df / (df + 50 + 150 · cw / avg_cw)
    I = log((C + 0.5) / cf) / log(C + 1.0)
    p(r | c) = b + (1 - b) · T · I

df: records of c with r; cw: words of c; avg_cw: their mean over the engines; C: number of
engines; cf: engines with r. An engine's score for a query is the mean of p over its words.

The constants were set for collections of thousands of documents. Of an engine we know some dozen
records. df is therefore brought to the size of a collection of `ASSUMED_RECORDS` (details ours).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from metasearch.brokering.profile import EngineProfile

# b, the belief in an engine that lacks the word (both papers).
DEFAULT_BELIEF = 0.4
# The constants of T (Callan 2000).
BASE = 50.0
SLOPE = 150.0
# Records to which the frequencies of samples are brought. Guess: the size for which BASE is made.
ASSUMED_RECORDS = 1_000


class CoriIndex:
    """The profiles of all engines turned round: of each word, the engines that have it.

    Made once for a set of profiles; scoring touches only the engines that have a query's words.
    """

    def __init__(self, profiles: Sequence[EngineProfile]) -> None:
        self._count = len(profiles)
        self._beliefs: dict[str, list[tuple[str, float]]] = defaultdict(list)
        mean_words = sum(map(_words_a_record, profiles)) / max(1, self._count)
        for profile in profiles:
            length = _words_a_record(profile) / mean_words if mean_words else 1.0
            for word, frequency in profile.record_frequencies.items():
                assumed = frequency / max(1, profile.records) * ASSUMED_RECORDS
                self._beliefs[word].append((profile.slug, _term_weight(assumed, length)))

    def scores(self, words: Iterable[str]) -> dict[str, float]:
        """Return the score of each engine that has one of `words`; the others are all equal.

        A score is in [`DEFAULT_BELIEF`, 1].
        """
        asked = tuple(dict.fromkeys(words))
        gained: dict[str, float] = defaultdict(float)
        for word in asked:
            having = self._beliefs.get(word, ())
            rarity = _rarity(self._count, len(having))
            for slug, weight in having:
                gained[slug] += weight * rarity
        share = (1 - DEFAULT_BELIEF) / max(1, len(asked))
        return {slug: DEFAULT_BELIEF + share * gain for slug, gain in gained.items()}


def _words_a_record(profile: EngineProfile) -> float:
    return profile.word_count / max(1, profile.records)


def _term_weight(frequency: float, length: float) -> float:
    """Return T of a word that `frequency` records have; `length` is cw / avg_cw."""
    return frequency / (frequency + BASE + SLOPE * length)


def _rarity(engines: int, having: int) -> float:
    """Return I of a word that `having` of all `engines` have."""
    if not having:
        return 0.0
    return max(0.0, math.log((engines + 0.5) / having) / math.log(engines + 1.0))
