"""Repaired wrappers held to what was known, before one of them is used.

Ours, after the integrity constraints of Ferrara and Baumgartner 2011, section 4. Habits of an
engine's records outlive a redesign: that they have addresses and titles, where they lead, that they
speak of what is asked. Known records outlive it as far as the engine's answers do not change by
themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from wrappers.adaptation.adaptation import Adaptation, KnownAnswer, NotAdaptedError
from wrappers.adaptation.expectations import (
    PastReading,
    ReadAnswer,
    demands_of,
    find_disagreement,
    find_missing_essentials,
    outliving,
    required_share,
)
from wrappers.adaptation.known_records import (
    AnswerPair,
    FoundAgain,
    count_found_again,
    pair_answers,
)
from wrappers.adaptation.repair import Repair
from wrappers.extraction.constraints import (
    IntegrityConstraints,
    record_site,
    violations,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Extraction, Wrapper
from wrappers.induction.samples import Sample

# Records below which nothing is said of habits. Guess.
MIN_RECORDS = 4
# Share of a habit that must be left: of differing titles, of those that speak of the query. Guess.
MIN_SHARE_OF_HABIT = 0.5
# Share of records without which a habit is none. Guess.
HABITUAL = 0.6
# Sites that an engine's records lead to, at most, for them to be its own; records that show it;
# and the share of records that may lead elsewhere from then on. Guesses.
MAX_OWN_SITES = 3
MIN_RECORDS_OF_SITES = 8
MAX_SHARE_ELSEWHERE = 0.2
# Share of records of an engine of many sites that one unknown site may have. Guess.
MAX_SHARE_OF_NEW_SITE = 0.3
# Share of the records that a page had when it was known, when no known record stands on the pages.
MIN_SHARE_OF_NUMBER = 0.3
LETTERS_OF_A_WORD = 3


def find_objections(
    past: PastReading, today: Sequence[ReadAnswer], *, is_unchanged: bool = False
) -> tuple[str, ...]:
    """Return what speaks against a repair that reads `today`, each as a plain sentence.

    `today` are its readings of the pages that the known queries give now. A wrapper that
    `is_unchanged` is held to all of the constraints: no alarm is answered by asking for less.
    """
    known = [record for answer in past.answers for record in answer.records]
    records = [record for reading in today for record in reading.records]
    if not records:
        return ("no record is read on today's pages",)
    # Rules of most records hold for answers to known words.
    words = {answer.query for answer in past.answers}
    answers = [each for each in today if each.query in words and each.records] or today
    read = [(reading.query, reading.records) for reading in today]
    pairs = pair_answers(past.answers, read)
    # What an engine shows first for a word may change; what has a title is found by it.
    asked = pair_answers(past.by_title, read)
    proof = asked if len(asked) >= MIN_RECORDS else [*pairs, *asked]
    demanded = past.constraints if is_unchanged else demands_of(past.constraints)
    found = (
        *(
            find_missing_essentials(records, known)
            or (_find_violation(demanded, answers) or _find_other_sites(known, records),)
        ),
        find_disagreement(past.answers, today),
        _find_too_few(pairs),
        *_find_lost_habits(past.answers, answers),
        _find_lost_records(count_found_again(proof), past.required_share),
    )
    return tuple(dict.fromkeys(objection for objection in found if objection))


def _find_violation(constraints: IntegrityConstraints, today: Sequence[ReadAnswer]) -> str | None:
    """Tell when most pages violate what outlives a redesign of the old constraints."""
    kept = outliving(constraints)
    answers = [reading.records for reading in today if reading.records]
    if max(map(len, answers)) < MIN_RECORDS:
        answers = [tuple(dict.fromkeys(chain.from_iterable(answers)))]
    violated = [
        found[0] for records in answers if (found := violations(kept, Extraction(tuple(records))))
    ]
    return violated[0] if 2 * len(violated) > len(answers) else None


def _find_other_sites(known: Sequence[ResultRecord], records: Sequence[ResultRecord]) -> str | None:
    before = Counter(site for record in known if (site := record_site(record)))
    after = Counter(site for record in records if (site := record_site(record)))
    new = Counter({site: count for site, count in after.items() if site not in before})
    if before.total() < MIN_RECORDS_OF_SITES or not new:
        return None
    if len(before) <= MAX_OWN_SITES:
        is_much = new.total() > MAX_SHARE_ELSEWHERE * after.total()
    else:
        usual = max(before.values()) / before.total()
        most = max(MAX_SHARE_OF_NEW_SITE, 2 * usual)
        is_much = max(new.values()) > most * after.total()
    if not is_much:
        return None
    site, count = new.most_common(1)[0]
    return f"{count} of {len(records)} records lead to {site}, where none led before"


def _find_too_few(pairs: Sequence[AnswerPair]) -> str | None:
    before = sum(len(known) for known, _ in pairs)
    after = sum(len(today) for _, today in pairs)
    if before >= MIN_RECORDS and after < MIN_SHARE_OF_NUMBER * before:
        return f"{after} records are read where {before} were"
    return None


def _find_lost_habits(known: Sequence[KnownAnswer], today: Sequence[ReadAnswer]) -> Iterator[str]:
    before = [(answer.query, record) for answer in known for record in answer.records]
    after = [(reading.query, record) for reading in today for record in reading.records]
    if min(len(before), len(after)) < MIN_RECORDS:
        return
    for sentence, count in _HABITS:
        usual, share = count(before) / len(before), count(after) / len(after)
        if usual >= HABITUAL and share < MIN_SHARE_OF_HABIT * usual:
            yield sentence.format(share=share, usual=usual)


def _speaks_of(query: str, record: ResultRecord) -> bool:
    text = f"{record.title} {record.snippet}".casefold()
    words = [word for word in query.casefold().split() if len(word) >= LETTERS_OF_A_WORD]
    return any(word in text for word in words or query.casefold().split())


# What records do habitually, each with its query, and how many of them do.
_HABITS: tuple[tuple[str, Callable[[Sequence[tuple[str, ResultRecord]]], int]], ...] = (
    (
        "{share:.0%} of the records have a word of what was asked, {usual:.0%} had",
        lambda asked: sum(_speaks_of(query, record) for query, record in asked),
    ),
    (
        "{share:.0%} of the titles differ, {usual:.0%} did",
        lambda asked: len({record.title for _, record in asked}),
    ),
)


def _find_lost_records(found: FoundAgain, required: float) -> str | None:
    """Tell when fewer known records are found again than the engine's own changes explain.

    Or when most of those that are have another title, although it is like the one they had.
    """
    if found.expected < MIN_RECORDS:
        return None
    if found.found >= MIN_RECORDS and found.same < MIN_SHARE_OF_HABIT * found.found:
        return (
            f"of {found.found} known records that are found again {found.same} have the title "
            "they had"
        )
    if found.share >= required:
        return None
    return (
        f"of {found.expected} known records {found.found} are found again with address and title "
        f"as they were ({found.addressed} with the address, {found.titled} with the title); "
        f"{required:.0%} are asked for"
    )


def choose_repair(
    repair: Repair, past: PastReading, samples: Sequence[Sample]
) -> tuple[Adaptation | None, tuple[str, ...]]:
    """Return an adaptation that nothing speaks against; else the likeliest, and what does.

    The check of adapting goes by likeness, which a theme built otherwise does not have: another
    that known answers prove takes its place, where it reads more of the known records as they were.
    To prove it, no fewer are needed than of an engine of which nothing is measured.
    """
    chosen: Adaptation | None = None
    objections: tuple[str, ...] = ("Nothing on the pages repeats as records do.",)
    same = 0.0
    with suppress(NotAdaptedError):
        chosen = repair.run()
        is_unchanged = chosen.strategy is None and not chosen.fields
        objections, same, _ = _hold(past, chosen.wrapper, samples, is_unchanged)
    proving = _proving(past)
    for adaptation in repair.unproven():
        if chosen is not None and not objections and adaptation.score <= same:
            break
        found, share, expected = _hold(proving, adaptation.wrapper, samples)
        if expected < MIN_RECORDS:
            found = found or ("hardly any record of it is known",)
        if chosen is None or (not found and (objections or share > same)):
            chosen, objections, same = adaptation, found, share
    return chosen, objections


def _proving(past: PastReading) -> PastReading:
    """Return what a wrapper is held to that known answers alone speak for."""
    return replace(past, required_share=max(past.required_share, required_share(())))


def _hold(
    past: PastReading, wrapper: Wrapper, samples: Sequence[Sample], is_unchanged: bool = False
) -> tuple[tuple[str, ...], float, int]:
    """Return what speaks against a wrapper, and what share of how many known records it reads.

    As they were, by address and title, that is.
    """
    today = read_known(wrapper, samples, past.answers)
    pairs = pair_answers(past.answers, [(each.query, each.records) for each in today])
    found = count_found_again(pairs)
    if is_unchanged:
        return find_objections(past, today), 1.0, found.expected
    known = sum(len(records) for records, _ in pairs)
    return find_objections(past, today), found.same / max(1, known), known


def is_proven(wrapper: Wrapper, past: PastReading, samples: Sequence[Sample]) -> bool:
    """Tell whether nothing speaks against a wrapper that others use, and known records for it."""
    objections, _, expected = _hold(_proving(past), wrapper, samples)
    return expected >= MIN_RECORDS and not objections


def read_known(
    wrapper: Wrapper, samples: Sequence[Sample], known: Sequence[KnownAnswer]
) -> list[ReadAnswer]:
    queries = {answer.query for answer in known}
    return [
        ReadAnswer(sample.query, sample.page, wrapper.records(sample.page))
        for sample in samples
        if sample.query in queries
    ]
