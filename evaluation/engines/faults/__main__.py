"""The faults of engines: what the product calls each, the harm it does, the delay of others.

usage: python -m evaluation.engines.faults [--only SUBSTRING …] [--designs NAME …] [--jobs N]
       [--json FILE] [--port FIRST] [--checks none|some|all] [--all] [--list]

Each fault is put upon engines that were learned well, while others stay well: one engine is
searched with it, then all designs are. With some faults of each family that engine is checked, too,
and checked again without it.
Wrong is a fault of which any answer is not called as written beside it beforehand. Harm is a true
record lost or an untrue one shown: records of no such page as results, or an engine that is well
again and not read as before. Exit code 1 above the limits.

Half of the faults are opened: their single outcomes guide who mends the product. The others are
shown singly with `--all` only. Faults of the families unseen-* were written blind, after the
product was mended by the others: all of them are unopened.
"""

import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict

from evaluation.engines.faults.catalogue import CHECKED, FAULTS
from evaluation.engines.faults.fault import Fault, as_text
from evaluation.engines.faults.installation import PORTS
from evaluation.engines.faults.measuring import Measurement, measure, prepare
from evaluation.engines.faults.sites import designs_named
from evaluation.own_installation import free_ports
from evaluation.printing import command_line, in_halves, print_halves, print_rows, write_figures

# Faults that may be called by a wrong name, as a share of all.
MOST_WRONG = 0.01


def print_faults(rows: Sequence[Measurement], show_all: bool = False) -> None:
    """Print a line a fault; of unopened ones only where `show_all`."""
    shown = [row for row in rows if show_all or _is_opened(row)]
    print_rows(
        {
            row.fault: {
                "kind": row.worst.kind, "reason": row.worst.reason,
                "right": "yes" if row.is_right else "NO", "harm": "HARM" if row.harm else "no",
                "others ms": round(1000 * row.delay),
                "expected": as_text(FAULTS[row.fault].expected),
            }
            for row in shown
        },
        "fault",
    )  # fmt: skip
    for row in shown:
        if not row.is_right:
            print(f"{row.fault} on {row.worst.design}: {row.worst.detail[:150]}")
        for harm in row.harm[:2]:
            print(f"{row.fault} does harm: {harm[:150]}")


def print_totals(rows: Sequence[Measurement], seconds: float) -> None:
    counts = {name: COUNTS[name] for name in ("wrongly named", "harm")}
    for family in dict.fromkeys(FAULTS[row.fault].family for row in rows):
        own = (row for row in rows if FAULTS[row.fault].family == family)
        print_halves(counts, in_halves(own, _is_opened), family)
    print_halves(COUNTS, {**in_halves(rows, _is_opened), "all": rows})
    late = max((row.delay for row in rows), default=0.0)
    print(f"largest delay of others {1000 * late:.0f} ms; {seconds:.0f} s")


def _is_opened(row: Measurement) -> bool:
    return FAULTS[row.fault].is_opened


def _in_answers(what: str) -> Callable[[Sequence[Measurement]], str]:
    return lambda rows: str(sum(getattr(shown, what) for row in rows for shown in row.shown))


def _wrong_share(rows: Sequence[Measurement]) -> str:
    wrong, count = (int(_in_answers(what)(rows)) for what in ("wrong", "count"))
    return f"{wrong / max(1, count):.2%} of {count}"


def _right_share(rows: Sequence[Measurement]) -> str:
    faults = ((row, FAULTS[row.fault]) for row in rows)
    shares = [
        shown.share if shown.kind == "RESULTS" else 0.0
        for row, fault in faults
        if fault.least == 1 and {kind for kind, _reason in fault.expected} == {"RESULTS"}
        for shown in row.shown
    ]
    return f"{sum(shares) / max(1, len(shares)):.2%} of {len(shares)}"


# What is counted of both halves.
COUNTS: dict[str, Callable[[Sequence[Measurement]], object]] = {
    "wrongly named": lambda rows: f"{sum(not row.is_right for row in rows)} of {len(rows)}",
    "invisible records shown": _in_answers("invisible"),
    "wrong records shown": _wrong_share,
    "records with another title": _in_answers("misread"),
    "right records shown, answers": _right_share,
    "answers, wrong": lambda rows: (
        f"{sum(not shown.is_right for row in rows for shown in row.shown)} of "
        f"{sum(len(row.shown) for row in rows)}"
    ),
    "harm": lambda rows: sum(bool(row.harm) for row in rows),
    "checks that wrongly took an engine out": lambda rows: (
        f"{sum(row.taken_out for row in rows)} of {sum(bool(row.check) for row in rows)}"
    ),
}


JOBS = 2


def measure_all(
    faults: Sequence[Fault],
    checked: Collection[str],
    jobs: int,
    first_port: int,
    designs: Sequence[str] = (),
) -> list[Measurement]:
    """Measure faults in `jobs` processes, each with engines and an installation of its own."""
    spawning = multiprocessing.get_context("spawn")
    ports = spawning.Queue()
    for job in range(jobs):
        ports.put(first_port + PORTS * job)
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(jobs, spawning, prepare, (folder, ports, designs)) as pool,
    ):
        names = [fault.name for fault in faults]
        for row in pool.map(measure, names, [name in checked for name in names]):
            rows.append(row)
            print(f"{len(rows)} {row.fault}", file=sys.stderr, end="\r", flush=True)
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line(__doc__, JOBS)
    parser.add_argument("--only", nargs="+", default=[""], help="faults whose name contains one")
    parser.add_argument("--designs", nargs="+", default=[], help="engines: all, or those named")
    parser.add_argument("--port", type=int, help="the first of the ports used")
    parser.add_argument("--checks", choices=("none", "some", "all"), default="some")
    parser.add_argument("--all", action="store_true", help="show unopened faults singly, too")
    parser.add_argument("--list", action="store_true", help="list the faults, measure nothing")
    options = parser.parse_args(arguments)
    faults = [fault for name, fault in FAULTS.items() if any(part in name for part in options.only)]
    designs = designs_named(options.designs)
    faults = [fault for fault in faults if any(map(fault.fits, designs))]
    if options.list:
        for fault in faults:
            print(f"{fault.name:42} {as_text(fault.expected)}")
        return 0
    started = time.monotonic()
    checked = {"none": frozenset(), "some": CHECKED, "all": frozenset(FAULTS)}[options.checks]
    port = options.port or free_ports(PORTS * options.jobs)
    rows = measure_all(faults, checked, options.jobs, port, options.designs)
    write_figures(options.json, [asdict(row) for row in rows])
    print_faults(rows, show_all=options.all)
    print_totals(rows, time.monotonic() - started)
    is_whole = len(rows) == len(faults) and not any(row.harm for row in rows)
    return 0 if is_whole and sum(not row.is_right for row in rows) <= MOST_WRONG * len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
