"""A web page as the algorithms see it: at the border bytes become a `Page`, once."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import urljoin

from lxml import etree
from lxml.html import HtmlElement

from discovery.pages.data.parsing import read_data
from discovery.pages.data.roles import DataView, find_view
from discovery.pages.data.showing import show_data
from discovery.pages.data.value import Data, DataTooLargeError
from discovery.pages.decoding import (
    MAX_ATTRIBUTES,
    MAX_TAGS,
    decode,
    decode_as_declared,
    has_endless_tag,
    is_empty_data,
    may_be_data,
    other_format,
)
from discovery.pages.tree import end_definitions, visible_text
from discovery.pages.visibility import NO_STYLES, KeptStyles, Visibility

_T = TypeVar("_T")
_FALLBACK = "noscript"
# Links say so much of a list; "please turn on scripts" says more than it links. Guess.
MIN_SHARE_OF_LINKS = 0.5


def show_fallbacks(root: HtmlElement) -> None:
    """Show the lists of links in `<noscript>` where they say more than all the rest of the page.

    Programs that build their pages by scripts (boards of discussions) list there for all others.

    >>> from lxml.html import fromstring
    >>> page = fromstring("<p>Wait</p><noscript><a href='/1'>Green tea</a></noscript>")
    >>> show_fallbacks(page)
    >>> visible_text(page)
    'Wait Green tea'
    >>> page = fromstring("<p>Wait</p><noscript>Turn scripts on: <a href='/x'>how</a></noscript>")
    >>> show_fallbacks(page)
    >>> visible_text(page)
    'Wait'
    """
    found = [node for node in root.iter(_FALLBACK) if next(node.iter("a"), None) is not None]
    if not found:
        return
    _call(found, "div")
    links = sum(len(visible_text(link)) for node in found for link in node.iter("a"))
    text = sum(len(visible_text(node)) for node in found)
    _call(found, _FALLBACK)
    # Most list nothing, and the page itself need not be read.
    if links >= MIN_SHARE_OF_LINKS * text and text > len(visible_text(root)):
        _call(found, "div")


def _call(nodes: Iterable[HtmlElement], tag: str) -> None:
    for node in nodes:
        node.tag = tag


# Attributes of one tag that are parsed in no time: as many take twenty milliseconds.
ATTRIBUTES_AT_ONCE = 4_000
_ELEMENT_CLASSES = etree.ElementDefaultClassLookup(element=HtmlElement)


class NotHtmlError(ValueError):
    """The bytes are no HTML page, or none that can be parsed; the message says why."""


class PageTooHeavyError(NotHtmlError):
    """A page that would take too long to read, or too much memory."""


@dataclass(frozen=True)
class Page:
    """A parsed page.

    `url` is the address after redirects, `body` the bytes as received, `charset` the decided
    encoding. `root` is the `<html>` element (comments and processing instructions are gone),
    `status` the HTTP status that came with it. Of an answer that is no HTML `data` is what it says,
    and `root` the page as which `view` shows it. `styles` is what is known of the style sheets that
    it links.
    """

    url: str
    body: bytes
    charset: str
    root: HtmlElement
    status: int = 200
    data: Data | None = field(default=None, compare=False, repr=False)
    view: DataView | None = field(default=None, compare=False, repr=False)
    styles: KeptStyles | None = field(default=None, compare=False, repr=False)

    def seen_by(self, view: DataView | None) -> "Page":
        """Return the page as `view` shows its data, HTML as it is. Raises `PageTooHeavyError`."""
        if self.data is None or view is None or view == self.view:
            return self
        data, name = self.data, self.url or "the page"
        return self.read_once(
            ("seen by", view),
            lambda: replace(self, root=_root_of_data(data, view, name), view=view),
        )

    def visibility(self, styles: KeptStyles | None = None) -> Visibility:
        """Return what a person sees, by what a wrapper knows of style sheets, else the page."""
        known = styles or self.styles or NO_STYLES
        return self.read_once(("visibility", known), lambda: Visibility(self.root, known))

    @cached_property
    def base_url(self) -> str:
        """The address that relative links start from: `<base href>` if given, else the page's."""
        href = next((base.get("href") for base in self.root.iter("base") if base.get("href")), None)
        if href is None:
            return self.url
        try:
            return urljoin(self.url, str(href).strip())
        except ValueError:
            return self.url

    @cached_property
    def title(self) -> str:
        element = self.root.find(".//title")
        return "" if element is None else " ".join(element.text_content().split())

    @cached_property
    def text(self) -> str:
        return visible_text(self.root)

    @cached_property
    def _readings(self) -> dict[Hashable, Any]:
        return {}

    def read_once(self, name: Hashable, read: Callable[[], _T]) -> _T:
        """Return what `read` finds on this page, as it was found the first time by this name."""
        if name not in self._readings:
            self._readings[name] = read()
        found: _T = self._readings[name]
        return found


