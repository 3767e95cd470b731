"""INDESIT: pages like a sample, by the paths of links that lead back to them.

Blanco, Crescenzi and Merialdo, "Efficiently locating collections of web pages to wrap" (WEBIST
2005), sections 2 and 3.1, Fig. 5. The four steps are functions of their names. The paper leaves
open how deep the recursion goes; here no problem is begun that is being solved already. What sites
of today need beyond is `discovery.crawling.structural.traversal`.

The steps are generators: they yield the addresses they need read, and go on when all of them are
in what is `known`. Addresses are numbers, those of the site.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar
from zlib import crc32

from lxml.html import HtmlElement

from discovery.crawling.links import find_trap, without_session
from discovery.crawling.traversal import (
    CrawledSite,
    DownloadState,
    Member,
    Outcome,
    PageContent,
    Progress,
    Traversal,
)
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
    values of attributes) to the addresses its links lead to, each once, in the page's order; both
    are numbers in a crawl. The paper's anchor texts are left out: none of its steps reads them.
    """

    collections: Mapping[Any, tuple[Any, ...]]

    @cached_property
    def paths(self) -> frozenset[Any]:
        """The set of paths, Δ(p): pages with equal ones are of one cluster."""
        return frozenset(self.collections)

    def is_similar(self, other: "PageSchema") -> bool:
        """J(Δ(p), Δ(q)) ≥ T."""
        return jaccard(self.paths, other.paths) >= SIMILARITY_THRESHOLD


def jaccard(one: Set[Any], other: Set[Any]) -> float:
    """Return the Jaccard coefficient of two sets, 1 for two empty ones."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def page_schema(page: Page) -> PageSchema:
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
    attributes = (f'[{name}="{value}"]' for name, value in sorted(node.attrib.items()))
    return "".join((str(node.tag), *attributes))


# n of the paper (section 3.1, footnote 3): a link collection is left once more than so many of its
# links led to one cluster.
MAX_SAME_CLUSTER = 3
# How often an index is itself looked for through its indexes. Guess: the paper's sites need one.
MAX_DEPTH = 2

# Pages by the address they were read at.
Pages = dict[int, PageSchema]
# The paths of a page's schema: pages with equal ones are of one cluster.
Paths = frozenset[int]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """Where a page was read, after redirects, and its links."""

    address: int
    schema: PageSchema


# What became of each address asked for: None for what is no page of the site.
Known = Mapping[int, ReadPage | None]
T = TypeVar("T")
Step = Generator[tuple[int, ...], None, T]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages of identical schema, by address."""

    paths: Paths
    pages: Mapping[int, PageSchema]


