"""Induction: from sample pages to a wrapper."""

from wrappers.induction.candidate import Candidate, Inducer
from wrappers.induction.errors import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
)
from wrappers.induction.page_class import NoPagesError, learn_page_class
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper
from wrappers.induction.probing import (
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)
from wrappers.induction.sample import SamplePage

__all__ = [
    "Candidate",
    "DifferentSitesError",
    "EqualPagesError",
    "Inducer",
    "InductionError",
    "LearnedWrapper",
    "NoPagesError",
    "NoRecordsError",
    "NoSamplesError",
    "PageTooLargeError",
    "SamplePage",
    "impossible_query",
    "learn_page_class",
    "learn_wrapper",
    "probe_words",
    "rank_words",
    "words_from_results",
]
