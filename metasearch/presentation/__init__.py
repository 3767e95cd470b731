"""What is shown: results, engines and states as view models, in the reader's language."""

from metasearch.presentation.addresses import ICON_PATH, read_thumbnail_address
from metasearch.presentation.engine_directory import LISTED, alist_engines
from metasearch.presentation.labels import (
    ANSWERED,
    MAX_NAME_LENGTH,
    answer_detail,
    category_label,
    describe_answer,
    format_seconds,
    public_detail,
    public_details,
    state_label,
    unavailable_labels,
)
from metasearch.presentation.nobody import why_nobody_is_asked
from metasearch.presentation.presenter import MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH, Presenter
from metasearch.presentation.proposals import proposed_queries
from metasearch.presentation.view_models import ResultView

__all__ = [
    "ANSWERED",
    "ICON_PATH",
    "LISTED",
    "MAX_NAME_LENGTH",
    "MAX_SNIPPET_LENGTH",
    "MAX_TITLE_LENGTH",
    "Presenter",
    "ResultView",
    "alist_engines",
    "answer_detail",
    "category_label",
    "describe_answer",
    "format_seconds",
    "proposed_queries",
    "public_detail",
    "public_details",
    "read_thumbnail_address",
    "state_label",
    "unavailable_labels",
    "why_nobody_is_asked",
]
