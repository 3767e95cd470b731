"""Structural crawling: the pages of a class found from one sample page, on sites that are known.

    python -m evaluation.quality.crawling SITES_DIR [--class SITE/CLASS] [--samples N] [--opaque]
        [--method structural|indesit] [--cache DIR] [--port PORT] [--json FILE]
    python -m evaluation.quality.crawling SITES_DIR --hide PERCENT (see `pattern_crawling`)

Downloads are what the server was asked for. A page found that fits a class but cannot be reached by
links from the entry is neither right nor wrong. `--opaque` gives all pages addresses that say
nothing; `--method indesit` runs the paper's method as published.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from discovery.crawling import PageSchema, StructuralTraversal, indesit, page_schema
from discovery.crawling.links.sites import site_of
from evaluation.quality import pattern_crawling
from evaluation.quality.known_sites import CACHE, Client, canonical, classes, server
from evaluation.quality.opaque_client import OpaqueClient

BATCH = 8
# What a class is to reach to count as met, and what it may cost if it is large.
MIN_PRECISION, MIN_RECALL = 0.98, 0.95
LARGE, COST, COST_BASE = 100, 1.5, 150


@dataclass(frozen=True, slots=True)
class Crawl:
    """Figures of one sample page of a class."""

    name: str
    sample: str
    size: int
    separable: bool
    found: int
    precision: float
    recall: float
    downloads: int
    reachable: int
    allowed: float
    confidence: float
    reason: str
    seconds: float
    cpu_seconds: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def met(self) -> bool:
        """Whether precision and recall are high enough."""
        return self.precision >= MIN_PRECISION and self.recall >= MIN_RECALL

    @property
    def pages_per_second(self) -> float:
        """Downloads per second, parsing and judging included."""
        return self.downloads / self.seconds


@dataclass(frozen=True, slots=True)
class Found:
    """What a method brought back."""

    addresses: tuple[str, ...]
    confidence: float
    reason: str


def structural(client: Client, sample: str, entry: str) -> Found:
    """Crawl by the structural traversal."""
    traversal = StructuralTraversal.start([sample], entry)
    while addresses := traversal.next_addresses(BATCH):
        for address in addresses:
            traversal.add(client.download(address))
    members = tuple(member.address for member in traversal.members())
    return Found(members, traversal.confidence, traversal.reason)


def as_published(client: Client, sample: str, entry: str) -> Found:
    """Crawl by INDESIT."""
    schemas: dict[str, PageSchema | None] = {}

    def read(address: str) -> PageSchema | None:
        if address not in schemas:
            same = site_of(address) == site_of(sample)
            page = client.download(address).page if same else None
            schemas[address] = page_schema(page) if page is not None else None
        return schemas[address]

    return Found(tuple(indesit(sample, read)), 0.0, "")


METHODS = {"structural": structural, "indesit": as_published}


def measure(
    client: Client,
    method: str,
    site: dict[str, Any],
    each: dict[str, Any],
    sample: str,
    truth: set[str],
) -> Crawl:
    """Return the figures of one sample page."""
    client.reset()
    started, cpu = time.perf_counter(), time.process_time()
    found = METHODS[method](client, client.named(sample), client.named(site["entry"]))
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
    got = {canonical(client.real(address)) for address in found.addresses}
    regex = each["regex"].replace("SIBLING ", "")
    beyond = {path for path in got - truth if re.search(regex, path[len(site["site"]) + 1 :])}
    right, wrong = len(got & truth), len(got - truth - beyond)
    return Crawl(
        name=f"{site['site']}/{each['name']}",
        sample=sample,
        size=len(truth),
        separable="degenerate" not in each["verdict"],
        found=len(got),
        precision=right / max(1, right + wrong),
        recall=right / len(truth),
        downloads=client.counted(site["site"]),
        reachable=site["reachable_pages"],
        allowed=COST * len(truth) + COST_BASE,
        confidence=found.confidence,
        reason=found.reason,
        seconds=seconds,
        cpu_seconds=cpu_seconds,
    )


def line(crawl: Crawl) -> str:
    """Return the figures of a sample as a line."""
    mark = " " if crawl.met else "x"
    kind = "" if crawl.separable else "degenerate; "
    return (
        f"{mark} {crawl.name:26} {crawl.size:4} precision {crawl.precision:.3f} recall "
        f"{crawl.recall:.3f} downloads {crawl.downloads:5} of {crawl.reachable:5} "
        f"({crawl.downloads / crawl.allowed:.2f} of allowed) confidence {crawl.confidence:.2f} "
        f"{crawl.pages_per_second:4.0f} pages/s  {kind}{crawl.reason}"
    )


def summary(crawls: Iterable[Crawl]) -> dict[str, Any]:
    """Return what the figures of all classes that can be told apart amount to."""
    every = list(crawls)
    told = [crawl for crawl in every if crawl.separable] or every
    by_class: dict[str, list[Crawl]] = {}
    for crawl in told:
        by_class.setdefault(crawl.name, []).append(crawl)
    large = [crawl.downloads / crawl.allowed for crawl in told if crawl.size >= LARGE]
    degenerate = [crawl.confidence for crawl in every if not crawl.separable]
    return {
        "precision": round(fmean(crawl.precision for crawl in told), 4),
        "recall": round(fmean(crawl.recall for crawl in told), 4),
        "f1": round(fmean(crawl.f1 for crawl in told), 4),
        "perfect_pages": round(fmean(crawl.met for crawl in told), 4),
        "classes": len(by_class),
        "classes_met": sum(
            fmean(crawl.precision for crawl in crawls_) >= MIN_PRECISION
            and fmean(crawl.recall for crawl in crawls_) >= MIN_RECALL
            for crawls_ in by_class.values()
        ),
        "median_precision": round(median(crawl.precision for crawl in told), 4),
        "median_recall": round(median(crawl.recall for crawl in told), 4),
        "median_downloads_of_allowed": round(median(large), 3) if large else None,
        "more_than_reachable": sum(crawl.downloads > crawl.reachable for crawl in every),
        "median_confidence": round(median(crawl.confidence for crawl in told), 2),
        "median_confidence_degenerate": round(median(degenerate), 2) if degenerate else None,
        "pages_per_second": round(
            sum(crawl.downloads for crawl in every) / sum(crawl.seconds for crawl in every)
        ),
        "pages_per_cpu_second": round(
            sum(crawl.downloads for crawl in every) / sum(crawl.cpu_seconds for crawl in every)
        ),
    }


def main() -> None:
    """Measure the classes and print a line for each sample, then what they amount to."""
    if "--hide" in sys.argv:
        pattern_crawling.main()
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--method", choices=sorted(METHODS), default="structural")
    parser.add_argument("--opaque", action="store_true")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8841)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    crawls = []
    with server(args.sites, args.cache, args.port) as plain:
        for site, each, truth in classes(args.sites, args.chosen):
            for sample in each["samples"][: args.samples]:
                client = OpaqueClient(args.port) if args.opaque else plain
                crawl = measure(client, args.method, site, each, sample["url"], truth)
                crawls.append(crawl)
                print(line(crawl), flush=True)
    if not crawls:
        parser.error("no such class")
    result = summary(crawls)
    for key, value in result.items():
        print(f"{key}: {value}")
    if args.json:
        rows = [asdict(crawl) for crawl in crawls]
        args.json.write_text(json.dumps({**result, "crawls": rows}, indent=1))


if __name__ == "__main__":
    main()
