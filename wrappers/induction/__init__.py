"""Induction: from sample pages to a wrapper."""

from wrappers.induction.alternatives import propose_wrappers
from wrappers.induction.candidates import Candidate
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.features import Instance, PageFacts, RecordSpan, facts_of
from wrappers.induction.hits_line import HitsSample, learn_hits_line
from wrappers.induction.no_result import learn_no_result
from wrappers.induction.page_class import MAX_CLASS_SAMPLES, NoPagesError, learn_page_class
from wrappers.induction.paging import NextSample, infer_paging, learn_next_page
from wrappers.induction.pipeline import (
    LearnedWrapper,
    judge_samples,
    learn_wrapper,
    make_wrapper,
    refuse_noise,
)
from wrappers.induction.probing import (
    chapman_estimate,
    estimate_size,
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)
from wrappers.induction.ranking import JudgedPage, Trial, context_of, make_trials, score_trials
from wrappers.induction.samples import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
    SamplePage,
)

__all__ = [
    "MAX_CLASS_SAMPLES",
    "Candidate",
    "DifferentSitesError",
    "EqualPagesError",
    "HitsSample",
    "InductionError",
    "Instance",
    "JudgedPage",
    "LearnedWrapper",
    "NextSample",
    "NoPagesError",
    "NoRecordsError",
    "NoSamplesError",
    "PageFacts",
    "PageTooLargeError",
    "RecordSpan",
    "SamplePage",
    "Trial",
    "chapman_estimate",
    "context_of",
    "estimate_size",
    "facts_of",
    "impossible_query",
    "infer_paging",
    "judge_samples",
    "learn_constraints",
    "learn_hits_line",
    "learn_next_page",
    "learn_no_result",
    "learn_page_class",
    "learn_wrapper",
    "make_trials",
    "make_wrapper",
    "probe_words",
    "propose_wrappers",
    "rank_words",
    "refuse_noise",
    "score_trials",
    "words_from_results",
]
