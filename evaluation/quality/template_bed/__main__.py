"""A bed of real redesigns: result lists of real programs in their own themes and versions.

    python -m evaluation.quality.template_bed FOLDER

Installs the programs below FOLDER (npm, pip), has each lay out articles, and writes
`cases.jsonl`, `PAIRS-build.json` and `PAIRS-unopened.json` as `evaluation.quality.adaptation` reads
them: a wrapper is learned from pages of four words, and adapted to those of two of these words and
of three others. What cannot be had, or shows less than its records, is left out and named. Needed
beside: `npm`, `tar`, `dpkg-query`; for some the packages of Debian that they name.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from evaluation.engines.programs.program import NotInstalledError
from evaluation.quality.template_bed.contents import Contents, read_contents
from evaluation.quality.template_bed.pages import MadePage, shows_all
from evaluation.quality.template_bed.programs import BUILD, PROGRAMS, UNOPENED, Program

# Words whose pages are learned from, and the first of those whose pages are adapted to.
LEARNED = 4
FIRST_ADAPTED = 2


def make_look(
    folder: Path, program: Program, look: str, contents: Contents
) -> list[MadePage] | None:
    """Return the pages of one theme or version, None where there are none to measure with."""
    try:
        pages = program.build(folder, look, contents)
    except (OSError, ValueError, subprocess.SubprocessError, NotInstalledError) as error:
        print(f"left out: {look}: {error}"[:200], file=sys.stderr)
        return None
    if not all(map(shows_all, pages)):
        print(f"left out: {look}: it shows less than its records", file=sys.stderr)
        return None
    return pages


def write_pages(folder: Path, look: str, pages: Sequence[MadePage]) -> list[dict[str, Any]]:
    """Write the pages of a look; return their cases."""
    (folder / "pages").mkdir(exist_ok=True)
    cases = []
    for page in pages:
        name = f"{look}-{page.word}"
        (folder / "pages" / f"{name}.html").write_bytes(page.body)
        cases.append(
            {
                "id": name,
                "site": look,
                "template": look,
                "query": page.word,
                "url": page.url,
                "html": f"pages/{name}.html",
                "records": page.records,
                "ads": [],
            }
        )
    return cases


def main() -> int:
    """Make the bed; exit code 1 when there is no pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    contents = read_contents()
    made: dict[str, list[dict[str, Any]]] = {}
    pairs: dict[str, list[dict[str, Any]]] = {BUILD: [], UNOPENED: []}
    for program in PROGRAMS:
        for look in program.looks:
            if look not in made:
                pages = make_look(folder, program, look, contents)
                made[look] = [] if pages is None else write_pages(folder, look, pages)
        for old, new in permutations([look for look in program.looks if made[look]], 2):
            pairs[program.half].append(
                {
                    "site": program.name,
                    "kind": f"{old} > {new}".replace("hexo-theme-", ""),
                    "old": [case["id"] for case in made[old][:LEARNED]],
                    "new": [case["id"] for case in made[new][FIRST_ADAPTED:]],
                }
            )
    with (folder / "cases.jsonl").open("w", encoding="utf-8") as lines:
        for cases in made.values():
            lines.writelines(json.dumps(case) + "\n" for case in cases)
    for half, rows in pairs.items():
        (folder / f"PAIRS-{half}.json").write_text(json.dumps(rows, indent=1) + "\n")
        programs = len({row["site"] for row in rows})
        print(f"{half}: {len(rows)} pairs of {programs} programs")
    return 0 if all(pairs.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
