"""How well wrappers are adapted to redesigned pages: `python -m evaluation.quality.adaptation`.

DIR holds `cases.jsonl` and pages (see `evaluation.quality.extraction`), PAIRS.json
`[{"site", "old": [case ids], "new": [case ids]}]`. For each pair a wrapper is learned from the old
pages, and its tree-grams are taken there. The new pages are what the engine answers today. Each of
them is at hand for adapting, as it is when an engine is mended. Each is scored. `--held-out` also
adapts to all but the last new page of a pair and scores that one alone. A query that was asked both
then and now is a known answer: what the wrapper read from the old page.

Scored on the new pages are the unchanged wrapper, the wrapper learned anew, each strategy by
itself, and all together. All together is what adapting makes of the old wrapper. Adapting leaves
the old wrapper as it is where that reads the pages as well as any. Where no adaptation passes, an
engine whose answers are found broken is not asked: all is missed and nothing wrong. "As live": only
adapted, or learned anew, where an answer is found broken, and used only where nothing known speaks
against it; else it is proposed to a person, and the engine is not asked.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from evaluation.quality.adaptation.figures import print_figures, summarise
from evaluation.quality.adaptation.pairs import Options, Pair, PairOutcome, load_pairs, run_site


def run_pairs(
    folder: Path, pairs: Sequence[Pair], jobs: int, measured: Options
) -> list[PairOutcome]:
    """Run the pairs site by site, on several processes when `jobs` is more than one."""
    sites: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        sites[pair.site].append(pair)
    run = partial(run_site, folder, options=measured)
    if jobs == 1:
        return list(chain.from_iterable(map(run, sites.values())))
    with ProcessPoolExecutor(jobs) as pool:
        return list(chain.from_iterable(pool.map(run, sites.values())))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--held-out", action="store_true", help="also score pages not adapted to")
    parser.add_argument("--only-together", action="store_true", help="no strategy by itself")
    options = parser.parse_args(arguments)
    measured = Options(each_strategy=not options.only_together, held_out=options.held_out)
    pairs = load_pairs(options.folder, options.pairs)
    if not pairs:
        print("no pair to measure", file=sys.stderr)
        return 1
    outcomes = run_pairs(options.folder, pairs, options.jobs, measured)
    figures: dict[str, Any] = summarise(outcomes)
    print_figures(figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
