"""Crawlers by example: generated while a share of a class is hidden, later crawls find the rest.

    python -m tests.benchmarks.pattern_crawling SITES_DIR [--class SITE/CLASS] [--samples N]
        [--method auto|pattern] [--hide PERCENT] [--cache DIR] [--port PORT] [--json FILE]

As in table 4 of Vidal et al. (2006). SITES_DIR holds real sites with known classes of pages
(`sites.json`, `truth/`, `serve.py`, `install.sh`). Each class is collected from a sample page while
some members answer 404 and links to them are gone; a navigation pattern is made of what was read;
the members appear, and the crawler that follows the pattern starts anew from the entry. What is
counted is what the server was asked for. `auto` reads the site by structure first, `pattern` maps
it breadth first.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from discovery.crawling import CrawledPage, Traversal
from discovery.crawling.link_graph import profile_links
from discovery.crawling.link_store import LinkStore
from discovery.crawling.mapping_traversal import MappingTraversal
from discovery.crawling.navigation_induction import induce_navigation
from discovery.crawling.navigation_json import describe_navigation
from discovery.crawling.navigation_pattern import NavigationPattern
from discovery.crawling.page_profile import profile_page
from discovery.crawling.pattern_traversal import PatternTraversal
from discovery.crawling.structural_traversal import StructuralTraversal
from discovery.pages import NotHtmlError, parse_page

BATCH = 16
MAX_REDIRECTS = 5
MAX_DOWNLOADS = 10_000
# What the later crawl is to reach (the figures at the end count it).
MIN_FOUND = 0.95
MAX_COST = 1.5


@dataclass(frozen=True, slots=True)
class LaterCrawl:
    """Figures of one sample page: `hidden_found` of the pages hidden, `cost` in downloads of the
    shortest path tree."""

    name: str
    sample: str
    hidden: int
    hidden_found: float
    recall: float
    precision: float
    downloads: int
    cost: float
    generation_downloads: int
    generation_recall: float
    generation_precision: float
    seconds: float
    pattern: tuple[str, ...]


class Client:
    """Downloads from the local server over one connection."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, target: str) -> http.client.HTTPResponse:
        """Ask for a path."""
        self._connection.request("GET", target)
        return self._connection.getresponse()

    def download(self, address: str) -> CrawledPage:
        """Return what a download of `address` brings."""
        final = address
        for _ in range(MAX_REDIRECTS):
            parts = urlsplit(final)
            response = self.get(parts.path + (f"?{parts.query}" if parts.query else ""))
            body = response.read()
            location = response.getheader("Location")
            if not 300 <= response.status < 400 or not location:
                break
            final = urljoin(final, location)
        if response.status != http.client.OK or response.headers.get_content_type() != "text/html":
            return CrawledPage(address, final, None, f"HTTP {response.status}")
        try:
            return CrawledPage(address, final, parse_page(body, final, "text/html"))
        except NotHtmlError as error:
            return CrawledPage(address, final, None, str(error))


def canonical(address: str) -> str:
    """Return the path under which the truth lists a page."""
    path = unquote(urlsplit(address).path)
    return path + "index.html" if path.endswith("/") else path


def drive(client: Client, traversal: Traversal, graph: LinkStore | None = None) -> int:
    """Drive a traversal to its end; return how many addresses were asked for."""
    downloads = 0
    while downloads < MAX_DOWNLOADS and (addresses := traversal.wanted(BATCH)):
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
    if method == "pattern":
        mapping = MappingTraversal([first], entry)
        downloads = drive(client, mapping)
        members = {member.address for member in mapping.members()}
        return mapping.navigation(), members, downloads + 1
    graph = LinkStore()
    assert first.page is not None
    graph.put(first.final_address, profile_links(profile_page(first.page)))
    structural: Any = StructuralTraversal([first], entry)
    downloads = drive(client, structural, graph)
    members = {member.address for member in structural.members()}
    return induce_navigation(entry, graph, members), members, downloads + 1


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
        crawl = PatternTraversal.start(pattern)
        downloads = drive(client, crawl)
        late = {canonical(member.address) for member in crawl.members()}
        yield LaterCrawl(
            name=f"{site['site']}/{each['name']}",
            sample=sample["url"],
            hidden=len(hidden),
            hidden_found=len(hidden & late) / max(1, len(hidden)),
            recall=len(truth & late) / len(truth),
            precision=len(truth & late) / max(1, len(late)),
            downloads=downloads,
            cost=downloads / each["shortest_path_tree"],
            generation_downloads=generation,
            generation_recall=len(early & truth - hidden) / max(1, len(truth - hidden)),
            generation_precision=len(early & truth) / max(1, len(early)),
            seconds=time.perf_counter() - started,
            pattern=describe_navigation(pattern),
        )


@contextmanager
def server(sites: Path, cache: Path, port: int, hide: str) -> Iterator[Client]:
    """Run the counting server with a share of a class hidden."""
    process = subprocess.Popen(
        [sys.executable, sites / "serve.py", str(port), "--hide", hide],
        env={**os.environ, "SITES_DIR": str(cache)},
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield Client(port)
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Measure the classes and print a line for each, then what they amount to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--method", choices=("auto", "pattern"), default="auto")
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--hide", type=int, default=20)
    parser.add_argument("--cache", type=Path, default=Path(gettempdir()) / "metasearch-sites")
    parser.add_argument("--port", type=int, default=8851)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if not (args.cache / "pkg").is_dir():
        subprocess.run(["bash", args.sites / "install.sh", args.cache], check=True)
    figures = []
    for site in json.loads((args.sites / "sites.json").read_text())["sites"]:
        for each in site["classes"]:
            name = f"{site['site']}/{each['name']}"
            if args.chosen and name not in args.chosen and site["site"] not in args.chosen:
                continue
            truth = set((args.sites / "truth" / f"{name}.txt").read_text().split())
            hide = f"{name.replace('/', ':')}:{args.hide}"
            with server(args.sites, args.cache, args.port, hide) as client:
                for figure in measure(client, site, each, truth, args):
                    figures.append(figure)
                    print(line(figure), flush=True)
    found = [figure.hidden_found >= MIN_FOUND for figure in figures]
    print(f"hidden pages found >= {MIN_FOUND:.0%}: {sum(found)} of {len(found)} samples")
    cost = median(figure.cost for figure in figures)
    print(f"downloads / shortest path tree: median {cost:.2f} (at most {MAX_COST})")
    if args.json:
        args.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))


def line(figure: LaterCrawl) -> str:
    """Return the figures of a sample as a line."""
    return (
        f"{figure.name:26} hidden {figure.hidden:4} found {figure.hidden_found:.3f} "
        f"recall {figure.recall:.3f} precision {figure.precision:.3f} "
        f"downloads {figure.downloads:5} x{figure.cost:.2f} | generated with "
        f"{figure.generation_downloads:5} recall {figure.generation_recall:.2f} "
        f"precision {figure.generation_precision:.2f} | {figure.seconds:.0f} s, "
        f"{len(figure.pattern)} steps"
    )


if __name__ == "__main__":
    main()
