"""The papers' tables beside ours: `python -m evaluation.reproduction [--only PART …]`.

    --shared DIR        labelled pages and forms (`data/`), sites (`sites/`)
    --only PART …       indesit, example, result-pages, forms, adaptation; else all
    --classes NAME …    sites, or classes as SITE/CLASS, that are crawled
    --samples N         sample pages of each class
    --every N           of the result pages, take one of so many
    --bed FOLDER        pairs of real redesigns (`evaluation.quality.template_bed FOLDER`)
    --redesigned N      without a bed: sites whose pages are redesigned

Prints Markdown. No part measures anything itself: each calls an evaluation that is there by itself.
With the defaults the parts take one to ten minutes each, on two cores.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from discovery.forms.classification import classify
from evaluation.beds.packed import BEDS
from evaluation.printing import markdown, write_figures
from evaluation.quality.adaptation.__main__ import run_pairs
from evaluation.quality.adaptation.pairs import TOGETHER, Options, PairOutcome, load_pairs
from evaluation.quality.adaptation.strategies import as_published
from evaluation.quality.crawling.crawls import measure
from evaluation.quality.extraction import (
    load_cases,
    precision_recall,
    run_tasks,
    single_tasks,
    summarise,
    total_score,
)
from evaluation.quality.forms import classify_forms, load_forms, rule_2003, score
from evaluation.quality.known_sites import CACHE, Client, canonical, classes, server
from evaluation.quality.pattern_crawling import follow, generate
from evaluation.quality.redesigns import main as redesign
from wrappers.adaptation.adaptation import Strategy
from wrappers.induction.candidates.inducers import InducerName
from wrappers.induction.pipeline import DEFAULT_INDUCERS

PUBLISHED = json.loads((BEDS / "papers" / "published.json").read_text(encoding="utf-8"))
SHARED = Path(__file__).resolve().parents[2] / "shared"
# Of 4 to 224 pages a class: a crawl takes seconds.
CLASSES = ("sqlite", "postgres")
# Per cent of a class kept away when a crawler is generated, and at each later crawl: a part of it.
HIDDEN, LATER = 20, (10, 0)
INDUCERS: dict[str, Sequence[InducerName]] = {
    "tag prefix (Wu, Meng et al. 2003)": (InducerName.TAG_PREFIX,),
    "ViNTs (Zhao et al. 2005)": (InducerName.VINTS,),
    "ViDE (Liu et al. 2010)": (InducerName.VIDE,),
    "ours (as in the product)": DEFAULT_INDUCERS,
}


class Table(NamedTuple):
    """A table under its caption."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        return "\n".join((f"**{self.caption}**", "", *markdown(self.head, self.rows), ""))


def published(name: str) -> Table:
    """Return a table as its paper has it."""
    return Table(**PUBLISHED[name])


def share(value: float) -> str:
    """Return a share in per cent, as the papers print it.

    >>> share(1.0), share(0.9932)
    ('100%', '99.32%')
    """
    return f"{100 * value:.2f}".removesuffix(".00") + "%"


def forms(given: argparse.Namespace) -> Iterator[Table | str]:
    """The filtering rules of 2003 on labelled forms, beside the named cues."""
    yield f"Wu, Meng et al. (2003), section 2.4, has no figures: “{PUBLISHED['forms']}”\n"
    labelled = list(load_forms(given.shared / "data" / "forms"))
    names = ("precision", "recall", "f1")
    rows = []
    for name, classifier in (("rules of 2003", rule_2003), ("named cues (ours)", classify)):
        figures = score(classify_forms(labelled, classifier))
        cells = (share(figures[f"text_search_{each}"]) for each in names)
        rows.append((name, *cells, share(figures["query_field_accuracy"])))
    head = ("found by", "precision", "recall", "F1", "right query field")
    yield Table(f"Text search among {len(labelled)} labelled forms", head, rows)


def result_pages(given: argparse.Namespace) -> Iterator[Table | str]:
    """Result pages read by the papers' ways of learning, each alone, beside ours.

    Revision is ViDE's measure: the share of sites not read perfectly.
    """
    yield f"ViNTs and ViDE leave their experiments out; of ViDE: “{PUBLISHED['vide']}”\n"
    folder = given.shared / "data" / "serps"
    tasks = single_tasks(load_cases(folder))[:: given.every]
    rows = []
    for name, inducers in INDUCERS.items():
        found = summarise(tasks, run_tasks(folder, tasks, given.jobs, inducers))
        names = ("precision", "recall", "perfect_pages")
        cells = (share(found[each]) for each in names)
        rows.append((name, *cells, share(1 - found["perfect_sites"])))
    head = ("learned by", "precision", "recall", "perfect pages", "revision")
    yield Table(f"{len(tasks)} result pages, each learned from itself", head, rows)


def indesit(given: argparse.Namespace) -> Iterator[Table | str]:
    """Fig. 7 of Blanco et al. (2005) beside both methods on known sites."""
    yield published("indesit")
    rows: list[tuple[str, ...]] = []
    numbers: list[tuple[float, ...]] = []
    with server(given.shared / "sites", given.cache, given.port) as client:
        for site, each, truth in classes(given.shared / "sites", given.classes):
            for sample in each["samples"][: given.samples]:
                crawls = [
                    measure(client, method, site, each, sample["url"], truth)
                    for method in ("indesit", "structure")
                ]
                found = [(crawl.recall, crawl.precision, crawl.downloads) for crawl in crawls]
                numbers.append((*found[0], *found[1]))
                name = sample["url"].rpartition("/")[2]
                rows.append((crawls[0].name, str(crawls[0].size), name, *_cells(numbers[-1])))
    rows.append(("mean", "", "", *_cells([fmean(column) for column in zip(*numbers, strict=True)])))
    ours = ("ours R", "P", "#dwnl")
    head = ("class", "pages", "sample", "as published R", "P", "#dwnl", *ours)
    yield Table("INDESIT as published, and our structural crawl", head, rows)


