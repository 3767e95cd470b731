"""A crawl for one class of a known site, and its figures."""

import re
import time
from dataclasses import dataclass
from typing import Any

from discovery.crawling.indesit import IndesitTraversal
from discovery.crawling.navigation.mapping import MappingTraversal
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import Traversal, meets_criterion
from evaluation.quality.known_sites import Client, canonical
from evaluation.quality.pattern_crawling import generate

BATCH = 8
# What a class is to reach to count as met, and what it may cost.
MIN_PRECISION, MIN_RECALL = 0.98, 0.95
COST, COST_BASE = 1.5, 150
# As in the product: from fewer pages no pattern is learned.
MIN_TARGETS = 3


@dataclass(frozen=True, slots=True)
class Crawl:
    """Figures of one sample page of a class.

    `breadth_first` is how many downloads a crawl breadth first needs for nine tenths of the class,
    `shortest` how many pages are on the ways to all of it.
    """

    name: str
    half: str
    sample: str
    size: int
    separable: bool
    found: int
    precision: float
    recall: float
    downloads: int
    reachable: int
    allowed: float
    breadth_first: int
    shortest: int
    confidence: float
    reason: str
    seconds: float
    cpu_seconds: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def met(self) -> bool:
        return self.precision >= MIN_PRECISION and self.recall >= MIN_RECALL

    @property
    def pages_per_second(self) -> float:
        return self.downloads / self.seconds


@dataclass(frozen=True, slots=True)
class Found:
    """What a method brought back."""

    addresses: tuple[str, ...]
    confidence: float
    reason: str


def drive(client: Client, traversal: Traversal, criterion: str = "") -> Found:
    """Drive a traversal to its end; of its members those count whose pages meet the criterion."""
    others: set[str] = set()
    while addresses := traversal.next_addresses(BATCH):
        for address in addresses:
            page = client.download(address)
            traversal.add(page)
            if criterion and page.page is not None and not meets_criterion(page.page, criterion):
                others |= {page.address, page.final_address}
    members = tuple(member.address for member in traversal.members())
    members = tuple(address for address in members if address not in others)
    return Found(members, traversal.confidence, traversal.reason)


def structure(client: Client, sample: str, entry: str, criterion: str) -> Found:
    return drive(client, StructuralTraversal.start([sample], entry), criterion)


def automatic(client: Client, sample: str, entry: str, criterion: str) -> Found:
    """Crawl by structure, then along the pattern learned from it; the downloads of both count."""
    pattern, members, _ = generate(client, "auto", sample, entry)
    if len(members) < MIN_TARGETS:
        return structure(client, sample, entry, criterion)
    return drive(client, PatternTraversal.start(pattern), criterion)


def as_published(client: Client, sample: str, _entry: str, criterion: str) -> Found:
    return drive(client, IndesitTraversal.start([sample]), criterion)


def by_example(client: Client, sample: str, entry: str, criterion: str) -> Found:
    """Map the site, then crawl along the pattern learned; the downloads of both count."""
    pattern, members, _ = generate(client, "pattern", sample, entry)
    if len(members) < MIN_TARGETS:
        return drive(client, MappingTraversal.start([sample], entry), criterion)
    return drive(client, PatternTraversal.start(pattern), criterion)


METHODS = {
    "auto": automatic,
    "structure": structure,
    "indesit": as_published,
    "example": by_example,
}


def measure(
    client: Client,
    method: str,
    site: dict[str, Any],
    each: dict[str, Any],
    sample: str,
    truth: set[str],
    criterion: str = "",
) -> Crawl:
    """Return the figures of one sample page; `criterion` are words that its class's pages hold."""
    client.reset()
    started, cpu = time.perf_counter(), time.process_time()
    found = METHODS[method](client, client.named(sample), client.named(site["entry"]), criterion)
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
    got = {canonical(client.real(address)) for address in found.addresses}
    regex = each["regex"].replace("SIBLING ", "")
    beyond = {path for path in got - truth if re.search(regex, path[len(site["site"]) + 1 :])}
    right, wrong = len(got & truth), len(got - truth - beyond)
    return Crawl(
        name=f"{site['site']}/{each['name']}",
        half=site.get("half", ""),
        sample=sample,
        size=len(truth),
        separable="degenerate" not in each["verdict"],
        found=len(got),
        precision=right / max(1, right + wrong),
        recall=right / len(truth),
        downloads=client.counted(site["site"]),
        reachable=site["reachable_pages"],
        allowed=COST * len(truth) + COST_BASE,
        breadth_first=each.get("bfs_downloads_90", 0),
        shortest=each.get("shortest_path_tree", 0),
        confidence=found.confidence,
        reason=found.reason,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
    )
