"""Page schemas: a page described by the paths to its links.

Blanco, Crescenzi and Merialdo, "Efficiently locating collections of web pages to wrap" (WEBIST
2005), section 2.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages import Page, resolve_url, visible_text

# T of the paper (section 2, footnote 2).
SIMILARITY_THRESHOLD = 0.85
# Links read of one page. Guess, to bound hostile pages.
MAX_LINKS = 5_000


@dataclass(frozen=True, slots=True)
class LinkCollection:
    """A path from the root to anchors (the paper's *tag-list*, with names and values of attributes)
    and the (address, anchor text) pairs that share it."""

    path: str
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageSchema:
    """The link collections of a page; their paths are the paper's Δ(p)."""

    collections: tuple[LinkCollection, ...]

    @property
    def paths(self) -> frozenset[str]:
        """The set of paths, Δ(p): pages with equal ones are of one cluster."""
        return frozenset(collection.path for collection in self.collections)

    def addresses(self, path: str) -> tuple[str, ...]:
        """Return the addresses under a path, in the page's order, each once."""
        for collection in self.collections:
            if collection.path == path:
                return tuple(dict.fromkeys(address for address, _ in collection.links))
        return ()

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
    """Return the schema of `page`."""
    found: dict[str, list[tuple[str, str]]] = {}
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
        path = _path_to(parent, paths)
        found.setdefault(path, []).append((address, visible_text(anchor)))
    return PageSchema(tuple(LinkCollection(path, tuple(links)) for path, links in found.items()))


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
