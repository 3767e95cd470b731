"""Weights of features, the thresholds in their unit, and where both come from."""

from discovery.pages.weights.weights import (
    DataSet,
    Origin,
    Provenance,
    Threshold,
    Weights,
    WeightsError,
    read_weights,
)

__all__ = [
    "DataSet",
    "Origin",
    "Provenance",
    "Threshold",
    "Weights",
    "WeightsError",
    "read_weights",
]
