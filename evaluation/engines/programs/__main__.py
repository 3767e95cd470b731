"""Learn programs and sites from their home addresses, compare with what they truly show.

usage: python -m evaluation.engines.programs [NAME …] [--half build|unopened] [--own] [--json FILE]
       [--cache FOLDER] [--person] [--serve] [--list]

Programs of PyPI and npm are brought into a folder outside the repository at the first run, in the
versions pinned in the manifest; Debian's are used where they are installed, and named where they
are not. `--own` takes our own sites alone, which need nothing. Printed are the state, the seconds
of learning, F1 of address and title over five queries and a page 2, the share of right titles and
of snippets that are the snippet alone, and what the answer to a made-up word is called. Halves are
by program; of the unopened half no misses are shown.

`--person` measures the bed instead of the product: whether somebody with a browser sees the records
that are held to be true. `--serve` serves the engines until Ctrl-C, to be tried by hand.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.programs.corpus import queries
from evaluation.engines.programs.measuring import (
    Learned,
    learned_beside,
    measure,
    print_rows,
    print_totals,
)
from evaluation.engines.programs.own_sites import OwnSite, engines, own_site
from evaluation.engines.programs.program import (
    BUILD,
    UNOPENED,
    Engine,
    NotInstalledError,
    free_port,
)

# Answers in HTML as engines did once: what a search of the others is timed beside.
REFERENCE = "ledger"


def default_cache() -> Path:
    """Return where downloads are kept from run to run."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "metasearch-evaluation" / "programs"


def measure_all(asked: Sequence[Engine], cache: Path) -> list[Learned]:
    """Measure the engines one after the other; scripted ones beside the HTML engine."""
    rows = []
    with ExitStack() as stack:
        beside = None
        if any(engine.is_scripted for engine in asked):
            reference = stack.enter_context(own_site(REFERENCE).running(cache, free_port()))
            beside = stack.enter_context(learned_beside(reference))
        for engine in asked:
            try:
                with engine.running(cache, free_port()) as served:
                    rows.append(measure(engine, served, beside if engine.is_scripted else None))
            except NotInstalledError as error:
                row = Learned(engine.name, engine.half, engine.kind, engine.is_scripted)
                row.reason = str(error)
                rows.append(row)
            print_rows(rows[-1:], header=len(rows) == 1)
    return rows


def look_at_all(asked: Sequence[Engine], cache: Path) -> bool:
    """Print what a person sees of each engine; return whether all is seen of all."""
    from evaluation.engines.programs.person import seen_titles

    all_seen = True
    for engine in asked:
        try:
            with engine.running(cache, free_port()) as served:
                is_shown = engine.person.get("shown", "body")
                looks = seen_titles(engine.person, served, queries()) if is_shown else []
        except NotInstalledError as error:
            print(f"{engine.name:22} left out: {error}", flush=True)
            continue
        all_seen &= all(seen == true > 0 for seen, true in looks)
        told = ", ".join(f"{seen} of {true}" for seen, true in looks)
        print(f"{engine.name:22} {told or 'a browser shows no feeds'}", flush=True)
    return all_seen


def serve_all(asked: Sequence[Engine], cache: Path) -> None:
    """Serve engines until the process is told to stop; print what is true of each query."""
    with ExitStack() as stack:
        for engine in asked:
            try:
                served = stack.enter_context(engine.running(cache, free_port()))
            except NotInstalledError as error:
                print(f"{engine.name:22} left out: {error}", flush=True)
                continue
            print(f"{engine.name:22} {served.home_url}", flush=True)
            for query in engine.asked_words():
                counts = [len(served.true_records(query, page)) for page in (1, 2)]
                example = served.true_records(query)[:1]
                print(f"    {query:12} {counts} {json.dumps(example)[:300]}", flush=True)
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
    parser.add_argument("--own", action="store_true", help="our own sites, nothing to install")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    parser.add_argument("--person", action="store_true", help="check the bed with a browser")
    parser.add_argument("--serve", action="store_true", help="serve them, measure nothing")
    parser.add_argument("--list", action="store_true", help="list them, measure nothing")
    options = parser.parse_args(arguments)
    asked = [
        engine
        for engine in engines()
        if (not options.names or engine.name in options.names)
        and options.half in {None, engine.half}
        and (isinstance(engine, OwnSite) or not options.own)
    ]
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.list:
        for engine in asked:
            print(f"{engine.name:22} {engine.half:9} {engine.kind} ({engine.needs or 'own'})")
        return 0
    if options.serve:
        serve_all(asked, options.cache)
        return 0
    if options.person:
        return 0 if look_at_all(asked, options.cache) else 1
    rows = measure_all(asked, options.cache)
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    print_totals(rows, (BUILD, UNOPENED))
    return 0 if all(row.passes for row in rows if row.half == BUILD and row.measured) else 1


if __name__ == "__main__":
    sys.exit(main())
