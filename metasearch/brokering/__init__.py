"""Brokering: which of many engines to ask, and what they are about, by the words they use."""

from metasearch.brokering.broker import Broker
from metasearch.brokering.profile import EngineProfile, make_profile
from metasearch.brokering.subjects import propose_subjects

__all__ = ["Broker", "EngineProfile", "make_profile", "propose_subjects"]
