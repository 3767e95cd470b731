"""The broker: engines whose records have the query's words, by CORI, and a few others.

After Callan, Lu, Croft 1995 ("Searching distributed collections with inference networks", SIGIR,
section 4), with the constants of Callan 2000 ("Distributed information retrieval", section 3). The
belief that an engine c satisfies the word r:

    T = df / (df + 50 + 150 · cw / avg_cw)
    I = log((C + 0.5) / cf) / log(C + 1.0)
    p(r | c) = b + (1 - b) · T · I

df: records of c with r; cw: words of c; avg_cw: their mean over the engines; C: number of engines;
cf: engines with r. An engine's score for a query is the mean of p over its words. Of an engine we
know some dozen records: df is brought to the size of a collection of `ASSUMED_RECORDS` (ours).
"""

import hashlib
import heapq
import itertools
import math
import random
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from discovery.documents.document import Document
from discovery.lexicon.words import lexicon

# Characters looked at of one text, and of one word: bounds against hostile records.
MAX_TEXT_LENGTH = 5_000
MAX_WORD_LENGTH = 40

# Scripts written without spaces: their words are taken as pairs of neighbouring characters.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"(?P<run>[{_UNSPACED}]+)|[^\W{_UNSPACED}]+")


def words_of(text: str) -> Iterator[str]:
    """Yield the words of `text` in order: folded case, without accents, repeated as they occur.

    >>> list(words_of("Crème brûlée: 2 Recipes"))
    ['creme', 'brulee', '2', 'recipes']
    >>> list(words_of("検索エンジン"))
    ['検索', '索エ', 'エン', 'ンジ', 'ジン']
    """
    folded = unicodedata.normalize("NFKD", text[:MAX_TEXT_LENGTH].casefold())
    # Put together again: the marks of Japanese and Korean belong to their characters.
    plain = "".join(char for char in folded if not "\u0300" <= char <= "\u036f")
    for match in _WORD.finditer(unicodedata.normalize("NFC", plain)):
        run = match["run"]
        if run is None or len(run) == 1:
            yield match.group()[:MAX_WORD_LENGTH]
        else:
            yield from ("".join(pair) for pair in itertools.pairwise(run))


# Words kept of one engine, the most frequent first: a bound against hostile ones. Guess.
MAX_WORDS = 5_000
_Count = Annotated[int, Meta(ge=0)]
_Word = Annotated[str, Meta(max_length=MAX_WORD_LENGTH)]
# Titles kept of one engine, and characters of one; longer ones are left out. Guesses.
MAX_TITLES = 50
MAX_TITLE_LENGTH = 80
# Pairs of words kept of one engine, the commonest, and characters of a word in one. Guesses.
MAX_PHRASES = 200
LEAST_LENGTH = 3
_Title = Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)]


class EngineProfile(Document, frozen=True):
    """Of an engine's sampled records: how many, their words (cw), and how many have each word.

    `titles` are some of theirs, `phrases` pairs of words that stand together, the commonest
    first; profiles made by earlier versions have none.
    """

    VERSION: ClassVar = ("format", 1)

    records: _Count
    word_count: _Count
    record_frequencies: Annotated[Mapping[_Word, _Count], Meta(max_length=MAX_WORDS)] = field(
        name="words"
    )
    slug: str = ""
    titles: Annotated[tuple[_Title, ...], Meta(max_length=MAX_TITLES)] = ()
    phrases: Annotated[tuple[_Title, ...], Meta(max_length=MAX_PHRASES)] = ()

    def to_json(self) -> dict[str, Any]:
        return {name: part for name, part in super().to_json().items() if name != "slug"}


def make_profile(slug: str, texts: Iterable[str], titles: Iterable[str] = ()) -> EngineProfile:
    """Return the profile of an engine whose sampled records say `texts`, one each.

    Query-based sampling (Callan and Connell 2001, "Query-based sampling of text databases", section
    3).

    >>> profile = make_profile("a", ["C++ sort", "sort of list"])
    >>> profile.record_frequencies["sort"], profile.word_count
    (2, 5)
    >>> make_profile("a", ["A context manager, for the with statement"]).phrases
    ('context manager',)
    """
    frequencies: Counter[str] = Counter()
    together: Counter[str] = Counter()
    records = word_count = 0
    for text in texts:
        words = list(words_of(text))
        records += 1
        word_count += len(words)
        frequencies.update(set(words))
        together.update(set(_phrases_in(text)))
    short = (title for title in dict.fromkeys(titles) if 0 < len(title) <= MAX_TITLE_LENGTH)
    kept = tuple(itertools.islice(short, MAX_TITLES))
    phrases = tuple(phrase for phrase, _ in together.most_common(MAX_PHRASES))
    commonest = dict(frequencies.most_common(MAX_WORDS))
    return EngineProfile(records, word_count, commonest, slug, kept, phrases)


