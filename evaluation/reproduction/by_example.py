"""Crawlers by example: a crawler generated from one sample page, then two later crawls.

A fifth of each class is kept away while the crawler is generated and run for the first time, a
tenth in the first later crawl, nothing in the second. The tenth is part of the fifth.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evaluation.quality.known_sites import canonical, classes, server
from evaluation.quality.pattern_crawling import follow, generate
from evaluation.reproduction.published import EXAMPLE_TABLE_3, EXAMPLE_TABLE_4
from evaluation.reproduction.section import Options, Row, Section, Table

# Per cent of a class that are kept away at the generation, and at each later crawl.
HIDDEN, LATER = 20, (10, 0)
WHY = (
    "Where they differ: hardly, for classes with a template of their own: later crawls cost little "
    "more than the pages they bring, and bring those added. Generation costs more than in most of "
    "the paper's sites, since links of target pages are followed, too, and so the whole site is "
    "read. A class that shares its template with others would be mapped with them; the paper has "
    "none."
)


@dataclass(frozen=True, slots=True)
class Crawled:
    """A crawl: `there` pages of the class were to be had, of `got` pages `right` were of it."""

    there: int
    got: int
    right: int
    links: int
    new: int = 0

    @property
    def automatic(self) -> str:
        """Pages found and their share of those to be had, as the paper has them."""
        return f"{self.right}({100 * self.right / max(1, self.there):.0f}%)"

    @property
    def precision(self) -> str:
        """The share of right pages."""
        return f"{100 * self.right / max(1, self.got):.0f}%"


@dataclass(frozen=True, slots=True)
class Generated:
    """A crawler of a class: the links its generation took, its first crawl and the later ones."""

    name: str
    generation: int
    first: Crawled
    later: tuple[Crawled, ...]


def section(options: Options) -> Section:
    """Return Tables 3 and 4 beside those of known sites."""
    crawlers = list(generated(options))
    table_3 = Table(
        f"Ours as Table 3: {len(crawlers)} classes, one sample page each, mapped and followed",
        (*EXAMPLE_TABLE_3.head, "precision"),
        tuple(
            (
                crawler.name,
                str(crawler.first.there),
                crawler.first.automatic,
                str(crawler.generation),
                str(crawler.first.links),
                crawler.first.precision,
            )
            for crawler in crawlers
        ),
    )
    table_4 = Table(
        "Ours as Table 4: two later crawls, pages added before each",
        (*EXAMPLE_TABLE_4.head, "precision"),
        tuple(row for crawler in crawlers for row in later_rows(crawler)),
    )
    return Section(
        "Crawlers by example: links to generate and to crawl, later crawls",
        (EXAMPLE_TABLE_3, table_3, EXAMPLE_TABLE_4, table_4, WHY),
    )


def generated(options: Options) -> Iterator[Generated]:
    """Yield the crawler of each class, from its first sample page, run three times."""
    for site, each, truth in classes(options.sites, options.classes):
        name = f"{site['site']}/{each['name']}"
        with server(
            options.sites, options.cache, options.port, f"{name.replace('/', ':')}:{HIDDEN}"
        ) as client:
            pattern, _, generation = generate(
                client,
                "pattern",
                client.base + each["samples"][0]["url"],
                client.base + site["entry"],
            )
            found, links = follow(client, site, each, truth, pattern)
            crawls = [crawled(client, found, links, truth)]
        seen = found
        for hidden in LATER:
            with server(
                options.sites, options.cache, options.port, f"{name.replace('/', ':')}:{hidden}"
            ) as client:
                found, links = follow(client, site, each, truth, pattern)
                crawls.append(crawled(client, found, links, truth, seen))
            seen |= found
        yield Generated(name, generation, crawls[0], tuple(crawls[1:]))


def crawled(
    client: Any, found: set[str], links: int, truth: set[str], seen: set[str] | None = None
) -> Crawled:
    """Return the figures of a crawl; new are the right pages that are not among those `seen`."""
    hidden = {canonical(path) for path in client.get("/__hidden").read().decode().split()}
    right = found & truth
    new = 0 if seen is None else len(right - seen)
    return Crawled(len(truth - hidden), len(found), len(right), links, new)


def later_rows(crawler: Generated) -> Iterator[Row]:
    """Yield the lines of the later crawls of a class."""
    for number, crawl in enumerate(crawler.later, 1):
        yield (
            crawler.name if number == 1 else "",
            str(number),
            str(crawl.there),
            crawl.automatic,
            str(crawl.links),
            str(crawl.new),
            crawl.precision,
        )
