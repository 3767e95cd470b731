"""Crawlers by example: generated while a share of a class is hidden, later crawls find the rest.

    python -m evaluation.quality.pattern_crawling SITES_DIR [--class SITE/CLASS] [--samples N]
        [--method auto|pattern] [--hide PERCENT] [--cache DIR] [--port PORT] [--json FILE]

As in table 4 of Vidal et al. (2006). SITES_DIR holds real sites with known classes of pages
(`sites.json`, `truth/`, `serve.py`, `install.sh`). Each class is collected from a sample page while
some members answer 404 and links to them are gone. A navigation pattern is made of what was read.
Then the members appear, and the crawler that follows the pattern starts anew from the entry. What
is counted is what the server was asked for. `auto` reads the site by structure first, `pattern`
maps it breadth first.
"""

import argparse
import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

from discovery.crawling.navigation.mapping import MappingTraversal, induce_navigation
from discovery.crawling.navigation.navigation_pattern import NavigationPattern, describe_navigation
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.navigation.target_pages import (
    LinkStore,
    TargetCheck,
    least_similarity,
    profile_links,
    sample_similarity,
    sample_trees,
)
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import Traversal, profile_page
from discovery.pages.page import Page
from evaluation.quality.known_sites import CACHE, Client, canonical, classes, server

BATCH = 16


@dataclass(frozen=True)
class CountingCheck(TargetCheck):
    """A check by RTDM that remembers which pages it refused."""

    refused: set[str] = field(default_factory=set)

    def passes(self, page: Page) -> bool:
        """Tell whether a page may be a target page, and remember it if not."""
        passed = super().passes(page)
        if not passed:
            self.refused.add(canonical(page.url or ""))
        return passed


# Per cent of a class that are hidden while the crawler is generated.
HIDDEN = 20
# Pages of either sort from which it is learned how like the sample a member is at least.
CHECKED = 200
MAX_DOWNLOADS = 10_000
# What the later crawl is to reach (the figures at the end count it).
MIN_FOUND = 0.95
MAX_COST = 1.5


@dataclass(frozen=True, slots=True)
class LaterCrawl:
    """Figures of one sample page: `hidden_found` of the pages hidden, `cost` in downloads of the
    shortest path tree. `vetoes` are pages that fit the pattern but not the check, `wrong_vetoes`
    those of them that are of the class."""

    name: str
    sample: str
    hidden: int
    hidden_found: float
    recall: float
    precision: float
    vetoes: int
    wrong_vetoes: int
    downloads: int
    cost: float
    generation_downloads: int
    generation_recall: float
    generation_precision: float
    seconds: float
    pattern: tuple[str, ...]


def drive(client: Client, traversal: Traversal, graph: LinkStore | None = None) -> int:
    """Drive a traversal to its end; return how many addresses were asked for."""
    downloads = 0
    while downloads < MAX_DOWNLOADS and (addresses := traversal.next_addresses(BATCH)):
        for address in addresses:
            page = client.download(address)
            downloads += 1
            traversal.add(page)
            if graph is not None and page.page is not None:
                graph.put(page.final_address, profile_links(profile_page(page.page)))
    return downloads


def generate(
    client: Client, method: str, sample: str, entry: str
) -> tuple[NavigationPattern, set[str], int]:
    """Return the pattern made from a sample, the members it was made from, and the downloads."""
    first = client.download(sample)
    graph = LinkStore()
    assert first.page is not None
    graph.put(first.final_address, profile_links(profile_page(first.page)))
    reading = MappingTraversal if method == "pattern" else StructuralTraversal
    traversal: Traversal = reading([first], entry)
    downloads = drive(client, traversal, graph)
    members = {member.address for member in traversal.members()}
    pattern = induce_navigation(entry, graph, members)
    check = _learn_check(
        [first.page],
        _pages(client, [page for page in graph if page in members]),
        _pages(client, [page for page in graph if page not in members]),
    )
    return replace(pattern, check=check), members, downloads + 1


def _learn_check(
    samples: Iterable[Page], members: Iterable[Page], others: Iterable[Page]
) -> TargetCheck:
    """Return the check for pages like `members`, given other pages of the site.

    Some hundred pages of each are enough.
    """
    trees = sample_trees(samples)
    least = least_similarity(
        (sample_similarity(trees, page) for page in members),
        (sample_similarity(trees, page) for page in others),
    )
    return TargetCheck(trees, least)


