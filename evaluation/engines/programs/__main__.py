"""Learn programs from their home addresses, compare with what they truly show.

usage: python -m evaluation.engines.programs [NAME …] [--half build|unopened] [--json FILE]
       [--cache FOLDER] [--list]

Programs of PyPI and npm are brought into a folder outside the repository at the first run, in the
versions pinned in the manifest; Debian's are used where they are installed, and named where they
are not. Printed are the state, the seconds of learning, F1 of address and title over five queries
and a page 2, the share of right titles and of snippets that are the snippet alone, and what the
answer to a made-up word is called. Halves are by program; of the unopened half no misses are shown.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.comparison import LEAST_F1
from evaluation.engines.programs.measuring import LEAST_F1_SCRIPTED, Learned, measure
from evaluation.engines.programs.program import (
    BUILD,
    UNOPENED,
    NotInstalledError,
    Program,
    programs,
)
from evaluation.own_installation import free_ports
from evaluation.printing import write_figures

# Misses that are shown of an engine.
SHOWN_MISSES = 4


def measure_all(asked: Sequence[Program], cache: Path) -> list[Learned]:
    """Measure the programs one after the other."""
    rows = []
    for program in asked:
        try:
            with program.running(cache, free_ports(1)) as served:
                row = measure(program, served)
        except NotInstalledError as error:
            row = Learned(program.name, program.half, program.kind, program.is_scripted)
            row.reason = str(error)
        rows.append(row)
        print_row(row, with_head=len(rows) == 1)
    return rows


def print_row(row: Learned, with_head: bool) -> None:
    """Print the line of an engine; of the build half with the reason and misses."""
    if with_head:
        print(
            f"{'engine':22} {'half':9} {'state':13} {'after':>7} {'queries':>7} {'true':>5} "
            f"{'found':>5} {'F1':>6} {'titles':>6} {'snippets':>8} {'page 2':>6} {'a search':>9} "
            "made-up word"
        )
    of = row.records
    second = f"{'–':>6}" if row.second_f1 is None else f"{row.second_f1:6.3f}"
    print(
        f"{row.name:22} {row.half:9} {row.state:13} {row.learning_seconds:5.1f} s "
        f"{row.queries:7} {of.true:5} {of.found:5} {of.f1:6.3f} {of.titles:6.3f} "
        f"{of.snippets:8.3f} {second} {row.search_seconds * 1000:6.0f} ms {row.none_kind}",
        flush=True,
    )
    if row.half == BUILD or not row.measured:
        for line in [*([] if row.passes else [row.reason]), *of.misses[:SHOWN_MISSES]]:
            print(f"    {line}", flush=True)


def print_totals(rows: Sequence[Learned]) -> None:
    """Print both halves beside each other, of scripted engines and others; of records means."""
    for is_scripted in (False, True):
        kind = [row for row in rows if row.is_scripted is is_scripted]
        if not kind:
            continue
        parts = [[row for row in kind if row.half == half] for half in (BUILD, UNOPENED)]
        measured = [[row for row in part if row.measured] for part in parts]
        active = [[row for row in part if row.state == "ACTIVE"] for part in measured]
        least = LEAST_F1_SCRIPTED if is_scripted else LEAST_F1
        title = "searched as today" if is_scripted else "searched by pages of HTML"
        print(f"\n{title:52} {BUILD:>10} {UNOPENED:>10}")
        for label, figures in {
            "engines": [str(len(part)) for part in measured],
            "not installed here": [str(sum(not row.measured for row in part)) for part in parts],
            "ACTIVE": [_share([row.state == "ACTIVE" for row in part]) for part in measured],
            f"ACTIVE, F1 ≥ {least}, page 2 too": [
                _share([row.passes for row in part]) for part in measured
            ],
            "F1": [_mean([row.records.f1 for row in part]) for part in active],
            "titles right": [_mean([row.records.titles for row in part]) for part in active],
            "snippets alone": [_mean([row.records.snippets for row in part]) for part in active],
            "a made-up word gives NO_RESULTS": [
                _share([row.none_kind == "NO_RESULTS" for row in part]) for part in active
            ],
        }.items():
            print(f"{label:52} " + " ".join(f"{figure:>10}" for figure in figures))


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags)}/{len(flags)}"


def _mean(figures: Sequence[float]) -> str:
    return f"{sum(figures) / len(figures):.3f}" if figures else "–"


def default_cache() -> Path:
    """Return where downloads are kept from run to run."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "metasearch-evaluation" / "programs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 when an engine of the build half is short of what it must."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs: all, or those named")
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    parser.add_argument("--list", action="store_true", help="list them, measure nothing")
    options = parser.parse_args(arguments)
    asked = [
        program
        for program in programs()
        if (not options.names or program.name in options.names)
        and options.half in {None, program.half}
    ]
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.list:
        for program in asked:
            print(f"{program.name:22} {program.half:9} {program.kind} ({program.needs})")
        return 0
    rows = measure_all(asked, options.cache)
    write_figures(options.json, [asdict(row) for row in rows])
    print_totals(rows)
    return 0 if all(row.passes for row in rows if row.half == BUILD and row.measured) else 1


if __name__ == "__main__":
    sys.exit(main())
