"""All faults by name, read from `cases/`: a file a family, a line a fault.

A case says how it is rightly called (`expected`), what is done (see `answers` and `wire`), and
what is not so of all: which engines it is met with (`designs`), what they are asked (`asks`), which
records are truly shown (`shown`, a change of those found; "changed": that of its own `records`),
and the flags of `Fault`.
"""

from collections.abc import Sequence
from typing import Any

from evaluation.engines.faults.answers import operation, read_cases, record_change
from evaluation.engines.faults.fault import Ask, Exchange, Fault, read_outcomes
from evaluation.engines.faults.wire import ACTS

FAMILIES = (
    "transport http redirect status payload robot wall message redesign wrong cut form heavy "
    "unseen_transfers unseen_redirect unseen_messages unseen_pages hidden visible own_words line "
    "address odd programs unseen_programs"
).split()
# The engines that a fault is met with which names none: those without a linked style sheet.
ORDINARY = frozenset(("library", "archive", "journal", "encyclopaedia", "news", "market"))
FLAGS = ("least", "on_site", "refuses", "check_drops", "titled", "of_line")
# So many faults of a family are met with checks of the engine, too, which takes seconds each.
CHECKED_OF_FAMILY = 8
CHECKED_OF_BLIND_FAMILY = 3


def make_fault(name: str, told: dict[str, Any]) -> Fault:
    flags = {flag: told.pop(flag) for flag in FLAGS if flag in told}
    expected, asks = read_outcomes(told.pop("expected")), Ask(told.pop("asks", Ask.WORD))
    designs = frozenset(told.pop("designs", ORDINARY))
    shown: Sequence[Any] = told.pop("shown", ["as they are"])
    shown = told["records"] if shown == ["changed"] else shown
    doubtful = record_change(told.pop("doubtful", ["none"]))
    if told.get("do") in ACTS:
        write = ACTS[told.pop("do")]

        async def act(exchange: Exchange) -> None:
            await write(exchange, **told)
    else:
        make = operation(told)

        async def act(exchange: Exchange) -> None:
            await exchange.write(make(exchange).wire())

    return Fault(name, expected, act, designs, record_change(shown), doubtful, asks, **flags)


FAULTS: dict[str, Fault] = {
    name: make_fault(name, dict(told))
    for family in FAMILIES
    for name, told in read_cases(family).items()
}


def _choose_checked() -> frozenset[str]:
    families: dict[str, list[Fault]] = {}
    for fault in sorted(FAULTS.values(), key=lambda fault: fault.number):
        count = CHECKED_OF_BLIND_FAMILY if fault.is_blind else CHECKED_OF_FAMILY
        chosen = families.setdefault(fault.family, [])
        if len(chosen) < count:
            chosen.append(fault)
    return frozenset(fault.name for chosen in families.values() for fault in chosen)


CHECKED = _choose_checked()
