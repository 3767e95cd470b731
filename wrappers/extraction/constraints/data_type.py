"""Data types of the texts of a field."""

import re
from enum import StrEnum

_HAS_LETTER = re.compile(r"[^\W\d_]")
_HAS_DIGIT = re.compile(r"\d")


class DataType(StrEnum):
    """What the texts of a field are."""

    TEXT = "text"  # with letters
    NUMBER = "number"  # digits, no letters
    DATE = "date"
    PRICE = "price"
    URL = "url"  # an absolute http(s) address


def is_of_type(value: str | None, kind: DataType) -> bool:
    """Tell whether a field's value is of a data type.

    >>> is_of_type("No. 7", DataType.TEXT), is_of_type("7", DataType.TEXT)
    (True, False)
    """
    if not value:
        return False
    if kind is DataType.URL:
        return value.startswith(("http://", "https://"))
    if kind is DataType.TEXT:
        return _HAS_LETTER.search(value) is not None
    has_digit = _HAS_DIGIT.search(value) is not None
    return has_digit and (kind is not DataType.NUMBER or _HAS_LETTER.search(value) is None)
