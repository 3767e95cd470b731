"""How much a link speaks of search."""

import re
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from discovery.lexicon.reading import any_of, lexicon
from discovery.pages.tree import visible_text

# Weights of a link's text and of its address; that it is a frame adds one, since a frame's content
# is on the page already.
TEXT_WEIGHT = 2
ADDRESS_WEIGHT = 1

_SEARCH = re.compile(any_of(lexicon().forms.search_links), re.IGNORECASE)


def search_weight(link: HtmlElement, url: str) -> int:
    """Return how much a link to `url` speaks of search: 0 to 4."""
    text = f"{visible_text(link)} {link.get('title', '')}"
    in_text = TEXT_WEIGHT if _SEARCH.search(text) else 0
    return in_text + address_weight(url) + (link.tag in {"frame", "iframe"})


def address_weight(url: str) -> int:
    """Return how much an address alone speaks of search: 0 or 1.

    >>> address_weight("http://search.example/"), address_weight("http://a.example/suche.html")
    (0, 1)
    """
    parts = urlsplit(url)
    return ADDRESS_WEIGHT if _SEARCH.search(f"{parts.path}?{parts.query}") else 0
