"""What was measured, as text: one line an engine, a column of totals for each half."""

from collections.abc import Sequence
from statistics import median

from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.measuring import REFUSED_WITHIN, Measured

# Misses shown of one engine.
SHOWN_MISSES = 2


def print_rows(rows: Sequence[Measured], header: bool = True) -> None:
    """Print a line for each engine; of the build half with the reason and misses."""
    if header:
        print(
            f"{'engine':14} {'half':9} {'state':14} {'after':>7} {'queries':>7} {'F1':>6} "
            f"{'page 2':>6} {'a search':>9} {'HTML':>9}"
        )
    for row in rows:
        second = f"{row.second_page.f1:6.3f}" if row.second_page else f"{'–':>6}"
        print(
            f"{row.name:14} {row.half:9} {row.state:14} {row.learning_seconds:5.1f} s "
            f"{row.queries:7} {row.records.f1:6.3f} {second} "
            f"{row.search_seconds * 1000:6.0f} ms {row.html_seconds * 1000:6.0f} ms",
            flush=True,
        )
        if row.half == BUILD or not row.measured:
            further = row.second_page.misses if row.second_page else []
            misses = [*row.records.misses[:SHOWN_MISSES], *further]
            reason = [] if row.passes else [row.reason]
            for line in [*reason, *misses]:
                print(f"    {line}", flush=True)


def print_totals(rows: Sequence[Measured]) -> None:
    """Print both halves beside each other."""
    halves = [[row for row in rows if row.half == half] for half in (BUILD, UNOPENED)]
    print(f"\n{'':52} {BUILD:>10} {UNOPENED:>10}")
    for label, figures in {
        "engines": [str(sum(row.measured for row in half)) for half in halves],
        "not installed here": [str(sum(not row.measured for row in half)) for half in halves],
        "ACTIVE": [_share(half, "ACTIVE") for half in halves],
        "ACTIVE, F1 ≥ .95, page 2 too where there is one": [_passed(half) for half in halves],
        "median F1 of those ACTIVE": [_median_f1(half) for half in halves],
        "a search beside an HTML engine's, median, worst": [_ratios(half) for half in halves],
        f"refused by name, within {REFUSED_WITHIN:.0f} s": [_refused(half) for half in halves],
        "slowest refusal": [_slowest(half) for half in halves],
    }.items():
        print(f"{label:52} {figures[0]:>10} {figures[1]:>10}")


def _share(half: Sequence[Measured], state: str) -> str:
    return f"{sum(row.state == state for row in half)}/{sum(row.measured for row in half)}"


def _passed(half: Sequence[Measured]) -> str:
    return f"{sum(row.passes for row in half)}/{sum(row.measured for row in half)}"


def _median_f1(half: Sequence[Measured]) -> str:
    figures = [row.records.f1 for row in half if row.state == "ACTIVE"]
    return f"{median(figures):.3f}" if figures else "–"


def _ratios(half: Sequence[Measured]) -> str:
    ratios = [row.search_seconds / row.html_seconds for row in half if row.html_seconds]
    return f"{median(ratios):.1f}, {max(ratios):.1f}" if ratios else "–"


def _refusals(half: Sequence[Measured]) -> list[float]:
    return [row.learning_seconds for row in half if row.measured and row.state != "ACTIVE"]


def _refused(half: Sequence[Measured]) -> str:
    refusals = _refusals(half)
    return f"{sum(each <= REFUSED_WITHIN for each in refusals)}/{len(refusals)}"


def _slowest(half: Sequence[Measured]) -> str:
    return f"{max(_refusals(half)):.0f} s" if _refusals(half) else "–"
