"""The words of the connection description's XML: namespace, defaults, escapes.

docs/connection-description.md tells what each element means, connection.xsd how they fit.
"""

import re
from types import MappingProxyType

from discovery.connection.description.charsets import DEFAULT_CHARSET
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import URLENCODED
from discovery.connection.description.paging_rule import PAGE_MARK

NAMESPACE = "urn:metasearch:connection:1"
# What XML 1.0 cannot hold (section 2.2), and the backslash that escapes it.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff\\\\]")
_ESCAPE = re.compile(r"\\(?:\\|u([0-9a-fA-F]{4}))")
# Attributes that are left out when they have this value; all others when they are empty, those of
# `REQUIRED` never.
DEFAULTS = MappingProxyType(
    {
        ("parameters", "method"): "get",
        ("parameters", "enctype"): URLENCODED,
        ("parameters", "charset"): DEFAULT_CHARSET,
        ("query", "value"): SEARCH_TERMS,
        ("parameter", "kind"): "hidden",
        ("parameter", "sent"): "true",
        ("number", "pattern"): PAGE_MARK,
        ("path", "start"): "0",
        ("path", "end"): "0",
    }
)
REQUIRED = frozenset({("option", "value"), ("path", "pattern"), ("drop", "name"), ("add", "name")})


def escape(text: str) -> str:
    r"""Return `text` with `\\` for a backslash and `\uXXXX` for what XML cannot hold.

    >>> print(escape("a\x07b\\c"))
    a\u0007b\\c
    """
    return _NOT_IN_XML.sub(
        lambda match: r"\\" if match[0] == "\\" else f"\\u{ord(match[0]):04x}", text
    )


def unescape(text: str) -> str:
    r"""Return what `escape` was given; a backslash that escapes nothing stands for itself.

    >>> unescape(r"\u0041\\u0041\x") == "A\\u0041\\x"
    True
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else "\\", text)


def qualified(name: str) -> str:
    """Return an element's name with its namespace, as lxml writes it."""
    return f"{{{NAMESPACE}}}{name}"
