"""Pages without results: what an engine's looks like, and what it proposes instead."""

from wrappers.extraction.no_result.signature import MIN_SHARE, DistinctiveLine, NoResultSignature
from wrappers.extraction.no_result.suggestion import find_suggestion

__all__ = ["MIN_SHARE", "DistinctiveLine", "NoResultSignature", "find_suggestion"]
