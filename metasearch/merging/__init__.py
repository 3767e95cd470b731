"""Merging: the ranked lists of many engines become one list without duplicates."""

from metasearch.merging.duplicates import group_duplicates
from metasearch.merging.merged_result import Appearance, MergedResult
from metasearch.merging.ranked_list import RankedList, RankedRecord
from metasearch.merging.ranking import merge, reciprocal_rank_score

__all__ = [
    "Appearance",
    "MergedResult",
    "RankedList",
    "RankedRecord",
    "group_duplicates",
    "merge",
    "reciprocal_rank_score",
]
