"""Crawlers by example: generated while a share of a class is hidden, later crawls find the rest.

As in table 4 of Vidal et al. (2006). Each class is collected from a sample page while some members
answer 404 and links to them are gone. A navigation pattern is made of what was read. Then the
members appear, and the crawler that follows the pattern starts anew from the entry. What is counted
is what the server was asked for. `auto` reads the site by structure first, `pattern` maps it
breadth first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from evaluation.quality.crawling.crawls import beyond, drive_example, generate
from evaluation.quality.known_sites import Client, canonical

# Per cent of a class that are hidden while the crawler is generated.
HIDDEN = 20
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


def measure(
    client: Client, method: str, site: dict[str, Any], each: dict[str, Any], truth: set[str],
    samples: int,
) -> Iterator[LaterCrawl]:  # fmt: skip
    entry = client.base + site["entry"]
    for sample in each["samples"][:samples]:
        client.get("/__hide").read()
        hidden = set(client.get("/__hidden").read().decode().split())
        pattern, _, generation = generate(client, method, client.base + sample["url"], entry)
        client.get("/__unhide").read()
        crawl = drive_example(client, PatternTraversal(pattern))
        late = {canonical(address) for address in crawl.addresses}
        late -= beyond(late - truth, site, each)
        yield LaterCrawl(
            name=f"{site['site']}/{each['name']}",
            sample=sample["url"],
            hidden=len(hidden),
            hidden_found=len(hidden & late) / max(1, len(hidden)),
            recall=len(truth & late) / len(truth),
            precision=len(truth & late) / max(1, len(late)),
            downloads=crawl.downloads,
            cost=crawl.downloads / each["shortest_path_tree"],
            generation_downloads=generation,
        )


def line(figure: LaterCrawl) -> str:
    return (
        f"{figure.name:26} hidden {figure.hidden:4} found {figure.hidden_found:.3f} "
        f"recall {figure.recall:.3f} precision {figure.precision:.3f} "
        f"downloads {figure.downloads:5} x{figure.cost:.2f} | generated with "
        f"{figure.generation_downloads:5}"
    )


def summary(figures: Sequence[LaterCrawl]) -> Iterator[str]:
    found = [figure.hidden_found >= MIN_FOUND for figure in figures]
    yield f"hidden pages found >= {MIN_FOUND:.0%}: {sum(found)} of {len(found)} samples"
    cost = median(figure.cost for figure in figures)
    yield f"downloads / shortest path tree: median {cost:.2f} (at most {MAX_COST})"
