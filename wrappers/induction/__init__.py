"""Induction: from sample pages to a wrapper."""

from wrappers.induction.alternatives import propose_wrappers
from wrappers.induction.candidate import Candidate, Inducer
from wrappers.induction.capture_recapture import chapman_estimate, estimate_size
from wrappers.induction.errors import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
)
from wrappers.induction.instance import Instance, RecordSpan
from wrappers.induction.integration import (
    JudgedPage,
    context_of,
    make_trials,
)
from wrappers.induction.judging import score_trials
from wrappers.induction.page_class import (
    MAX_CLASS_SAMPLES,
    NoPagesError,
    learn_page_class,
)
from wrappers.induction.page_facts import PageFacts, facts_of
from wrappers.induction.pipeline import (
    LearnedWrapper,
    judge_samples,
    learn_wrapper,
    make_wrapper,
    refuse_noise,
)
from wrappers.induction.probing import (
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)
from wrappers.induction.sample import SamplePage
from wrappers.induction.trial import Trial

__all__ = [
    "MAX_CLASS_SAMPLES",
    "Candidate",
    "DifferentSitesError",
    "EqualPagesError",
    "Inducer",
    "InductionError",
    "Instance",
    "JudgedPage",
    "LearnedWrapper",
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
    "judge_samples",
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
