"""The figures of adapting: quality by method and kind of redesign, harm done, time taken."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluation.quality.adaptation.live import Outcome
from evaluation.quality.adaptation.pairs import (
    AS_LIVE,
    LEARNED_ANEW,
    TOGETHER,
    UNCHANGED,
    PairOutcome,
)
from evaluation.quality.extraction import median_and_p95, precision_recall, share_of, total_score
from evaluation.quality.record_matching import PageScore

# An adaptation that loses more of the old wrapper's precision than this is a wrong one (issued so
# for this benchmark: "lose at most 0.02").
MAX_PRECISION_LOST = 0.02
# A pair whose F1 falls below this share of the old wrapper's counts as harmed. As demanded of all
# pairs together.
MIN_SHARE_OF_F1 = 0.98
WORST_SHOWN = 20


def summarise(outcomes: Sequence[PairOutcome]) -> dict[str, Any]:
    """Return all figures of a run; those at the top level are of all strategies together."""
    before = quality([outcome.before for outcome in outcomes])
    methods = _methods(outcomes)
    changed = [outcome for outcome in outcomes if outcome.strategy]
    wrong = [outcome for outcome in changed if precision_lost(outcome) > MAX_PRECISION_LOST]
    silent = [o for o in outcomes if not o.broken and _is_harmed(o, UNCHANGED)]
    refused = [outcome for outcome in outcomes if TOGETHER in outcome.failures]
    worst = sorted(outcomes, key=_f1_lost, reverse=True)
    together = methods[TOGETHER]
    return {
        **together,
        "pairs": len(outcomes),
        "sites": len({outcome.site for outcome in outcomes}),
        "old_wrapper_before": before,
        "share_of_f1_before": together["f1"] / before["f1"] if before["f1"] else 0.0,
        "methods": methods,
        "kinds": _by_kind(outcomes),
        "adapted": len(changed),
        "adapted_by_strategy": dict(Counter(outcome.strategy for outcome in changed)),
        "wrong_adaptations": len(wrong),
        "wrong_share": len(wrong) / max(1, len(changed)),
        "not_adapted": len(refused),
        "found_broken": sum(outcome.broken for outcome in outcomes),
        "harmed_in_silence": len(silent),
        "must_show": _must_show(outcomes, len(silent)),
        "harmed": sum(_is_harmed(outcome, UNCHANGED) for outcome in outcomes),
        "harmed_after": sum(_is_harmed(outcome, TOGETHER) for outcome in outcomes),
        "lists": {
            "wrong": [_row(outcome) for outcome in wrong],
            "not_adapted": [_row(outcome) for outcome in refused],
            "harmed_in_silence": [_row(outcome) for outcome in silent],
            "worst": [_row(outcome) for outcome in worst[:WORST_SHOWN]],
        },
    }


def _must_show(outcomes: Sequence[PairOutcome], silent: int) -> dict[str, float]:
    """Return what is demanded of noticing and mending together, of programs nobody looked at.

    Mended: harmed by the redesign, and read as well as before by what went live.
    """
    harmed = [outcome for outcome in outcomes if _is_harmed(outcome, UNCHANGED)]
    live = [o for o in outcomes if o.repair is Outcome.LIVE and o.is_changed]
    unharmed = [outcome for outcome in outcomes if not _is_harmed(outcome, UNCHANGED)]
    mended = [o for o in harmed if o.repair is Outcome.LIVE and not _is_harmed(o, AS_LIVE)]
    proposed = [outcome for outcome in harmed if outcome.repair is Outcome.PROPOSED]
    wrong = [outcome for outcome in live if precision_lost(outcome, AS_LIVE) > MAX_PRECISION_LOST]
    before = quality([outcome.before for outcome in outcomes])["f1"]
    after = quality([outcome.scores[AS_LIVE] for outcome in outcomes])["f1"]
    return {
        "silent_wrong": silent,
        "harmed": len(harmed),
        "mended": len(mended),
        "proposed": len(proposed),
        "mended_or_proposed": (len(mended) + len(proposed)) / max(1, len(harmed)),
        "false_alarms": sum(outcome.broken for outcome in unharmed),
        "live": len(live),
        "live_wrong": len(wrong),
        "live_wrong_share": len(wrong) / max(1, len(live)),
        "f1_of_before": after / before if before else 0.0,
    }


def quality(groups: Iterable[Sequence[PageScore]]) -> dict[str, Any]:
    """Return precision, recall, F1 and the share of perfect pages."""
    scores = [score for group in groups for score in group]
    return {
        **precision_recall(total_score(scores)),
        "perfect_pages": share_of([score.perfect for score in scores]),
        "pages": len(scores),
    }


def precision_lost(outcome: PairOutcome, method: str = TOGETHER) -> float:
    """Return the old wrapper's precision before the redesign less that of a method after it."""
    before, after = (
        precision_recall(total_score(scores))["precision"]
        for scores in (outcome.before, outcome.scores[method])
    )
    # 1 less 0.98 is a little more than 0.02.
    return round(before - after, 9)


def _methods(outcomes: Sequence[PairOutcome]) -> dict[str, dict[str, Any]]:
    """Return the figures of each method; seconds are per pair, of those that the method took."""
    groups: dict[str, list[PairOutcome]] = defaultdict(list)
    for outcome in outcomes:
        for method in outcome.scores:
            groups[method].append(outcome)
    return {
        method: {
            **quality([outcome.scores[method] for outcome in group]),
            "without_wrapper": sum(method in outcome.failures for outcome in group),
            "seconds": median_and_p95(
                [o.seconds[method] for o in group if method in o.seconds] or [0.0]
            ),
        }
        for method, group in groups.items()
    }


