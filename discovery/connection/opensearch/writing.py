"""Connection descriptions written as OpenSearch documents, for browsers and other clients.

OpenSearch 1.1 Draft 6; what is posted by the Parameter extension 1.0 Draft 2.
"""

import re
from typing import Any
from urllib.parse import quote_plus

from lxml import etree

from discovery.connection.description.charsets import CODECS
from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.paging_rule import (
    PAGE_MARK,
    PageNumber,
    PagingKind,
    PagingRule,
)
from discovery.connection.description.url_template import placeholders
from discovery.connection.opensearch.interface import (
    MOZILLA_NAMESPACE,
    OPENSEARCH_PREFIX,
    PARAMETER_NAMESPACE,
)
from discovery.connection.opensearch.reading import MIME_TYPE
from discovery.connection.requests.request import form_entries, result_page_template
from discovery.pages.urls import ascii_url

NAMESPACE = f"{OPENSEARCH_PREFIX}/1.1/"
# Draft 6: "16 or fewer", "48 or fewer", "1024 or fewer characters of plain text".
MAX_SHORT_NAME = 16
MAX_LONG_NAME = 48
MAX_SUMMARY = 1_024
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def write_opensearch(
    description: ConnectionDescription, *, summary: str = "", self_url: str = ""
) -> bytes:
    """Return the OpenSearch document of an engine, in UTF-8.

    `summary` is the text of `Description`, `self_url` where the document will stand. Raises
    `DescriptionError` for an engine that OpenSearch cannot describe: one whose form page must be
    fetched for every query.
    """
    if description.needs_form_page:
        raise DescriptionError("OpenSearch cannot say that the form page must be fetched first")
    namespaces: Any = {None: NAMESPACE}
    if description.method == "post":
        namespaces["parameters"] = PARAMETER_NAMESPACE
    root = etree.Element(f"{{{NAMESPACE}}}OpenSearchDescription", nsmap=namespaces)
    name = description.site_name or "Search"
    _add(root, "ShortName", name[:MAX_SHORT_NAME].strip())
    _add(root, "Description", (summary or name)[:MAX_SUMMARY])
    if len(name) > MAX_SHORT_NAME:
        _add(root, "LongName", name[:MAX_LONG_NAME].strip())
    _add_results(root, description)
    if description.suggestions:
        _add_url(root, description.suggestions, "application/x-suggestions+json", "suggestions")
    if self_url:
        _add_url(root, self_url, MIME_TYPE, "self")
    if description.icon:
        _add(root, "Image", description.icon, width="16", height="16")
    _add(root, "Language", description.language or "*")
    _add(root, "InputEncoding", description.charset)
    if description.home_url:
        form = etree.SubElement(
            root, f"{{{MOZILLA_NAMESPACE}}}SearchForm", nsmap={"moz": MOZILLA_NAMESPACE}
        )
        form.text = description.home_url
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add(root: etree._Element, name: str, text: str, **attributes: str) -> None:
    """Append an element with text, without the characters that XML cannot hold."""
    element = etree.SubElement(root, f"{{{NAMESPACE}}}{name}", attributes)
    element.text = _NOT_IN_XML.sub("", text)


def _add_url(root: etree._Element, template: str, kind: str, rel: str) -> etree._Element:
    """Append a `Url`."""
    attributes = {"type": kind, "template": template, "rel": rel}
    return etree.SubElement(root, f"{{{NAMESPACE}}}Url", attributes)


def _add_results(root: etree._Element, description: ConnectionDescription) -> None:
    """Append the `Url` of the result pages."""
    counting = _counting_number(description)
    if description.action and description.method == "get":
        template, sent = result_page_template(description), []
    elif description.action:
        template = ascii_url(description.action, CODECS[description.charset])
        sent = [(entry.name, entry.value) for entry in form_entries(description, SEARCH_TERMS)]
        others = (value for name, value in sent if name != description.query_field)
        if any(placeholders(value) for value in others):
            raise DescriptionError("a value of the form looks like a placeholder of OpenSearch")
    else:
        template = description.template
        sent = [(each.name, each.value) for each in description.parameters if each.sent]
    if counting and description.method == "get":
        template = _count_in_template(template, counting)
    element = _add_url(root, template, "text/html", "results")
    if counting:
        offset = "pageOffset" if counting.kind is PagingKind.PAGE else "indexOffset"
        element.set(offset, str(counting.first))
    if description.method == "post":
        element.set(f"{{{PARAMETER_NAMESPACE}}}method", "POST")
        element.set(f"{{{PARAMETER_NAMESPACE}}}enctype", description.enctype)
    for name, value in sent:
        if counting and counting.parameter == name:
            value = _placeholder(counting)
        parameter = etree.SubElement(element, f"{{{PARAMETER_NAMESPACE}}}Parameter")
        parameter.set("name", _NOT_IN_XML.sub("", name))
        parameter.set("value", _NOT_IN_XML.sub("", value))


def _counting_number(description: ConnectionDescription) -> PageNumber | None:
    """Return the number that counts pages where a placeholder can stand for it, else None."""
    rule = description.paging
    if rule is None or rule != PagingRule(numbers=rule.numbers[:1]):
        return None
    number = rule.numbers[0]
    return number if number.parameter and number.pattern == PAGE_MARK else None


def _placeholder(number: PageNumber) -> str:
    """Return the placeholder of a number; required where clients fill it with the right default."""
    name = "startPage" if number.kind is PagingKind.PAGE else "startIndex"
    return f"{{{name}}}" if number.first == 1 else f"{{{name}?}}"


def _count_in_template(template: str, number: PageNumber) -> str:
    """Return the template with the number's placeholder in place of its value, or behind all."""
    name = re.escape(quote_plus(number.parameter))
    counted = f"{quote_plus(number.parameter)}={_placeholder(number)}"
    changed, times = re.subn(rf"(?<=[?&]){name}=[^&]*", lambda _: counted, template, count=1)
    if times:
        return changed
    return template + ("&" if "?" in template else "?") + counted
