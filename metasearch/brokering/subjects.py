"""Subjects of an engine by its own words: the categories proposed to the operator.

A category is a list of words, in the languages with the most sites, that sites about it use of
themselves. These are the usual tabs of metasearch engines. Words and weights ours.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from discovery.lexicon.words import any_of, lexicon
from metasearch.brokering.broker import words_of

# The score from which a category is proposed, and the share of the best one's for another. Set on
# result pages of sixty sites: below it every other proposal was wrong.
MIN_SCORE = 3.0
MIN_SHARE = 0.6
MAX_PROPOSED = 2
# What one word is worth, where it stands; and a category that all records speak of.
NAME_WORTH = 2.0
DESCRIPTION_WORTH = 1.0
RECORDS_WORTH = 3.0
# Words counted of one place: the tenth word for pictures says no more than the third.
MAX_WORDS_COUNTED = 3
# Fewer records prove nothing; a word in more of them than this is a label ("Author:"). Guess.
MIN_RECORDS = 5
LABEL_SHARE = 0.9
# Records looked at.
MAX_RECORDS = 300
# Words named as the reason.
MAX_REASONS = 6
# Categories of what records hold, whatever their words, each with the reason that is named; and the
# share of an engine's records that hold it. Guess.
PICTURES, VIDEOS, OFFERS, FILES = "Images", "Videos", "Shopping", "Files"
HELD = {PICTURES: "pictures", VIDEOS: "lengths", OFFERS: "prices", FILES: "sizes"}
HOLDING_SHARE = 0.8

CATEGORIES = {
    category: re.compile(any_of(words)) for category, words in sorted(lexicon().subjects.items())
}


@dataclass(frozen=True, slots=True)
class Subject:
    category: str
    score: float
    words: tuple[str, ...]


def propose_subjects(
    name: str,
    description: str,
    records: Iterable[str] = (),
    holding: Mapping[str, float] = MappingProxyType({}),
) -> tuple[Subject, ...]:
    """Return the categories that an engine's words speak for, the best first.

    `description` is what the site says of itself and beside its form, `records` what it found,
    `holding` the shares of them that hold what is `HELD` by a category.
    """
    sampled = [set(words_of(text)) for text in islice(records, MAX_RECORDS)]
    labels = _labels(sampled)
    sampled = [words - labels for words in sampled]
    said = (*words_of(description), *sorted(labels))
    found = [
        _subject(category, pattern, tuple(words_of(name)), said, sampled)
        for category, pattern in CATEGORIES.items()
    ]
    found.sort(key=lambda subject: -subject.score)
    least = max(MIN_SCORE, MIN_SHARE * found[0].score)
    proposed = [subject for subject in found[:MAX_PROPOSED] if subject.score >= least]
    known = {each.category for each in proposed}
    proposed += [
        Subject(category, least, (HELD[category],))
        for category, share in holding.items()
        if share >= HOLDING_SHARE and category not in known
    ]
    return tuple(proposed)


def _subject(
    category: str,
    pattern: re.Pattern[str],
    name: Sequence[str],
    description: Sequence[str],
    records: Sequence[set[str]],
) -> Subject:
    named = _matching(pattern, name)
    described = [word for word in _matching(pattern, description) if word not in named]
    speaking = [word for words in records for word in set(_matching(pattern, words))]
    having = sum(1 for words in records if _matching(pattern, words))
    share = having / len(records) if len(records) >= MIN_RECORDS else 0.0
    score = (
        NAME_WORTH * min(len(named), MAX_WORDS_COUNTED)
        + DESCRIPTION_WORTH * min(len(described), MAX_WORDS_COUNTED)
        + RECORDS_WORTH * share
    )
    frequent = sorted(set(speaking), key=lambda word: (-speaking.count(word), word))
    words = dict.fromkeys((*named, *described, *frequent))
    return Subject(category, score, tuple(words)[:MAX_REASONS])


def _labels(records: Sequence[set[str]]) -> set[str]:
    if len(records) < MIN_RECORDS:
        return set()
    counts = Counter(word for words in records for word in words)
    return {word for word, count in counts.items() if count > LABEL_SHARE * len(records)}


def _matching(pattern: re.Pattern[str], words: Iterable[str]) -> list[str]:
    return [word for word in dict.fromkeys(words) if pattern.fullmatch(word)]
