"""The search: from a query to merged results, engine by engine as they answer."""

from metasearch.search.answer_cache import ask_with_cache
from metasearch.search.answer_figures import forget_old_figures
from metasearch.search.batches import batch_answers, collect_answers
from metasearch.search.counters import LoopLoad, count_search
from metasearch.search.dates import published, read_dates
from metasearch.search.dispatch import (
    EngineAnswer,
    SearchOutcome,
    ask_engines,
    in_turn,
    merge_answers,
    outcome_of,
)
from metasearch.search.engine_profiles import profile_engines
from metasearch.search.filters import (
    available_filters,
    describe_unsupported,
    language_name,
    offered_filters,
    unsupported_filters,
)
from metasearch.search.highlighting import QueryHighlighter, clean_text
from metasearch.search.preferences import (
    DEFAULTS,
    MAX_TOKEN_LENGTH,
    METHODS,
    PAGE_SIZES,
    PARAMETER,
    THEMES,
    Preferences,
    read_token,
)
from metasearch.search.progressive_results import Change, NumberedResult, ProgressiveResults
from metasearch.search.query_form import (
    MAX_AFTER,
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    RESPONSE_FORMATS,
    RESULT_FIELDS,
    QueryForm,
)
from metasearch.search.query_syntax import parse_host
from metasearch.search.search_link import SearchLink
from metasearch.search.search_request import (
    SearchRequest,
    categories_of,
    engines_in_category,
    search_whole,
    understand_search,
)
from metasearch.search.service import SearchService, current_service

__all__ = [
    "DEFAULTS",
    "MAX_AFTER",
    "MAX_CHOSEN_ENGINES",
    "MAX_PAGE",
    "MAX_QUERY_LENGTH",
    "MAX_SLUG_LENGTH",
    "MAX_TOKEN_LENGTH",
    "METHODS",
    "PAGE_SIZES",
    "PARAMETER",
    "RESPONSE_FORMATS",
    "RESULT_FIELDS",
    "THEMES",
    "Change",
    "EngineAnswer",
    "LoopLoad",
    "NumberedResult",
    "Preferences",
    "ProgressiveResults",
    "QueryForm",
    "QueryHighlighter",
    "SearchLink",
    "SearchOutcome",
    "SearchRequest",
    "SearchService",
    "ask_engines",
    "ask_with_cache",
    "available_filters",
    "batch_answers",
    "categories_of",
    "clean_text",
    "collect_answers",
    "count_search",
    "current_service",
    "describe_unsupported",
    "engines_in_category",
    "forget_old_figures",
    "in_turn",
    "language_name",
    "merge_answers",
    "offered_filters",
    "outcome_of",
    "parse_host",
    "profile_engines",
    "published",
    "read_dates",
    "read_token",
    "search_whole",
    "understand_search",
    "unsupported_filters",
]
