"""Learn programs from their home addresses, compare with what they truly show.

usage: python -m evaluation.engines.programs [NAME …] [--half build|unopened] [--json FILE]
       [--cache FOLDER]

Programs of PyPI and npm are brought into a folder outside the repository at the first run, in the
versions pinned in the manifest; Debian's are used where they are installed, and named where they
are not. Printed are the state, the seconds of learning, F1 of address and title over five queries
and a page 2, the share of right titles and of snippets that are the snippet alone, and what the
answer to a made-up word is called. Halves are by program; of the unopened half no misses are shown.
"""

import os
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

from evaluation.engines.comparison import LEAST_F1, LEAST_F1_SCRIPTED, Learned
from evaluation.engines.programs.corpus import IMPOSSIBLE
from evaluation.engines.programs.program import (
    BUILD,
    UNOPENED,
    NotInstalledError,
    Program,
    programs,
)
from evaluation.own_installation import Product, free_ports
from evaluation.printing import command_line, print_rows, write_figures

# Misses that are shown of an engine.
SHOWN_MISSES = 4


def measure_all(asked: Sequence[Program], cache: Path) -> list[Learned]:
    rows = []
    for program in asked:
        row = Learned(program.name, program.half, program.kind, program.is_scripted)
        try:
            with (
                program.running(cache, free_ports(1)) as served,
                tempfile.TemporaryDirectory() as folder,
                Product(folder, [served.host]) as product,
            ):
                row.learn(product, served, program.asked_words(), IMPOSSIBLE)
        except NotInstalledError as error:
            row.reason = str(error)
        rows.append(row)
        print_rows({row.name: row.row()}, "engine")
        if row.half == BUILD or not row.measured:
            reasons = [] if row.passes else [row.reason]
            for line in (*reasons, *row.records.misses[:SHOWN_MISSES]):
                print(f"    {line}", flush=True)
    return rows


def print_totals(rows: Sequence[Learned]) -> None:
    """Print both halves beside each other, of scripted engines and others; of records means."""
    for is_scripted in (False, True):
        kind = [row for row in rows if row.is_scripted is is_scripted]
        halves = {half: [row for row in kind if row.half == half] for half in (BUILD, UNOPENED)}
        title = "searched as today" if is_scripted else "searched by pages of HTML"
        columns = {half: totals(part, is_scripted) for half, part in halves.items()}
        if kind:
            labels = columns[BUILD]
            print_rows({x: {h: told[x] for h, told in columns.items()} for x in labels}, title)


def totals(part: Sequence[Learned], is_scripted: bool) -> dict[str, object]:
    measured = [row for row in part if row.measured]
    active = [row.records for row in measured if row.state == "ACTIVE"]
    told = [each.snippets for each in active if each.snippets is not None]
    nothing = sum(row.none_kind == "NO_RESULTS" for row in measured)
    least = LEAST_F1_SCRIPTED if is_scripted else LEAST_F1
    return {
        "engines": len(measured),
        "not installed here": len(part) - len(measured),
        "ACTIVE": len(active),
        f"ACTIVE, F1 ≥ {least}, page 2 too": sum(row.passes for row in measured),
        "F1": fmean(each.f1 for each in active) if active else None,
        "titles right": fmean(each.titles for each in active) if active else None,
        "snippets alone": fmean(told) if told else None,
        "a made-up word gives NO_RESULTS, of the ACTIVE": nothing,
    }


def default_cache() -> Path:
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "metasearch-evaluation" / "programs"


def asked_for(
    description: str | None, arguments: Sequence[str] | None
) -> tuple[Namespace, list[Program]]:
    """Return the options of a command over programs, and the programs that they name."""
    parser = command_line(description)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs: all, or those named")
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    options = parser.parse_args(arguments)
    options.cache.mkdir(parents=True, exist_ok=True)
    named = [each for each in programs() if not options.names or each.name in options.names]
    return options, [each for each in named if options.half in {None, each.half}]


def main(arguments: Sequence[str] | None = None) -> int:
    options, asked = asked_for(__doc__, arguments)
    rows = measure_all(asked, options.cache)
    write_figures(options.json, [asdict(row) for row in rows])
    print_totals(rows)
    return 0 if all(row.passes for row in rows if row.half == BUILD and row.measured) else 1


if __name__ == "__main__":
    sys.exit(main())
