"""`make bench`: every figure of the README, printed one after the other."""

import subprocess
import sys
from pathlib import Path

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def commands() -> list[tuple[str, ...]]:
    """Return the benchmarks; those over shared data only where it is."""
    chosen: list[tuple[str, ...]] = [
        ("search_speed",),
        ("learning_speed",),
        ("first_results",),
        ("ranking",),
        ("brokering",),
        ("console",),
        ("imports",),
        ("fuzz",),
    ]
    if SHARED_DATA.is_dir():
        serps, forms = str(SHARED_DATA / "serps"), str(SHARED_DATA / "forms")
        chosen += [
            ("forms", forms),
            ("matching", serps),
            ("extraction", serps, "--mode", "single"),
            ("extraction", serps, "--mode", "transfer"),
            ("crawling", str(SHARED_DATA.parent / "sites"), "--samples", "1"),
            ("crawl_speed", str(SHARED_DATA.parent / "sites")),
        ]
    return chosen


def main() -> int:
    """Run all; return 1 when one failed."""
    failed = False
    for name, *arguments in commands():
        print(f"\n== {' '.join((name, *arguments))}", flush=True)
        command = (sys.executable, "-m", f"tests.benchmarks.{name}", *arguments)
        failed |= subprocess.run(command, check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
