"""Learn programs with searches in HTML from their home addresses, compare with what they show.

usage: python -m evaluation.engines.programs [NAME …] [--half build|unopened] [--json FILE]
       [--cache FOLDER] [--serve] [--list]

Programs of PyPI and npm are brought into a folder outside the repository at the first run, in the
versions pinned here; Debian's are used where they are installed, and named where they are not.
Printed are the state, the seconds of learning, F1 of address and title over five queries and a page
2, the share of right titles and of snippets that are the snippet alone, and what the answer to a
made-up word is called. Halves are by program; of the unopened half no misses are shown.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.programs.bed import programs
from evaluation.engines.programs.html_program import HtmlProgram, free_port
from evaluation.engines.programs.measuring import Learned, measure
from evaluation.engines.programs.tables import print_rows, print_totals
from evaluation.engines.today.__main__ import default_cache
from evaluation.engines.today.engine import BUILD, UNOPENED, NotInstalledError, running


def measure_all(asked: Sequence[HtmlProgram], cache: Path) -> list[Learned]:
    """Measure the programs one after the other."""
    rows = []
    for program in asked:
        try:
            with running(program, cache, free_port()) as served:
                rows.append(measure(program, served))
        except NotInstalledError as error:
            rows.append(Learned(program.name, program.half, reason=str(error)))
        print_rows(rows[-1:], header=len(rows) == 1)
    return rows


def serve_all(asked: Sequence[HtmlProgram], cache: Path) -> None:
    """Serve programs until the process is told to stop; print what is true of each query."""
    with ExitStack() as stack:
        for program in asked:
            try:
                served = stack.enter_context(running(program, cache, free_port()))
            except NotInstalledError as error:
                print(f"{program.name:20} left out: {error}", flush=True)
                continue
            print(f"{program.name:20} {served.home_url}", flush=True)
            for query in program.asked_words():
                counts = [len(served.true_records(query, page)) for page in (1, 2)]
                example = served.true_records(query)[:1]
                print(f"    {query:12} {counts} {json.dumps(example)[:300]}", flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            print("stopped")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 when a program of the build half is short of what it must."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs: all, or those named")
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    parser.add_argument("--serve", action="store_true", help="serve them, measure nothing")
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
            print(f"{program.name:20} {program.half:9} {program.kind} ({program.needs})")
        return 0
    if options.serve:
        serve_all(asked, options.cache)
        return 0
    rows = measure_all(asked, options.cache)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    print_totals(rows)
    return 0 if all(row.passes for row in rows if row.half == BUILD and row.measured) else 1


if __name__ == "__main__":
    sys.exit(main())
