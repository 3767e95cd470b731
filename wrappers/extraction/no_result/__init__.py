"""Pages without results: what an engine's looks like, and what it proposes instead."""

from wrappers.extraction.no_result.own_text import OwnText, own_text
from wrappers.extraction.no_result.signature import (
    MAX_INSTEAD,
    MIN_LIKENESS,
    MIN_SHARE,
    DistinctiveLine,
    NoResultSignature,
)
from wrappers.extraction.no_result.suggestion import find_suggestion

__all__ = [
    "MAX_INSTEAD",
    "MIN_LIKENESS",
    "MIN_SHARE",
    "DistinctiveLine",
    "NoResultSignature",
    "OwnText",
    "find_suggestion",
    "own_text",
]
