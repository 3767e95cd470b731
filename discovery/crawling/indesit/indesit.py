"""INDESIT: pages like a sample, by the paths of links that lead back to them.

Blanco, Crescenzi and Merialdo, "Efficiently locating collections of web pages to wrap" (WEBIST
2005), section 3.1 and Fig. 5. The four steps are functions of their names. The paper leaves open
how deep the recursion goes; here no problem is begun that is being solved already. What sites of
today need beyond is `discovery.crawling.structural.traversal`.

The steps are generators: they yield the addresses they need read, and go on when all of them are
in what is `known`. Who drives them downloads (`discovery.crawling.indesit.traversal`).
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from discovery.crawling.indesit.schema import PageSchema

# n of the paper (section 3.1, footnote 3): a link collection is left once more than so many of its
# links led to one cluster.
MAX_SAME_CLUSTER = 3
# How often an index is itself looked for through its indexes. Guess: the paper's sites need one.
MAX_DEPTH = 2

# Pages by the address they were read at.
Pages = dict[str, PageSchema]
# The paths of a page's schema: pages with equal ones are of one cluster.
Paths = frozenset[str]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page and where it was read, after redirects."""

    address: str
    schema: PageSchema


# What became of each address asked for: None for what is no page of the site.
Known = Mapping[str, ReadPage | None]
T = TypeVar("T")
Step = Generator[tuple[str, ...], None, T]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages of identical schema, by address."""

    paths: Paths
    pages: Mapping[str, PageSchema]


@dataclass(frozen=True, slots=True)
class ClusterScore:
    """What a cluster is worth as an index: its back class-links with their scores."""

    cluster: Cluster
    class_links: Mapping[str, float]

    @property
    def score(self) -> float:
        """The sum over the back class-links."""
        return sum(self.class_links.values())


@dataclass(slots=True)
class Tally:
    """How the conjecture that links of one class-link lead to like pages has held: links
    `followed` in step 4, and those that `led` to a page like the target's."""

    followed: int = 0
    led: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """Pages to be found: all that are similar to those of a cluster.

    `schemas` are the cluster's (one, or those of several samples), `found` the pages found so far,
    `above` the problems whose index pages these are.
    """

    schemas: tuple[PageSchema, ...]
    found: Pages
    tally: Tally
    above: tuple["Problem", ...] = ()

    def wants(self, schema: PageSchema) -> bool:
        """Tell whether a page is similar to the cluster."""
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
        best = max(scores, key=lambda each: each.score)
        if best.score <= 0:
            return
        neighbours = [cluster for cluster in neighbours if cluster is not best.cluster]
        indexes = yield from collect_indexes(best.cluster, problem, known)
        yield from follow_class_links(indexes, best.class_links, problem, known)


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
) -> Step[list[ClusterScore]]:
    """Step 2, neighbourhood clusters evaluation: score each cluster's class-links by the pages
    wanted and not found yet that they bring."""
    scores = []
    for cluster in clusters:
        class_links = {}
        for path in sorted(cluster.paths):
            score = yield from score_class_link(path, cluster, problem, known)
            if score > 0:
                class_links[path] = score
        scores.append(ClusterScore(cluster, class_links))
    return scores


def score_class_link(path: str, cluster: Cluster, problem: Problem, known: Known) -> Step[float]:
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
    indexes: Pages, class_links: Iterable[str], problem: Problem, known: Known
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


def _read(address: str, known: Known) -> Step[ReadPage | None]:
    """Return what is read at an address, asking for it unless it is known."""
    if address not in known:
        yield (address,)
    return known[address]