def _pages(client: Client, addresses: Sequence[str]) -> Iterator[Page]:
    for address in addresses[:: 1 + len(addresses) // CHECKED]:
        page = client.download(address).page
        if page is not None:
            yield page


def follow(
    client: Client,
    site: dict[str, Any],
    each: dict[str, Any],
    truth: set[str],
    pattern: NavigationPattern,
) -> tuple[set[str], int]:
    """Return the pages that a crawl along a pattern brings, and the downloads it took.

    What fits the class but no link leads to is neither right nor wrong, and left out.
    """
    crawl = PatternTraversal.start(pattern)
    downloads = drive(client, crawl)
    pages = {canonical(member.address) for member in crawl.members()}
    regex = re.compile(each["regex"].replace("SIBLING ", ""))
    beyond = {page for page in pages - truth if regex.search(page[len(site["site"]) + 1 :])}
    return pages - beyond, downloads


def measure(
    client: Client, site: dict[str, Any], each: dict[str, Any], truth: set[str], args: Any
) -> Iterator[LaterCrawl]:
    """Yield the figures of a class, for each sample page."""
    entry = client.base + site["entry"]
    for sample in each["samples"][: args.samples]:
        started = time.perf_counter()
        client.get("/__hide").read()
        hidden = set(client.get("/__hidden").read().decode().split())
        pattern, members, generation = generate(
            client, args.method, client.base + sample["url"], entry
        )
        early = {canonical(address) for address in members}
        client.get("/__unhide").read()
        check = None
        if pattern.check is not None:
            check = CountingCheck(pattern.check.samples, pattern.check.least)
        late, downloads = follow(client, site, each, truth, replace(pattern, check=check))
        yield LaterCrawl(
            name=f"{site['site']}/{each['name']}",
            sample=sample["url"],
            hidden=len(hidden),
            hidden_found=len(hidden & late) / max(1, len(hidden)),
            recall=len(truth & late) / len(truth),
            precision=len(truth & late) / max(1, len(late)),
            vetoes=0 if check is None else len(check.refused),
            wrong_vetoes=0 if check is None else len(check.refused & truth),
            downloads=downloads,
            cost=downloads / each["shortest_path_tree"],
            generation_downloads=generation,
            generation_recall=len(early & truth - hidden) / max(1, len(truth - hidden)),
            generation_precision=len(early & truth) / max(1, len(early)),
            seconds=time.perf_counter() - started,
            pattern=describe_navigation(pattern),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--method", choices=("auto", "pattern"), default="auto")
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--hide", type=int, nargs="?", const=HIDDEN, default=HIDDEN)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8851)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    figures = []
    for site, each, truth in classes(args.sites, args.chosen):
        name = f"{site['site']}/{each['name']}"
        hide = f"{name.replace('/', ':')}:{args.hide}"
        with server(args.sites, args.cache, args.port, hide) as client:
            for figure in measure(client, site, each, truth, args):
                figures.append(figure)
                print(line(figure), flush=True)
    found = [figure.hidden_found >= MIN_FOUND for figure in figures]
    print(f"hidden pages found >= {MIN_FOUND:.0%}: {sum(found)} of {len(found)} samples")
    vetoes = sum(figure.vetoes for figure in figures)
    wrong = sum(figure.wrong_vetoes for figure in figures)
    print(f"pages that fit a pattern and RTDM refused: {vetoes}, of the class {wrong}")
    cost = median(figure.cost for figure in figures)
    print(f"downloads / shortest path tree: median {cost:.2f} (at most {MAX_COST})")
    if args.json:
        args.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))


def line(figure: LaterCrawl) -> str:
    """Return the figures of a sample as a line."""
    return (
        f"{figure.name:26} hidden {figure.hidden:4} found {figure.hidden_found:.3f} "
        f"recall {figure.recall:.3f} precision {figure.precision:.3f} "
        f"vetoes {figure.vetoes} (wrong {figure.wrong_vetoes}) "
        f"downloads {figure.downloads:5} x{figure.cost:.2f} | generated with "
        f"{figure.generation_downloads:5} recall {figure.generation_recall:.2f} "
        f"precision {figure.generation_precision:.2f} | {figure.seconds:.0f} s, "
        f"{len(figure.pattern)} steps"
    )


if __name__ == "__main__":
    main()
