"""The search: from a query to merged results, engine by engine as they answer."""

from metasearch.search.answer_cache import cached_or_asked
from metasearch.search.batches import in_batches, in_one_batch
from metasearch.search.dispatch import (
    EngineAnswer,
    Outcome,
    answers_as_they_come,
    merge_answers,
    outcome_of,
)
from metasearch.search.engine_profiles import choose_now
from metasearch.search.filters import available_filters, unheeded, unheeded_in_words
from metasearch.search.highlighting import WordMarker, clean_text
from metasearch.search.preferences import (
    DEFAULTS,
    MAX_TOKEN_LENGTH,
    METHODS,
    PAGE_SIZES,
    PARAMETER,
    THEMES,
    Preferences,
    keep,
    read_preferences,
)
from metasearch.search.progressive_results import Change, NumberedResult, ProgressiveResults
from metasearch.search.query_form import (
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    RESPONSE_FORMATS,
    QueryForm,
)
from metasearch.search.query_syntax import host_of
from metasearch.search.search_link import SearchLink
from metasearch.search.search_request import SearchRequest, read_search_request, under_tab

__all__ = [
    "DEFAULTS",
    "MAX_CHOSEN_ENGINES",
    "MAX_PAGE",
    "MAX_QUERY_LENGTH",
    "MAX_SLUG_LENGTH",
    "MAX_TOKEN_LENGTH",
    "METHODS",
    "PAGE_SIZES",
    "PARAMETER",
    "RESPONSE_FORMATS",
    "THEMES",
    "Change",
    "EngineAnswer",
    "NumberedResult",
    "Outcome",
    "Preferences",
    "ProgressiveResults",
    "QueryForm",
    "SearchLink",
    "SearchRequest",
    "WordMarker",
    "answers_as_they_come",
    "available_filters",
    "cached_or_asked",
    "choose_now",
    "clean_text",
    "host_of",
    "in_batches",
    "in_one_batch",
    "keep",
    "merge_answers",
    "outcome_of",
    "read_preferences",
    "read_search_request",
    "under_tab",
    "unheeded",
    "unheeded_in_words",
]
