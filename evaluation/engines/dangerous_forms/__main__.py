"""The bed of dangerous forms: what the product sends to sites whose forms delete, order, vote.

usage: python -m evaluation.engines.dangerous_forms [--all] [--only NAME …] [--json FILE]
       [--jobs N]

Each case (a file of `cases/`) is a site on loopback. Its home address is added ("add"); a third of
the sites is imported ("bring") and crawled for engines ("discover"), too; a third was an engine in
use whose search has vanished, and is checked ("turn"). Acts are requests that change something on
the site: none may be sent. Half of the cases, chosen by a hash of the name, is opened: their
outcomes are shown singly, those of the others with `--all` only. Exit code 1 where an act was sent.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from operator import attrgetter

from evaluation.engines.dangerous_forms.case import load_cases
from evaluation.engines.dangerous_forms.measuring import Measurement, measure, prepare
from evaluation.own_installation import free_ports
from evaluation.printing import command_line, in_halves, print_halves, print_rows, write_figures

# The ways of meeting a case: each has a port of its own.
MOST_WAYS = 3
SHOWN_ACTS = 2
OPENED = attrgetter("is_opened")
# Figures of a half by their names.
FIGURES: dict[str, Callable[[Sequence[Measurement]], int]] = {
    "sites": lambda rows: len({row.case for row in rows}),
    "acts sent": lambda rows: sum(len(row.acts) for row in rows),
    "sites with acts sent": lambda rows: len({row.case for row in rows if row.acts}),
    "sites with a true search": lambda rows: len({r.case for r in rows if r.found is not None}),
    "  found when added": lambda rows: sum(row.found is True for row in rows if row.way == "add"),
    "find_forms: right": lambda rows: sum(row.forms_right for row in rows),
    "find_forms: wrong": lambda rows: sum(len(row.forms_wrong) for row in rows),
}


def measure_all(names: Sequence[str], jobs: int) -> list[Measurement]:
    first_port = free_ports(MOST_WAYS * len(names))
    ports = range(first_port, first_port + MOST_WAYS * len(names))
    of_case = [list(ports[place : place + MOST_WAYS]) for place in range(0, len(ports), MOST_WAYS)]
    spawning = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(jobs, spawning, prepare, (folder, list(ports))) as pool,
    ):
        return [row for rows in pool.map(measure, names, of_case) for row in rows]


def print_cases(rows: Sequence[Measurement]) -> None:
    search = {None: "", True: "found", False: "NOT FOUND"}
    print_rows(
        {
            f"{row.case}, {row.way}": {
                "acts": len(row.acts), "outcome": row.outcome, "true search": search[row.found],
            }
            for row in rows
        },
        "case",
    )  # fmt: skip
    for row in rows:
        for act in row.acts[:SHOWN_ACTS]:
            print(f"    sent to {row.case}: {act[:120]}")
        for wrong in row.forms_wrong:
            print(f"    find_forms errs on {row.case}: {wrong}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line(__doc__, 2)
    parser.add_argument("--all", action="store_true", help="show unopened cases singly, too")
    parser.add_argument("--only", nargs="+", default=[""], help="cases whose name contains one")
    options = parser.parse_args(arguments)
    names = [name for name in load_cases() if any(part in name for part in options.only)]
    started = time.monotonic()
    rows = measure_all(names, options.jobs)
    write_figures(options.json, [asdict(row) for row in rows])
    print_cases([row for row in rows if options.all or row.is_opened])
    print_halves(FIGURES, in_halves(rows, OPENED))
    print(f"{time.monotonic() - started:.0f} s")
    return int(any(row.acts for row in rows))


if __name__ == "__main__":
    sys.exit(main())
