"""What is shown: results, engines and states as view models, in the reader's language."""

from metasearch.presentation.addresses import signer
from metasearch.presentation.engine_directory import alist_engines
from metasearch.presentation.labels import (
    MAX_NAME_LENGTH,
    category_in_words,
    detail_of,
    in_seconds,
    in_words,
    show_resting,
)
from metasearch.presentation.presenter import MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH, Presenter
from metasearch.presentation.view_models import ResultView

__all__ = [
    "MAX_NAME_LENGTH",
    "MAX_SNIPPET_LENGTH",
    "MAX_TITLE_LENGTH",
    "Presenter",
    "ResultView",
    "alist_engines",
    "category_in_words",
    "detail_of",
    "in_seconds",
    "in_words",
    "show_resting",
    "signer",
]
