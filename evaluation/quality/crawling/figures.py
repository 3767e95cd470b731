"""Figures over the crawls of many classes."""

from collections.abc import Callable, Iterable, Iterator
from statistics import fmean, median
from typing import Any

from evaluation.quality.crawling.crawls import MIN_PRECISION, MIN_RECALL, Crawl

# Members of a class that is large: what it costs is counted.
LARGE = 100
# From here on a miss is a confident one: the person was told to rely on it.
CONFIDENT = 0.9
# Bounds of the fifths in which the reliability curve is printed.
CONFIDENCES, CONFIDENCE_STEP = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), 0.2


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
    beside = [crawl.downloads / crawl.breadth_first for crawl in told if crawl.breadth_first]
    shortest = [crawl.downloads / crawl.shortest for crawl in told if crawl.shortest]
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
        "median_downloads_of_breadth_first": round(median(beside), 2) if beside else None,
        "median_downloads_of_shortest": round(median(shortest), 2) if shortest else None,
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
    each = [[figure(crawl) for crawl in crawls] for crawls in classes_]
    return round(fmean(max(values) - min(values) for values in each), 4)


def calibration(crawls: Iterable[Crawl]) -> Iterator[str]:
    """Yield the reliability curve: by fifths of confidence the share met."""
    every = list(crawls)
    for low in CONFIDENCES:
        high = round(low + CONFIDENCE_STEP, 6)
        within = [each for each in every if low <= each.confidence < high]
        if within:
            stated = fmean(each.confidence for each in within)
            met = fmean(each.met for each in within)
            yield f"confidence {stated:.2f}: met {met:.2f} of {len(within)}"
