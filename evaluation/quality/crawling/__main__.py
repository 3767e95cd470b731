"""Structural crawling: the pages of a class found from one sample page, on sites that are known.

    python -m evaluation.quality.crawling SITES_DIR [--class SITE/CLASS] [--samples N]
        [--method auto|structure|indesit|example] [--half HALF] [--cache DIR] [--port PORT]
        [--json FILE]
    python -m evaluation.quality.crawling SITES_DIR --hide [PERCENT] [--class SITE/CLASS]
        [--samples N] [--method auto|pattern] (see `later`)

Downloads are what the server was asked for. A page found that fits a class but cannot be reached by
links from the entry is neither right nor wrong. `--method indesit` runs the paper's method as
published, `example` maps the site and follows the pattern learned, `auto` follows the one learned
from a crawl by structure (by both, of the pages known up to 400 are asked for again, which the
product has stored). A line begins with o where the class is offered as a reading, with x where not.
Sites of `documentation_bed` are in halves by who may look at them, printed as columns.
"""

import argparse
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any

from evaluation.printing import command_line, print_rows, write_figures
from evaluation.quality.crawling import later
from evaluation.quality.crawling.crawls import METHODS, Crawl, is_right, measure
from evaluation.quality.known_sites import CACHE, classes, server


def line(crawl: Crawl) -> str:
    mark = " " if crawl.met else "o" if crawl.offered else "x"
    kind = "" if crawl.separable else "degenerate; "
    return (
        f"{mark} {crawl.name:26} {crawl.size:4} precision {crawl.precision:.3f} recall "
        f"{crawl.recall:.3f} downloads {crawl.downloads:5} of {crawl.reachable:5} "
        f"({crawl.downloads / crawl.allowed:.2f} of allowed) confidence {crawl.confidence:.2f} "
        f"{crawl.pages_per_second:4.0f} pages/s  {kind}{crawl.reason}"
    )


def summary(crawls: Iterable[Crawl]) -> dict[str, Any]:
    every = list(crawls)
    told = [crawl for crawl in every if crawl.separable] or every
    by_class: dict[str, list[Crawl]] = {}
    for crawl in told:
        by_class.setdefault(crawl.name, []).append(crawl)
    return {
        "precision": round(fmean(crawl.precision for crawl in told), 4),
        "recall": round(fmean(crawl.recall for crawl in told), 4),
        "f1": round(fmean(crawl.f1 for crawl in told), 4),
        "perfect_pages": round(fmean(crawl.met for crawl in told), 4),
        "offered": round(fmean(crawl.offered for crawl in told), 4),
        "classes": len(by_class),
        "classes_met": sum(
            is_right(
                fmean(each.precision for each in crawls_), fmean(each.recall for each in crawls_)
            )
            for crawls_ in by_class.values()
        ),
        "classes_offered": sum(
            all(crawl.offered for crawl in crawls_) for crawls_ in by_class.values()
        ),
        "pages_per_second": round(
            sum(crawl.downloads for crawl in every) / sum(crawl.seconds for crawl in every)
        ),
    }


# Who may look at a site of `documentation_bed`.
HALVES = ("build", "opened", "unopened", "fresh")


def hide_and_follow(args: argparse.Namespace, method: str) -> None:
    """Measure crawlers by example, while a share of each class is hidden and later."""
    figures = []
    for site, each, truth in classes(args.sites, args.chosen):
        hide = f"{site['site']}:{each['name']}:{args.hide}"
        with server(args.sites, args.cache, args.port, hide) as client:
            for figure in later.measure(client, method, site, each, truth, args.samples):
                figures.append(figure)
                print(later.line(figure), flush=True)
    print(*later.summary(figures), sep="\n")
    write_figures(args.json, [asdict(figure) for figure in figures])


def main() -> None:
    parser = command_line(__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--method", choices=[*sorted(METHODS), "pattern"])
    parser.add_argument("--hide", type=int, nargs="?", const=later.HIDDEN)
    parser.add_argument("--half", choices=HALVES, default="")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8841)
    args = parser.parse_args()
    method = args.method or ("structure" if args.hide is None else "auto")
    if method not in (METHODS if args.hide is None else ("auto", "pattern")):
        parser.error(f"no crawl by {method}")
    if args.hide is not None:
        hide_and_follow(args, method)
        return
    crawls = []
    with server(args.sites, args.cache, args.port) as client:
        for site, each, truth in classes(args.sites, args.chosen):
            chosen = each["samples"][: args.samples]
            for sample in chosen if args.half in ("", site.get("half")) else ():
                crawl = measure(client, method, site, each, sample["url"], truth)
                crawls.append(crawl)
                print(line(crawl), flush=True)
    if not crawls:
        parser.error("no such class")
    halves = sorted({crawl.half for crawl in crawls})
    told = {half: summary(crawl for crawl in crawls if crawl.half == half) for half in halves}
    first = told[halves[0]]
    print_rows({key: {half or "sites": told[half][key] for half in halves} for key in first})
    rows = [asdict(crawl) for crawl in crawls]
    write_figures(args.json, {**first, "halves": told, "crawls": rows})


if __name__ == "__main__":
    main()
