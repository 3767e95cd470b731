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
from wrappers.induction.samples.seen import (
    as_seen,
    as_seen_by_sheets,
    no_result_sample,
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
    "as_seen",
    "as_seen_by_sheets",
    "in_one_view",
    "index_page",
    "no_result_sample",
    "whole_samples",
]
