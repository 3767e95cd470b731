"""Adaptation: wrappers that find their records again after a redesign."""

from wrappers.adaptation.adaptation import (
    Adaptation,
    KnownAnswer,
    NotAdaptedError,
    Refusal,
    Strategy,
)
from wrappers.adaptation.adaptation_settings import AdaptationSettings
from wrappers.adaptation.json_format import (
    AdaptationFormatError,
    settings_from_json,
    settings_to_json,
    tree_grams_from_json,
    tree_grams_to_json,
)
from wrappers.adaptation.repair import Repair, adapt_wrapper, prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.adaptation.triggers import Pattern

__all__ = [
    "Adaptation",
    "AdaptationFormatError",
    "AdaptationSettings",
    "KnownAnswer",
    "NotAdaptedError",
    "Pattern",
    "Refusal",
    "Repair",
    "Strategy",
    "TreeGrams",
    "adapt_wrapper",
    "prepare_repair",
    "settings_from_json",
    "settings_to_json",
    "take_tree_grams",
    "tree_grams_from_json",
    "tree_grams_to_json",
]
