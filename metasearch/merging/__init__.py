"""Merging: the ranked lists of many engines become one list without duplicates."""

from metasearch.merging.folding import FoldedResult, fold
from metasearch.merging.formulas import (
    FORMULAS,
    MATCH_GAIN,
    USUAL_FORMULA,
    EnginePosition,
    Formula,
    ResultFeatures,
)
from metasearch.merging.host_rules import HostRules
from metasearch.merging.merged_result import Appearance, MergedResult
from metasearch.merging.ranked_list import RankedList
from metasearch.merging.ranking import Ranking, keep_order, merge

__all__ = [
    "FORMULAS",
    "MATCH_GAIN",
    "USUAL_FORMULA",
    "Appearance",
    "EnginePosition",
    "FoldedResult",
    "Formula",
    "HostRules",
    "MergedResult",
    "RankedList",
    "Ranking",
    "ResultFeatures",
    "fold",
    "keep_order",
    "merge",
]
