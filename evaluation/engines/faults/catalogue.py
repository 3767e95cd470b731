"""All faults by name."""

from evaluation.engines.faults.families import (
    cut_pages,
    forms,
    heavy_pages,
    http_syntax,
    messages,
    payloads,
    redesigns,
    redirects,
    robot_checks,
    statuses,
    transport,
    walls,
    wrong_results,
)
from evaluation.engines.faults.families.deceptive import (
    hidden_records,
    led_addresses,
    line_pages,
    odd_records,
    own_words,
    visible_records,
)
from evaluation.engines.faults.families.unseen import messages as unseen_messages
from evaluation.engines.faults.families.unseen import pages as unseen_pages
from evaluation.engines.faults.families.unseen import redirects as unseen_redirects
from evaluation.engines.faults.families.unseen import transfers as unseen_transfers
from evaluation.engines.faults.fault import Fault

FAMILIES = (
    transport,
    http_syntax,
    redirects,
    statuses,
    payloads,
    robot_checks,
    walls,
    messages,
    redesigns,
    wrong_results,
    cut_pages,
    forms,
    heavy_pages,
    unseen_transfers,
    unseen_redirects,
    unseen_messages,
    unseen_pages,
    hidden_records,
    visible_records,
    own_words,
    line_pages,
    led_addresses,
    odd_records,
)
FAULTS: dict[str, Fault] = {fault.name: fault for family in FAMILIES for fault in family.FAULTS}

# So many faults of a family are met with checks of the engine, too, which takes seconds each.
CHECKED_OF_FAMILY = 8
CHECKED_OF_BLIND_FAMILY = 3


def _choose_checked() -> frozenset[str]:
    """Return the faults that are met with checks: those of each family with the least numbers."""
    families: dict[str, list[Fault]] = {}
    for fault in sorted(FAULTS.values(), key=lambda fault: fault.number):
        count = CHECKED_OF_BLIND_FAMILY if fault.is_blind else CHECKED_OF_FAMILY
        chosen = families.setdefault(fault.family, [])
        if len(chosen) < count:
            chosen.append(fault)
    return frozenset(fault.name for chosen in families.values() for fault in chosen)


CHECKED = _choose_checked()
