"""The connection description as XML.

The "search engine description file" of Wu, Meng et al. 2003, section 2.5.
docs/connection-description.md tells what each element means, connection.xsd how they fit.
"""

import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from lxml import etree

from discovery.connection.description import (
    PAGE_MARK,
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
)
from discovery.connection.encodings import DEFAULT_CHARSET, URLENCODED, web_charset
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


NAMESPACE = "urn:metasearch:connection:1"
# What XML 1.0 cannot hold (section 2.2), and the backslash that escapes it.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff\\\\]")
_ESCAPE = re.compile(r"\\(?:\\|u([0-9a-fA-F]{4}))")
# Elements that are there once at most, in their order: which attribute is which field.
_ELEMENTS = MappingProxyType(
    {
        "site": {
            "name": "site_name",
            "home": "home_url",
            "icon": "icon",
            "language": "language",
        },
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
# Elements of which there may be several: the field that they are in, and what each of them is.
_LISTS = MappingProxyType(
    {
        "header": ("headers", Header),
        "fresh": ("fresh", FreshValue),
        "wall": ("walls", PassedWall),
        "cookie": ("cookies", KeptCookie),
    }
)
# Attributes that are left out when they have this value; all others when they are empty or false,
# those of `REQUIRED` never.
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


# Attributes that are addresses of the web, or empty.
_ADDRESSES = frozenset(
    {
        ("site", "home"),
        ("form", "page"),
        ("form", "action"),
        ("fresh", "page"),
        ("paging", "origin"),
        ("wall", "page"),
        ("cookie", "url"),
    }
)
_Part = TypeVar("_Part")


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
    site, parameters = root.find(qualified("site")), root.find(qualified("parameters"))
    assert site is not None and parameters is not None
    listed = parameters.findall(qualified("parameter"))
    check_number(len(listed))
    check_number(len(root))
    types = {each.name: each.type for each in fields(ConnectionDescription)}
    values: dict[str, Any] = {}
    for name, attributes in _ELEMENTS.items():
        element = root.find(qualified(name))
        for key, field in attributes.items():
            values[field] = _value(element, key, types[field])
    values |= {field: _parts(kind, root, name) for name, (field, kind) in _LISTS.items()}
    values["charset"] = _charset(parameters)
    query = parameters.find(qualified("query"))
    before = () if query is None else query.itersiblings(qualified("parameter"), preceding=True)
    description = ConnectionDescription(
        **values,
        query_field=_text(query, "name"),
        query_position=len(tuple(before)),
        query_pattern=_text(query, "value") or SEARCH_TERMS,
        parameters=tuple(
            replace(_part(Parameter, each), options=_parts(ParameterOption, each, "option"))
            for each in listed
        ),
        paging=_paging(root.find(qualified("paging"))),
        data_model=root.findtext(qualified("data-model"), "").strip(),
    )
    check_size(description)
    try:
        check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, _line(root)) from error
    return description


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(_SCHEMA_FILE))


def _line(element: Any) -> int | None:
    return cast("int | None", element.sourceline)


def _text(element: etree._Element | None, key: str) -> str:
    if element is None:
        return ""
    name = etree.QName(element).localname
    text = unescape(element.get(key, DEFAULTS.get((name, key), "")))
    if text and (name, key) in _ADDRESSES and resolve_url("", text) is None:
        raise DescriptionError(f"{key} {text[:200]!r} is no web address", _line(element))
    return text


def _value(element: etree._Element | None, key: str, kind: Any) -> Any:
    text = _text(element, key)
    if kind is bool:
        return text.strip() in {"true", "1"}
    if kind == ParameterRole | None:
        return ParameterRole(text) if text else None
    return text if kind is str else kind(text.strip())


def _key(kind: type, field: str) -> str:
    """Return the attribute that a field of a part is: of its name, but for one."""
    return "set" if kind is KeptCookie and field == "line" else field


def _part(kind: type[_Part], element: etree._Element) -> _Part:
    read: Any = kind
    values = {
        each.name: _value(element, _key(kind, each.name), each.type)
        for each in fields(read)
        if each.name != "options"
    }
    return cast(_Part, read(**values))


def _parts(kind: type[_Part], parent: etree._Element, name: str) -> tuple[_Part, ...]:
    return tuple(_part(kind, each) for each in parent.iterfind(qualified(name)))


def _charset(element: etree._Element) -> str:
    label = _text(element, "charset")
    charset = web_charset(label)
    if charset is None:
        raise DescriptionError(f"{label[:100]!r} is no charset of the web", _line(element))
    return charset


def _paging(element: etree._Element | None) -> PagingRule | None:
    if element is None:
        return None
    return PagingRule(
        numbers=_parts(PageNumber, element, "number"),
        method=_text(element, "method"),
        origin=_text(element, "origin"),
        path=next(iter(_parts(PagePath, element, "path")), None),
        added=tuple(
            (_text(add, "name"), _text(add, "value")) for add in element.iterfind(qualified("add"))
        ),
        dropped=tuple(_text(drop, "name") for drop in element.iterfind(qualified("drop"))),
        cursor=next(iter(_parts(PageCursor, element, "cursor")), None),
    )


_NAMESPACES: Any = {None: NAMESPACE}


def to_xml(description: ConnectionDescription) -> bytes:
    root = etree.Element(qualified("connection"), nsmap=_NAMESPACES)
    for name, attributes in _ELEMENTS.items():
        element = _add(
            root, name, {key: getattr(description, field) for key, field in attributes.items()}
        )
        if name == "parameters":
            _add_parameters(element, description)
        elif name != "site" and not element.attrib:
            root.remove(element)
    for name, (field, _) in _LISTS.items():
        for part in getattr(description, field):
            _add_part(root, name, part)
    if description.paging:
        _add_paging(root, description.paging)
    if description.data_model:
        _add(root, "data-model", {}).text = description.data_model
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add(parent: etree._Element, name: str, attributes: dict[str, Any]) -> etree._Element:
    """Append an element with those attributes that say more than the default."""
    element = etree.SubElement(parent, qualified(name))
    for key, value in attributes.items():
        default = DEFAULTS.get((name, key), "")
        if isinstance(value, bool):
            text = "true" if value else "false" if default else ""
        else:
            text = "" if value is None else str(value)
        if (name, key) in REQUIRED or text != default:
            element.set(key, escape(text))
    return element


def _add_part(parent: etree._Element, name: str, part: Any) -> etree._Element:
    keys = [each.name for each in fields(part) if each.name != "options"]
    return _add(parent, name, {_key(type(part), key): getattr(part, key) for key in keys})


def _add_parameters(element: etree._Element, description: ConnectionDescription) -> None:
    query = {"name": description.query_field, "value": description.query_pattern}
    position = description.query_position if description.query_field else -1
    for place, parameter in enumerate(description.parameters):
        if place == position:
            _add(element, "query", query)
        added = _add_part(element, "parameter", parameter)
        for option in parameter.options:
            _add_part(added, "option", option)
    if position == len(description.parameters):
        _add(element, "query", query)


def _add_paging(root: etree._Element, rule: PagingRule) -> None:
    element = _add(root, "paging", {"method": rule.method, "origin": rule.origin})
    for number in rule.numbers:
        _add_part(element, "number", number)
    if rule.path is not None:
        _add_part(element, "path", rule.path)
    for name, value in rule.added:
        _add(element, "add", {"name": name, "value": value})
    for name in rule.dropped:
        _add(element, "drop", {"name": name})
    if rule.cursor is not None:
        _add_part(element, "cursor", rule.cursor)
