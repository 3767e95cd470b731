"""Do integrity constraints cry wolf? `python -m evaluation.quality.constraints DIR`.

DIR is a folder of labelled result pages (`evaluation.quality.extraction`). Wrapper and constraints
are learned from two pages of a template. Then they check the extraction from each other page of it.
An alarm on a page that was read rightly is false, one on a page that was misread is right.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discovery.pages import NotHtmlError
from evaluation.quality.extraction import load_cases, read_page, transfer_tasks
from evaluation.quality.record_matching import PageScore, score_page
from wrappers.extraction import violations
from wrappers.induction import InductionError, Sample, learn_constraints, learn_wrapper

# A page is read rightly from this F1 on, and misread below the other.
RIGHT, WRONG = 0.9, 0.5


def ranked(folder: Path) -> Iterator[tuple[str, float, tuple[Any, ...]]]:
    """Yield, for each page, its case's id, how well it was read, and what it violates."""
    for task in transfer_tasks(load_cases(folder)):
        try:
            samples = [Sample(read_page(folder, c), c.get("query")) for c in task.learning]
            no_result = None if task.no_result is None else read_page(folder, task.no_result)
            learned = learn_wrapper(samples, no_result)
        except (InductionError, NotHtmlError):
            continue
        constraints = learn_constraints(
            learned.wrapper,
            [(sample.page, sample.query) for sample in samples],
            () if no_result is None else (no_result,),
        )
        page = read_page(folder, task.target)
        extraction = learned.wrapper.extract(page, task.target.get("query"))
        yield (
            task.target["id"],
            f1_of(score_page(task.target, [record.to_json() for record in extraction.records])),
            violations(constraints, extraction),
        )


def f1_of(score: PageScore) -> float:
    """Return the F1 of a page's records."""
    compared = 2 * score.hits + score.extra + score.missed
    return 2 * score.hits / compared if compared else 1.0


def main() -> None:
    """Print the share of false alarms, and of misread pages found out, with their rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    rows = list(ranked(parser.parse_args().folder))
    for name, chosen in (
        ("read rightly", [row for row in rows if row[1] >= RIGHT]),
        ("misread", [row for row in rows if row[1] < WRONG]),
    ):
        alarms = [row for row in chosen if row[2]]
        rules = Counter(str(violation.rule) for row in alarms for violation in row[2])
        share = len(alarms) / max(1, len(chosen))
        print(f"{name}: {len(chosen)} pages, {len(alarms)} alarms ({share:.1%}) {dict(rules)}")
        for case, f1, found in alarms[:20]:
            print(f"  {case} F1 {f1:.2f}: {'; '.join(map(str, found))}")


if __name__ == "__main__":
    main()
