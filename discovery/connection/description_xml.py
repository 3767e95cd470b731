"""The connection description as XML.

docs/connection-description.md tells what each element means, connection.xsd how they fit.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
from lxml import etree

from discovery.connection.description import (
    QUERY,
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    Header,
    Parameter,
    check_number,
    check_size,
)
from discovery.connection.encodings import DEFAULT_CHARSET, web_charset
from discovery.connection.url_template import check_askable
from discovery.pages.data.parsing import safe_xml_parser
from discovery.pages.urls import resolve_url


def parse_xml(data: bytes, max_bytes: int) -> etree._Element:
    """Return the root of an XML document without a document type. Raises `DescriptionError`."""
    if len(data) > max_bytes:
        raise DescriptionError(f"{len(data):,} bytes are more than the {max_bytes:,} allowed")
    try:
        root = etree.fromstring(data, safe_xml_parser())
    except etree.XMLSyntaxError as error:
        raise DescriptionError(f"not well-formed XML: {error.msg}", error.lineno) from error
    except (ValueError, LookupError) as error:
        raise DescriptionError(f"not well-formed XML: {error}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise DescriptionError("a document type (<!DOCTYPE>) is not allowed")
    return root


def line_of(element: Any) -> int | None:
    return cast("int | None", element.sourceline)


NAMESPACE = "urn:metasearch:connection:1"
_NAMESPACES: Any = {None: NAMESPACE}
# XML 1.0, section 2.2.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(?:\\|u([0-9a-fA-F]{4}))")
# Elements of the description itself, in their order: which attribute is which field.
_OWN = {
    "site": {"name": "site_name", "home": "home_url", "language": "language"},
    "form": {
        "page": "form_page",
        "action": "action",
        "action-changes": "action_changes",
        "session-required": "session_required",
        "in-browser": "in_browser",
    },
    "template": {"url": "template"},
    "suggestions": {"url": "suggestions"},
    "parameters": {
        "method": "method",
        "enctype": "enctype",
        "charset": "charset",
        "exact": "exact",
    },
    "body": {"text": "body"},
}
# Of all other elements attributes are called as the fields, but this one.
_COOKIE = {"url": "url", "set": "line"}
# Elements of which there may be several, and the field that they are in.
_LISTS = {
    "header": "headers",
    "fresh": "fresh",
    "wall": "walls",
    "cookie": "cookies",
    "parameter": "parameters",
    "option": "options",
    "number": "numbers",
    "add": "added",
    "drop": "dropped",
    "field": "fields",
}
_LISTED = {field: name for name, field in _LISTS.items()}
# Attributes that are written when they are empty, too.
_ALWAYS = frozenset({("option", "value"), ("path", "pattern"), ("add", "name"), ("drop", "name")})
# Fields that are addresses of the web, or empty.
_ADDRESSES = frozenset({"home_url", "form_page", "action", "page", "origin", "url"})


def escape(text: str) -> str:
    r"""Return `text` with `\\` for a backslash and `\uXXXX` for what XML cannot hold.

    >>> print(escape("a\x07b\\c"))
    a\u0007b\\c
    """
    return NOT_IN_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", text.replace("\\", "\\\\"))


def unescape(text: str) -> str:
    r"""Return what `escape` was given; a backslash that escapes nothing stands for itself.

    >>> unescape(r"\u0041\\u0041\x") == "A\\u0041\\x"
    True
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else "\\", text)


