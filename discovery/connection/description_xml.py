"""The connection description as XML.

The "search engine description file" of Wu, Meng et al. 2003, section 2.5.
docs/connection-description.md tells what each element means, connection.xsd how they fit.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from lxml import etree

from discovery.connection.description import (
    PAGE_MARK,
    SEARCH_TERMS,
    BrowserSearch,
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
    """Return the root element of an XML document of at most `max_bytes`.

    Raises `DescriptionError` for what is too large, not well-formed, or has a document type.
    That is the way to every entity attack; neither a connection description nor OpenSearch has one.
    """
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
    """Return the description in an XML document.

    Raises `DescriptionError` with the line and the reason. The document is then no XML, does not
    follow the schema, or describes nothing that can be asked.
    """
    root = parse_xml(data, MAX_DESCRIPTION_BYTES)
    _validate(root)
    check_number(len(_child(root, "parameters").findall(qualified("parameter"))))
    check_number(len(root))
    site, parameters = _child(root, "site"), _child(root, "parameters")
    form = _child(root, "form")
    query = _child(parameters, "query")
    before = (
        () if query is None else tuple(query.itersiblings(qualified("parameter"), preceding=True))
    )
    description = ConnectionDescription(
        site_name=_text(site, "name"),
        home_url=_text(site, "home"),
        form_page=_text(form, "page"),
        action=_text(form, "action"),
        method=_text(parameters, "method"),
        enctype=_text(parameters, "enctype"),
        charset=_charset(parameters),
        query_field=_text(query, "name"),
        query_position=len(before),
        query_pattern=_text(query, "value") or SEARCH_TERMS,
        parameters=tuple(map(_parameter, parameters.iterfind(qualified("parameter")))),
        template=_text(_child(root, "template"), "url"),
        action_changes=_is_true(form, "action-changes"),
        session_required=_is_true(form, "session-required"),
        paging=_paging(_child(root, "paging")),
        icon=_text(site, "icon"),
        language=_text(site, "language"),
        suggestions=_text(_child(root, "suggestions"), "url"),
        exact=_is_true(parameters, "exact"),
        headers=_parts(Header, root, "header"),
        body=_text(_child(root, "body"), "text"),
        fresh=_parts(FreshValue, root, "fresh"),
        in_browser=BrowserSearch(_text(form, "in-browser").strip()),
        walls=_parts(PassedWall, root, "wall"),
        cookies=tuple(
            KeptCookie(_text(each, "url"), _text(each, "set"))
            for each in root.iterfind(qualified("cookie"))
        ),
        data_model=root.findtext(qualified("data-model"), "").strip(),
    )
    check_size(description)
    _check_sense(description, root)
    return description


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(_SCHEMA_FILE))


def _validate(root: etree._Element) -> None:
    schema = _schema()
    if not schema.validate(root):
        errors: Any = schema.error_log
        error = errors[0]
        reason = error.message.replace(f"{{{NAMESPACE}}}", "")
        raise DescriptionError(reason[:MAX_REASON_LENGTH], error.line)


def _check_sense(description: ConnectionDescription, root: etree._Element) -> None:
    try:
        check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, _line(root)) from error


def _child(parent: etree._Element, name: str) -> Any:
    return parent.find(qualified(name))


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


def _is_true(element: etree._Element | None, key: str) -> bool:
    return _text(element, key).strip() in {"true", "1"}


def _part(kind: type[_Part], element: etree._Element) -> _Part:
    read: Any = kind
    values: Any = ((each.name, each.type, _text(element, each.name)) for each in fields(read))
    return cast(_Part, read(**{name: convert(text) for name, convert, text in values}))


def _parts(kind: type[_Part], parent: etree._Element, name: str) -> tuple[_Part, ...]:
    return tuple(_part(kind, each) for each in parent.iterfind(qualified(name)))


def _part_if(kind: type[_Part], parent: etree._Element, name: str) -> _Part | None:
    element = _child(parent, name)
    return None if element is None else _part(kind, element)


def _charset(element: etree._Element) -> str:
    label = _text(element, "charset")
    charset = web_charset(label)
    if charset is None:
        raise DescriptionError(f"{label[:100]!r} is no charset of the web", _line(element))
    return charset


def _parameter(element: etree._Element) -> Parameter:
    role = _text(element, "role")
    return Parameter(
        name=_text(element, "name"),
        value=_text(element, "value"),
        kind=_text(element, "kind"),
        options=tuple(_part(ParameterOption, option) for option in element),
        label=_text(element, "label"),
        sent=_is_true(element, "sent"),
        role=ParameterRole(role) if role else None,
        token=_is_true(element, "token"),
    )


def _paging(element: etree._Element | None) -> PagingRule | None:
    if element is None:
        return None
    return PagingRule(
        numbers=_parts(PageNumber, element, "number"),
        method=_text(element, "method"),
        origin=_text(element, "origin"),
        path=_part_if(PagePath, element, "path"),
        added=tuple(
            (_text(add, "name"), _text(add, "value")) for add in element.iterfind(qualified("add"))
        ),
        dropped=tuple(_text(drop, "name") for drop in element.iterfind(qualified("drop"))),
        cursor=_part_if(PageCursor, element, "cursor"),
    )


_NAMESPACES: Any = {None: NAMESPACE}


def to_xml(description: ConnectionDescription) -> bytes:
    """Return the description as an XML document in UTF-8."""
    root = etree.Element(qualified("connection"), nsmap=_NAMESPACES)
    site = {
        "name": description.site_name,
        "home": description.home_url,
        "icon": description.icon,
        "language": description.language,
    }
    form = {
        "page": description.form_page,
        "action": description.action,
        "action-changes": _flag(description.action_changes),
        "session-required": _flag(description.session_required),
        "in-browser": description.in_browser,
    }
    _add(root, "site", site)
    if any(form.values()):
        _add(root, "form", form)
    for name, url in (
        ("template", description.template),
        ("suggestions", description.suggestions),
    ):
        if url:
            _add(root, name, {"url": url})
    _add_parameters(root, description)
    _add_exact(root, description)
    for wall in description.walls:
        _add(root, "wall", asdict(wall))
    for cookie in description.cookies:
        _add(root, "cookie", {"url": cookie.url, "set": cookie.line})
    if description.paging:
        _add_paging(root, description.paging)
    if description.data_model:
        _add(root, "data-model", {}).text = description.data_model
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add(parent: etree._Element, name: str, attributes: Mapping[str, Any]) -> etree._Element:
    element = etree.SubElement(parent, qualified(name))
    for key, value in attributes.items():
        text = str(value)
        if (name, key) in REQUIRED or text != DEFAULTS.get((name, key), ""):
            element.set(key, escape(text))
    return element


def _flag(value: bool) -> str:
    return "true" if value else ""


def _add_parameters(root: etree._Element, description: ConnectionDescription) -> None:
    how = {
        "method": description.method,
        "enctype": description.enctype,
        "charset": description.charset,
        "exact": _flag(description.exact),
    }
    element = _add(root, "parameters", how)
    query = {"name": description.query_field, "value": description.query_pattern}
    position = description.query_position if description.query_field else -1
    for place, parameter in enumerate(description.parameters):
        if place == position:
            _add(element, "query", query)
        _add_parameter(element, parameter)
    if position == len(description.parameters):
        _add(element, "query", query)


def _add_exact(root: etree._Element, description: ConnectionDescription) -> None:
    if description.body:
        _add(root, "body", {"text": description.body})
    for header in description.headers:
        _add(root, "header", asdict(header))
    for fresh in description.fresh:
        _add(root, "fresh", asdict(fresh))


def _add_parameter(parent: etree._Element, parameter: Parameter) -> None:
    attributes = {
        "name": parameter.name,
        "value": parameter.value,
        "kind": parameter.kind,
        "label": parameter.label,
        "sent": "true" if parameter.sent else "false",
        "token": _flag(parameter.token),
        "role": parameter.role or "",
    }
    element = _add(parent, "parameter", attributes)
    for option in parameter.options:
        _add(element, "option", asdict(option))


def _add_paging(root: etree._Element, rule: PagingRule) -> None:
    element = _add(root, "paging", {"method": rule.method, "origin": rule.origin})
    for number in rule.numbers:
        _add(element, "number", asdict(number))
    if rule.path is not None:
        _add(element, "path", asdict(rule.path))
    for name, value in rule.added:
        _add(element, "add", {"name": name, "value": value})
    for name in rule.dropped:
        _add(element, "drop", {"name": name})
    if rule.cursor is not None:
        _add(element, "cursor", asdict(rule.cursor))
