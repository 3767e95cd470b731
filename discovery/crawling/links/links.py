"""The links of a page that a crawler may follow."""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.crawling.links.addresses import find_trap, without_session
from discovery.crawling.links.search_links import search_weight
from discovery.pages.acts import link_acts
from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from discovery.pages.urls import resolve_url

# Links taken from a page. Guess: directories of sites list some hundreds on a page.
MAX_LINKS = 2_000
# Words of `rel` by which a page does not stand up for a link: "nofollow", and the two that say why.
_NOT_FOLLOWED = frozenset({"nofollow", "sponsored", "ugc"})
_FORBIDDING = frozenset({"nofollow", "none"})
# Directives of X-Robots-Tag that have a value after a colon, as a robot's name has its directives.
_VALUED_DIRECTIVES = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link's absolute address and how much it speaks of search (0 to 4)."""

    url: str
    weight: int


def page_links(page: Page) -> tuple[Link, ...]:
    """Return the links of `page` in document order, each address once.

    Left out is what its `rel` asks not to follow, what leads into a trap, and what would do
    something ("/logout", "/delete?id=3").
    """
    weights: dict[str, int] = {}
    for element in page.root.iter("a", "area", "frame", "iframe"):
        if _NOT_FOLLOWED & set((element.get("rel") or "").lower().split()):
            continue
        url = resolve_url(page.base_url, element.get("href") or element.get("src"))
        if url is None or find_trap(url := without_session(url)):
            continue
        if link_acts(url, visible_text(element), element):
            continue
        if url in weights or len(weights) < MAX_LINKS:
            weights[url] = max(weights.get(url, 0), search_weight(element, url))
    return tuple(Link(url, weight) for url, weight in weights.items())


def forbids_following(page: Page, headers: Iterable[str], robot: str) -> bool:
    """Tell whether a page asks robots, or the one named `robot`, not to follow its links.

    `headers` are the values of X-Robots-Tag that came with it.
    """
    metas = (element for element in page.root.iter("meta") if _addresses(element, robot))
    if any(_FORBIDDING & _directives(element.get("content") or "") for element in metas):
        return True
    return any(_FORBIDDING & _header_directives(value, robot) for value in headers)


def _addresses(meta: HtmlElement, robot: str) -> bool:
    return (meta.get("name") or "").strip().lower() in {"robots", robot}


def _directives(text: str) -> set[str]:
    return {word.strip().lower() for word in text.split(",")}


def _header_directives(value: str, robot: str) -> set[str]:
    """Return the directives of a header that are meant for `robot`.

    >>> sorted(_header_directives("otherbot: nofollow", "metasearch"))
    []
    >>> sorted(_header_directives("Metasearch: noindex, nofollow", "metasearch"))
    ['nofollow', 'noindex']
    """
    name, colon, rest = value.partition(":")
    name = name.strip().lower()
    if not colon or "," in name or name in _VALUED_DIRECTIVES:
        return _directives(value)
    return _directives(rest) if name == robot else set()
