"""Selectors that lists of engines bring: where the records of a result page stand.

They come from outside, are compiled without extension functions, and may take for ever: they are
evaluated where that can be ended.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from lxml import etree

from discovery.connection.description import DescriptionError
from discovery.documents.document import Document
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url

# The longest selector in the public lists has about 250 characters.
MAX_XPATH_LENGTH = 1_000


class ResultSelectors(Document, frozen=True):
    """XPath 1.0 expressions for records, and for a record's address, title and text.

    With `results` the others are relative to a record. Without, they stand for the page, and the
    nth of each belongs to the nth record.
    """

    url: str
    title: str
    results: str = ""
    content: str = ""

    def __post_init__(self) -> None:
        """Raise `DescriptionError` for expressions missing, too long or not well-formed."""
        if not self.url or not self.title:
            raise DescriptionError("selectors need an address and a title")
        for name in self.__struct_fields__:
            expression = getattr(self, name)
            if len(expression) > MAX_XPATH_LENGTH:
                raise DescriptionError(
                    f"{name}: {len(expression):,} characters of XPath are more than the "
                    f"{MAX_XPATH_LENGTH:,} allowed"
                )
            try:
                etree.XPath(expression or ".", regexp=False)
            except (etree.XPathError, ValueError) as error:
                told = f"{name}: {expression[:100]!r} is no XPath: {error}"
                raise DescriptionError(told) from error


MAX_RECORDS = 1_000


def select_records(selectors: ResultSelectors, page: Page) -> list[str]:
    try:
        return [url for url in islice(_addresses(selectors, page), MAX_RECORDS) if url]
    except etree.XPathError:
        return []


def _addresses(selectors: ResultSelectors, page: Page) -> Iterator[str | None]:
    url_path = etree.XPath(selectors.url, regexp=False)
    if not selectors.results:
        for value in _nodes(url_path(page.root)):
            yield _address(value, page)
        return
    for element in _nodes(etree.XPath(selectors.results, regexp=False)(page.root)):
        if isinstance(element, etree._Element):
            yield _address(next(iter(_nodes(url_path(element))), None), page)


def _nodes(value: Any) -> list[Any]:
    """Return what an expression gave as a list: numbers and truth values name nothing."""
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, str) and value else []


def _address(value: Any, page: Page) -> str | None:
    if isinstance(value, etree._Element):
        value = value.get("href")
    return resolve_url(page.base_url, str(value)) if value is not None else None
