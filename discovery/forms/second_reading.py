"""A page read a second time, by the HTML standard: whose control is whose as a browser has it.

lxml's tree is its own: a form that begins between the rows of a table, is never closed or stands in
another one loses fields that a browser sends. BeautifulSoup with html5lib builds the standard's
tree and knows its "form element pointer". It takes a hundred times as long: nothing for the search
path, which must not import this module.
"""

import re
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup
from bs4.builder._html5lib import HTML5TreeBuilder
from bs4.element import NavigableString, Tag
from lxml import etree
from lxml.html import HtmlElement
from w3lib.encoding import to_unicode

from discovery.pages.page import Page

# Bounds against hostile pages: html5lib looks through all open elements again and again. Of 412
# real pages the largest had 760,000 characters, 20,500 tags and entities, 10,065 elements, 36 open.
MAX_CHARACTERS = 800_000
MAX_MARKS = 25_000
MAX_ELEMENTS = 20_000
MAX_OPEN = 200
MAX_ROOT_TAGS = 100
_ROOT_TAG = re.compile(r"<(?:html|body)\b", re.IGNORECASE)
_MANY_ATTRIBUTES = etree.XPath("descendant-or-self::*[@*[200]][1]", regexp=False)
# Names of elements and attributes that lxml takes; no others say anything of a form.
_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
# Characters that no XML tree may hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _TooLargeError(ValueError):
    """The tree grows beyond its bounds."""


# The tree of the HTML standard, and which form the parser gives an element to.
SecondReading = tuple[HtmlElement, dict[HtmlElement, HtmlElement]]


class _TreeBuilder(HTML5TreeBuilder):
    """Builds BeautifulSoup's tree; notes the form that each element is made in."""

    def __init__(self) -> None:
        super().__init__(multi_valued_attributes={}, store_line_numbers=False)
        # Forms by the identity of what belongs to them: tags are equal when their texts are.
        self.forms: dict[int, Tag] = {}
        self.made = 0

    def prepare_markup(self, markup: Any, *_: Any, **__: Any) -> Iterator[Any]:
        """Take the text as it is, without a warning where it looks like XML."""
        yield markup, None, None, False

    def create_treebuilder(self, namespaceHTMLElements: bool) -> Any:  # noqa: N803  (html5lib's)
        """Return html5lib's builder; beyond the bounds it raises `_TooLargeError`."""
        builder: Any = super().create_treebuilder(namespaceHTMLElements)
        make = builder.elementClass

        def make_element(name: str, namespace: str) -> Any:
            self.made += 1
            if self.made > MAX_ELEMENTS or len(builder.openElements) > MAX_OPEN:
                raise _TooLargeError
            element = make(name, namespace)
            if builder.formPointer is not None:
                self.forms[id(element.tag)] = builder.formPointer.tag
            return element

        builder.elementClass = make_element
        return builder


def read_again(page: Page) -> SecondReading | None:
    """Return how the HTML standard reads `page`, None where that is too much work."""
    text = to_unicode(page.body, page.charset)
    if len(text) > MAX_CHARACTERS or text.count("<") + text.count("&") > MAX_MARKS:
        return None
    # Each tag of the root adds its attributes to those before.
    if _MANY_ATTRIBUTES(page.root) or len(_ROOT_TAG.findall(text)) > MAX_ROOT_TAGS:
        return None
    builder = _TreeBuilder()
    try:
        soup = BeautifulSoup(text, builder=builder)
    except _TooLargeError:
        return None
    return _in_lxml(soup, builder.forms, page.root.makeelement("html"))


def _in_lxml(soup: BeautifulSoup, forms: dict[int, Tag], root: HtmlElement) -> SecondReading:
    assert soup.html is not None
    made = {id(soup.html): root}
    given: dict[HtmlElement, Tag] = {}
    for node in soup.html.descendants:
        parent = made[id(node.parent)]
        if isinstance(node, Tag):
            name = node.name if _NAME.fullmatch(node.name) else "unknown"
            said = {
                each: _FORBIDDEN.sub("\ufffd", str(value))
                for each, value in node.attrs.items()
                if _NAME.fullmatch(each)
            }
            element = etree.SubElement(parent, name, said)
            made[id(node)] = element
            if (form := forms.get(id(node))) is not None:
                given[element] = form
        elif type(node) is NavigableString:
            _append_text(parent, _FORBIDDEN.sub("\ufffd", node))
    # A control may stand before its form: what a table cannot hold is put before the table.
    owners = {element: made[id(form)] for element, form in given.items() if id(form) in made}
    return root, owners


def _append_text(parent: HtmlElement, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