def _phrases_in(text: str) -> Iterator[str]:
    """Yield pairs of words with nothing but a space between them, both no function words."""
    function_words = lexicon().probing.function
    words = text[:MAX_TEXT_LENGTH].casefold().split()
    for before, after in itertools.pairwise(words):
        pair = (before.lstrip("(“\"'"), after.rstrip(".,;:!?)”\"'"))
        if all(
            word.isalpha()
            and LEAST_LENGTH <= len(word) <= MAX_WORD_LENGTH
            and word not in function_words
            for word in pair
        ):
            yield " ".join(pair)[:MAX_TITLE_LENGTH]


# b, the belief in an engine that lacks the word (both papers).
DEFAULT_BELIEF = 0.4
# The constants of T (Callan 2000).
BASE = 50.0
SLOPE = 150.0
# Guess: the size for which BASE is made.
ASSUMED_RECORDS = 1_000


class CoriIndex:
    def __init__(self, profiles: Sequence[EngineProfile]) -> None:
        self._count = len(profiles)
        self._beliefs: dict[str, list[tuple[str, float]]] = defaultdict(list)
        mean_words = sum(map(_words_a_record, profiles)) / max(1, self._count)
        for profile in profiles:
            length = _words_a_record(profile) / mean_words if mean_words else 1.0
            for word, frequency in profile.record_frequencies.items():
                assumed = frequency / max(1, profile.records) * ASSUMED_RECORDS
                self._beliefs[word].append(
                    (profile.slug, assumed / (assumed + BASE + SLOPE * length))
                )

    def scores(self, words: Iterable[str]) -> dict[str, float]:
        """Return the score of each engine that has one of `words`, in [`DEFAULT_BELIEF`, 1]."""
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


def _rarity(engines: int, having: int) -> float:
    if not having:
        return 0.0
    return max(0.0, math.log((engines + 0.5) / having) / math.log(engines + 1.0))


# Of the engines asked, one in so many is asked to become better known. Guess.
EXPLORED_OF = 10
# Words of a query that are looked at: a bound against hostile input.
MAX_QUERY_WORDS = 32


class Broker:
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

        `weights` multiply what an engine gains by the query's words; one of weight 0 is chosen
        last. The same query always gets the same engines, so that its further pages come from them
        too.
        """
        if len(slugs) <= limit:
            return tuple(slugs)
        ranked = self._ranked(query, slugs, weights or {})
        places = limit // EXPLORED_OF
        chosen, rest = ranked[: limit - places], ranked[limit - places :]
        return (*chosen, *self._explore(query, rest, places))

    def _ranked(self, query: str, slugs: Sequence[str], weights: Mapping[str, float]) -> list[str]:
        """Return the engines, best first; of equal ones those with the most words: general ones."""
        words = [word for _, word in zip(range(MAX_QUERY_WORDS), words_of(query), strict=False)]
        scores = self._index.scores(words)

        def key(slug: str) -> tuple[float, int]:
            weight = weights.get(slug, 1.0)
            gain = (scores[slug] - DEFAULT_BELIEF) * weight if slug in scores else 0.0
            return (-gain if weight > 0 else 1.0, -self._words.get(slug, 0))

        return sorted(slugs, key=key)

    def _explore(self, query: str, slugs: Sequence[str], places: int) -> tuple[str, ...]:
        digest = hashlib.blake2b(query.casefold().encode(errors="replace"), digest_size=8).digest()
        draw = random.Random(digest)  # noqa: S311  the same for the same query; no secret
        # The largest of log(u) / w, w = 1 / (1 + records): weighted drawing without replacement
        # (Efraimidis and Spirakis 2006).
        known = self._records
        keys = {slug: math.log(1 - draw.random()) * (1 + known.get(slug, 0)) for slug in slugs}
        return tuple(heapq.nlargest(places, slugs, key=keys.__getitem__))