def _cells(numbers: Sequence[float]) -> list[str]:
    """Recall, precision and downloads, twice."""
    return [f"{n:,.0f}" if place % 3 == 2 else share(n) for place, n in enumerate(numbers)]


def example(given: argparse.Namespace) -> Iterator[Table | str]:
    """Tables 3 and 4 of Vidal et al. (2006): crawlers generated from one page, two later crawls."""
    yield published("example_3")
    yield published("example_4")
    generated, later = [], []
    for site, each, truth in classes(given.shared / "sites", given.classes):
        name = f"{site['site']}/{each['name']}"
        seen: set[str] = set()
        for turn, hidden in enumerate((HIDDEN, *LATER)):
            hide = f"{name.replace('/', ':')}:{hidden}"
            with server(given.shared / "sites", given.cache, given.port, hide) as client:
                if not turn:
                    sample, entry = each["samples"][0]["url"], site["entry"]
                    start = (client.base + sample, client.base + entry)
                    pattern, _, generation = generate(client, "pattern", *start)
                found, links = follow(client, site, each, truth, pattern)
                there, right, told, precise = _found(client, found, truth)
            if turn:
                new = str(len(right - seen))
                later.append((name, str(turn), there, told, str(links), new, precise))
            else:
                generated.append((name, there, told, str(generation), str(links), precise))
            seen |= found
    caption = f"Ours: {len(generated)} classes, one sample page each, mapped and followed"
    yield Table(caption, (*published("example_3").head, "precision"), generated)
    head = (*published("example_4").head, "precision")
    yield Table("Ours: two later crawls, pages added before each", head, later)


def _found(client: Client, found: set[str], truth: set[str]) -> tuple[str, set[str], str, str]:
    """Return the pages to be had, the right ones, these as the paper tells them, and precision."""
    hidden = {canonical(path) for path in client.get("/__hidden").read().decode().split()}
    there, right = len(truth - hidden), found & truth
    told = f"{len(right)}({100 * len(right) / max(1, there):.0f}%)"
    return str(there), right, told, f"{100 * len(right) / max(1, len(found)):.0f}%"


def adaptation(given: argparse.Namespace) -> Iterator[Table | str]:
    """Table 1 of Ferrara and Baumgartner (2011): what is likest, taken unchecked, beside ours."""
    yield published("adaptation")
    with TemporaryDirectory() as scratch:
        folder = given.bed or Path(scratch)
        if given.bed is None:
            serps = str(given.shared / "data" / "serps")
            redesign([serps, scratch, "--sites", str(given.redesigned)])
        outcomes = [
            outcome
            for file in sorted(folder.glob("PAIRS*.json"))
            for outcome in run_pairs(folder, load_pairs(folder, file), given.jobs, Options())
        ]
    sites: dict[str, list[PairOutcome]] = defaultdict(list)
    for outcome in outcomes:
        sites[outcome.site].append(outcome)
    methods = (as_published(Strategy.SIMPLE), as_published(Strategy.CLUSTERED), TOGETHER)
    rows = []
    for name, group in (*sorted(sites.items()), ("Total", outcomes)):
        totals = [total_score(s for o in group for s in o.scores[method]) for method in methods]
        counts = (str(n or "-") for each in totals for n in (each.hits, each.extra, each.missed))
        rows.append((name, str(len(group)), *counts))
    for name in ("Recall", "Precision", "F1"):
        shares = (share(precision_recall(each)[name.lower()]) for each in totals)
        rows.append((name, "-", *(cell for each in shares for cell in (each, "", ""))))
    kinds = ("simple", "clustered", "as in the product")
    head = ("scenario", "pairs", *(cell for kind in kinds for cell in (f"{kind} tp", "fp", "fn")))
    yield Table(f"Ours: {len(outcomes)} pairs of {len(sites)}", head, rows)


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Table | str]]] = {
    "forms": forms,
    "result-pages": result_pages,
    "indesit": indesit,
    "example": example,
    "adaptation": adaptation,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the parts; exit code 1 where there is nothing to measure on."""
    parser = argparse.ArgumentParser(description="The papers' tables beside ours.")
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--classes", nargs="+", default=CLASSES)
    parser.add_argument("--samples", type=int, default=1)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--bed", type=Path)
    parser.add_argument("--redesigned", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8861)
    parser.add_argument("--json", type=Path, help="write the tables here")
    given = parser.parse_args(arguments)
    if not (given.shared / "data").is_dir():
        print(
            f"{given.shared} holds no data to measure on: name a folder by --shared",
            file=sys.stderr,
        )
        return 1
    tables: dict[str, list[dict[str, object]]] = {}
    for name in given.only:
        print(f"## {name}\n", flush=True)
        tables[name] = []
        for part in PARTS[name](given):
            print(part if isinstance(part, str) else part.text(), flush=True)
            if isinstance(part, Table):
                tables[name].append(part._asdict())
    write_figures(given.json, tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
