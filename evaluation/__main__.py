"""`make bench`: the figures of the README, printed one after the other.

Those over labelled data and real sites are printed where the shared data lies beside the
repository. What takes hours or writes weights is called by itself (`CALLED_BY_THEMSELVES`).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Sites whose pages are redesigned and adapted to: all 60 take an hour.
REDESIGNED_SITES = "12"
# Commands of this package that `make bench` leaves out, and why.
CALLED_BY_THEMSELVES = {
    "engines": "`make test-engines`",
    "engines.dangerous_forms": "takes minutes; exit code 1 where a form that acts was sent",
    "engines.faults": "takes minutes; exit code 1 above its limits",
    "engines.faults.serving": "the engines that faults are put upon",
    "engines.queries_at_rest": "minutes: a thousand searches with faults; a test makes forty",
    "engines.programs": "installs programs from npm, PyPI and Debian, learns each for minutes",
    "quality.documentation_bed": "downloads two dozen packages",
    "quality.adaptation.fields": "minutes: redesigns each field of every site by itself",
    "quality.template_bed": "writes the pages and pairs of the packed bed",
    "quality.template_bed.live": "minutes: learns and checks each program in each theme",
    "reproduction": "minutes a part; its parts are benches that run by themselves",
    "speed.bare_fan_out": "what search_throughput compares with",
    "figures": "prints docs/figures.md",
    "speed.engines": "the engines that speed is measured on",
    "speed.load": "a minute of load, which other programs on the machine disturb",
    "training.cross_validation": "learns every page several times",
    "training.fit_candidate_ranking": "fits and writes the weights of the ranking",
    "training.fit_repair": "weighs what speaks for a repair",
    "training.fit_search_forms": "weighs the cues of search forms",
}


def commands(scratch: Path) -> list[tuple[str, ...]]:
    """Return the benchmarks, those over shared data only where it is; they may write to `scratch`.

    Each is a module of this package with its arguments.
    """
    chosen: list[tuple[str, ...]] = [
        ("speed.search_speed",),
        ("speed.search_throughput",),
        ("speed.registry",),
        ("speed.first_results",),
        ("speed.event_loop",),
        ("speed.learning_speed",),
        ("quality.ranking",),
        ("quality.brokering",),
        ("speed.console",),
        ("speed.imports",),
        ("quality.data_answers",),
        ("quality.fuzz",),
        ("quality.encodings",),
        ("quality.items",),
        ("structure",),
    ]
    if SHARED_DATA.is_dir():
        chosen += commands_over_shared_data(scratch)
    return chosen


def commands_over_shared_data(scratch: Path) -> list[tuple[str, ...]]:
    """Return the benchmarks over labelled data and real sites."""
    serps, forms = str(SHARED_DATA / "serps"), str(SHARED_DATA / "forms")
    sites = str(SHARED_DATA.parent / "sites")
    redesigned = scratch / "redesigned"
    pairs = str(redesigned / "PAIRS.json")
    return [
        ("quality.forms", forms),
        ("quality.extraction", serps, "--mode", "single"),
        ("quality.extraction", serps, "--mode", "transfer"),
        ("speed.rendering", serps, "--pages", "30"),
        ("quality.redesigns", serps, str(redesigned), "--sites", REDESIGNED_SITES),
        ("quality.adaptation", str(redesigned), pairs, "--only-together"),
        ("quality.crawling", sites, "--samples", "1"),
        ("quality.pattern_crawling", sites, "--samples", "1"),
    ]


def main() -> int:
    """Run all; return 1 when one failed."""
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, *arguments in commands(Path(scratch)):
            print(f"\n== {' '.join((name, *arguments))}", flush=True)
            command = (sys.executable, "-m", f"evaluation.{name}", *arguments)
            failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
