"""Candidate rules: every regularity of a page that could be its records."""

from wrappers.induction.candidates.candidate import Candidate, Inducer
from wrappers.induction.candidates.tag_prefixes import propose_tag_prefixes
from wrappers.induction.candidates.vints_groups import propose_vints_groups

__all__ = ["Candidate", "Inducer", "propose_tag_prefixes", "propose_vints_groups"]
