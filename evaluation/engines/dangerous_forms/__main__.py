"""The bed of dangerous forms: what the product sends to sites whose forms delete, order, vote.

usage: python -m evaluation.engines.dangerous_forms [--all] [--only NAME …] [--json FILE]
       [--jobs N] [--port FIRST]

Each case (a file of `cases/`) is a site on loopback. Its home address is added ("add"); a third of
the sites is imported ("bring") and crawled for engines ("discover"), too; a third was an engine in
use whose search has vanished, and is checked ("turn"). Acts are requests that change something on
the site: none may be sent. Half of the cases, chosen by a hash of the name, is opened: their
outcomes are shown singly, those of the others with `--all` only. Exit code 1 where an act was sent.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.dangerous_forms.case import load_cases
from evaluation.engines.dangerous_forms.measuring import Measurement, measure, prepare
from evaluation.own_installation import free_ports

# The ways of meeting a case: each has a port of its own.
MOST_WAYS = 3
SHOWN_ACTS = 2
# Figures of a half by their names.
FIGURES: dict[str, Callable[[Sequence[Measurement]], int]] = {
    "sites": lambda rows: len({row.case for row in rows}),
    "acts sent": lambda rows: sum(len(row.acts) for row in rows),
    "sites with acts sent": lambda rows: len({row.case for row in rows if row.acts}),
    "checked, and never ACTIVE before": lambda rows: sum("never" in row.outcome for row in rows),
    "sites with a true search": lambda rows: len({r.case for r in rows if r.found is not None}),
    "  found when added": lambda rows: sum(row.found is True for row in rows if row.way == "add"),
    "ACTIVE without a true search": lambda rows: sum(
        row.found is None and row.way != "turn" and row.outcome == "ACTIVE" for row in rows
    ),
    "other forms sent": lambda rows: sum(len(row.others) for row in rows),
    "find_forms: right": lambda rows: sum(row.forms_right for row in rows),
    "find_forms: wrong": lambda rows: sum(len(row.forms_wrong) for row in rows),
}


def measure_all(names: Sequence[str], jobs: int, first_port: int) -> list[Measurement]:
    """Measure cases in processes, each with an installation of its own."""
    ports = range(first_port, first_port + MOST_WAYS * len(names))
    of_case = [list(ports[place : place + MOST_WAYS]) for place in range(0, len(ports), MOST_WAYS)]
    spawning = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(jobs, spawning, prepare, (folder, list(ports))) as pool,
    ):
        return [row for rows in pool.map(measure, names, of_case) for row in rows]


def print_cases(rows: Sequence[Measurement]) -> None:
    """Print a line a case and way, with the first acts sent."""
    print(f"{'case':22} {'way':9} {'acts':>4} {'other':>5} {'outcome':14} {'s':>5}  true search")
    for row in rows:
        search = {None: "", True: "found", False: "NOT FOUND"}[row.found]
        print(
            f"{row.case:22} {row.way:9} {len(row.acts):4} {len(row.others):5} {row.outcome:14} "
            f"{row.seconds:5.1f}  {search}"
        )
        for act in row.acts[:SHOWN_ACTS]:
            print(f"    sent: {act[:120]}")
        for wrong in row.forms_wrong:
            print(f"    find_forms errs: {wrong}")


def print_totals(rows: Sequence[Measurement]) -> None:
    """Print the figures of both halves."""
    halves = [[row for row in rows if row.is_opened is opened] for opened in (True, False)]
    print(f"\n{'':34} {'opened':>8} {'unopened':>9}")
    for name, count in FIGURES.items():
        print(f"{name:34} {count(halves[0]):8} {count(halves[1]):9}")
    for way in dict.fromkeys(row.way for row in rows):
        ways = [[row for row in half if row.way == way] for half in halves]
        acts = (f"{FIGURES['acts sent'](half)} of {len(half)}" for half in ways)
        print(f"{f'{way}: acts sent, of sites':34} {next(acts):>8} {next(acts):>9}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="show unopened cases singly, too")
    parser.add_argument("--only", nargs="+", default=[""], help="cases whose name contains one")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--jobs", type=int, default=2, help="processes that measure")
    parser.add_argument("--port", type=int, help="the first of the ports used")
    options = parser.parse_args(arguments)
    names = [name for name in load_cases() if any(part in name for part in options.only)]
    started = time.monotonic()
    port = options.port or free_ports(MOST_WAYS * len(names))
    rows = measure_all(names, options.jobs, port)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    print_cases([row for row in rows if options.all or row.is_opened])
    print_totals(rows)
    print(f"{time.monotonic() - started:.0f} s")
    return int(any(row.acts for row in rows))


if __name__ == "__main__":
    sys.exit(main())
