"""Structural crawling: the pages of a class found from one sample page, on sites that are known.

    python -m evaluation.quality.crawling SITES_DIR [--class SITE/CLASS] [--samples N] [--opaque]
        [--method structure|indesit|example] [--half build|unopened] [--singletons]
        [--cache DIR] [--port PORT] [--json FILE]
    python -m evaluation.quality.crawling SITES_DIR --hide PERCENT (see `pattern_crawling`)

Downloads are what the server was asked for. A page found that fits a class but cannot be reached by
links from the entry is neither right nor wrong. `--opaque` gives all pages addresses that say
nothing; `--method indesit` runs the paper's method as published, `example` maps the site and
follows the pattern learned. `--singletons` measures the entry pages, each the only one of its kind.
Sites of `documentation_bed` are in two halves, printed as two columns.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from discovery.crawling import (
    IndesitTraversal,
    MappingTraversal,
    PatternTraversal,
    StructuralTraversal,
    Traversal,
)
from evaluation.quality import pattern_crawling
from evaluation.quality.known_sites import CACHE, Client, canonical, classes, server
from evaluation.quality.opaque_client import OpaqueClient

BATCH = 8
# What a class is to reach to count as met, and what it may cost if it is large.
MIN_PRECISION, MIN_RECALL = 0.98, 0.95
LARGE, COST, COST_BASE = 100, 1.5, 150
# From here on a miss is a confident one: the person was told to rely on it.
CONFIDENT = 0.9
# Bounds of the fifths in which the reliability curve is printed.
CONFIDENCES, CONFIDENCE_STEP = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), 0.2
# As in the product: from fewer pages no pattern is learned.
MIN_TARGETS = 3


@dataclass(frozen=True, slots=True)
class Crawl:
    """Figures of one sample page of a class."""

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


def drive(client: Client, traversal: Traversal) -> Found:
    """Drive a traversal to its end."""
    while addresses := traversal.next_addresses(BATCH):
        for address in addresses:
            traversal.add(client.download(address))
    members = tuple(member.address for member in traversal.members())
    return Found(members, traversal.confidence, traversal.reason)


def structure(client: Client, sample: str, entry: str) -> Found:
    """Crawl by structure, as the first crawl of `auto` does too."""
    return drive(client, StructuralTraversal.start([sample], entry))


def as_published(client: Client, sample: str, _entry: str) -> Found:
    """Crawl by INDESIT."""
    return drive(client, IndesitTraversal.start([sample]))


def by_example(client: Client, sample: str, entry: str) -> Found:
    """Map the site, then crawl along the pattern learned; the downloads of both count."""
    mapping = MappingTraversal.start([sample], entry)
    mapped = drive(client, mapping)
    if len(mapped.addresses) < MIN_TARGETS:
        return mapped
    return drive(client, PatternTraversal.start(mapping.navigation()))


METHODS = {"structure": structure, "indesit": as_published, "example": by_example}


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
    missed = [crawl for crawl in told if not crawl.met and crawl.confidence >= CONFIDENT]
    return {
        "precision": round(fmean(crawl.precision for crawl in told), 4),
        "recall": round(fmean(crawl.recall for crawl in told), 4),
        "f1": round(fmean(crawl.f1 for crawl in told), 4),
        "perfect_pages": round(fmean(crawl.met for crawl in told), 4),
        "classes": len(by_class),
        "confident_misses": round(len(missed) / len(told), 4),
        "spread_of_recall": _spread(by_class.values(), lambda crawl: crawl.recall),
        "spread_of_precision": _spread(by_class.values(), lambda crawl: crawl.precision),
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


def _spread(classes_: Iterable[list[Crawl]], figure: Callable[[Crawl], float]) -> float:
    """Return how far apart the samples of a class are, most less least: the mean over classes."""
    each = [[figure(crawl) for crawl in crawls] for crawls in classes_]
    return round(fmean(max(values) - min(values) for values in each), 4)


def calibration(crawls: Iterable[Crawl]) -> Iterator[str]:
    """Yield the reliability curve: by fifths of confidence the share met."""
    every = list(crawls)
    for low in CONFIDENCES:
        within = [each for each in every if low <= each.confidence < low + CONFIDENCE_STEP]
        if within:
            stated = fmean(each.confidence for each in within)
            met = fmean(each.met for each in within)
            yield f"confidence {stated:.2f}: met {met:.2f} of {len(within)}"


def singleton(site: dict[str, Any]) -> dict[str, Any]:
    """Return the class of the entry page alone."""
    entry = site["entry"]
    return {
        "name": "(entry)",
        "regex": f"^{re.escape(entry.removeprefix('/' + site['site']))}$",
        "verdict": "",
        "samples": [{"url": entry}],
    }


def chosen_classes(
    args: argparse.Namespace,
) -> Iterator[tuple[dict[str, Any], dict[str, Any], set[str]]]:
    """Yield the classes to measure, with `--singletons` the entry page of each site instead."""
    before = ""
    for site, each, truth in classes(args.sites, args.chosen):
        if args.half in ("", site.get("half")):
            if not args.singletons:
                yield site, each, truth
            elif site["site"] != before:
                yield site, singleton(site), {canonical(site["entry"])}
            before = site["site"]


def main() -> None:
    """Measure the classes and print a line for each sample, then what they amount to."""
    if "--hide" in sys.argv:
        pattern_crawling.main()
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--method", choices=sorted(METHODS), default="structure")
    parser.add_argument("--half", choices=("build", "unopened"), default="")
    parser.add_argument("--singletons", action="store_true")
    parser.add_argument("--opaque", action="store_true")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8841)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    crawls = []
    with server(args.sites, args.cache, args.port) as plain:
        for site, each, truth in chosen_classes(args):
            for sample in each["samples"][: args.samples]:
                client = OpaqueClient(args.port) if args.opaque else plain
                crawl = measure(client, args.method, site, each, sample["url"], truth)
                crawls.append(crawl)
                print(line(crawl), flush=True)
    if not crawls:
        parser.error("no such class")
    halves = sorted({crawl.half for crawl in crawls})
    columns = [[crawl for crawl in crawls if crawl.half == half] for half in halves]
    results = [summary(column) for column in columns]
    print(*(f"{half or 'sites':>12}" for half in halves), "figure")
    for key in results[0]:
        print(*(f"{result[key]!s:>12}" for result in results), key)
    for half, column in zip(halves, columns, strict=True):
        for text in calibration(column):
            print(half, text)
    if args.json:
        rows = [asdict(crawl) for crawl in crawls]
        by_half = dict(zip(halves, results, strict=True))
        args.json.write_text(
            json.dumps({**results[0], "halves": by_half, "crawls": rows}, indent=1)
        )


if __name__ == "__main__":
    main()
