"""Which repair is used: the one that passes the check, or one that known answers prove.

The check of adapting goes by likeness, which a theme built otherwise does not have. An engine that
was asked what it was asked before tells more: whether its records are read as they were.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from wrappers.adaptation.acceptance import MIN_RECORDS, PastReading, find_objections
from wrappers.adaptation.adaptation import Adaptation, KnownAnswer, NotAdaptedError
from wrappers.adaptation.change_rate import required_share
from wrappers.adaptation.disagreement import ReadAnswer
from wrappers.adaptation.found_again import count_found_again, pair_answers
from wrappers.adaptation.repair import Repair
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples.sample import Sample


def choose_repair(
    repair: Repair, past: PastReading, samples: Sequence[Sample]
) -> tuple[Adaptation | None, tuple[str, ...]]:
    """Return an adaptation that nothing speaks against; else the likeliest, and what does.

    Another that known answers prove takes the place of one that passed the check, where it reads
    more of the known records as they were. To prove it, no fewer of them are needed than an engine
    must show of which nothing is measured.
    """
    chosen: Adaptation | None = None
    objections: tuple[str, ...] = ("Nothing on the pages repeats as records do.",)
    same = 0.0
    with suppress(NotAdaptedError):
        chosen = repair.run()
        objections, same, _ = _hold(past, chosen, samples)
    proven = replace(past, required_share=max(past.required_share, required_share(())))
    for adaptation in repair.unproven():
        if chosen is not None and not objections and adaptation.score <= same:
            break
        found, share, expected = _hold(proven, adaptation, samples)
        if expected < MIN_RECORDS:
            found = found or ("hardly any record of it is known",)
        if chosen is None or (not found and (objections or share > same)):
            chosen, objections, same = adaptation, found, share
    return chosen, objections


def _hold(
    past: PastReading, adaptation: Adaptation, samples: Sequence[Sample]
) -> tuple[tuple[str, ...], float, int]:
    """Hold an adaptation to what is known.

    Return what speaks against it, the share of the known records that it reads as they were, by
    address and title, and how many it could read.
    """
    today = read_known(adaptation.wrapper, samples, past.answers)
    pairs = pair_answers(past.answers, [(each.query, each.records) for each in today])
    found = count_found_again(pairs)
    is_unchanged = adaptation.strategy is None and not adaptation.fields
    if is_unchanged:
        return find_objections(past, today), 1.0, found.expected
    known = sum(len(records) for records, _ in pairs)
    return find_objections(past, today), found.same / max(1, known), known


def read_known(
    wrapper: Wrapper, samples: Sequence[Sample], known: Sequence[KnownAnswer]
) -> list[ReadAnswer]:
    """Return what a wrapper reads on today's pages of the known queries."""
    queries = {answer.query for answer in known}
    return [
        ReadAnswer(sample.query, sample.page, wrapper.records(sample.page))
        for sample in samples
        if sample.query in queries
    ]
