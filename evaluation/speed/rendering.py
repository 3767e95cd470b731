"""The cost of rendering a page: `python -m evaluation.speed.rendering DIR [options]`.

DIR holds `cases.jsonl` and `render.tar.xz` (see `rendered_layouts.py`). Prints seconds and memory.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from evaluation.own_installation import prepare_installation


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the layouts in this file, and go on there")
    parser.add_argument("--pages", type=int, help="only so many, spread over all")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        prepare_installation(scratch)
        from evaluation.quality.extraction import load_cases
        from evaluation.quality.rendered_layouts import render_cases

        ids = [case["id"] for case in load_cases(options.folder)]
        step = max(1, len(ids) // options.pages) if options.pages else 1
        cache = options.cache or Path(scratch) / "layouts.jsonl"
        cases = render_cases(options.folder, ids[::step], cache)
    seconds = sorted(case.seconds for case in cases if case.layout is not None)
    for case in cases:
        if case.layout is None:
            print(f"not rendered: {case.problem}")
    if not seconds:
        return 1
    slow = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    memory = [case.memory for case in cases if case.layout is not None]
    print(
        f"{len(seconds)} of {len(cases)} pages rendered: median {statistics.median(seconds):.3f} s,"
        f" p95 {slow:.3f} s, longest {seconds[-1]:.3f} s"
    )
    print(
        f"memory of the browser's processes, shared ones in each:"
        f" median {statistics.median(memory) / 1e6:.0f} MB, most {max(memory) / 1e6:.0f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
