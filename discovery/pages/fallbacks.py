"""What a page keeps for readers without scripts: shown where it is most that the page says."""

from collections.abc import Iterable

from lxml.html import HtmlElement

from discovery.pages.tree import visible_text

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
    """Make elements those of another tag."""
    for node in nodes:
        node.tag = tag
