"""Selectors told by lists of engines: where the records of a result page stand, as XPath.

They come from outside: they are only compiled here, without extension functions. Evaluated they
may take for ever, so that is done where it can be stopped.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from lxml import etree

from discovery.connection import DescriptionError

# The longest selector in the public lists has about 250 characters.
MAX_XPATH_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class ResultSelectors:
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
        for field in fields(self):
            check_xpath(field.name, getattr(self, field.name))
        if not self.url or not self.title:
            raise DescriptionError("selectors need an address and a title")

    def to_json(self) -> dict[str, str]:
        """Return the selectors as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, str]) -> "ResultSelectors":
        """Return the selectors stored. Raises `DescriptionError` for what are none."""
        values = {field.name: stored.get(field.name, "") for field in fields(cls)}
        if not all(isinstance(value, str) for value in values.values()):
            raise DescriptionError("a selector is no text")
        return cls(**values)


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
