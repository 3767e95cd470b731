"""Selectors told by lists of engines: where the records of a result page stand, as XPath.

They come from outside: they are only compiled here, without extension functions. Evaluated they
may take for ever, so that is done where it can be stopped.
"""

from lxml import etree

from discovery.connection.description.description import DescriptionError
from discovery.documents.document import Document

# The longest selector in the public lists has about 250 characters.
MAX_XPATH_LENGTH = 1_000


class ResultSelectors(Document, frozen=True):
    """XPath 1.0 expressions for records, and for a record's address, title and text.

    With `results` the others are relative to a record. Without, they stand for the page, and the
    nth of each belongs to the nth record. Raises `DescriptionError` for what is no such expression.
    """

    url: str
    title: str
    results: str = ""
    content: str = ""

    def __post_init__(self) -> None:
        """Raise `DescriptionError` for expressions missing, too long or not well-formed."""
        for name in self.__struct_fields__:
            check_xpath(name, getattr(self, name))
        if not self.url or not self.title:
            raise DescriptionError("selectors need an address and a title")


def check_xpath(name: str, expression: str) -> None:
    """Raise `DescriptionError` when `expression` is neither empty nor XPath 1.0 of bounded length.

    >>> check_xpath("title", "//h3/a")
    """
    if len(expression) > MAX_XPATH_LENGTH:
        raise DescriptionError(
            f"{name}: {len(expression):,} characters of XPath are more than the "
            f"{MAX_XPATH_LENGTH:,} allowed"
        )
    if not expression:
        return
    try:
        etree.XPath(expression, regexp=False)
    except (etree.XPathError, ValueError) as error:
        raise DescriptionError(f"{name}: {expression[:100]!r} is no XPath: {error}") from error
