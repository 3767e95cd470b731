"""A bed of real redesigns: result lists of real programs in their own themes and versions.

    python -m evaluation.quality.template_bed FOLDER

Writes the pages of `evaluation/beds/template_bed`, `PAIRS-build.json` and `PAIRS-unopened.json` as
`evaluation.quality.adaptation` reads them: a wrapper is learned from pages of four words, and
adapted to those of two of these words and of three others.
"""

import argparse
import json
import shutil
import sys
from collections import defaultdict
from itertools import permutations
from pathlib import Path
from typing import Any

from evaluation.beds.packed import archived_cases, unpacked
from evaluation.quality.template_bed.live_pages import BED, BUILD, UNOPENED, programs

# Words whose pages are learned from, and those whose pages are adapted to.
LEARNED = slice(4)
ADAPTED = slice(2, 7)


def pairs_of(half: str) -> list[dict[str, Any]]:
    """Return the pairs of a half: each look of a program with each other, both ways."""
    pages: dict[str, list[str]] = defaultdict(list)
    for case in archived_cases(BED):
        pages[case["site"]].append(case["id"])
    return [
        {
            "site": program.name,
            "kind": f"{old} > {new}".replace("hexo-theme-", ""),
            "old": pages[old][LEARNED],
            "new": pages[new][ADAPTED],
        }
        for program in programs()
        if program.half == half
        for old, new in permutations(program.looks, 2)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    with unpacked(BED) as bed:
        shutil.copytree(bed, folder, dirs_exist_ok=True)
    for half in (BUILD, UNOPENED):
        pairs = pairs_of(half)
        (folder / f"PAIRS-{half}.json").write_text(json.dumps(pairs, indent=1) + "\n")
        print(f"{half}: {len(pairs)} pairs of {len({row['site'] for row in pairs})} programs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
