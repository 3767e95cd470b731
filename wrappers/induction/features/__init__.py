"""Features of a candidate rule on one page: its records, links, titles, texts and shape."""

from wrappers.induction.features.features import FEATURE_NAMES, compute_features
from wrappers.induction.features.links import distinct_addresses, leads_off_site
from wrappers.induction.features.page_features import (
    PageFeatures,
    page_features,
)
from wrappers.induction.features.record_features import (
    MAX_RECORDS_EXAMINED,
    CandidateFeatures,
    share,
)
from wrappers.induction.features.regions import in_chrome
from wrappers.induction.features.rule_match import RecordSpan, RuleMatch, fills_gaps, longest_run
from wrappers.induction.features.texts import count_agreement

__all__ = [
    "FEATURE_NAMES",
    "MAX_RECORDS_EXAMINED",
    "CandidateFeatures",
    "PageFeatures",
    "RecordSpan",
    "RuleMatch",
    "compute_features",
    "count_agreement",
    "distinct_addresses",
    "fills_gaps",
    "in_chrome",
    "leads_off_site",
    "longest_run",
    "page_features",
    "share",
]
