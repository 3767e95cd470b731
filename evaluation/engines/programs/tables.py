"""What was measured of programs, as text: a line each, a column of totals for each half."""

from collections.abc import Sequence

from evaluation.engines.programs.measuring import Learned
from evaluation.engines.today.engine import BUILD, UNOPENED


def print_rows(rows: Sequence[Learned], header: bool) -> None:
    """Print a line for each program; of the build half with the reason and misses."""
    if header:
        print(
            f"{'program':20} {'half':9} {'state':14} {'after':>7} {'true':>5} {'found':>5} "
            f"{'F1':>6} {'titles':>6} {'snippets':>8} {'page 2':6} made-up word"
        )
    for row in rows:
        print(
            f"{row.name:20} {row.half:9} {row.state:14} {row.seconds:5.1f} s {row.true:5} "
            f"{row.found:5} {row.f1:6.3f} {row.titles:6.3f} {row.snippets:8.3f} "
            f"{'yes' if row.second_page else '–':6} {row.none_kind}",
            flush=True,
        )
        if row.half == BUILD or not row.measured:
            for line in [*([] if row.passes else [row.reason]), *row.misses]:
                print(f"    {line}", flush=True)


def print_totals(rows: Sequence[Learned]) -> None:
    """Print both halves beside each other; figures of records are means over active programs."""
    halves = [[row for row in rows if row.half == half] for half in (BUILD, UNOPENED)]
    measured = [[row for row in half if row.measured] for half in halves]
    active = [[row for row in half if row.state == "ACTIVE"] for half in halves]
    print(f"\n{'':44} {BUILD:>10} {UNOPENED:>10}")
    for label, figures in {
        "programs": [str(len(half)) for half in measured],
        "not installed here": [str(sum(not row.measured for row in half)) for half in halves],
        "ACTIVE": [_share([row.state == "ACTIVE" for row in half]) for half in measured],
        "ACTIVE, F1 ≥ .98": [_share([row.passes for row in half]) for half in measured],
        "F1": [_mean([row.f1 for row in half]) for half in active],
        "titles right": [_mean([row.titles for row in half]) for half in active],
        "snippets alone": [_mean([row.snippets for row in half]) for half in active],
        "a made-up word gives NO_RESULTS": [
            _share([row.none_kind == "NO_RESULTS" for row in half]) for half in active
        ],
    }.items():
        print(f"{label:44} {figures[0]:>10} {figures[1]:>10}")


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags)}/{len(flags)}"


def _mean(figures: Sequence[float]) -> str:
    return f"{sum(figures) / len(figures):.3f}" if figures else "–"
