"""Data models: the plain part of XML Schema, and records held against it.

Ferrara and Baumgartner 2011, section 4: constraints may "be based on a data model (in our case, a
given XML Schema)". Schemas come from people and with files: what fetches, refers or explodes is
refused by name before libxml2 sees it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, cast

from lxml import etree

from discovery.pages.data.parsing import safe_xml_parser
from wrappers.extraction.records.record import ResultRecord

MAX_SCHEMA_LENGTH = 40_000
# Characters of a value that are looked at: patterns go back over them.
MAX_VALUE_LENGTH = 400
# Elements of a schema, how often one may be asked for by number, how many groups within each other
# repeat so (each further one doubles the time), and characters of a pattern. Guesses.
MAX_ELEMENTS = 300
MAX_OCCURRENCES = 200
MAX_COUNTERS = 2
MAX_PATTERN_LENGTH = 100
# Ways in which a pattern may be tried on a value: two repetitions, and one choice besides.
MAX_TRIALS = 2 * MAX_VALUE_LENGTH**2
# Schemas kept compiled, by their text: a process asks some hundred engines.
KEPT = 256
_XS = "{http://www.w3.org/2001/XMLSchema}"
_ALLOWED = frozenset(
    "schema element complexType simpleType sequence all choice restriction annotation "
    "documentation pattern enumeration minLength maxLength length whiteSpace "
    "minInclusive maxInclusive totalDigits fractionDigits".split()
)
_ESCAPED = re.compile(r"\\(?:[pP]\{\w{1,40}\}|.)")
_CLASS = re.compile(r"\[[^\]]*\]")
# Repetitions of no fixed number, of which a number or the end is told; the innermost groups, what
# repeats one, and what a branch begins with that can be told from others.
_REPEATED = re.compile(r"([*+?]|\{\d*,\d*\})")
_GROUP = re.compile(r"\(([^()]*)\)")
_REPEATED_GROUP = re.compile(r"\)[*+{?]")
_BEGINNING = re.compile(r"\w(?![*?{])")
_GROUPS = frozenset(f"{_XS}{name}" for name in ("sequence", "choice", "all"))
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
        if _counters(element) > MAX_COUNTERS:
            raise ValueError(
                f"line {line}: at most {MAX_COUNTERS} levels within each other repeat by number"
            )
        if name == "pattern":
            _check_pattern(element.get("value", ""), line)


def _check_bound(value: str, line: int | None) -> None:
    if value != "unbounded" and not (
        value.isascii() and value.isdigit() and len(value) < 9 and int(value) <= MAX_OCCURRENCES
    ):
        raise ValueError(f"line {line}: an occurrence is at most {MAX_OCCURRENCES}, or unbounded")


def _counters(particle: etree._Element) -> int:
    around = takewhile(lambda each: each.tag in _GROUPS, particle.iterancestors())
    return sum(map(_repeats_by_number, (particle, *around)))


def _repeats_by_number(particle: etree._Element) -> bool:
    bounds = (particle.get("minOccurs", "1"), particle.get("maxOccurs", "1"))
    return any(bound != "unbounded" and int(bound) > 1 for bound in bounds)


def _check_pattern(value: str, line: int | None) -> None:
    bare = _CLASS.sub("-", _ESCAPED.sub("-", value))
    if (
        len(value) > MAX_PATTERN_LENGTH
        or _REPEATED_GROUP.search(bare)
        or _trials(bare) > MAX_TRIALS
    ):
        raise ValueError(
            f"line {line}: a pattern has at most {MAX_PATTERN_LENGTH} characters, two repetitions "
            "and few choices besides, and repeats no group"
        )


def _trials(bare: str) -> int:
    trials = 1
    for repetition in _REPEATED.findall(bare):
        trials *= 2 if repetition == "?" else MAX_VALUE_LENGTH
    while (group := _GROUP.search(bare)) is not None:
        trials *= _choices(group[1])
        bare = f"{bare[: group.start()]}-{bare[group.end() :]}"
    return trials * _choices(bare)


def _choices(branches: str) -> int:
    """Return how many branches may be tried at one place: one, if their first letters differ."""
    every = branches.split("|")
    beginnings = {branch[0] for branch in every if _BEGINNING.match(branch)}
    return 1 if len(beginnings) == len(every) else len(every)


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
    """Return how many of the records break a schema, by the element in which they do."""
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
    expected = _EXPECTED.search(error.message) if error.type_name == _CONTENT else None
    if expected is not None:
        return expected[1].rpartition(",")[2].strip()
    return str(error.path.rpartition("/")[2].partition("[")[0])
