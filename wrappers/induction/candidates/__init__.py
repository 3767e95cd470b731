"""Candidate rules: every regularity of a page that could be its records."""

from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.inducers import InducerName, propose_candidates

__all__ = ["Candidate", "InducerName", "propose_candidates"]
