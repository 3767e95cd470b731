"""Seconds it takes to learn an engine from its address: the sample sites, and the real engines.

usage: python -m evaluation.speed.learning_speed [--json FILE]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluation.engines.product import ROOT, Product
from evaluation.engines.truth import ENGINES, running_engines
from samples import SITES


@contextmanager
def served_samples() -> Iterator[dict[str, str]]:
    """Serve the sample sites on free ports; give their addresses by name."""
    command = (sys.executable, "-m", "samples", "--port", "0")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [json.loads(process.stdout.readline()) for _ in SITES]
        try:
            yield {line["name"]: line["url"] for line in lines}
        finally:
            process.terminate()


def learn_all(addresses: dict[str, str]) -> dict[str, dict[str, object]]:
    """Learn each address in one new installation; return state and seconds by name."""
    hosts = [address.split("/")[2] for address in addresses.values()]
    with tempfile.TemporaryDirectory() as folder:
        product = Product(folder, hosts)
        rows = {}
        for name, address in addresses.items():
            outcome = product.json("add_engine", address)
            seconds = sum(step["seconds"] for step in outcome["steps"])
            rows[name] = {"state": outcome["state"], "seconds": round(seconds, 2)}
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", help="write the figures here")
    arguments = parser.parse_args()
    with served_samples() as addresses:
        figures = {"samples": learn_all(addresses)}
    print(
        "learning, from the first request to the checked wrapper (aim: samples ≤ 5 s, real ≤ 15 s)"
    )
    if ENGINES.is_dir():
        with running_engines() as engines:
            figures["real"] = learn_all({engine.name: engine.home_url for engine in engines})
    for kind, rows in figures.items():
        for name, row in rows.items():
            print(f"{kind:8} {name:14} {row['state']:10} {row['seconds']:6.2f} s")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
