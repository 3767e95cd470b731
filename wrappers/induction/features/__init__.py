"""Features of a candidate rule on one page: its records, links, titles, texts and shape."""

from wrappers.induction.features.features import EVIDENCE_NAMES, weigh_page
from wrappers.induction.features.links import distinct_addresses, leads_off_site
from wrappers.induction.features.page_features import PageFacts, facts_of
from wrappers.induction.features.record_features import MAX_RECORDS_LOOKED_AT, Look, share
from wrappers.induction.features.regions import in_chrome
from wrappers.induction.features.rule_match import Instance, RecordSpan, fills_gaps, longest_run

__all__ = [
    "EVIDENCE_NAMES",
    "MAX_RECORDS_LOOKED_AT",
    "Instance",
    "Look",
    "PageFacts",
    "RecordSpan",
    "distinct_addresses",
    "facts_of",
    "fills_gaps",
    "in_chrome",
    "leads_off_site",
    "longest_run",
    "share",
    "weigh_page",
]
