"""The connection description read from XML: connection.xsd, docs/connection-description.md.

The "search engine description file" of Wu, Meng et al. 2003, section 2.5.
"""

from functools import cache
from pathlib import Path
from typing import Any, cast

from lxml import etree

from discovery.connection.description.browser_search import BrowserSearch
from discovery.connection.description.charsets import web_charset
from discovery.connection.description.description import (
    ConnectionDescription,
    DescriptionError,
    check_number,
    check_size,
)
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.fresh_value import FreshValue, Header, PageCursor
from discovery.connection.description.paging_rule import PageNumber, PagePath, PagingRule
from discovery.connection.description.parameter import Parameter, ParameterOption, ParameterRole
from discovery.connection.description.url_template import check_askable
from discovery.connection.description.wall import KeptCookie, PassedWall
from discovery.connection.xml.safe_xml import parse_xml
from discovery.connection.xml.vocabulary import DEFAULTS, NAMESPACE, qualified, unescape
from discovery.pages.urls import resolve_url

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
        home_url=_address(site, "home"),
        form_page=_address(form, "page"),
        action=_address(form, "action"),
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
        headers=tuple(
            Header(_text(each, "name"), _text(each, "value"))
            for each in root.iterfind(qualified("header"))
        ),
        body=_text(_child(root, "body"), "text"),
        fresh=tuple(map(_fresh, root.iterfind(qualified("fresh")))),
        in_browser=BrowserSearch(_text(form, "in-browser").strip()),
        walls=tuple(
            PassedWall(_text(each, "kind"), _text(each, "label"), _address(each, "page"))
            for each in root.iterfind(qualified("wall"))
        ),
        cookies=tuple(
            KeptCookie(_address(each, "url"), _text(each, "set"))
            for each in root.iterfind(qualified("cookie"))
        ),
        data_model=root.findtext(qualified("data-model"), "").strip(),
    )
    check_size(description)
    _check_sense(description, root)
    return description


@cache
def _schema() -> etree.XMLSchema:
    """Return the compiled schema."""
    return etree.XMLSchema(etree.parse(_SCHEMA_FILE))


def _validate(root: etree._Element) -> None:
    """Raise `DescriptionError` for the first breach of the schema."""
    schema = _schema()
    if not schema.validate(root):
        errors: Any = schema.error_log
        error = errors[0]
        reason = error.message.replace(f"{{{NAMESPACE}}}", "")
        raise DescriptionError(reason[:MAX_REASON_LENGTH], error.line)


def _check_sense(description: ConnectionDescription, root: etree._Element) -> None:
    """Raise `DescriptionError` for what follows the schema but can never be asked."""
    try:
        check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, _line(root)) from error


def _child(parent: etree._Element, name: str) -> Any:
    """Return the child element of this name, None without one."""
    return parent.find(qualified(name))


def _line(element: Any) -> int | None:
    """Return the line an element stands in."""
    return cast("int | None", element.sourceline)


def _text(element: etree._Element | None, key: str) -> str:
    """Return an attribute, its default where it or the element is missing."""
    if element is None:
        return ""
    name = etree.QName(element).localname
    return unescape(element.get(key, DEFAULTS.get((name, key), "")))


def _is_true(element: etree._Element | None, key: str) -> bool:
    """Return an attribute of type xs:boolean."""
    return _text(element, key).strip() in {"true", "1"}


def _address(element: etree._Element | None, key: str) -> str:
    """Return an attribute that is an http(s) address or empty."""
    address = _text(element, key)
    if address and element is not None and resolve_url("", address) is None:
        raise DescriptionError(f"{key} {address[:200]!r} is no web address", _line(element))
    return address


def _charset(element: etree._Element) -> str:
    """Return the charset by its name on the web."""
    label = _text(element, "charset")
    charset = web_charset(label)
    if charset is None:
        raise DescriptionError(f"{label[:100]!r} is no charset of the web", _line(element))
    return charset


def _parameter(element: etree._Element) -> Parameter:
    """Return one control."""
    role = _text(element, "role")
    return Parameter(
        name=_text(element, "name"),
        value=_text(element, "value"),
        kind=_text(element, "kind"),
        options=tuple(
            ParameterOption(_text(option, "value"), _text(option, "label")) for option in element
        ),
        label=_text(element, "label"),
        sent=_is_true(element, "sent"),
        role=ParameterRole(role) if role else None,
        token=_is_true(element, "token"),
    )


def _fresh(element: etree._Element) -> FreshValue:
    """Return one value that is read anew."""
    return FreshValue(
        name=_text(element, "name"),
        page=_address(element, "page"),
        cookie=_text(element, "cookie"),
        path=_text(element, "path"),
        before=_text(element, "before"),
        after=_text(element, "after"),
    )


def _paging(element: etree._Element | None) -> PagingRule | None:
    """Return the rule of the later result pages."""
    if element is None:
        return None
    return PagingRule(
        numbers=tuple(map(_number, element.iterfind(qualified("number")))),
        method=_text(element, "method"),
        origin=_address(element, "origin"),
        path=_page_path(_child(element, "path")),
        added=tuple(
            (_text(add, "name"), _text(add, "value")) for add in element.iterfind(qualified("add"))
        ),
        dropped=tuple(_text(drop, "name") for drop in element.iterfind(qualified("drop"))),
        cursor=_cursor(_child(element, "cursor")),
    )


def _cursor(element: etree._Element | None) -> PageCursor | None:
    """Return what each page gives for the next."""
    if element is None:
        return None
    return PageCursor(_text(element, "parameter"), _text(element, "path"))


def _page_path(element: etree._Element | None) -> PagePath | None:
    """Return the path of later pages."""
    if element is None:
        return None
    ends = (int(_text(element, key)) for key in ("start", "end"))
    return PagePath(_text(element, "pattern"), *ends)


def _number(element: etree._Element) -> PageNumber:
    """Return one of the numbers that count the pages."""
    return PageNumber(
        parameter=_text(element, "parameter"),
        first=int(_text(element, "first")),
        step=int(_text(element, "step")),
        pattern=_text(element, "pattern"),
    )
