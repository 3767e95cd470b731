"""Ranking formulas compared on searches whose right order is known.

usage: python -m evaluation.quality.ranking [--searches N] [--first SEED] [--installation URL]

Every search has pages of known relevance (0 to 3) and engines that see a part of them and rank it
with errors. Titles hold the query's words the more likely, the more relevant the page is. Figures
are the mean nDCG (Järvelin, Kekäläinen 2002) of the first ten merged results.

With the address of an installation its engines are asked for known items, made after Azzopardi, de
Rijke, Balog 2007 ("Building simulated queries for known-item topics", SIGIR): a page found by words
of many topics is drawn, then words of what an engine says of it, the rare ones the likelier. Each
engine is asked alone. Every other query is of the half that is not to be looked at.
"""

import argparse
import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from statistics import fmean
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from discovery.pages.urls import comparison_key
from evaluation.printing import print_rows
from metasearch.merging.duplicates import MergedResult, RankedList
from metasearch.merging.ranking import merge, weighted_reciprocal_rank
from wrappers.extraction.records.record import ResultRecord

Formula = Callable[[MergedResult], float]

# k: "fixed during a pilot investigation" (Cormack, Clarke, Büttcher 2009, section 2).
PAPER_CONSTANT = 60
QUERY = "amber comet"
WORDS = QUERY.split()
OTHER_WORDS = "river stone window garden letter market signal harbour engine forest paper wheel"
# Probability that one word of the query stands in title and snippet of a page, by relevance.
IN_TITLE = (0.1, 0.4, 0.65, 0.85)
IN_SNIPPET = (0.35, 0.7, 0.85, 0.95)
PAGE = 10
# Words of a query for a known item, and topics asked for to find pages. Guesses.
KNOWN_ITEM_WORDS = 3
TOPICS = "time name system list number file data version error string example method".split()


@dataclass(frozen=True)
class Document:
    record: ResultRecord
    relevance: int


Records = tuple[ResultRecord, ...]
Scene = tuple[list[Document], list[RankedList]]


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


def ranked(documents: Sequence[Document], noise: float, rng: random.Random) -> Records:
    order = sorted(documents, key=lambda each: -each.relevance + rng.gauss(0, noise))
    return tuple(each.record for each in order[:PAGE])


def collection(rng: random.Random, relevant: int, irrelevant: int) -> list[Document]:
    """Return pages: some of relevance 1 to 3, the rest of none."""
    grades = [rng.choice((1, 1, 2, 2, 3)) for _ in range(relevant)] + [0] * irrelevant
    start = rng.randrange(1_000_000)
    return [make_document(start + n, grade, rng) for n, grade in enumerate(grades)]


def shared(
    rng: random.Random,
    graded: tuple[int, int],
    engines: Sequence[tuple[int, float]],
    junk: int = 0,
    is_silent: bool = False,
) -> Scene:
    """Engines that each know so many pages of one web (0: all), and rank them with such errors.

    `junk` of them show the same popular pages whatever is asked. `is_silent`: the best pages use
    none of the query's words.
    """
    web = collection(rng, *graded)
    if is_silent:
        silent = ("other words here", "none of them asked for")
        for place, each in enumerate(web):
            if each.relevance == 3:
                web[place] = Document(ResultRecord(each.record.url, *silent), 3)
    popular = [make_document(9_000_000 + n, 0, rng) for n in range(PAGE if junk else 0)]
    known = [
        RankedList(f"e{n}", ranked(rng.sample(web, size) if size else web, noise, rng))
        for n, (size, noise) in enumerate(engines)
    ]
    known += [RankedList(f"junk{n}", ranked(popular, 0.5, rng)) for n in range(junk)]
    if junk or len(set(engines)) > 1:
        rng.shuffle(known)
    return web + popular, known


def disjoint(rng: random.Random) -> Scene:
    """Eight engines of a site each; two of the sites are about the question."""
    sites = [collection(rng, 12 if n < 2 else 2, 15) for n in range(8)]
    rng.shuffle(sites)
    lists = [RankedList(f"e{n}", ranked(site, 0.8, rng)) for n, site in enumerate(sites)]
    return [page for site in sites for page in site], lists


