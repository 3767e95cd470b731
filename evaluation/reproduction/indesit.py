"""INDESIT as published beside our structural crawl, from the same sample pages."""

from collections.abc import Iterator
from statistics import fmean

from evaluation.quality.crawling import Crawl, measure, summary
from evaluation.quality.known_sites import classes, server
from evaluation.reproduction.published import INDESIT_FIG_7
from evaluation.reproduction.section import Options, Row, Section, Table, share

METHODS = ("indesit", "structure")
HEAD = ("class", "pages", "sample", "R", "P", "#dwnl", "ours: R", "P", "#dwnl")
WHY = (
    "Why they differ: the paper's sites are filled from databases, one template a class; ours are "
    "manuals, whose pages carry ids, titles and states in the attributes of their paths, so that "
    "few schemas are .85 alike and hardly a class-link scores; and where they are alike (release "
    "notes, functions of one object) recall hangs on the sample, which the paper's did not. What "
    "it finds is nearly always right, as in the paper. Our crawl weighs what pages have in common, "
    "and pays with some hundreds of downloads."
)


def section(options: Options) -> Section:
    """Return Fig. 7 beside the figures of both methods on known sites."""
    crawls = list(crawled(options))
    ours = Table(
        f"Ours: {len({one.name for one, _ in crawls})} classes, INDESIT as published and our "
        "structural crawl",
        HEAD,
        (*rows(crawls), mean(crawls)),
    )
    return Section(
        "INDESIT: precision, recall, downloads", (INDESIT_FIG_7, ours, spread(crawls), WHY)
    )


def crawled(options: Options) -> Iterator[tuple[Crawl, Crawl]]:
    """Yield the crawls from each sample page, by both methods."""
    with server(options.sites, options.cache, options.port) as client:
        for site, each, truth in classes(options.sites, options.classes):
            for sample in each["samples"][: options.samples]:
                published, ours = (
                    measure(client, method, site, each, sample["url"], truth) for method in METHODS
                )
                yield published, ours


def rows(crawls: list[tuple[Crawl, Crawl]]) -> Iterator[Row]:
    """Yield a line for each sample page; a class is named once."""
    before = ""
    for published, ours in crawls:
        new = published.name != before
        before = published.name
        yield (
            published.name if new else "",
            str(published.size) if new else "",
            published.sample.rpartition("/")[2],
            *figures(published),
            *figures(ours),
        )


def figures(crawl: Crawl) -> Row:
    """Return recall, precision and downloads as the paper has them."""
    return share(crawl.recall), share(crawl.precision), f"{crawl.downloads:,}"


def mean(crawls: list[tuple[Crawl, Crawl]]) -> Row:
    """Return the line of the means."""
    cells: list[str] = []
    for column in zip(*crawls, strict=True):
        cells += (
            share(fmean(crawl.recall for crawl in column)),
            share(fmean(crawl.precision for crawl in column)),
            f"{fmean(crawl.downloads for crawl in column):,.0f}",
        )
    return ("mean", "", "", *cells)


def spread(crawls: list[tuple[Crawl, Crawl]]) -> str:
    """Say how far apart the samples of a class are; the paper found them convergent."""
    told = [
        f"{method} {found['spread_of_recall']:.3f} and {found['spread_of_precision']:.3f}"
        for method, column in zip(METHODS, zip(*crawls, strict=True), strict=True)
        for found in (summary(column),)
    ]
    return (
        "Spread over the samples of a class (most less least, mean over the classes that can be "
        f"told apart), recall and precision: {'; '.join(told)}."
    )
