"""Induction: from sample pages to a wrapper."""

from wrappers.induction.alternatives import propose_wrappers
from wrappers.induction.always_answering import (
    MIN_LIST,
    depends_on_query,
    own_list,
    settle_no_result,
)
from wrappers.induction.candidates import Candidate, InducerName
from wrappers.induction.constraints import LEARNED_MANDATORY, learn_constraints
from wrappers.induction.data_model import learn_data_model
from wrappers.induction.features import (
    PageFeatures,
    RecordSpan,
    RuleMatch,
    count_agreement,
    page_features,
)
from wrappers.induction.hits_line import HitsSample, learn_hits_line, learn_hits_line_of
from wrappers.induction.items import (
    FreeColumn,
    find_free_columns,
    item_samples,
    keep_items,
    kinds_by_agreement,
    learn_items,
    put_column,
)
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.page_class import MAX_CLASS_SAMPLES, NoPagesError, learn_page_class
from wrappers.induction.paging import (
    NextSample,
    guess_paging,
    infer_paging,
    learn_next_page,
    learn_next_page_of,
)
from wrappers.induction.pipeline import (
    DEFAULT_INDUCERS,
    LearnedWrapper,
    learn_wrapper,
    make_wrapper,
    rank_sample_pages,
    refuse_noise,
)
from wrappers.induction.probing import (
    COMMON_LETTERS,
    chapman_estimate,
    estimate_size,
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)
from wrappers.induction.ranking import (
    EvaluatedRule,
    RankedPage,
    context_of,
    evaluate_rules,
    score_rules,
)
from wrappers.induction.samples import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
    Sample,
    as_seen,
    as_seen_by_sheets,
    in_one_view,
    no_result_sample,
    whole_samples,
)

__all__ = [
    "COMMON_LETTERS",
    "DEFAULT_INDUCERS",
    "LEARNED_MANDATORY",
    "MAX_CLASS_SAMPLES",
    "MIN_LIST",
    "Candidate",
    "DifferentSitesError",
    "EqualPagesError",
    "EvaluatedRule",
    "FreeColumn",
    "HitsSample",
    "InducerName",
    "InductionError",
    "LearnedWrapper",
    "NextSample",
    "NoPagesError",
    "NoRecordsError",
    "NoSamplesError",
    "PageFeatures",
    "PageTooLargeError",
    "RankedPage",
    "RecordSpan",
    "RuleMatch",
    "Sample",
    "as_seen",
    "as_seen_by_sheets",
    "chapman_estimate",
    "context_of",
    "count_agreement",
    "depends_on_query",
    "estimate_size",
    "evaluate_rules",
    "find_free_columns",
    "guess_paging",
    "impossible_query",
    "in_one_view",
    "infer_paging",
    "item_samples",
    "keep_items",
    "kinds_by_agreement",
    "learn_constraints",
    "learn_data_model",
    "learn_hits_line",
    "learn_hits_line_of",
    "learn_items",
    "learn_next_page",
    "learn_next_page_of",
    "learn_no_result_signature",
    "learn_page_class",
    "learn_wrapper",
    "make_wrapper",
    "no_result_sample",
    "own_list",
    "page_features",
    "probe_words",
    "propose_wrappers",
    "put_column",
    "rank_sample_pages",
    "rank_words",
    "refuse_noise",
    "score_rules",
    "settle_no_result",
    "whole_samples",
    "words_from_results",
]
