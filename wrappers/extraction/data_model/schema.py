"""An XML Schema from outside: the plain part of the language alone, and nothing that is dear.

Ferrara and Baumgartner 2011, section 4: constraints may "be based on a data model (in our case, a
given XML Schema)". Schemas come from people and with files: what fetches, refers or explodes is
refused by name before libxml2 sees it.
"""

import re
from functools import lru_cache
from typing import cast

from lxml import etree

from discovery.pages import safe_xml_parser

MAX_SCHEMA_LENGTH = 40_000
# Elements of a schema, how often one may be asked for by number, characters of a pattern, and its
# unbounded repetitions: matching goes back over each. Guesses.
MAX_ELEMENTS = 300
MAX_OCCURRENCES = 200
MAX_PATTERN_LENGTH = 100
MAX_REPETITIONS = 2
# Schemas kept compiled, by their text: a process asks some hundred engines.
KEPT = 256
_XS = "{http://www.w3.org/2001/XMLSchema}"
_ALLOWED = frozenset(
    "schema element complexType simpleType sequence all choice restriction annotation "
    "documentation pattern enumeration minLength maxLength length whiteSpace "
    "minInclusive maxInclusive totalDigits fractionDigits".split()
)
_ESCAPED = re.compile(r"\\(?:[pP]\{\w{1,40}\}|.)")
_REPEATED = re.compile(r"[*+{?]")
ROOT = "records"


@lru_cache(maxsize=KEPT)
def compile_schema(text: str) -> etree.XMLSchema:
    """Return the schema in a text. Raises `ValueError` with what is wrong in it."""
    if len(text) > MAX_SCHEMA_LENGTH:
        raise ValueError(f"a schema has at most {MAX_SCHEMA_LENGTH:,} characters")
    try:
        root = etree.fromstring(text.encode(), safe_xml_parser())
    except etree.XMLSyntaxError as error:
        raise ValueError(f"the schema is no XML: {error.msg}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise ValueError("a schema has no document type (<!DOCTYPE>)")
    _check_elements(root)
    if not any(each.get("name") == ROOT for each in root.findall(f"{_XS}element")):
        raise ValueError(f"the schema declares no element “{ROOT}”")
    try:
        return etree.XMLSchema(root)
    except etree.XMLSchemaParseError as error:
        raise ValueError(f"no XML Schema: {error}") from error


def _check_elements(root: etree._Element) -> None:
    """Raise `ValueError` for what is not of the plain part of XML Schema."""
    elements = list(root.iter())
    if len(elements) > MAX_ELEMENTS:
        raise ValueError(f"a schema has at most {MAX_ELEMENTS} elements")
    if root.tag != f"{_XS}schema" or root.get("targetNamespace"):
        raise ValueError("the document is no XML Schema without a target namespace")
    for element in elements:
        name = str(element.tag).removeprefix(_XS)
        line = cast("int | None", element.sourceline)
        if name not in _ALLOWED:
            raise ValueError(f"line {line}: <{name}> is not allowed here")
        for bound in ("minOccurs", "maxOccurs"):
            _check_bound(element.get(bound, "1"), line)
        if name == "pattern":
            _check_pattern(element.get("value", ""), line)


def _check_bound(value: str, line: int | None) -> None:
    if value != "unbounded" and not (
        value.isascii() and value.isdigit() and len(value) < 9 and int(value) <= MAX_OCCURRENCES
    ):
        raise ValueError(f"line {line}: an occurrence is at most {MAX_OCCURRENCES}, or unbounded")


def _check_pattern(value: str, line: int | None) -> None:
    """Refuse patterns whose matching may take long."""
    bare = _ESCAPED.sub("-", value)
    if (
        len(value) > MAX_PATTERN_LENGTH
        or len(_REPEATED.findall(bare)) > MAX_REPETITIONS
        or re.search(r"\)[*+{?]", bare)
    ):
        raise ValueError(
            f"line {line}: a pattern has at most {MAX_PATTERN_LENGTH} characters, "
            f"{MAX_REPETITIONS} repetitions, and repeats no group"
        )
