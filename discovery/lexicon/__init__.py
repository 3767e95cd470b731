"""The words of the web's languages: what forms, pagers, hits lines and robot checks say."""

from discovery.lexicon.blocking_marks import (
    APP_ROOTS,
    CHALLENGE_PAGE_MARKS,
    CHALLENGE_PART_MARKS,
    CHALLENGE_WORDS,
    CONSENT_WORDS,
    LOGIN_WORDS,
    SCRIPT_WORDS,
)
from discovery.lexicon.form_words import spaced_marks
from discovery.lexicon.hits_words import (
    HIT_SIGNS,
    HIT_STEMS,
    MULTIPLIERS,
    NOTHING_SIGNS,
    NOTHING_STEMS,
    NOTHING_WORDS,
    OF_WORDS,
    PAGE_SIGNS,
    PAGE_STEMS,
    RANGE_WORDS,
    TIME_SIGNS,
    TIME_STEMS,
)
from discovery.lexicon.probing_words import (
    FALLBACK_LANGUAGE,
    FUNCTION_WORDS,
    GENERAL_WORDS,
    NAVIGATION_WORDS,
)
from discovery.lexicon.subject_words import CATEGORIES

__all__ = [
    "APP_ROOTS",
    "CATEGORIES",
    "CHALLENGE_PAGE_MARKS",
    "CHALLENGE_PART_MARKS",
    "CHALLENGE_WORDS",
    "CONSENT_WORDS",
    "FALLBACK_LANGUAGE",
    "FUNCTION_WORDS",
    "GENERAL_WORDS",
    "HIT_SIGNS",
    "HIT_STEMS",
    "LOGIN_WORDS",
    "MULTIPLIERS",
    "NAVIGATION_WORDS",
    "NOTHING_SIGNS",
    "NOTHING_STEMS",
    "NOTHING_WORDS",
    "OF_WORDS",
    "PAGE_SIGNS",
    "PAGE_STEMS",
    "RANGE_WORDS",
    "SCRIPT_WORDS",
    "TIME_SIGNS",
    "TIME_STEMS",
    "spaced_marks",
]
