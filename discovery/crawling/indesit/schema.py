"""Page schemas: a page described by the paths to its links.

Blanco, Crescenzi and Merialdo, "Efficiently locating collections of web pages to wrap" (WEBIST
2005), section 2.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from lxml.html import HtmlElement

from discovery.crawling.links.addresses import without_session
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url

# T of the paper (section 2, footnote 2).
SIMILARITY_THRESHOLD = 0.85
# Links read of one page. Guess, to bound hostile pages.
MAX_LINKS = 5_000


@dataclass(frozen=True)
class PageSchema:
    """The link collections of a page.

    `collections` maps a path from the root to anchors (the paper's *tag-list*, with names and
    values of attributes) to the addresses its links lead to, each once, in the page's order. The
    paper's anchor texts are left out: none of its steps reads them.
    """

    collections: Mapping[str, tuple[str, ...]]

    @cached_property
    def paths(self) -> frozenset[str]:
        """The set of paths, Δ(p): pages with equal ones are of one cluster."""
        return frozenset(self.collections)

    def is_similar(self, other: "PageSchema") -> bool:
        """Tell whether two pages are similar: J(Δ(p), Δ(q)) ≥ T."""
        return jaccard(self.paths, other.paths) >= SIMILARITY_THRESHOLD


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the Jaccard coefficient of two sets, 1 for two empty ones.

    >>> jaccard(frozenset("ab"), frozenset("bc"))
    0.3333333333333333
    """
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def page_schema(page: Page) -> PageSchema:
    """Return the schema of `page`, its addresses freed of sessions."""
    found: dict[str, dict[str, None]] = {}
    paths: dict[HtmlElement, str] = {}
    total = 0
    for anchor in page.root.iter("a"):
        address = resolve_url(page.base_url, anchor.get("href"))
        parent = anchor.getparent()
        if address is None or parent is None:
            continue
        total += 1
        if total > MAX_LINKS:
            break
        found.setdefault(_path_to(parent, paths), {})[without_session(address)] = None
    return PageSchema({path: tuple(links) for path, links in found.items()})


def _path_to(element: HtmlElement, paths: dict[HtmlElement, str]) -> str:
    """Return the tags from the root down to `element`; `paths` remembers those met."""
    missing: list[HtmlElement] = []
    above: HtmlElement | None = element
    while above is not None and above not in paths:
        missing.append(above)
        above = above.getparent()
    path = paths[above] if above is not None else ""
    for node in reversed(missing):
        path = f"{path}-{_written(node)}" if path else _written(node)
        paths[node] = path
    return path


def _written(node: HtmlElement) -> str:
    """Return a tag with the names and values of its attributes, in a fixed order."""
    return str(node.tag) + "".join(_attributes(node.attrib.items()))


def _attributes(pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    return (f'[{name}="{value}"]' for name, value in sorted(pairs))
