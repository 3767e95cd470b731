"""INDESIT: pages like one sample, by the paths of links that lead back to them.

Blanco, Crescenzi and Merialdo, "Efficiently locating collections of web pages to wrap" (WEBIST
2005), section 3.1 and Fig. 5. The four steps are functions of their names. The paper leaves open
how deep the recursion goes, and when a link collection is classified without following all its
links. Details ours. What sites of today need beyond is `discovery.crawling.structural.traversal`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from discovery.crawling.indesit.schema import PageSchema

# n of the paper (section 3.1, footnote 3): a link collection is left once more than so many of its
# links led to one cluster.
MAX_SAME_CLUSTER = 3
# How often an index is itself looked for through its indexes. Guess: the paper's sites need one.
MAX_DEPTH = 2

# Downloads a page and returns its schema; None for what is no page of the site.
Read = Callable[[str], PageSchema | None]
Pages = Mapping[str, PageSchema]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages of identical schema, by address."""

    paths: frozenset[str]
    pages: Pages


@dataclass(frozen=True, slots=True)
class ClusterScore:
    """What a cluster is worth as an index: its back class-links with their scores."""

    cluster: Cluster
    class_links: Mapping[str, float]

    @property
    def score(self) -> float:
        """The sum over the back class-links."""
        return sum(self.class_links.values())


def indesit(sample: str, read: Read, depth: int = 0) -> Pages:
    """Return the pages similar in structure to the page at `sample`, which is one of them."""
    schema = read(sample)
    if schema is None:
        return {}
    targets = {sample: schema}
    neighbours = discover_neighbours(targets, read)
    targets.update(_similar(schema, neighbours))
    # Each round uses one cluster up: the iteration ends.
    while neighbours:
        scores = evaluate_clusters(neighbours, schema, targets, read)
        best = max(scores, key=lambda each: each.score)
        if best.score <= 0:
            break
        neighbours = [cluster for cluster in neighbours if cluster is not best.cluster]
        indexes = collect_indexes(best.cluster, read, depth)
        targets.update(follow_class_links(indexes, best.class_links, schema, read))
    return targets


def discover_neighbours(pages: Pages, read: Read) -> list[Cluster]:
    """Step 1, neighbourhood clusters discovery: group what the link collections of `pages` lead to.

    Of a collection no more links are followed once more than n of them led to one cluster.
    """
    found: dict[frozenset[str], dict[str, PageSchema]] = {}
    for schema in pages.values():
        for collection in schema.collections:
            met: Counter[frozenset[str]] = Counter()
            for address in schema.addresses(collection.path):
                page = read(address)
                if page is None:
                    continue
                found.setdefault(page.paths, {})[address] = page
                met[page.paths] += 1
                if met[page.paths] > MAX_SAME_CLUSTER:
                    break
    return [Cluster(paths, members) for paths, members in found.items()]


def evaluate_clusters(
    clusters: Iterable[Cluster], schema: PageSchema, targets: Pages, read: Read
) -> list[ClusterScore]:
    """Step 2, neighbourhood clusters evaluation: score each cluster's class-links by the pages
    similar to `schema`, and not among `targets`, that they bring."""
    return [
        ClusterScore(
            cluster,
            {
                path: score
                for path in sorted(cluster.paths)
                if (score := score_class_link(path, cluster, schema, targets, read)) > 0
            },
        )
        for cluster in clusters
    ]


def score_class_link(
    path: str, cluster: Cluster, schema: PageSchema, targets: Pages, read: Read
) -> float:
    """Return the mean number of new target pages over the link collections of a class-link; 0 as
    soon as one link leads to another page.

    What was no target when the evaluation began counts as new however often it is met, so that the
    order of evaluation does not matter.
    """
    counts = []
    for page in cluster.pages.values():
        new = 0
        for address in page.addresses(path):
            if address in targets:
                continue
            reached = read(address)
            if reached is None or not reached.is_similar(schema):
                return 0.0
            new += 1
        counts.append(new)
    return sum(counts) / len(counts) if counts else 0.0


def collect_indexes(cluster: Cluster, read: Read, depth: int) -> Pages:
    """Step 3, recursion to catch index pages: collect pages like those of the best cluster."""
    indexes = dict(cluster.pages)
    if depth < MAX_DEPTH:
        indexes.update(indesit(next(iter(cluster.pages)), read, depth + 1))
    return indexes


def follow_class_links(
    indexes: Pages, class_links: Iterable[str], schema: PageSchema, read: Read
) -> Pages:
    """Step 4, iteration: gather target pages by the back class-links of the index pages found."""
    paths = list(class_links)
    followed = (
        address for page in indexes.values() for path in paths for address in page.addresses(path)
    )
    return dict(_read_similar(dict.fromkeys(followed), schema, read))


def _read_similar(
    addresses: Iterable[str], schema: PageSchema, read: Read
) -> Iterator[tuple[str, PageSchema]]:
    for address in addresses:
        page = read(address)
        if page is not None and page.is_similar(schema):
            yield address, page


def _similar(schema: PageSchema, clusters: Iterable[Cluster]) -> Iterator[tuple[str, PageSchema]]:
    """Yield the pages of the clusters that are similar to `schema`."""
    for cluster in clusters:
        for address, page in cluster.pages.items():
            if page.is_similar(schema):
                yield address, page
