"""Our tree of a page as markup for a browser: numbered, and without what would act.

Browsers build another tree from the same bytes. So the browser gets the tree that we have, each
element of it with a number, by which what it says of an element is ours again.
"""

from copy import deepcopy

from lxml import etree
from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import elements_in_order

NUMBER = "data-metasearch-element"
# Elements whose inside is for browsers that run no scripts, and scripts. They stay, emptied, for
# style sheets count elements: a `<noscript>` shown where scripts are off hides whole pages.
EMPTIED_TAGS = frozenset(("script", "noscript"))
# What lets an element fetch, hold or follow another document, or go there by itself.
_LEADING = ("src", "srcdoc", "data", "code", "archive", "classid", "codebase", "href", "manifest")
LEADING_ATTRIBUTES = {
    **dict.fromkeys(("script", "iframe", "frame", "object", "embed", "applet"), _LEADING),
    **dict.fromkeys(("video", "audio", "source", "track"), ("src",)),
    # Refresh, and policies, character sets and prefetching of their own.
    "meta": ("http-equiv", "content", "charset"),
    "html": ("manifest",),
}


def numbered_markup(page: Page) -> bytes:
    """Return the tree of `page` as HTML in UTF-8, its elements numbered in document order."""
    root = deepcopy(page.root)
    for number, element in enumerate(elements_in_order(root)):
        element.set(NUMBER, str(number))
    for element in list(elements_in_order(root)):
        _silence(element)
    # By it browsers choose how they lay out: as today, or as pages without one expect.
    doctype = page.root.getroottree().docinfo.doctype or ""
    markup = str(etree.tostring(root, method="html", encoding="unicode"))
    return f"{doctype}\n{markup}".encode("utf-8", "replace")


def _silence(element: HtmlElement) -> None:
    """Take from an element what would act by itself."""
    tag = str(element.tag)
    if tag in EMPTIED_TAGS:
        element.text = None
        del element[:]
    for name in LEADING_ATTRIBUTES.get(tag, ()):
        element.attrib.pop(name, None)
    if tag == "link" and not _is_style_sheet(element):
        for name in ("rel", "href"):
            element.attrib.pop(name, None)


def _is_style_sheet(link: HtmlElement) -> bool:
    """Tell whether a `<link>` is a style sheet in use; preloads, preconnects and others go."""
    return (link.get("rel") or "").lower().split() == ["stylesheet"]
