"""Integrity constraints: what every answer of an engine must keep to."""

from wrappers.extraction.constraints.constraints import (
    ESSENTIAL,
    FIELDS,
    MAX_CHROME_LINKS,
    MAX_FORMS,
    MAX_GROWTH,
    MAX_SHAPES,
    NO_CONSTRAINTS,
    DataType,
    IntegrityConstraints,
    RecordField,
    address_form,
    is_of_type,
    record_site,
)
from wrappers.extraction.constraints.page_habits import (
    breaks_off,
    ignores_query,
    is_beyond_ascii,
    is_closed,
    names_query,
    shown_query,
    shows_query,
)
from wrappers.extraction.constraints.violation import Rule, fields_broken_by_most, violations

__all__ = [
    "ESSENTIAL",
    "FIELDS",
    "MAX_CHROME_LINKS",
    "MAX_FORMS",
    "MAX_GROWTH",
    "MAX_SHAPES",
    "NO_CONSTRAINTS",
    "DataType",
    "IntegrityConstraints",
    "RecordField",
    "Rule",
    "address_form",
    "breaks_off",
    "fields_broken_by_most",
    "ignores_query",
    "is_beyond_ascii",
    "is_closed",
    "is_of_type",
    "names_query",
    "record_site",
    "shown_query",
    "shows_query",
    "violations",
]
