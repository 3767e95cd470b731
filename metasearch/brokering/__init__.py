"""Brokering: which of many engines to ask, by what is known of the words in their records."""

from metasearch.brokering.broker import Broker, Choice
from metasearch.brokering.profile import EngineProfile, ProfileFormatError, make_profile
from metasearch.brokering.words import words_of

__all__ = [
    "Broker",
    "Choice",
    "EngineProfile",
    "ProfileFormatError",
    "make_profile",
    "words_of",
]
