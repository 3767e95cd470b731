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
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper
from wrappers.induction.sample import SamplePage

__all__ = [
    "Candidate",
    "DifferentSitesError",
    "EqualPagesError",
    "Inducer",
    "InductionError",
    "LearnedWrapper",
    "NoRecordsError",
    "NoSamplesError",
    "PageTooLargeError",
    "SamplePage",
    "learn_wrapper",
]
