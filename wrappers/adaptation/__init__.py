"""Adaptation: wrappers that find their records again after a redesign."""

from wrappers.adaptation.acceptance import (
    PastReading,
    find_objections,
)
from wrappers.adaptation.adaptation import (
    Adaptation,
    KnownAnswer,
    NotAdaptedError,
    Refusal,
    Strategy,
)
from wrappers.adaptation.adaptation_settings import AdaptationSettings
from wrappers.adaptation.change_rate import MAX_MEASUREMENTS, ChangeMeasurement, required_share
from wrappers.adaptation.demands import find_missing_essentials, keep_demands
from wrappers.adaptation.disagreement import ReadAnswer, find_disagreement
from wrappers.adaptation.field_repair import FIELD_KINDS, find_failed_fields
from wrappers.adaptation.found_again import count_found_again, pair_answers
from wrappers.adaptation.proof import choose_repair
from wrappers.adaptation.repair import Repair, prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.adaptation.triggers import Pattern

__all__ = [
    "FIELD_KINDS",
    "MAX_MEASUREMENTS",
    "Adaptation",
    "AdaptationSettings",
    "ChangeMeasurement",
    "KnownAnswer",
    "NotAdaptedError",
    "PastReading",
    "Pattern",
    "ReadAnswer",
    "Refusal",
    "Repair",
    "Strategy",
    "TreeGrams",
    "choose_repair",
    "count_found_again",
    "find_disagreement",
    "find_failed_fields",
    "find_missing_essentials",
    "find_objections",
    "keep_demands",
    "pair_answers",
    "prepare_repair",
    "required_share",
    "take_tree_grams",
]
