"""Queries to learn an engine by: impossible ones, and generated ones that find something."""

from wrappers.induction.probing.capture_recapture import chapman_estimate, estimate_size
from wrappers.induction.probing.probing import (
    COMMON_LETTERS,
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)

__all__ = [
    "COMMON_LETTERS",
    "chapman_estimate",
    "estimate_size",
    "impossible_query",
    "probe_words",
    "rank_words",
    "words_from_results",
]
