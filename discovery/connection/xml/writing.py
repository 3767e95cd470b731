"""The connection description written as XML: connection.xsd, docs/connection-description.md."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from lxml import etree

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.paging_rule import PagingRule
from discovery.connection.description.parameter import Parameter
from discovery.connection.xml.vocabulary import DEFAULTS, NAMESPACE, REQUIRED, escape, qualified

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


def _add(parent: etree._Element, name: str, attributes: Mapping[str, str]) -> etree._Element:
    """Append an element with those attributes that say more than the default."""
    element = etree.SubElement(parent, qualified(name))
    for key, value in attributes.items():
        if (name, key) in REQUIRED or value != DEFAULTS.get((name, key), ""):
            element.set(key, escape(value))
    return element


def _flag(value: bool) -> str:
    """Return a truth that is false by default."""
    return "true" if value else ""


def _add_parameters(root: etree._Element, description: ConnectionDescription) -> None:
    """Append the controls in form order, the query field in its place."""
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
    """Append what only exact requests have: body, headers, values that are read anew."""
    if description.body:
        _add(root, "body", {"text": description.body})
    for header in description.headers:
        _add(root, "header", {"name": header.name, "value": header.value})
    for fresh in description.fresh:
        _add(root, "fresh", asdict(fresh))


def _add_parameter(parent: etree._Element, parameter: Parameter) -> None:
    """Append one control and its choices."""
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
        _add(element, "option", {"value": option.value, "label": option.label})


def _add_paging(root: etree._Element, rule: PagingRule) -> None:
    """Append the rule of the later result pages."""
    element = _add(root, "paging", {"method": rule.method, "origin": rule.origin})
    for number in rule.numbers:
        attributes = {
            "parameter": number.parameter,
            "first": str(number.first),
            "step": str(number.step),
            "pattern": number.pattern,
        }
        _add(element, "number", attributes)
    if rule.path is not None:
        ends = {"start": str(rule.path.start), "end": str(rule.path.end)}
        _add(element, "path", {"pattern": rule.path.pattern, **ends})
    for name, value in rule.added:
        _add(element, "add", {"name": name, "value": value})
    for name in rule.dropped:
        _add(element, "drop", {"name": name})
    if rule.cursor is not None:
        _add(element, "cursor", asdict(rule.cursor))
