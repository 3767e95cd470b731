"""`make bench`: the figures of the README, printed one after the other.

Those over labelled data and real sites are printed where the shared data lies beside the
repository. What takes hours or writes weights is called by itself (`CALLED_BY_THEMSELVES`).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
# Sites whose pages are redesigned and adapted to: all 60 take an hour.
REDESIGNED_SITES = "12"
# Commands of this package that `make bench` leaves out, and why.
CALLED_BY_THEMSELVES = {
    "bare_fan_out": "what search_throughput compares with",
    "cross_validation": "learns every page several times",
    "fit_judging": "fits and writes the weights of the judging",
    "local_engines": "the engines that the speed of a search is measured on",
    "looks": "writes made-up pages to fit on",
    "scrapy_crawl": "what crawl_speed compares with",
}


def commands(scratch: Path) -> list[tuple[str, ...]]:
    """Return the benchmarks, those over shared data only where it is; they may write to `scratch`.

    Each is a module of this package with its arguments.
    """
    chosen: list[tuple[str, ...]] = [
        ("search_speed",),
        ("search_throughput",),
        ("first_results",),
        ("learning_speed",),
        ("ranking",),
        ("brokering",),
        ("console",),
        ("imports",),
        ("fuzz",),
    ]
    if SHARED_DATA.is_dir():
        chosen += commands_over_shared_data(scratch)
    return chosen


def commands_over_shared_data(scratch: Path) -> list[tuple[str, ...]]:
    """Return the benchmarks over labelled data and real sites."""
    serps, forms = str(SHARED_DATA / "serps"), str(SHARED_DATA / "forms")
    sites = str(SHARED_DATA.parent / "sites")
    redesigned = scratch / "redesigned"
    return [
        ("forms", forms),
        ("matching", serps),
        ("extraction", serps, "--mode", "single"),
        ("extraction", serps, "--mode", "transfer"),
        ("constraints", serps),
        ("redesigns", serps, str(redesigned), "--sites", REDESIGNED_SITES),
        ("adaptation", str(redesigned), str(redesigned / "PAIRS.json"), "--only-together"),
        ("crawling", sites, "--samples", "1"),
        ("pattern_crawling", sites, "--samples", "1"),
        ("crawl_speed", sites),
    ]


def main() -> int:
    """Run all; return 1 when one failed."""
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, *arguments in commands(Path(scratch)):
            print(f"\n== {' '.join((name, *arguments))}", flush=True)
            command = (sys.executable, "-m", f"tests.benchmarks.{name}", *arguments)
            failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
