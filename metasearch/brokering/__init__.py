"""Brokering: which of many engines to ask, and what they are about, by the words they use."""

from metasearch.brokering.broker import Broker, Choice
from metasearch.brokering.profile import EngineProfile, ProfileFormatError, make_profile
from metasearch.brokering.subjects import Subject, propose_subjects
from metasearch.brokering.words import words_of

__all__ = [
    "Broker",
    "Choice",
    "EngineProfile",
    "ProfileFormatError",
    "Subject",
    "make_profile",
    "propose_subjects",
    "words_of",
]
