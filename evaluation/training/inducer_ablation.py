"""What inducers earn: `python -m evaluation.training.inducer_ablation DIR [options]`.

Every page of DIR (see `evaluation.quality.extraction`) is learned from alone and read by the
wrapper, as it is and in variants, once for each set of inducers: as learning does, with the tag
prefix beside. The sites are split into halves by their names, each a column. Printed are F1
of the records and the share of perfect pages.
"""

import argparse
import hashlib
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from discovery.pages import NotHtmlError
from evaluation.quality.extraction import load_cases, precision_recall, share_of, total_score
from evaluation.quality.record_matching import Case, PageScore, score_page
from evaluation.training.page_variants.variants import as_variant
from wrappers.induction import InducerName, InductionError, Sample
from wrappers.induction.candidates.inducers import propose_candidates
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import choose_wrapper
from wrappers.induction.ranking.integration import RankedPage, rank_candidates

PAGES = {
    "original": "as they are",
    "bare": "without classes and ids",
    "hashed": "hashed class names",
    "old": "markup of the 1990s",
    "links": "bare links",
    "grid": "grids",
    "few": "two to five records",
    "advertised": "ads in the records' look",
}
SETS: Mapping[str, tuple[InducerName, ...]] = {
    "element groups": (InducerName.ELEMENT_GROUPS,),
    "tag prefix beside": (InducerName.ELEMENT_GROUPS, InducerName.TAG_PREFIX),
}
MIN_RECORDS = {"few": 2}
USUAL_MIN_RECORDS = 4


@dataclass(frozen=True, slots=True)
class Trial:
    """What one page gave: scores and the chosen inducer by set, seconds by inducer."""

    site: str
    scores: Mapping[str, PageScore]
    chosen: Mapping[str, str]
    seconds: Mapping[InducerName, float]


def try_page(folder: Path, variant: str, case: Case) -> Trial | None:
    """Learn from a page with each set of inducers; None where the variant does not fit it."""
    try:
        found = as_variant(folder, case, variant)
        if found is None or len(found[1]["records"]) < MIN_RECORDS.get(variant, USUAL_MIN_RECORDS):
            return None
        page, truth = found
        features = page_features(Sample(page, case.get("query")))
    except (InductionError, NotHtmlError):
        return None
    seconds, proposed = {}, {}
    for name in (InducerName.ELEMENT_GROUPS, InducerName.TAG_PREFIX):
        started = time.process_time()
        (proposed[name],) = propose_candidates([features], None, (name,))
        seconds[name] = time.process_time() - started
    scores, chosen = {}, {}
    for label, names in SETS.items():
        candidates = [candidate for name in names for candidate in proposed[name]]
        ranked = rank_candidates(features, candidates)
        records, chosen[label] = _read([ranked], features)
        scores[label] = score_page(truth, records)
    return Trial(case["site"], scores, chosen, seconds)


def _read(
    ranked: Sequence[RankedPage], features: PageFeatures
) -> tuple[list[dict[str, str | None]], str]:
    """Return the records that the wrapper of ranked candidates reads, and whose it is."""
    try:
        learned = choose_wrapper(ranked, None)
    except InductionError:
        return [], "refused"
    records = learned.wrapper.records(features.sample.page)
    return [{"url": r.original_url, "title": r.title} for r in records], learned.inducer


def first_half(site: str) -> bool:
    """Return which half a site belongs to: by its name, whatever else there is."""
    return hashlib.sha256(site.encode()).digest()[0] % 2 == 0


def figures(scores: Sequence[PageScore]) -> str:
    """Return F1 and share of perfect pages as printed."""
    if not scores:
        return "  –     –   "
    f1 = precision_recall(total_score(scores))["f1"]
    return f"{f1:.4f} {share_of([score.perfect for score in scores]):.4f}"


def print_trials(variant: str, trials: Sequence[Trial]) -> None:
    """Print a block of the table: a row for each set of inducers."""
    print(f"\n{PAGES[variant]}: {len(trials)} pages of {len({t.site for t in trials})} sites")
    for label in SETS:
        halves = [
            [t.scores[label] for t in trials if first_half(t.site) is wanted]
            for wanted in (True, False)
        ]
        others = sum(t.chosen[label] not in {InducerName.ELEMENT_GROUPS, "refused"} for t in trials)
        refused = sum(t.chosen[label] == "refused" for t in trials)
        print(
            f"{label:18} {figures(halves[0])}   {figures(halves[1])}"
            f"   {others:3} of the tag prefix, {refused:3} refused",
            flush=True,
        )


def print_seconds(trials: Iterable[Trial]) -> None:
    """Print how long the inducers took, in the mean."""
    spent: dict[InducerName, list[float]] = defaultdict(list)
    for trial in trials:
        for name, seconds in trial.seconds.items():
            spent[name].append(seconds)
    print("\nprocessor time a page: ", end="")
    print(", ".join(f"{n} {1000 * sum(s) / len(s):.0f} ms" for n, s in spent.items()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the ablation; exit code 1 when the folder has no page to measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variants", nargs="+", choices=list(PAGES), default=list(PAGES))
    parser.add_argument("--every", type=int, default=1, help="take one page of so many")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    cases = [case for case in load_cases(options.folder) if case.get("records")]
    if not cases:
        print("no page to measure", file=sys.stderr)
        return 1
    print(f"{'':18} first half: F1, perfect; second half: F1, perfect")
    every: list[Trial] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for variant in options.variants:
            own = cases[:: options.every]
            found = pool.map(partial(try_page, options.folder, variant), own, chunksize=2)
            trials = [trial for trial in found if trial is not None]
            every += trials
            print_trials(variant, trials)
    print_seconds(every)
    return 0


if __name__ == "__main__":
    sys.exit(main())
