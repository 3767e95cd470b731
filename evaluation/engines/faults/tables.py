"""What was measured of the faults, as tables."""

from collections import Counter
from collections.abc import Callable, Sequence

from evaluation.engines.faults.catalogue import FAULTS
from evaluation.engines.faults.fault import Fault, as_text
from evaluation.engines.faults.measuring import Measurement

# Faults that may be called by a wrong name, as a share of all.
MOST_WRONG = 0.01


def print_faults(rows: Sequence[Measurement], show_all: bool = False) -> None:
    """Print a line a fault; of unopened ones only where `show_all`."""
    print(f"{'fault':38} {'kind':10} {'reason':26} {'right':5} {'harm':4} {'others':>7}  expected")
    for row in rows:
        fault = FAULTS[row.fault]
        if not (show_all or fault.is_opened):
            continue
        worst = row.worst
        print(
            f"{row.fault:38} {worst.kind:10} {worst.reason:26} "
            f"{'yes' if row.is_right else 'NO':5} {'HARM' if row.harm else 'no':4} "
            f"{1000 * row.delay:4.0f} ms  {as_text(fault.expected)}"
        )
        if not row.is_right:
            print(f"    {worst.design}: {worst.detail[:150]}")
        for harm in row.harm[:2]:
            print(f"    harm: {harm[:150]}")


def print_totals(rows: Sequence[Measurement], seconds: float) -> None:
    """Print the totals by family and half, and those of all."""
    print(f"\n{'family':20} {'opened: wrong':>14} {'of':>4} {'unopened: wrong':>16} {'of':>4} harm")
    families = dict.fromkeys(FAULTS[row.fault].family for row in rows)
    for family in (*families, "all"):
        mine = [row for row in rows if family in {FAULTS[row.fault].family, "all"}]
        wrong, of = Counter[bool](), Counter[bool]()
        for row in mine:
            is_opened = FAULTS[row.fault].is_opened
            of[is_opened] += 1
            wrong[is_opened] += not row.is_right
        harm = sum(bool(row.harm) for row in mine)
        print(f"{family:20} {wrong[True]:14} {of[True]:4} {wrong[False]:16} {of[False]:4} {harm:4}")
    wrong_faults = [row for row in rows if not row.is_right]
    shown = [shown for row in rows for shown in row.shown]
    wrong_answers = sum(not answer.is_right for answer in shown)
    late = max((row.delay for row in rows), default=0.0)
    share = len(wrong_faults) / max(1, len(rows))
    print(
        f"\n{len(rows)} faults, wrong {len(wrong_faults)} ({share:.1%}); "
        f"{len(shown)} answers, wrong {wrong_answers} ({wrong_answers / max(1, len(shown)):.1%}); "
        f"harm {sum(bool(row.harm) for row in rows)} "
        f"({sum(bool(row.check) for row in rows)} with checks); "
        f"largest delay of others {1000 * late:.0f} ms; {seconds:.0f} s"
    )
    print(f"{'':42}{'opened':>16}{'unopened':>16}")
    halves = [
        [row for row in rows if FAULTS[row.fault].is_opened is half] for half in (True, False)
    ]
    for label, count in COUNTS.items():
        print(f"{label:42}{count(halves[0]):>16}{count(halves[1]):>16}")


def _in_answers(what: str) -> Callable[[Sequence[Measurement]], str]:
    return lambda rows: str(sum(getattr(shown, what) for row in rows for shown in row.shown))


def _wrong_share(rows: Sequence[Measurement]) -> str:
    """Return the wrong records among all records shown."""
    wrong, count = int(_in_answers("wrong")(rows)), int(_in_answers("count")(rows))
    return f"{wrong / max(1, count):.2%} of {count}"


def _right_share(rows: Sequence[Measurement]) -> str:
    """Return the share of true records shown where results, all of them, are the right answer."""
    shares = [
        shown.share if shown.kind == "RESULTS" else 0.0
        for row in rows
        if _must_be_shown(FAULTS[row.fault])
        for shown in row.shown
    ]
    return f"{sum(shares) / max(1, len(shares)):.2%} of {len(shares)}"


def _must_be_shown(fault: Fault) -> bool:
    return fault.least == 1 and {kind for kind, _reason in fault.expected} == {"RESULTS"}


# What is counted of both halves.
COUNTS: dict[str, Callable[[Sequence[Measurement]], object]] = {
    "wrongly named": lambda rows: f"{sum(not row.is_right for row in rows)} of {len(rows)}",
    "invisible records shown": _in_answers("invisible"),
    "wrong records shown": _wrong_share,
    "records with another title": _in_answers("misread"),
    "right records shown, answers": _right_share,
    "harm": lambda rows: sum(bool(row.harm) for row in rows),
    "checks that wrongly took an engine out": lambda rows: (
        f"{sum(row.taken_out for row in rows)} of {sum(bool(row.check) for row in rows)}"
    ),
}


def is_within_limits(rows: Sequence[Measurement]) -> bool:
    """Tell whether few enough faults were wrongly named, and none did harm."""
    wrong = sum(not row.is_right for row in rows)
    return wrong <= MOST_WRONG * len(rows) and not any(row.harm for row in rows)
