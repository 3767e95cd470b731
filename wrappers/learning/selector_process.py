"""Selectors from outside, evaluated in a process of its own, which may be killed at any time.

usage: PYTHONPATH=. python -P wrappers/learning/selector_process.py < REQUEST > ANSWER

The request is JSON: `{"selectors": {…}, "pages": [{"html": base64, "url", "content_type"}]}`. The
answer is `{"pages": [[{"element", "link", "url"}, …], …]}`: the records of each page. `element`
and `link` count the page's elements in document order, null where there is none.
"""

import base64
import json
import resource
import sys
from typing import Any

from lxml import etree

from discovery.engine_lists import ResultSelectors
from discovery.pages import NotHtmlError, Page, parse_page, resolve_url

# Bounds of the process, by the system. A page of a megabyte takes some tens of megabytes.
CPU_SECONDS = 10
MEMORY_BYTES = 1_000_000_000
MAX_RECORDS = 1_000


def main() -> None:
    """Answer one request."""
    _limit(resource.RLIMIT_CPU, CPU_SECONDS)
    _limit(resource.RLIMIT_AS, MEMORY_BYTES)
    request = json.load(sys.stdin)
    selectors = ResultSelectors.from_json(request["selectors"])
    json.dump({"pages": [_select(selectors, page) for page in request["pages"]]}, sys.stdout)


def _limit(what: int, value: int) -> None:
    """Set a limit of this process, as far as the system knows it (macOS has none on memory)."""
    try:
        resource.setrlimit(what, (value, value))
    except (OSError, ValueError):
        return


def _select(selectors: ResultSelectors, sent: dict[str, str]) -> list[dict[str, Any]]:
    """Return the records of one page, none where an expression cannot be evaluated."""
    html = base64.b64decode(sent["html"])
    try:
        page = parse_page(html, sent["url"], sent["content_type"] or None)
        found = list(_records(selectors, page))[:MAX_RECORDS]
    except (NotHtmlError, etree.XPathError):
        return []
    numbers = {element: number for number, element in enumerate(page.root.iter(etree.Element))}
    return [
        {"element": numbers.get(element), "link": numbers.get(link), "url": url}
        for element, link, url in found
        if url
    ]


def _records(selectors: ResultSelectors, page: Page) -> Any:
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


if __name__ == "__main__":
    main()
