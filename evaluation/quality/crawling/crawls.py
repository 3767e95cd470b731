"""A crawl for one class of a known site, and its figures."""

import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from discovery.crawling.indesit import IndesitTraversal
from discovery.crawling.navigation.mapping import induce_navigation
from discovery.crawling.navigation.navigation_pattern import (
    NavigationPattern,
    sample_similarity,
    sample_trees,
    target_check,
)
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import Reading, Traversal
from discovery.pages.matching.trees import LabeledTree
from evaluation.quality.known_sites import Client, canonical

BATCH = 8
# Of crawlers by example: pages asked for at once, and at most in all.
EXAMPLE_BATCH, EXAMPLE_DOWNLOADS = 16, 10_000
# Pages of either sort from which it is learned how like the sample a member is at least.
CHECKED = 200
# What a class is to reach to count as met, and what it may cost.
MIN_PRECISION, MIN_RECALL = 0.98, 0.95
COST, COST_BASE = 1.5, 150
# As in the product: from fewer pages no pattern is learned.
MIN_TARGETS = 3


def is_right(precision: float, recall: float) -> bool:
    return precision >= MIN_PRECISION and recall >= MIN_RECALL


@dataclass(frozen=True, slots=True)
class Crawl:
    name: str
    half: str
    sample: str
    size: int
    separable: bool
    precision: float
    recall: float
    downloads: int
    reachable: int
    allowed: float
    confidence: float
    reason: str
    seconds: float
    # Whether the class is among what a person is offered, by the pages that were read.
    offered: bool

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def met(self) -> bool:
        return is_right(self.precision, self.recall)

    @property
    def pages_per_second(self) -> float:
        return self.downloads / self.seconds


@dataclass(frozen=True, slots=True)
class Found:
    addresses: tuple[str, ...]
    confidence: float
    reason: str
    downloads: int


def drive(
    client: Client, traversal: Traversal, batch: int = BATCH, most: int = sys.maxsize
) -> Found:
    downloads = 0
    while downloads < most and (addresses := traversal.next_addresses(batch)):
        for address in addresses:
            traversal.add(client.download(address))
            downloads += 1
    members = tuple(member.address for member in traversal.members())
    return Found(members, traversal.confidence, traversal.reason, downloads)


def drive_example(client: Client, traversal: Traversal) -> Found:
    return drive(client, traversal, EXAMPLE_BATCH, EXAMPLE_DOWNLOADS)


def generate(
    client: Client, method: str, sample: str, entry: str
) -> tuple[NavigationPattern, set[str], int]:
    first = client.download(sample)
    assert first.page is not None
    traversal = StructuralTraversal([sample], entry, breadth_first=method == "pattern")
    traversal.add(first)
    downloads = drive_example(client, traversal).downloads
    graph = traversal.site.link_graph()
    members = {member.address for member in traversal.members()}
    pattern = induce_navigation(entry, graph, members)
    trees = sample_trees([first.page])
    alike = _similarities(client, trees, [page for page in graph if page in members])
    others = _similarities(client, trees, [page for page in graph if page not in members])
    check = target_check(trees, alike, others)
    return pattern.replace(check=check), members, downloads + 1


def _similarities(
    client: Client, trees: Sequence[LabeledTree], addresses: Sequence[str]
) -> Iterator[float]:
    """Yield how like the sample pages are; some hundred of them are enough."""
    for address in addresses[:: 1 + len(addresses) // CHECKED]:
        page = client.download(address).page
        if page is not None:
            yield sample_similarity(trees, page)


def traversal_by(client: Client, method: str, sample: str, entry: str) -> Traversal:
    """Return the traversal to be driven; what a pattern is learned from is read before.

    `auto` reads the site by structure, `example` maps it; the downloads of both crawls count.
    """
    if method == "indesit":
        return IndesitTraversal([sample])
    if method != "structure":
        mapping = "pattern" if method == "example" else method
        pattern, members, _ = generate(client, mapping, sample, entry)
        if len(members) >= MIN_TARGETS:
            return PatternTraversal(pattern)
    return StructuralTraversal([sample], entry, breadth_first=method == "example")


METHODS = ("auto", "structure", "indesit", "example")


def beyond(pages: set[str], site: dict[str, Any], each: dict[str, Any]) -> set[str]:
    """Return those of other pages that fit the class: no link leads to them, so none are wrong."""
    regex = re.compile(each["regex"].replace("SIBLING ", ""))
    return {path for path in pages if regex.search(path[len(site["site"]) + 1 :])}


def measure(
    client: Client,
    method: str,
    site: dict[str, Any],
    each: dict[str, Any],
    sample: str,
    truth: set[str],
) -> Crawl:
    client.reset()
    started = time.perf_counter()
    traversal = traversal_by(client, method, client.base + sample, client.base + site["entry"])
    found = drive(client, traversal)
    seconds = time.perf_counter() - started
    state = traversal.state_to_json()

    def rates(addresses: Iterable[str]) -> tuple[float, float]:
        got = {canonical(address) for address in addresses}
        right, wrong = len(got & truth), len(got - truth - beyond(got - truth, site, each))
        return right / max(1, right + wrong), right / len(truth)

    def rates_of(reading: Reading) -> tuple[float, float]:
        taken = StructuralTraversal(
            [client.base + sample], client.base + site["entry"], choice=reading.choice
        )
        taken.take_state(state)
        return rates(member.address for member in taken.members())

    precision, recall = rates(found.addresses)
    is_met = is_right(precision, recall)
    return Crawl(
        name=f"{site['site']}/{each['name']}",
        half=site.get("half", ""),
        sample=sample,
        size=len(truth),
        separable="degenerate" not in each["verdict"],
        precision=precision,
        recall=recall,
        downloads=client.counted(site["site"]),
        reachable=site["reachable_pages"],
        allowed=COST * len(truth) + COST_BASE,
        confidence=found.confidence,
        reason=found.reason,
        seconds=seconds,
        offered=is_met or any(is_right(*rates_of(each)) for each in traversal.readings),
    )
