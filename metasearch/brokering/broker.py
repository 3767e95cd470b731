"""Which engines to ask: those whose records have the query's words, and a few little known ones."""

import hashlib
import heapq
import math
import random
from collections.abc import Mapping, Sequence

from metasearch.brokering.cori import DEFAULT_BELIEF, CoriIndex
from metasearch.brokering.profile import EngineProfile
from metasearch.brokering.words import words_of

# Of the engines asked, one in so many is asked to become better known. Guess.
EXPLORED_OF = 10
# Words of a query that are looked at: a bound against hostile input.
MAX_QUERY_WORDS = 32


class Broker:
    """Chooses engines for queries by their profiles."""

    def __init__(self, profiles: Sequence[EngineProfile]) -> None:
        # Of each engine: different words of its records, and their number.
        self._words = {profile.slug: len(profile.record_frequencies) for profile in profiles}
        self._records = {profile.slug: profile.records for profile in profiles}
        self._index = CoriIndex(profiles)

    def choose(
        self,
        query: str,
        slugs: Sequence[str],
        limit: int,
        weights: Mapping[str, float] | None = None,
    ) -> tuple[str, ...]:
        """Choose at most `limit` of `slugs` for `query`, best first, explored ones last.

        `weights` (1 where an engine is not named) multiply what an engine gains over not having
        the query's words at all. An engine of weight 0 is chosen last. The same query always gets
        the same engines, so that its further pages come from them too.
        """
        if len(slugs) <= limit:
            return tuple(slugs)
        ranked = self._ranked(query, slugs, weights or {})
        places = limit // EXPLORED_OF
        chosen, rest = ranked[: limit - places], ranked[limit - places :]
        return (*chosen, *self._explore(query, rest, places))

    def _ranked(self, query: str, slugs: Sequence[str], weights: Mapping[str, float]) -> list[str]:
        """Return the engines, best first; equal ones by how much is known of them.

        Where no engine has a word of the query, those whose records hold the most words come
        first: they are the general ones.
        """
        words = [word for _, word in zip(range(MAX_QUERY_WORDS), words_of(query), strict=False)]
        scores = self._index.scores(words)

        def key(slug: str) -> tuple[float, int]:
            weight = weights.get(slug, 1.0)
            gain = (scores[slug] - DEFAULT_BELIEF) * weight if slug in scores else 0.0
            return (-gain if weight > 0 else 1.0, -self._words.get(slug, 0))

        return sorted(slugs, key=key)

    def _explore(self, query: str, slugs: Sequence[str], places: int) -> tuple[str, ...]:
        """Draw `places` engines, the more likely the less is known of them."""
        digest = hashlib.blake2b(query.casefold().encode(errors="replace"), digest_size=8).digest()
        draw = random.Random(digest)  # noqa: S311  the same for the same query; no secret
        # The largest of log(u) / w, w = 1 / (1 + records): weighted drawing without replacement
        # (Efraimidis and Spirakis 2006).
        known = self._records
        keys = {slug: math.log(1 - draw.random()) * (1 + known.get(slug, 0)) for slug in slugs}
        return tuple(heapq.nlargest(places, slugs, key=keys.__getitem__))
