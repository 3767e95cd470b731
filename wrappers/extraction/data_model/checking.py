"""Records held against a data model: which of its elements they break."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree

from wrappers.extraction.data_model.schema import MAX_VALUE_LENGTH, ROOT, compile_schema
from wrappers.extraction.records.record import ResultRecord

# The elements of a record, in this order; after them an `item` for each of its data items.
MODEL_FIELDS = (
    "url", "title", "snippet", "date", "thumbnail", "price", "author", "size", "breadcrumb",
    "rating", "sort",
)  # fmt: skip
RECORD, ITEM = "record", "item"
_EXPECTED = re.compile(r"Expected is (?:one of )?\( ([^()]*) \)")
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTENT = "SCHEMAV_ELEMENT_CONTENT"


def broken_fields(schema: str, records: Sequence[ResultRecord]) -> Mapping[str, int]:
    """Return how many of the records break a schema, by the element in which they do.

    `record` is the element where the number of records is at fault.
    """
    validator = compile_schema(schema)
    root = etree.Element(ROOT)
    for record in records:
        root.append(_to_xml(record))
    if validator.validate(root):
        return {}
    errors: Any = validator.error_log
    broken = {
        (error.path.rpartition("/")[0] if _is_in_record(error.path) else error.path, _name(error))
        for error in errors
    }
    return Counter(name for _, name in broken)


def _to_xml(record: ResultRecord) -> etree._Element:
    """Return a record as the element that schemas speak of: what it lacks is not there."""
    element = etree.Element(RECORD)
    for name in MODEL_FIELDS:
        _add(element, name, getattr(record, name) or "")
    for item in record.items:
        _add(element, ITEM, item.value)
    return element


def _add(element: etree._Element, name: str, text: str) -> None:
    if text:
        etree.SubElement(element, name).text = _NO_XML.sub("", text[:MAX_VALUE_LENGTH])


def _is_in_record(path: str) -> bool:
    return path.count("/") > 2


def _name(error: Any) -> str:
    """Return the element that is broken: of what is missing the first that must be there."""
    expected = _EXPECTED.search(error.message) if error.type_name == _CONTENT else None
    if expected is not None:
        return expected[1].rpartition(",")[2].strip()
    return str(error.path.rpartition("/")[2].partition("[")[0])
