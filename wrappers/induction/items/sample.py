"""What the data items of an engine are learned from."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class ItemSample:
    """A record to learn items from: its elements and title, its page's address, what is seen.

    `seen` holds the elements that a reader sees; None where nobody knows.
    """

    elements: Sequence[HtmlElement]
    title: str
    address: str = ""
    seen: Container[HtmlElement] | None = None