def qualified(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


# A description at its own limits, every character escaped, takes up to 7 MB.
MAX_DESCRIPTION_BYTES = 8_000_000
# A message of the schema repeats the value it dislikes, which may be long.
MAX_REASON_LENGTH = 500
_SCHEMA_FILE = Path(__file__).with_name("connection.xsd")


def from_xml(data: bytes, *, is_whole: bool = True) -> ConnectionDescription:
    """Return the description in an XML document. Raises `DescriptionError` with line and reason.

    One that is not `is_whole` may lack how the engine is asked.
    """
    root = parse_xml(data, MAX_DESCRIPTION_BYTES)
    schema = _schema()
    if not schema.validate(root):
        errors: Any = schema.error_log
        reason = errors[0].message.replace(f"{{{NAMESPACE}}}", "")
        raise DescriptionError(reason[:MAX_REASON_LENGTH], errors[0].line)
    check_number(len(root))
    values = _told(root)
    listed = values.get("parameters", [])
    check_number(len(listed))
    # Where there is no form, the address says where the query goes.
    is_form = "action" in values
    values["parameters"] = [each for each in listed if is_form or each.get("kind") != QUERY]
    label = values.get("charset", DEFAULT_CHARSET)
    values["charset"] = web_charset(label)
    if values["charset"] is None:
        line = line_of(root.find(qualified("parameters")))
        raise DescriptionError(f"{label[:100]!r} is no charset of the web", line)
    try:
        description = msgspec.convert(values, ConnectionDescription, strict=False)
    except msgspec.ValidationError as error:
        raise DescriptionError(str(error), line_of(root)) from error
    check_size(description)
    try:
        if is_whole:
            check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, line_of(root)) from error
    return description


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(_SCHEMA_FILE))


def _told(element: etree._Element) -> dict[str, Any]:
    """Return what an element says, by the names of the fields that it is in."""
    name = etree.QName(element).localname
    known = _COOKIE if name == "cookie" else _OWN.get(name, {})
    # In the path, unless it is told.
    values: dict[str, Any] = {"parameter": ""} if name == "number" else {}
    for key, raw in element.attrib.items():
        key, text = str(key), unescape(str(raw))
        field = known.get(key, key)
        if text and field in _ADDRESSES and resolve_url("", text) is None:
            raise DescriptionError(f"{key} {text[:200]!r} is no web address", line_of(element))
        if text or (name, key) in _ALWAYS:
            values[field] = text
    for child in element.iterchildren(tag=etree.Element):
        inner, told = etree.QName(child).localname, _told(child)
        if inner in _OWN:
            values |= told
        elif inner == "query":
            slot = {"value": SEARCH_TERMS, **told, "kind": QUERY}
            values.setdefault("parameters", []).append(slot)
        elif inner == "data-model":
            values["data_model"] = (child.text or "").strip()
        elif inner in _LISTS:
            each = {"add": (told.get("name"), told.get("value", "")), "drop": told.get("name")}
            values.setdefault(_LISTS[inner], []).append(each.get(inner, told))
        else:
            values[inner] = told
    return values


def to_xml(description: ConnectionDescription) -> bytes:
    root = etree.Element(qualified("connection"), nsmap=_NAMESPACES)
    for name, own in _OWN.items():
        element = _add(root, name, description, own)
        if name == "parameters":
            for parameter in description.parameters:
                _add_parameter(element, parameter)
        elif name != "site" and not element.attrib:
            root.remove(element)
    for field in ("headers", "fresh", "walls", "cookies"):
        for part in getattr(description, field):
            _add(root, _LISTED[field], part)
    for name in ("login", "paging"):
        if part := getattr(description, name):
            _add(root, name, part)
    if description.data_model:
        etree.SubElement(root, qualified("data-model")).text = description.data_model
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add_parameter(element: etree._Element, parameter: Parameter) -> None:
    if parameter.kind != QUERY:
        _add(element, "parameter", parameter)
        return
    value = "" if parameter.value == SEARCH_TERMS else parameter.value
    _add(element, "query", Header(parameter.name, value))


def _add(
    parent: etree._Element, name: str, part: Any, own: Mapping[str, str] | None = None
) -> etree._Element:
    """Append an element with what says more than the default, in its attributes and below it."""
    element = etree.SubElement(parent, qualified(name))
    known = {each.name: each for each in fields(part)}
    own = own or (_COOKIE if name == "cookie" else dict(zip(known, known, strict=True)))
    for key, field in own.items():
        value, default = getattr(part, field), known[field].default
        if isinstance(value, tuple):
            for each in value:
                _add(element, _LISTED[field], _as_part(each))
        elif is_dataclass(value):
            _add(element, field, value)
        elif value != ("" if default is MISSING else default) or (name, key) in _ALWAYS:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            element.set(key, escape(text))
    return element


def _as_part(each: Any) -> Any:
    """Return one of several parts; names, and names with values, as headers have them."""
    if isinstance(each, str):
        return Header(each)
    return Header(*each) if isinstance(each, tuple) else each