@dataclass(slots=True)
class Tally:
    """How the conjecture that links of one class-link lead to like pages has held: links
    `followed` in step 4, and those that `led` to a page like the target's."""

    followed: int = 0
    led: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Pages to be found: all that are similar to one of `schemas`, and those found so far.

    `above` are the problems whose index pages these are.
    """

    schemas: tuple[PageSchema, ...]
    found: Pages
    tally: Tally
    above: tuple["Problem", ...] = ()

    def wants(self, schema: PageSchema) -> bool:
        return any(schema.is_similar(each) for each in self.schemas)


def indesit(problem: Problem, known: Known) -> Step[None]:
    """Find the pages of a problem, beginning with the cluster it was given as `found`."""
    neighbours = yield from discover_neighbours(tuple(problem.found.values()), known)
    for cluster in neighbours:
        problem.found.update(
            (address, page) for address, page in cluster.pages.items() if problem.wants(page)
        )
    # Each round uses one cluster up: the iteration ends.
    while neighbours:
        scores = yield from evaluate_clusters(neighbours, problem, known)
        class_links, best = max(scores, key=lambda each: sum(each[0].values()))
        if not class_links:
            return
        neighbours = [cluster for cluster in neighbours if cluster is not best]
        indexes = yield from collect_indexes(best, problem, known)
        yield from follow_class_links(indexes, class_links, problem, known)


def discover_neighbours(pages: Iterable[PageSchema], known: Known) -> Step[list[Cluster]]:
    """Step 1, neighbourhood clusters discovery: group what the link collections of `pages` lead to.

    Of a collection no more links are followed once more than n of them led to one cluster.
    """
    found: dict[Paths, Pages] = {}
    for schema in pages:
        for addresses in schema.collections.values():
            met: Counter[Paths] = Counter()
            for address in addresses:
                page = yield from _read(address, known)
                if page is None:
                    continue
                paths = page.schema.paths
                found.setdefault(paths, {})[page.address] = page.schema
                met[paths] += 1
                if met[paths] > MAX_SAME_CLUSTER:
                    break
    return [Cluster(paths, members) for paths, members in found.items()]


def evaluate_clusters(
    clusters: Iterable[Cluster], problem: Problem, known: Known
) -> Step[list[tuple[dict[int, float], Cluster]]]:
    """Step 2, neighbourhood clusters evaluation: score each cluster's back class-links by the pages
    wanted and not found yet that they bring."""
    scores = []
    for cluster in clusters:
        class_links = {}
        for path in sorted(cluster.paths):
            score = yield from score_class_link(path, cluster, problem, known)
            if score > 0:
                class_links[path] = score
        scores.append((class_links, cluster))
    return scores


def score_class_link(path: int, cluster: Cluster, problem: Problem, known: Known) -> Step[float]:
    """Return the mean number of new target pages over the link collections of a class-link; 0 as
    soon as one link leads to another page.

    What was not found when the evaluation began counts as new however often it is met, so that the
    order of evaluation does not matter.
    """
    counts = []
    for schema in cluster.pages.values():
        new = 0
        for address in schema.collections[path]:
            page = yield from _read(address, known)
            if page is not None and page.address in problem.found:
                continue
            if page is None or not problem.wants(page.schema):
                return 0.0
            new += 1
        counts.append(new)
    return sum(counts) / len(counts)


def collect_indexes(cluster: Cluster, problem: Problem, known: Known) -> Step[Pages]:
    """Step 3, recursion to catch index pages: a new problem, whose target is the index cluster."""
    above = (problem, *problem.above)
    index = Problem((_schema_of(cluster),), dict(cluster.pages), problem.tally, above)
    is_being_solved = any(each.wants(_schema_of(cluster)) for each in above)
    if len(problem.above) < MAX_DEPTH and not is_being_solved:
        yield from indesit(index, known)
    return index.found


def follow_class_links(
    indexes: Pages, class_links: Iterable[int], problem: Problem, known: Known
) -> Step[None]:
    """Step 4, iteration: gather target pages by the back class-links of the index pages found."""
    paths = list(class_links)
    followed = dict.fromkeys(
        address
        for schema in list(indexes.values())
        for path in paths
        for address in schema.collections.get(path, ())
    )
    yield tuple(followed)
    for address in followed:
        page = known[address]
        problem.tally.followed += 1
        if page is not None and (page.address in problem.found or problem.wants(page.schema)):
            problem.tally.led += 1
            problem.found[page.address] = page.schema


def _schema_of(cluster: Cluster) -> PageSchema:
    return next(iter(cluster.pages.values()))


def _read(address: int, known: Known) -> Step[ReadPage | None]:
    if address not in known:
        yield (address,)
    return known[address]


# A share of n links counts n / (n + this). Guess.
CAUTION = 10


class IndesitTraversal(Traversal):
    def __init__(self, samples: Sequence[str]) -> None:
        self.site = CrawledSite(samples)
        self._known: dict[int, ReadPage | None] = {}
        self._wanted: tuple[int, ...] = tuple(self.site.samples)
        self._run: Step[None] | None = None
        self._problem = Problem((), {}, Tally())

    def _read(self, page: Page) -> PageContent:
        collections = page_schema(page).collections.items()
        return PageContent([(crc32(path.encode()), links) for path, links in collections])

    def _take(self, outcome: Outcome) -> None:
        reached, known = outcome.reached, self._known
        if outcome.digest:
            known[reached] = ReadPage(reached, PageSchema(dict(outcome.links)))
        known[outcome.asked] = known.get(reached)
        while not self._ended and self._has_all_wanted():
            self._advance()

    def _next(self) -> int | None:
        waiting = filter(self.site.table.is_waiting, self._wanted)
        return next(waiting, None)

    def _has_all_wanted(self) -> bool:
        table = self.site.table
        for each in self._wanted:
            if each not in self._known:
                is_foreign = table.state(each) is DownloadState.FOREIGN
                if not is_foreign and not find_trap(table.addresses[each]):
                    return False
                self._known[each] = None
        return True

    def _advance(self) -> None:
        if self._run is None:
            pages = [page for each in self.site.samples if (page := self._known[each]) is not None]
            schemas = {page.schema.paths: page.schema for page in pages}
            found = {page.address: page.schema for page in pages}
            self._problem = Problem(tuple(schemas.values()), found, Tally())
            self._run = indesit(self._problem, self._known)
            if not pages:
                self._ended = "no sample could be read"
                return
        try:
            self._wanted = next(self._run)
        except StopIteration:
            self._wanted = ()
            self._ended = "no class-link known brings new pages"

    def members(self) -> tuple[Member, ...]:
        schemas, addresses = self._problem.schemas, self.site.table.addresses
        return tuple(
            Member(
                addresses[number], round(max(jaccard(page.paths, one.paths) for one in schemas), 3)
            )
            for number, page in self._problem.found.items()
        )

    @property
    def confidence(self) -> float:
        """Of the links followed from index pages, the share that led to pages found: whether links
        of one path lead to like pages is what the method rests on. Few links say little."""
        tally = self._problem.tally
        return tally.led / (tally.followed + CAUTION)

    @property
    def reason(self) -> str:
        tally = self._problem.tally
        rests = f"{tally.led} of {tally.followed} links followed by learned paths led to like pages"
        return f"{rests}; {self._ended}" if self._ended else rests

    @property
    def progress(self) -> Progress:
        waiting = sum(map(self.site.table.is_waiting, self._wanted))
        return Progress(self.site.downloads, len(self._problem.found), waiting)
