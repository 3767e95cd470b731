"""Ranking formulas compared on constructed searches whose right order is known.

usage: python -m evaluation.quality.ranking [--searches N] [--first SEED]

Every search has pages of known relevance (0 to 3) and engines that see a part of them and rank it
with errors. Titles hold the query's words the more likely, the more relevant the page is. Figures
are the mean nDCG (Järvelin, Kekäläinen 2002) of the first ten merged results.
"""

import argparse
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.printing import print_rows
from metasearch.merging.duplicates import MergedResult, RankedList
from metasearch.merging.ranking import FORMULAS, Formula, Ranking, merge
from wrappers.extraction.records.record import ResultRecord

QUERY = "amber comet"
WORDS = ("amber", "comet")
OTHER_WORDS = "river stone window garden letter market signal harbour engine forest paper wheel"
# Probability that one word of the query stands in title and snippet of a page, by relevance.
IN_TITLE = (0.1, 0.4, 0.65, 0.85)
IN_SNIPPET = (0.35, 0.7, 0.85, 0.95)
PAGE = 10


@dataclass(frozen=True)
class Document:
    record: ResultRecord
    relevance: int


def make_document(number: int, relevance: int, rng: random.Random) -> Document:
    def text(length: int, likely: float) -> str:
        words = [word for word in WORDS if rng.random() < likely]
        words += rng.sample(OTHER_WORDS.split(), length - len(words))
        rng.shuffle(words)
        return " ".join(words)

    record = ResultRecord(
        f"https://site-{number % 23}.example/page-{number}",
        text(5, IN_TITLE[relevance]),
        text(9, IN_SNIPPET[relevance]),
    )
    return Document(record, relevance)


def ranked(
    documents: Sequence[Document], noise: float, rng: random.Random, size: int = PAGE
) -> tuple[ResultRecord, ...]:
    order = sorted(documents, key=lambda each: -each.relevance + rng.gauss(0, noise))
    return tuple(each.record for each in order[:size])


def collection(rng: random.Random, relevant: int, irrelevant: int) -> list[Document]:
    """Return pages: some of relevance 1 to 3, the rest of none."""
    grades = [rng.choice((1, 1, 2, 2, 3)) for _ in range(relevant)] + [0] * irrelevant
    start = rng.randrange(1_000_000)
    return [make_document(start + n, grade, rng) for n, grade in enumerate(grades)]


def overlapping(rng: random.Random) -> tuple[list[Document], list[RankedList]]:
    """Five engines that each know two thirds of the same web."""
    web = collection(rng, 25, 60)
    lists = [
        RankedList(f"e{n}", ranked(rng.sample(web, len(web) * 2 // 3), 1.0, rng)) for n in range(5)
    ]
    return web, lists


def disjoint(rng: random.Random) -> tuple[list[Document], list[RankedList]]:
    """Eight engines of a site each; two of the sites are about the question."""
    sites = [collection(rng, 12 if n < 2 else 2, 15) for n in range(8)]
    rng.shuffle(sites)
    lists = [RankedList(f"e{n}", ranked(site, 0.8, rng)) for n, site in enumerate(sites)]
    return [page for site in sites for page in site], lists


def with_junk(rng: random.Random) -> tuple[list[Document], list[RankedList]]:
    """Four good engines, and two that show the same popular pages whatever is asked."""
    web = collection(rng, 20, 40)
    popular = [make_document(9_000_000 + n, 0, rng) for n in range(10)]
    lists = [RankedList(f"e{n}", ranked(rng.sample(web, 40), 1.0, rng)) for n in range(4)]
    lists += [RankedList(f"junk{n}", ranked(popular, 0.5, rng)) for n in range(2)]
    rng.shuffle(lists)
    return web + popular, lists


def one_good(rng: random.Random) -> tuple[list[Document], list[RankedList]]:
    """One engine that hardly errs, and four that err a lot over the same web."""
    web = collection(rng, 20, 60)
    lists = [RankedList("e0", ranked(web, 0.4, rng))]
    lists += [RankedList(f"e{n}", ranked(rng.sample(web, 50), 2.0, rng)) for n in range(1, 5)]
    rng.shuffle(lists)
    return web, lists


def synonyms(rng: random.Random) -> tuple[list[Document], list[RankedList]]:
    """Engines that understand the question: their best pages use none of its words."""
    web = collection(rng, 20, 40)
    web = [
        Document(
            ResultRecord(each.record.url, "other words here", "none of them asked for"),
            each.relevance,
        )
        if each.relevance == 3
        else each
        for each in web
    ]
    lists = [RankedList(f"e{n}", ranked(rng.sample(web, 40), 0.6, rng)) for n in range(4)]
    return web, lists


SCENES: dict[str, Callable[[random.Random], tuple[list[Document], list[RankedList]]]] = {
    "overlapping": overlapping,
    "disjoint": disjoint,
    "with junk": with_junk,
    "one good": one_good,
    "synonyms": synonyms,
}


def ndcg(urls: Sequence[str], documents: Sequence[Document], lists: Sequence[RankedList]) -> float:
    given = {record.url for each in lists for record in each.records}
    grades = {each.record.url: each.relevance for each in documents if each.record.url in given}
    best = sorted(grades.values(), reverse=True)

    def gain(values: Sequence[int]) -> float:
        return sum(((1 << v) - 1) / math.log2(n + 2) for n, v in enumerate(values[:PAGE]))

    return gain([grades[url] for url in urls]) / (gain(best) or 1)


def comb_mnz(result: MergedResult) -> float:
    """Return CombMNZ (Fox, Shaw 1994): engines that found it times the sum of their scores.

    Engines tell none: those of a page's places stand for them, from 1 down to 0.1.
    """
    scores = sum(1 - (place.position - 1) / PAGE for place in result.engines)
    return len(result.engines) * scores


def mean_ndcg(scene: str, formula: Formula, seeds: range) -> float:
    """Return the mean over the searches of `seeds`, the same for every formula."""
    total = 0.0
    for seed in seeds:
        documents, lists = SCENES[scene](random.Random(f"{scene} {seed}"))
        merged = merge(lists, QUERY, Ranking(formula))
        total += ndcg([result.url for result in merged], documents, lists)
    return total / len(seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument(
        "--first", type=int, default=0, help="seed of the first: constants were chosen on 0 to 299"
    )
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.searches)
    rows = {}
    for name, formula in {**FORMULAS, "CombMNZ": comb_mnz}.items():
        figures = {scene: mean_ndcg(scene, formula, seeds) for scene in SCENES}
        rows[name] = {**figures, "mean": fmean(figures.values())}
    print_rows(rows, "nDCG@10")


if __name__ == "__main__":
    main()
