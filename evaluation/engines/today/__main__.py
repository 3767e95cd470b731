"""Learn engines of today's web from their home addresses, compare their records with the truth.

usage: python -m evaluation.engines.today [NAME …] [--half build|unopened] [--own] [--json FILE]
       [--cache FOLDER] [--person] [--serve] [--list]

Programs of others are brought from npm, PyPI and Debian into a folder outside the repository at
the first run, in the versions that are pinned here; those that cannot be had are named and left
out. `--own` takes those alone which need nothing. `--person` measures the bed instead of the
product: whether somebody with a browser sees the records that are held to be true. `--serve`
serves them until Ctrl-C, to be tried by hand.

Of the engines of the unopened half no misses are shown: they are measured, not built for.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.today.bed import REFERENCE, engines
from evaluation.engines.today.corpus import queries
from evaluation.engines.today.engine import (
    BUILD,
    UNOPENED,
    NotInstalledError,
    RunningEngine,
    TodayEngine,
    running,
)
from evaluation.engines.today.measuring import Beside, Measured, measure
from evaluation.engines.today.tables import print_rows, print_totals
from evaluation.speed.search_speed import free_ports


def default_cache() -> Path:
    """Return where downloads are kept from run to run."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "metasearch-evaluation" / "today"


def chosen(options: argparse.Namespace) -> list[TodayEngine]:
    """Return the engines that the call names."""
    return [
        engine
        for engine in engines()
        if (not options.names or engine.name in options.names)
        and (options.half in {None, engine.half})
        and not (options.own and engine.needs)
    ]


def measure_all(asked: Sequence[TodayEngine], cache: Path) -> list[Measured]:
    """Measure the engines one after the other, each beside the HTML engine."""
    rows = []
    with (
        running(REFERENCE, cache, free_ports(1)) as reference,
        tempfile.TemporaryDirectory() as folder,
    ):
        beside = Beside(folder, reference)
        for engine in asked:
            try:
                with running(engine, cache, free_ports(1)) as served:
                    rows.append(measure(engine, served, beside))
            except NotInstalledError as error:
                rows.append(Measured(engine.name, engine.half, engine.kind, reason=str(error)))
            print_rows(rows[-1:], header=len(rows) == 1)
    return rows


def look_at_all(asked: Sequence[TodayEngine], cache: Path) -> bool:
    """Print what a person sees of each engine; return whether all is seen of all."""
    from evaluation.engines.today.person import seen_titles

    all_seen = True
    for engine in asked:
        try:
            with running(engine, cache, free_ports(1)) as served:
                looks = seen_titles(engine.person, served, queries()) if engine.person.shown else []
        except NotInstalledError as error:
            print(f"{engine.name:14} left out: {error}", flush=True)
            continue
        all_seen &= all(seen == true > 0 for seen, true in looks)
        told = ", ".join(f"{seen} of {true}" for seen, true in looks)
        print(f"{engine.name:14} {told or 'a browser shows no feeds'}", flush=True)
    return all_seen


def serve_all(asked: Sequence[TodayEngine], cache: Path) -> None:
    """Serve engines until the process is told to stop."""
    with ExitStack() as stack:
        for engine in asked:
            try:
                served: RunningEngine = stack.enter_context(running(engine, cache, free_ports(1)))
                print(f"{engine.name:14} {served.home_url}", flush=True)
            except NotInstalledError as error:
                print(f"{engine.name:14} left out: {error}", flush=True)
        print("queries:", ", ".join(queries()), flush=True)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            print("stopped")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 when an engine of the build half is short of what it must."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="engines: all, or those named")
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--own", action="store_true", help="our own servers, nothing to install")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    parser.add_argument("--person", action="store_true", help="check the bed with a browser")
    parser.add_argument("--serve", action="store_true", help="serve them, measure nothing")
    parser.add_argument("--list", action="store_true", help="list them, measure nothing")
    options = parser.parse_args(arguments)
    asked = chosen(options)
    if options.list:
        for engine in asked:
            print(f"{engine.name:14} {engine.half:9} {engine.kind} ({engine.needs or 'own'})")
        return 0
    if options.serve:
        serve_all(asked, options.cache)
        return 0
    if options.person:
        return 0 if look_at_all(asked, options.cache) else 1
    rows = measure_all(asked, options.cache)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    print_totals(rows)
    return 0 if all(row.passes for row in rows if row.half == BUILD) else 1


if __name__ == "__main__":
    sys.exit(main())
