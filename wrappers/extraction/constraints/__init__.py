"""Integrity constraints: what every answer of an engine must keep to."""

from wrappers.extraction.constraints.constraints import (
    ESSENTIAL,
    FIELDS,
    MAX_CHROME_LINKS,
    MAX_SHAPES,
    NO_CONSTRAINTS,
    DataType,
    IntegrityConstraints,
    is_of_type,
    record_site,
)
from wrappers.extraction.constraints.json_format import (
    ConstraintsFormatError,
    constraints_from_json,
    constraints_to_json,
)
from wrappers.extraction.constraints.violation import Rule, violations

__all__ = [
    "ESSENTIAL",
    "FIELDS",
    "MAX_CHROME_LINKS",
    "MAX_SHAPES",
    "NO_CONSTRAINTS",
    "ConstraintsFormatError",
    "DataType",
    "IntegrityConstraints",
    "Rule",
    "constraints_from_json",
    "constraints_to_json",
    "is_of_type",
    "record_site",
    "violations",
]
