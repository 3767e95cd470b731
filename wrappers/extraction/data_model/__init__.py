"""The data model of an engine's records: declared as an XML Schema, and held against answers."""

from wrappers.extraction.data_model.checking import MODEL_FIELDS, RECORD, broken_fields
from wrappers.extraction.data_model.schema import MAX_SCHEMA_LENGTH, compile_schema

__all__ = [
    "MAX_SCHEMA_LENGTH",
    "MODEL_FIELDS",
    "RECORD",
    "broken_fields",
    "compile_schema",
]
