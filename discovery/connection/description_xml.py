"""The connection description as XML.

docs/connection-description.md tells what each element means, connection.xsd how they fit.
"""

import re
from dataclasses import MISSING, Field, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from lxml import etree

from discovery.connection.description import (
    QUERY,
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    FreshValue,
    Header,
    KeptCookie,
    PageCursor,
    PageNumber,
    PagePath,
    PagingRule,
    Parameter,
    ParameterOption,
    ParameterRole,
    PassedWall,
    check_number,
    check_size,
    query_slot,
)
from discovery.connection.encodings import web_charset
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
_OWN = MappingProxyType(
    {
        "site": {"name": "site_name", "home": "home_url", "icon": "icon", "language": "language"},
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
)
# Elements of which there may be several, and the field that they are in.
_LISTS = MappingProxyType(
    {"header": "headers", "fresh": "fresh", "wall": "walls", "cookie": "cookies"}
)
# What all other elements are: their attributes are its fields of these types.
_KINDS: MappingProxyType[str, Any] = MappingProxyType(
    {
        "header": Header,
        "fresh": FreshValue,
        "wall": PassedWall,
        "cookie": KeptCookie,
        "parameter": Parameter,
        "query": Parameter,
        "option": ParameterOption,
        "paging": PagingRule,
        "number": PageNumber,
        "path": PagePath,
        "add": Header,
        "cursor": PageCursor,
    }
)
_TYPES: tuple[Any, ...] = (str, int, bool, ParameterRole | None)
# Attributes that are written when they are empty, too.
_ALWAYS = frozenset({("option", "value"), ("path", "pattern"), ("add", "name")})
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


@cache
def _attributes(name: str) -> dict[str, Field[Any]]:
    """Return the fields that the attributes of an element are."""
    if name in _OWN:
        known = {each.name: each for each in fields(ConnectionDescription)}
        return {key: known[field] for key, field in _OWN[name].items()}
    own = [each for each in fields(_KINDS[name]) if each.type in _TYPES]
    return {"set" if each.name == "line" else each.name: each for each in own}


# A description at its own limits, every character escaped, takes up to 7 MB.
MAX_DESCRIPTION_BYTES = 8_000_000
# A message of the schema repeats the value it dislikes, which may be long.
MAX_REASON_LENGTH = 500
_SCHEMA_FILE = Path(__file__).with_name("connection.xsd")


def from_xml(data: bytes) -> ConnectionDescription:
    """Return the description in an XML document. Raises `DescriptionError` with line and reason."""
    root = parse_xml(data, MAX_DESCRIPTION_BYTES)
    schema = _schema()
    if not schema.validate(root):
        errors: Any = schema.error_log
        reason = errors[0].message.replace(f"{{{NAMESPACE}}}", "")
        raise DescriptionError(reason[:MAX_REASON_LENGTH], errors[0].line)
    elements = {name: root.find(qualified(name)) for name in (*_OWN, "paging")}
    parameters, paging = elements["parameters"], elements["paging"]
    assert parameters is not None
    check_number(len(parameters))
    check_number(len(root))
    values: dict[str, Any] = {}
    for name in _OWN:
        element = elements[name]
        if element is not None:
            values |= _read(element)
    values |= {field: _parts(root, name) for name, field in _LISTS.items()}
    label = values["charset"]
    values["charset"] = web_charset(label)
    if values["charset"] is None:
        raise DescriptionError(f"{label[:100]!r} is no charset of the web", line_of(parameters))
    listed = map(_parameter, parameters.iterchildren(tag=etree.Element))
    description = ConnectionDescription(
        **values,
        # Where there is no form, the address says where the query goes.
        parameters=tuple(each for each in listed if values.get("action") or each.kind != QUERY),
        paging=None if paging is None else _paging(paging),
        data_model=root.findtext(qualified("data-model"), "").strip(),
    )
    check_size(description)
    try:
        check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, line_of(root)) from error
    return description


def _parameter(element: etree._Element) -> Parameter:
    read = Parameter(**_read(element), options=_parts(element, "option"))
    is_query = element.tag == qualified("query")
    return query_slot(read.name, read.value or SEARCH_TERMS) if is_query else read


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(_SCHEMA_FILE))


def _read(element: etree._Element) -> dict[str, Any]:
    """Return the values of the fields that the attributes of an element are."""
    values: dict[str, Any] = {}
    for key, field in _attributes(etree.QName(element).localname).items():
        text, kind = unescape(element.get(key, "")), cast(Any, field.type)
        if not text and field.default is not MISSING:
            values[field.name] = field.default
            continue
        if text and field.name in _ADDRESSES and resolve_url("", text) is None:
            raise DescriptionError(f"{key} {text[:200]!r} is no web address", line_of(element))
        if kind is bool:
            values[field.name] = text.strip() in {"true", "1"}
        elif kind == ParameterRole | None:
            values[field.name] = ParameterRole(text)
        else:
            values[field.name] = text if kind is str else kind(text.strip())
    return values


def _parts(parent: etree._Element, name: str) -> tuple[Any, ...]:
    return tuple(_KINDS[name](**_read(each)) for each in parent.iterfind(qualified(name)))


def _paging(element: etree._Element) -> PagingRule:
    return PagingRule(
        **_read(element),
        numbers=_parts(element, "number"),
        path=next(iter(_parts(element, "path")), None),
        added=tuple((each.name, each.value) for each in _parts(element, "add")),
        dropped=tuple(
            unescape(each.get("name", "")) for each in element.iterfind(qualified("drop"))
        ),
        cursor=next(iter(_parts(element, "cursor")), None),
    )


def to_xml(description: ConnectionDescription) -> bytes:
    root = etree.Element(qualified("connection"), nsmap=_NAMESPACES)
    for name in _OWN:
        element = _add(root, name, description)
        if name == "parameters":
            _add_parameters(element, description)
        elif name != "site" and not element.attrib:
            root.remove(element)
    for name, field in _LISTS.items():
        for part in getattr(description, field):
            _add(root, name, part)
    if description.paging:
        _add_paging(root, description.paging)
    if description.data_model:
        etree.SubElement(root, qualified("data-model")).text = description.data_model
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add(parent: etree._Element, name: str, part: Any) -> etree._Element:
    """Append an element with those attributes that say more than the default."""
    element = etree.SubElement(parent, qualified(name))
    for key, field in _attributes(name).items():
        value = getattr(part, field.name)
        default = "" if field.default is MISSING else field.default
        if value != default or (name, key) in _ALWAYS:
            element.set(key, escape(str(value).lower() if field.type is bool else str(value)))
    return element


def _add_parameters(element: etree._Element, description: ConnectionDescription) -> None:
    for parameter in description.parameters:
        if parameter.kind == QUERY:
            value = "" if parameter.value == SEARCH_TERMS else parameter.value
            _add(element, "query", Parameter(parameter.name, value))
            continue
        added = _add(element, "parameter", parameter)
        for option in parameter.options:
            _add(added, "option", option)


def _add_paging(root: etree._Element, rule: PagingRule) -> None:
    element = _add(root, "paging", rule)
    for number in rule.numbers:
        _add(element, "number", number)
    if rule.path is not None:
        _add(element, "path", rule.path)
    for pair in rule.added:
        _add(element, "add", Header(*pair))
    for name in rule.dropped:
        etree.SubElement(element, qualified("drop")).set("name", escape(name))
    if rule.cursor is not None:
        _add(element, "cursor", rule.cursor)