def _by_kind(outcomes: Sequence[PairOutcome]) -> dict[str, dict[str, Any]]:
    """Return the figures of each kind of redesign: before, unchanged, learned anew, together."""
    kinds: dict[str, list[PairOutcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome)
    return {
        kind: {
            "before": quality([outcome.before for outcome in group]),
            "found_broken": sum(outcome.broken for outcome in group),
            "pairs": len(group),
            **{
                method: quality([outcome.scores[method] for outcome in group])
                for method in (UNCHANGED, LEARNED_ANEW, TOGETHER)
            },
        }
        for kind, group in kinds.items()
    }


def _f1(scores: Sequence[PageScore]) -> float:
    return precision_recall(total_score(scores))["f1"]


def _f1_lost(outcome: PairOutcome) -> float:
    return _f1(outcome.before) - _f1(outcome.scores[TOGETHER])


def _is_harmed(outcome: PairOutcome, method: str) -> bool:
    return _f1(outcome.scores[method]) < MIN_SHARE_OF_F1 * _f1(outcome.before)


def _row(outcome: PairOutcome) -> dict[str, Any]:
    """Return a pair's figures for a list."""
    return {
        "site": outcome.site,
        "kind": outcome.kind,
        "broken": outcome.broken,
        "strategy": outcome.strategy,
        "failure": outcome.failures.get(TOGETHER, ""),
        "precision_lost": precision_lost(outcome),
        **{
            name: _f1(scores)
            for name, scores in (("before", outcome.before), *outcome.scores.items())
        },
    }


def print_figures(figures: Mapping[str, Any]) -> None:
    """Print the tables and the worst pairs."""
    before, shown = figures["old_wrapper_before"], figures["must_show"]
    print(f"{figures['pairs']} pairs of {figures['sites']} sites, {figures['pages']} new pages")
    heads: tuple[str, ...] = ("precision", "recall", "F1", "perfect", "none", "median ms", "p95 ms")
    print(f"{'':24}" + "".join(f"{head:>10}" for head in heads))
    _print_quality("old wrapper, before", before)
    for name, row in figures["methods"].items():
        _print_quality(name, row)
    heads = ("before", "unchanged", "anew", "together", "perfect", "broken")
    print(f"\n{'kind of redesign, F1':24}" + "".join(f"{head:>10}" for head in heads))
    for kind, row in figures["kinds"].items():
        print(
            f"{kind or '-':24}{row['before']['f1']:10.4f}{row[UNCHANGED]['f1']:10.4f}"
            f"{row[LEARNED_ANEW]['f1']:10.4f}{row[TOGETHER]['f1']:10.4f}"
            f"{row[TOGETHER]['perfect_pages']:10.4f}{row['found_broken']:6}/{row['pairs']}"
        )
    print(
        f"\nall together: F1 {figures['f1']:.4f}, {figures['share_of_f1_before']:.4f} of the old"
        f" wrapper's before the redesign"
    )
    print(
        f"harmed {figures['harmed']} pairs; adapted {figures['adapted']}"
        f" {figures['adapted_by_strategy']}, of them wrong {figures['wrong_adaptations']}"
        f" ({figures['wrong_share']:.2%}); refused {figures['not_adapted']};"
        f" harmed after {figures['harmed_after']}"
    )
    print(
        f"as live: found broken {figures['found_broken']}, harmed in silence"
        f" {figures['harmed_in_silence']}, repairs live {shown['live']}, of them wrong"
        f" {shown['live_wrong']}, proposed {shown['proposed']}"
    )
    print(
        f"must show: silent wrong answers {shown['silent_wrong']}; false alarms"
        f" {shown['false_alarms']} of {figures['found_broken']}; mended or proposed"
        f" {shown['mended'] + shown['proposed']} of {shown['harmed']} harmed"
        f" ({shown['mended_or_proposed']:.1%}); wrong repairs live {shown['live_wrong']} of"
        f" {shown['live']} ({shown['live_wrong_share']:.1%}); F1 as live ÷ F1 before"
        f" {shown['f1_of_before']:.3f}"
    )
    heads = ("before", "unchanged", "anew", "together")
    print(f"\n{'worst pairs':30}{'kind':12}" + "".join(f"{head:>10}" for head in heads) + "  how")
    for row in figures["lists"]["worst"]:
        if row["together"] < row["before"]:
            how = row["failure"] or row["strategy"] or "unchanged"
            values = (row["before"], row[UNCHANGED], row[LEARNED_ANEW], row["together"])
            print(
                f"{row['site'][:29]:30}{row['kind']:12}"
                + "".join(f"{value:10.3f}" for value in values)
                + f"  {how[:70]}"
            )


def _print_quality(name: str, row: Mapping[str, Any]) -> None:
    seconds = row.get("seconds")
    figures = "".join(f"{row[key]:10.4f}" for key in ("precision", "recall", "f1", "perfect_pages"))
    rest = ""
    if seconds is not None:
        rest = f"{row['without_wrapper']:10}"
        rest += "".join(f"{1000 * seconds[name]:10.0f}" for name in ("median", "p95"))
    print(f"{name:24}{figures}{rest}")
