"""Sample pages as induction sees them: with their query, and as arrays in document order."""

from wrappers.induction.samples.page_index import PageIndex, index_page
from wrappers.induction.samples.sample import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
    Sample,
    in_one_view,
    whole_samples,
)

__all__ = [
    "DifferentSitesError",
    "EqualPagesError",
    "InductionError",
    "NoRecordsError",
    "NoSamplesError",
    "PageIndex",
    "PageTooLargeError",
    "Sample",
    "in_one_view",
    "index_page",
    "whole_samples",
]
