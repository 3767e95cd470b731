"""Structural crawling: the pages of a class found from one sample page, on sites that are known.

    python -m evaluation.quality.crawling SITES_DIR [--class SITE/CLASS] [--samples N] [--opaque]
        [--method auto|structure|indesit|example] [--words WORDS] [--half HALF]
        [--singletons] [--cache DIR] [--port PORT] [--json FILE]
    python -m evaluation.quality.crawling SITES_DIR --hide [PERCENT] [--class SITE/CLASS]
        [--samples N] [--method auto|pattern] (see `later`)

Downloads are what the server was asked for. A page found that fits a class but cannot be reached by
links from the entry is neither right nor wrong. `--opaque` gives all pages addresses that say
nothing; `--method indesit` runs the paper's method as published, `example` maps the site and
follows the pattern learned, `auto` follows the one learned from a crawl by structure (by both, of
the pages known up to 400 are asked for again, which the product has stored). `--words` keeps the
pages whose title or first heading holds all these words. `--singletons` measures the entry pages,
each the only one of its kind.
Sites of `documentation_bed` are in halves by who may look at them, printed as columns.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from evaluation.printing import write_figures
from evaluation.quality.crawling import later
from evaluation.quality.crawling.crawls import METHODS, measure
from evaluation.quality.crawling.figures import calibration, line, summary
from evaluation.quality.known_sites import CACHE, OpaqueClient, canonical, classes, server

# Who may look at a site of `documentation_bed`.
HALVES = ("build", "opened", "unopened", "fresh")


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
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("--class", dest="chosen", action="append", default=[])
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--method", choices=[*sorted(METHODS), "pattern"])
    parser.add_argument("--hide", type=int, nargs="?", const=later.HIDDEN)
    parser.add_argument("--half", choices=HALVES, default="")
    parser.add_argument("--words", default="")
    parser.add_argument("--singletons", action="store_true")
    parser.add_argument("--opaque", action="store_true")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8841)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    method = args.method or ("structure" if args.hide is None else "auto")
    if method not in (METHODS if args.hide is None else ("auto", "pattern")):
        parser.error(f"no crawl by {method}")
    if args.hide is not None:
        hide_and_follow(args, method)
        return
    crawls = []
    with server(args.sites, args.cache, args.port) as plain:
        for site, each, truth in chosen_classes(args):
            for sample in each["samples"][: args.samples]:
                client = OpaqueClient(args.port) if args.opaque else plain
                crawl = measure(client, method, site, each, sample["url"], truth, args.words)
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
    by_half = dict(zip(halves, results, strict=True))
    rows = [asdict(crawl) for crawl in crawls]
    write_figures(args.json, {**results[0], "halves": by_half, "crawls": rows})


if __name__ == "__main__":
    main()
