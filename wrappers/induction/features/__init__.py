"""Features of a candidate rule on one page: its records, links, titles, texts and shape."""

from wrappers.induction.features.features import EVIDENCE_NAMES, weigh_page
from wrappers.induction.features.links import distinct_addresses, leads_off_site
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.features.record_features import (
    MAX_RECORDS_LOOKED_AT,
    CandidateFeatures,
    share,
)
from wrappers.induction.features.regions import in_chrome
from wrappers.induction.features.rule_match import RecordSpan, RuleMatch, fills_gaps, longest_run
from wrappers.induction.features.texts import count_agreement

__all__ = [
    "EVIDENCE_NAMES",
    "MAX_RECORDS_LOOKED_AT",
    "CandidateFeatures",
    "PageFeatures",
    "RecordSpan",
    "RuleMatch",
    "count_agreement",
    "distinct_addresses",
    "fills_gaps",
    "in_chrome",
    "leads_off_site",
    "longest_run",
    "page_features",
    "share",
    "weigh_page",
]
