"""The text of a page for somebody who reads it: its main part, a line for each paragraph."""

from lxml.html import HtmlElement

from discovery.pages.page import Page
from wrappers.extraction.lines import text_lines

# What stands around the main part of a page (HTML standard, 4.3 Sections), and what one fills in.
FRAME_TAGS = frozenset("nav aside footer form button dialog".split())
FRAME_ROLES = frozenset("banner complementary contentinfo dialog navigation search".split())
# Of all text, what the main part holds at least: with less the page marks something else by it.
# Guess: the text of an article is most of its page.
LEAST_SHARE = 0.2
# Characters: shorter lines are captions; of longer ones the beginning is shown. Guesses.
LEAST_LENGTH, MAX_LENGTH = 80, 500


def main_text(page: Page) -> str:
    """Return the text of the main part of `page`, paragraphs on lines of their own.

    Where it marks none, all text but that of navigation and the like; where that is little, all.
    """
    whole = _lines(page.root, frames=True)
    for element in _main_elements(page.root):
        text = _lines(element, frames=False)
        if len(text) >= LEAST_SHARE * len(whole):
            return text
    return whole


def first_paragraph(text: str) -> str:
    """Return the first line of a main text that is no caption, empty where there is none.

    >>> first_paragraph("\\n".join(("Tea", 8 * "A warm drink", "Coffee")))[:12]
    'A warm drink'
    """
    return next((line for line in text.split("\n") if len(line) >= LEAST_LENGTH), "")


def _main_elements(root: HtmlElement) -> list[HtmlElement]:
    main = [*root.iter("main"), *root.iterfind(".//*[@role='main']")]
    articles = list(root.iter("article"))
    # Several articles are a list of them: none is the main part alone.
    marked = [*main[:1], *(articles if len(articles) == 1 else ())]
    return [*marked, root]


def _lines(root: HtmlElement, *, frames: bool) -> str:
    lines = text_lines(root, _is_hidden if frames else _is_left_out)
    return "\n".join(line.text for line in lines)


def _is_hidden(element: HtmlElement) -> bool:
    return element.get("hidden") is not None


def _is_left_out(element: HtmlElement) -> bool:
    return _is_hidden(element) or element.tag in FRAME_TAGS or element.get("role") in FRAME_ROLES
