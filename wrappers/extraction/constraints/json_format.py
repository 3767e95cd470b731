"""Integrity constraints as JSON: stored with a version, edited by people, checked when read."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from wrappers.extraction.constraints.constraints import (
    FIELDS,
    MAX_CHROME_LINKS,
    MAX_SHAPES,
    MIN_LIKENESS,
    DataType,
    IntegrityConstraints,
)
from wrappers.extraction.records import RecordShape
from wrappers.extraction.wrapper import MAX_RECORDS

MAX_TEXT_LENGTH = 300


class ConstraintsFormatError(ValueError):
    """The JSON is no set of constraints."""


def constraints_to_json(constraints: IntegrityConstraints) -> dict[str, Any]:
    """Return `constraints` as JSON data."""
    return {
        "minimum": constraints.minimum,
        "maximum": constraints.maximum,
        "page_size": constraints.page_size,
        "mandatory": list(constraints.mandatory),
        "types": {name: str(kind) for name, kind in constraints.types},
        "sites": list(constraints.sites),
        "agrees_with_hits": constraints.agrees_with_hits,
        "likeness": constraints.likeness,
        "is_closed": constraints.is_closed,
        "shows_query": constraints.shows_query,
        "names_query": constraints.names_query,
        "beyond_ascii": constraints.beyond_ascii,
        "chrome": list(constraints.chrome),
        "shapes": [shape.to_json() for shape in constraints.shapes],
    }


def constraints_from_json(data: object) -> IntegrityConstraints:
    """Return the constraints written as `data`. Raises `ConstraintsFormatError` with the fault."""
    if not isinstance(data, dict):
        raise ConstraintsFormatError("constraints are no object")
    unknown = set(data) - {field.name for field in fields(IntegrityConstraints)}
    if unknown:
        raise ConstraintsFormatError(f"there is no constraint {min(unknown, key=str)!r:.80}")
    page_size = data.get("page_size")
    constraints = IntegrityConstraints(
        minimum=_count(data, "minimum", 1),
        maximum=_count(data, "maximum", MAX_RECORDS),
        page_size=None if page_size is None else _count(data, "page_size", 0),
        mandatory=_fields(data.get("mandatory", [])),
        types=_types(data.get("types", {})),
        sites=_texts(data, "sites", MAX_CHROME_LINKS),
        agrees_with_hits=data.get("agrees_with_hits", False) is True,
        chrome=_texts(data, "chrome", MAX_CHROME_LINKS),
        shapes=tuple(_shape(item) for item in _texts(data, "shapes", MAX_SHAPES)),
        likeness=_share(data.get("likeness", MIN_LIKENESS)),
        is_closed=data.get("is_closed", False) is True,
        shows_query=data.get("shows_query", False) is True,
        names_query=data.get("names_query", False) is True,
        beyond_ascii=data.get("beyond_ascii", False) is True,
    )
    if constraints.minimum > constraints.maximum:
        raise ConstraintsFormatError("the minimum is above the maximum")
    return constraints


def _count(data: Mapping[str, Any], name: str, default: int) -> int:
    value = data.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**6:
        raise ConstraintsFormatError(f"{name} is no count: {value!r:.80}")
    return value


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ConstraintsFormatError(f"likeness is no share between 0 and 1: {value!r:.80}")
    return float(value)


def _texts(data: Mapping[str, Any], name: str, most: int) -> tuple[str, ...]:
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > most:
        raise ConstraintsFormatError(f"{name} is no list of at most {most}")
    if not all(isinstance(item, str) for item in value):
        raise ConstraintsFormatError(f"{name} holds something else than texts")
    return tuple(value)


def _fields(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ConstraintsFormatError("mandatory is no list")
    for name in value:
        if name not in FIELDS:
            raise ConstraintsFormatError(f"records have no field {name!r:.80}")
    return tuple(value)


def _types(value: object) -> tuple[tuple[str, DataType], ...]:
    if not isinstance(value, dict):
        raise ConstraintsFormatError("types are no object")
    names = _fields(list(value))
    try:
        return tuple((name, DataType(value[name])) for name in names)
    except ValueError as error:
        raise ConstraintsFormatError(str(error)[:MAX_TEXT_LENGTH]) from error


def _shape(text: str) -> RecordShape:
    try:
        return RecordShape.from_json(text)
    except ValueError as error:
        raise ConstraintsFormatError(str(error)[:MAX_TEXT_LENGTH]) from error