def parse_page(
    body: bytes, url: str = "", content_type: str | None = None, status: int = 200
) -> Page:
    r"""Decode and parse `body` into a `Page`.

    `content_type` is the HTTP header's value, if any. Raises `NotHtmlError` when there is nothing
    to parse, and for other formats (PDF, pictures, JSON); `PageTooHeavyError` for too many tags, or
    attributes of one tag.

    >>> parse_page(b"<p>Gr\xc3\xbc\xc3\x9fe</p>").root.findtext(".//p")
    'Grüße'
    """
    place = url or "the page"
    format_name = other_format(body, content_type)
    if format_name:
        raise NotHtmlError(f"no HTML but {format_name} at {place}")
    if body.count(b"<") > MAX_TAGS:
        raise PageTooHeavyError(f"a page of more than {MAX_TAGS:,} tags at {place}")
    charset, text = decode(body, content_type)
    # libxml2 stops at a NUL character and would drop the rest of the page.
    data = text.replace("\0", "\ufffd").encode("utf-8", "replace")
    if has_endless_tag(data):
        raise PageTooHeavyError(f"a tag with more than {MAX_ATTRIBUTES:,} attributes at {place}")
    root = _parse_html(data, f"no HTML in the {len(body)} bytes of {place}")
    return Page(url=url, body=body, charset=charset, root=root, status=status)


def parse_answer(
    body: bytes,
    url: str = "",
    content_type: str | None = None,
    status: int = 200,
    view: DataView | None = None,
) -> Page:
    r"""Return the page in `body`, as `parse_page`; of JSON or XML the page that shows what it says.

    Such is told by its content: headers err. It is shown by `view`, else by what it says of itself.
    No bytes at all, called data by their header, are an answer without records: lines of JSON have
    none then. Raises `NotHtmlError`, `PageTooHeavyError`.

    >>> page = parse_answer(b'{"hits": [{"url": "/a", "title": "Tea"}]}')
    >>> [(link.get("href"), link.text) for link in page.root.iter("a")]
    [('/a', 'Tea')]
    """
    if is_empty_data(body, content_type):
        body = b"[]"
    if not may_be_data(body):
        return parse_page(body, url, content_type, status)
    charset, text = decode(body, content_type)
    place = url or "the page"
    try:
        data = read_data(text)
    except DataTooLargeError as error:
        raise PageTooHeavyError(f"{error} at {place}") from error
    if data is None:
        return parse_page(body, url, content_type, status)
    view = find_view([data]) if view is None else view
    root = _root_of_data(data, view, place)
    return Page(url, body, charset, root, status, data, view)


def _root_of_data(data: Data, view: DataView, place: str) -> HtmlElement:
    shown = show_data(data, view).replace("\0", "\ufffd").encode("utf-8", "replace")
    if shown.count(b"<") > MAX_TAGS or has_endless_tag(shown):
        raise PageTooHeavyError(f"data of more than {MAX_TAGS:,} parts at {place}")
    return _parse_html(shown, f"nothing to show at {place}")


def _parse_html(data: bytes, fault: str) -> HtmlElement:
    try:
        root = etree.fromstring(data, _html_parser())
    except etree.LxmlError as error:
        raise NotHtmlError(fault) from error
    if not isinstance(root, HtmlElement):
        raise NotHtmlError(fault)
    end_definitions(root)
    show_fallbacks(root)
    return root


def is_heavy(body: bytes, content_type: str | None, most_bytes: int, most_tags: int) -> bool:
    """Tell whether parsing `body` may take long: by its size, a long tag, a charset to be guessed.

    Takes a tenth of the time of parsing an ordinary page. What is certainly no page takes none.

    >>> is_heavy(b"<p>text", None, 1_000, 10), is_heavy(b"<p>text" * 100, None, 1_000, 10)
    (False, True)
    """
    if len(body) > most_bytes or body.count(b"<") > most_tags:
        return True
    if has_endless_tag(body, ATTRIBUTES_AT_ONCE):
        return True
    if body.isascii():
        return False
    is_guessed = decode_as_declared(body, content_type) is None
    return is_guessed and other_format(body, content_type) is None


def _html_parser() -> etree.HTMLParser:
    # The default parser silently drops everything in deeply nested pages: huge_tree keeps it.
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    # lxml.html's own parser asks a Python function for the class of each element met, to tell
    # forms and inputs apart: a third of the time of reading a page, and nothing here needs it.
    parser.set_element_class_lookup(_ELEMENT_CLASSES)
    return parser
