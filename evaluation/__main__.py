"""`make bench`: the figures of the README, printed one after the other.

Those over labelled data and real sites are printed where the shared data lies beside the
repository. What takes hours or writes weights is called by itself (`CALLED_BY_THEMSELVES`).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from evaluation.beds.packed import BEDS

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
# Sites whose redesigned pages are adapted to: all 59 take an hour.
REDESIGNED, REDESIGNED_SITES = BEDS / "redesigned" / "redesigned.tar.xz", "12"
# Commands of this package that `make bench` leaves out, and why.
CALLED_BY_THEMSELVES = {
    "engines": "`make test-engines`",
    "engines.dangerous_forms": "takes minutes; exit code 1 where a form that acts was sent",
    "engines.faults": "takes minutes; exit code 1 above its limits",
    "engines.faults.serving": "the engines that faults are put upon",
    "engines.queries_at_rest": "minutes: a thousand searches with faults; a test makes forty",
    "engines.programs": "installs programs from npm, PyPI and Debian, learns each for minutes",
    "engines.programs.memory": "the same, twice over",
    "quality.documentation_bed": "downloads two dozen packages",
    "quality.themes": "minutes: learns and checks each program in each theme",
    "figures": "prints docs/figures.md",
    "speed.engines": "the engines that speed is measured on",
    "training.cross_validation": "learns every page several times",
    "training.fit_candidate_ranking": "fits and writes the weights of the ranking",
    "training.page_variants": "writes a bed in other markup",
    "training.fit_search_forms": "weighs the cues of search forms",
}


def commands(scratch: Path) -> list[tuple[str, ...]]:
    """Return modules of this package with arguments; those over shared data where it is."""
    chosen: list[tuple[str, ...]] = [
        ("speed.search_speed",),
        ("speed.load", "--only", "users"),
        ("speed.registry",),
        ("speed.event_loop",),
        ("quality.ranking",),
        ("quality.data_answers",),
        ("quality.items",),
        ("beds.packed", str(REDESIGNED), str(scratch), "--sites", REDESIGNED_SITES),
        ("quality.adaptation", str(scratch), str(scratch / "PAIRS.json"), "--only-together"),
        ("structure",),
    ]
    if SHARED_DATA.is_dir():
        chosen += commands_over_shared_data()
    return chosen


def commands_over_shared_data() -> list[tuple[str, ...]]:
    serps, forms = str(SHARED_DATA / "serps"), str(SHARED_DATA / "forms")
    sites = str(SHARED_DATA.parent / "sites")
    return [
        ("quality.forms", forms),
        ("quality.extraction", serps, "--mode", "single"),
        ("quality.extraction", serps, "--mode", "transfer"),
        ("quality.crawling", sites, "--samples", "1"),
        ("quality.crawling", sites, "--samples", "1", "--hide"),
    ]


def main() -> int:
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for name, *arguments in commands(Path(scratch)):
            print(f"\n== {' '.join((name, *arguments))}", flush=True)
            command = (sys.executable, "-m", f"evaluation.{name}", *arguments)
            failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
