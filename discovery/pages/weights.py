"""The one format of all files of weights, and its reader.

A file holds the weight of every feature of one score, the thresholds in that score's unit, and
their provenance: data with hash and counts, command, seed, date, figures. The commands of
`evaluation.training` write such files; nothing else does.
"""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1)]
Sha256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Counts = Annotated[dict[Name, Annotated[int, msgspec.Meta(gt=0)]], msgspec.Meta(min_length=1)]


class WeightsError(ValueError):
    """A file of weights is not in the format, or its weights are not those of the features."""


class Origin(StrEnum):
    """How a number came to be what it is."""

    FITTED = "fitted"  # the command found it, on the data
    BY_HAND = "by hand"  # a person set it; the command measured what it does on the data


class DataSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was fitted or measured on: the SHA-256 of all its files read, and how much it is."""

    name: Name
    sha256: Sha256
    counts: Counts


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where weights come from: who can read this can do it again.

    `fitted` are the figures on the data that was fitted on, `held_out` those on sites that were
    not (cross-validated). `counts` is how many examples of each kind there were.
    """

    origin: Origin
    note: str
    date: date
    command: Name
    seed: int
    data: Annotated[tuple[DataSet, ...], msgspec.Meta(min_length=1)]
    counts: Counts
    fitted: Annotated[dict[str, float], msgspec.Meta(min_length=1)]
    held_out: dict[str, float]


class Threshold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in the unit of the score: by which rule it was set, and what it does on the data."""

    value: float
    origin: Origin
    rule: Name
    figures: dict[str, float] = {}


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one score by feature, in the features' order, and all that belongs to them."""

    provenance: Provenance
    thresholds: dict[Name, Threshold]
    weights: Annotated[dict[Name, float], msgspec.Meta(min_length=1)]
    intercept: float = 0.0

    def score(self, row: Sequence[float]) -> float:
        """Return the score of a row of features, in order; more than are weighed count nothing."""
        values = self.weights.values()
        return self.intercept + sum(w * value for w, value in zip(values, row, strict=False))

    def threshold(self, name: str) -> float:
        return self.thresholds[name].value


def read_weights(path: Path, features: Sequence[str]) -> Weights:
    """Return the weights of a file, ordered as `features` are. Raises `WeightsError`."""
    try:
        read = msgspec.json.decode(path.read_bytes(), type=Weights)
    except msgspec.DecodeError as error:
        raise WeightsError(f"{path.name}: {error}") from error
    if odd := set(features) ^ set(read.weights):
        raise WeightsError(f"{path.name}: feature without weight, or the contrary: {sorted(odd)}")
    ordered = {name: read.weights[name] for name in features}
    return msgspec.structs.replace(read, weights=ordered)
