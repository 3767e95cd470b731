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

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue

from evaluation.engines.faults.catalogue import CHECKED, FAULTS
from evaluation.engines.faults.fault import Fault
from evaluation.engines.faults.installation import PORTS
from evaluation.engines.faults.measurement import Measurement, Shown
from evaluation.engines.faults.outcomes import as_text
from evaluation.engines.faults.sites import designs_named
from evaluation.engines.faults.tables import is_within_limits, print_faults, print_totals
from evaluation.engines.product import ROOT
from evaluation.speed.search_speed import free_ports

JOBS = 2


def measure(
    faults: Sequence[Fault],
    checked: Collection[str],
    jobs: int,
    first_port: int,
    designs: Sequence[str] = (),
) -> list[Measurement]:
    """Measure faults in `jobs` processes, each with engines and an installation of its own."""
    waiting: SimpleQueue[str] = SimpleQueue()
    for fault in faults:
        waiting.put(f"{fault.name} checked" if fault.name in checked else fault.name)
    measured: dict[str, Measurement] = {}
    threads = [
        threading.Thread(
            target=_work, args=((str(first_port + PORTS * job), *designs), waiting, measured)
        )
        for job in range(jobs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [measured[fault.name] for fault in faults if fault.name in measured]


def _work(
    arguments: Sequence[str], waiting: "SimpleQueue[str]", measured: dict[str, Measurement]
) -> None:
    """Have one process measure faults until none is waiting."""
    process = subprocess.Popen(
        (sys.executable, "-m", "evaluation.engines.faults.measuring", *arguments),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        if process.stdout.readline().strip() != "ready":
            raise RuntimeError("the engines were not learned")
        while True:
            order = waiting.get_nowait()
            name = order.split()[0]
            process.stdin.write(f"{order}\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                raise RuntimeError(f"the process that measured {name} ended")
            row = json.loads(line)
            row["shown"] = [Shown(**shown) for shown in row["shown"]]
            measured[name] = Measurement(**row)
            print(f"{len(measured)} {name}", file=sys.stderr, end="\r", flush=True)
    except Empty:
        pass
    finally:
        process.stdin.close()
        process.wait(30)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", default=[""], help="faults whose name contains one")
    parser.add_argument("--designs", nargs="+", default=[], help="engines: all, or those named")
    parser.add_argument("--jobs", type=int, default=JOBS, help="processes that measure")
    parser.add_argument("--port", type=int, help="the first of the ports used")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
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
    rows = measure(faults, checked, options.jobs, port, options.designs)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    print_faults(rows, show_all=options.all)
    print_totals(rows, time.monotonic() - started)
    return 0 if len(rows) == len(faults) and is_within_limits(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