SCENES: dict[str, Callable[[random.Random], Scene]] = {
    "overlapping": partial(shared, graded=(25, 60), engines=5 * [(56, 1.0)]),
    "disjoint": disjoint,
    "with junk": partial(shared, graded=(20, 40), engines=4 * [(40, 1.0)], junk=2),
    # One that hardly errs, and four that err a lot.
    "one good": partial(shared, graded=(20, 60), engines=[(0, 0.4), *4 * [(50, 2.0)]]),
    "synonyms": partial(shared, graded=(20, 40), engines=4 * [(40, 0.6)], is_silent=True),
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


def reciprocal_rank_fusion(result: MergedResult) -> float:
    """Return the score of Cormack, Clarke, Büttcher 2009 (section 2): the sum of 1 / (k + r)."""
    return sum(1 / (PAPER_CONSTANT + place.position) for place in result.engines)


def interleaving(result: MergedResult) -> float:
    """Return a score that takes all first places, then all second places, and so on."""
    return 1 / min(place.position for place in result.engines)


def inverse_positions(result: MergedResult) -> float:
    """Return the sum of weight / position times the number of engines, as others in wide use do.

    There the weight of a page is the product of the weights of all its engines.
    """
    weight = 1.0
    for place in result.engines:
        weight *= place.weight
    inverse = sum(1 / place.position for place in result.engines)
    return weight * len(result.engines) * inverse


FORMULAS: Mapping[str, Formula] = {
    "weighted-reciprocal-rank": weighted_reciprocal_rank,
    "reciprocal-rank-fusion": reciprocal_rank_fusion,
    "interleaving": interleaving,
    "inverse-positions": inverse_positions,
    "CombMNZ": comb_mnz,
}


def merge_by(formula: Formula, lists: Sequence[RankedList], query: str = "") -> list[MergedResult]:
    """Merge lists by a formula; equal scores as the product has them."""
    numbers = {each.slug: number for number, each in enumerate(lists)}

    def key(result: MergedResult) -> tuple[float, float, tuple[int, int]]:
        first = min((numbers[place.slug], place.position) for place in result.engines)
        return -formula(result), -result.match, first

    return sorted(merge(lists, query), key=key)


def mean_ndcg(scene: str, formula: Formula, seeds: range) -> float:
    """Return the mean over the searches of `seeds`, the same for every formula."""
    total = 0.0
    for seed in seeds:
        documents, lists = SCENES[scene](random.Random(f"{scene} {seed}"))
        merged = merge_by(formula, lists, QUERY)
        total += ndcg([result.url for result in merged], documents, lists)
    return total / len(seeds)


def told(address: str) -> Any:
    with urlopen(address, timeout=60) as response:
        return json.load(response)


def asked(installation: str, slug: str, query: str) -> RankedList:
    """Return what an engine of an installation answers, as its page lists it."""
    found = told(f"{installation}/api/v1/search?{urlencode({'q': query, 'engine': slug})}")
    told_of = ((each["url"], each["title"], each["snippet"]) for each in found["results"])
    return RankedList(slug, tuple(ResultRecord(*each) for each in told_of))


def known_items(pool: Sequence[RankedList], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield queries, each with the address sought: without end."""
    texts = {
        record.url: set(re.findall(r"[^\W\d_]{3,}", f"{record.title} {record.snippet}".casefold()))
        for record in chain.from_iterable(each.records for each in pool)
        if record.url
    }
    counts = Counter(chain.from_iterable(texts.values()))
    rarity = {word: math.log(len(texts) / count) + 1e-9 for word, count in counts.items()}
    pages = [url for url, words in sorted(texts.items()) if len(words) >= KNOWN_ITEM_WORDS]
    while True:
        url = rng.choice(pages)
        drawn = sorted(sorted(texts[url]), key=lambda word: -(rng.random() ** (1 / rarity[word])))
        yield " ".join(drawn[:KNOWN_ITEM_WORDS]), url


def measure_installation(installation: str, searches: int) -> None:
    """Print MRR and nDCG of the page sought: of formulas, and of each engine alone."""
    slugs = [each["slug"] for each in told(f"{installation}/api/v1/engines")["engines"]]
    pool = [asked(installation, slug, topic) for topic in TOPICS for slug in slugs]
    ranks: dict[str, list[float]] = defaultdict(list)
    for query, url in islice(known_items(pool, random.Random(searches)), searches):
        lists = [asked(installation, slug, query) for slug in slugs]
        orders = {each.slug: [record.url for record in each.records] for each in lists}
        for name, formula in FORMULAS.items():
            orders[name] = [result.url for result in merge_by(formula, lists, query)]
        for name, urls in orders.items():
            keys = [comparison_key(each or "") for each in urls[:PAGE]] + [comparison_key(url)]
            place = keys.index(keys[-1])
            ranks[name].append(place + 1 if place < len(urls[:PAGE]) else math.inf)
    rows = {
        name: {
            f"{figure} {half}": fmean(gain(rank) for rank in found[start::2])
            for start, half in enumerate(("unopened", "seen"))
            for figure, gain in (("MRR", lambda n: 1 / n), ("nDCG", lambda n: 1 / math.log2(n + 1)))
        }
        for name, found in ranks.items()
    }
    print_rows(rows, f"{searches} known items")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument(
        "--first", type=int, default=0, help="seed of the first: constants were chosen on 0 to 299"
    )
    parser.add_argument("--installation", help="ask its engines; such as http://127.0.0.1:8000")
    given = parser.parse_args()
    if given.installation:
        measure_installation(given.installation, given.searches)
        return
    seeds = range(given.first, given.first + given.searches)
    rows = {}
    for name, formula in FORMULAS.items():
        figures = {scene: mean_ndcg(scene, formula, seeds) for scene in SCENES}
        rows[name] = {**figures, "mean": fmean(figures.values())}
    print_rows(rows, "nDCG@10")


if __name__ == "__main__":
    main()
