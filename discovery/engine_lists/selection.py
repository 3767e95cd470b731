"""Result selectors evaluated on a page.

They come from outside and may take as long as they like: call this where it can be ended.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from lxml import etree

from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url

MAX_RECORDS = 1_000


def select_records(selectors: ResultSelectors, page: Page) -> list[dict[str, Any]]:
    """Return the records of a page: `element`, `link` and `url` of each.

    `element` and `link` count the page's elements in document order, None where there is none.
    Nothing is found where an expression cannot be evaluated.
    """
    try:
        found = list(islice(_records(selectors, page), MAX_RECORDS))
    except etree.XPathError:
        return []
    numbers = {element: number for number, element in enumerate(page.root.iter(etree.Element))}
    return [
        {"element": numbers.get(element), "link": numbers.get(link), "url": url}
        for element, link, url in found
        if url
    ]


def _records(selectors: ResultSelectors, page: Page) -> Iterator[tuple[Any, Any, str | None]]:
    """Yield element, link and address of each record. Raises `etree.XPathError`."""
    url_path = etree.XPath(selectors.url, regexp=False)
    if not selectors.results:
        for value in _nodes(url_path(page.root)):
            yield None, _element_of(value), _address(value, page)
        return
    for element in _nodes(etree.XPath(selectors.results, regexp=False)(page.root)):
        if isinstance(element, etree._Element):
            value = next(iter(_nodes(url_path(element))), None)
            yield element, _element_of(value), _address(value, page)


def _nodes(value: Any) -> list[Any]:
    """Return what an expression gave as a list: numbers and truth values name nothing."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, str) and value else []


def _element_of(value: Any) -> Any:
    """Return the element that a value is, or stands in."""
    if isinstance(value, etree._Element):
        return value
    parent = getattr(value, "getparent", None)
    return parent() if parent else None


def _address(value: Any, page: Page) -> str | None:
    """Return the address that a value is: an attribute, a text, or a link element's."""
    if isinstance(value, etree._Element):
        value = value.get("href")
    return resolve_url(page.base_url, str(value)) if value is not None else None
