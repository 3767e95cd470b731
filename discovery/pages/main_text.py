"""The text of a page for somebody who reads it: its main part, a line for each paragraph."""

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space

# What stands around the main part of a page (HTML standard, 4.3 Sections), and what one fills in.
FRAME_TAGS = frozenset("nav aside footer form button dialog".split())
FRAME_ROLES = frozenset("banner complementary contentinfo dialog navigation search".split())
# Of all text, what the main part holds at least: with less the page marks something else by it.
# Guess: the text of an article is most of its page.
LEAST_SHARE = 0.2


def main_text(page: Page) -> str:
    """Return the text of the main part of `page`, paragraphs on lines of their own.

    Where the page does not mark its main part: all that does not stand in navigation and the like;
    and all its text where nearly everything does.
    """
    whole = _lines(page.root, frames=True)
    for element in _main_elements(page.root):
        text = _lines(element, frames=False)
        if len(text) >= LEAST_SHARE * len(whole):
            return text
    return whole


def _main_elements(root: HtmlElement) -> list[HtmlElement]:
    main = [*root.iter("main"), *root.iterfind(".//*[@role='main']")]
    articles = list(root.iter("article"))
    # Several articles are a list of them: none is the main part alone.
    marked = [*main[:1], *(articles if len(articles) == 1 else ())]
    return [*marked, root]


def _lines(root: HtmlElement, *, frames: bool) -> str:
    """Return the visible lines of an element, without recursion: pages nest thousands deep."""
    parts: list[str] = []
    stack: list[HtmlElement | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        tag = node.tag
        if tag in INVISIBLE_TAGS or not isinstance(tag, str):
            continue
        if node.get("hidden") is not None or (not frames and _is_frame(node)):
            continue
        if tag in LINE_TAGS:
            parts.append("\0")
            stack.append("\0")
        for child in reversed(node):
            if child.tail:
                stack.append(child.tail)
            stack.append(child)
        if node.text:
            parts.append(node.text)
    lines = (fold_space(line) for line in "".join(parts).split("\0"))
    return "\n".join(line for line in lines if line)


def _is_frame(element: HtmlElement) -> bool:
    return element.tag in FRAME_TAGS or element.get("role") in FRAME_ROLES
