"""Expectations of an engine's answers: their rate of change, demands, known records."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, resolve_url
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.known_records import address_keys, are_alike, record_keys
from wrappers.extraction.constraints import ESSENTIAL, FIELDS, NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.constraints import LEARNED_MANDATORY

# Share of known records found again where nothing was measured, or not for long. Guess: a page of
# ten changes by two or three in a few weeks. With the margin, answers half of which are new are
# not taken on trust.
PRIOR_SHARE = 0.75
# How far below the usual share that of a repair may be. Guess.
MARGIN = 0.2
# Hours of measuring after which a share above the prior is believed; one measurement counts for no
# more, however long nobody checked.
ENOUGH_HOURS = 24.0
# Measurements kept of an engine.
MAX_MEASUREMENTS = 12
# Two askings in a row count as if so many hours lay between them.
_LEAST_HOURS = 1e-3


@dataclass(frozen=True, slots=True)
class ChangeMeasurement:
    """The share of an engine's known records that was found again after `hours`."""

    hours: float
    share: float


def expected_share(measurements: Sequence[ChangeMeasurement]) -> float:
    """Return the share of known records that an engine's answers usually keep.

    The median of what was measured, each share weighted by its hours, a day at most. Until a day
    has been measured it is at most `PRIOR_SHARE`.

    >>> expected_share([]), expected_share([ChangeMeasurement(0.1, 0.3)])
    (0.75, 0.3)
    >>> expected_share([ChangeMeasurement(0.01, 1.0)]), expected_share([ChangeMeasurement(30, 0.9)])
    (0.75, 0.9)
    """
    if not measurements:
        return PRIOR_SHARE
    weighted = sorted(
        (each.share, min(ENOUGH_HOURS, max(_LEAST_HOURS, each.hours))) for each in measurements
    )
    passed = list(accumulate(weight for _, weight in weighted))
    total = passed[-1]
    usual = next(s for (s, _), hours in zip(weighted, passed, strict=True) if hours >= total / 2)
    return usual if total >= ENOUGH_HOURS else min(usual, PRIOR_SHARE)


def required_share(measurements: Sequence[ChangeMeasurement]) -> float:
    """Return the share of known records that a repair must find again.

    >>> required_share([ChangeMeasurement(30, 1.0)]), required_share([ChangeMeasurement(9, 0.1)])
    (0.8, 0.0)
    """
    return max(0.0, expected_share(measurements) - MARGIN)


# Share that must be left of the records with an address or a title. Guess.
MIN_SHARE_OF_ESSENTIAL = 0.8


def demands_of(constraints: IntegrityConstraints) -> IntegrityConstraints:
    """Return constraints without the fields that all learned pages had and no engine must have."""
    mandatory = (
        name for name in constraints.mandatory if name in ESSENTIAL or name not in LEARNED_MANDATORY
    )
    return constraints.replace(mandatory=tuple(mandatory))


def keep_demands(
    learned: IntegrityConstraints, before: IntegrityConstraints
) -> IntegrityConstraints:
    """Return the constraints of a repair, with what the old ones demand of the records' data."""
    names = {*learned.mandatory, *demands_of(before).mandatory}
    return learned.replace(
        minimum=min(max(learned.minimum, before.minimum), learned.maximum),
        mandatory=tuple(name for name in FIELDS if name in names),
        types={**learned.types, **before.types},
        data_model=before.data_model,
    )


def outliving(constraints: IntegrityConstraints) -> IntegrityConstraints:
    """Return what constraints say of fields, types, sites and addresses of records of their own."""
    return NO_CONSTRAINTS.replace(
        mandatory=constraints.mandatory,
        types=constraints.types,
        sites=constraints.sites,
        addresses_differ=constraints.addresses_differ,
        data_model=constraints.data_model,
    )


def find_missing_essentials(
    records: Sequence[ResultRecord], known: Sequence[ResultRecord] = ()
) -> tuple[str, ...]:
    """Return what the records lack that no engine's may lack: addresses, titles."""
    if not records:
        return ()
    objections = []
    for name, noun in zip(ESSENTIAL, ("an address", "a title"), strict=True):
        has, had = (sum(bool(getattr(r, name)) for r in some) for some in (records, known))
        usual = had / len(known) if known else 1.0
        if has < MIN_SHARE_OF_ESSENTIAL * usual * len(records):
            objections.append(f"of {len(records)} records {has} have {noun}")
    return tuple(objections)


# Known records that must stand on today's pages before they speak, and the share of them that
# must be read, with the same titles. Guesses.
MIN_LOCATED = 4
MIN_READ_SHARE = 0.8
MIN_SAME_TITLES = 0.5
# Answers that must all hold a record nobody asked for before it counts as one of the page's own.
MIN_ANSWERS = 3


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """Today's answer to a query: its page, and the records read from it."""

    query: str
    page: Page
    records: tuple[ResultRecord, ...]


def find_disagreement(known: Sequence[KnownAnswer], today: Sequence[ReadAnswer]) -> str | None:
    """Return in which way today's answers contradict what is known, or None."""
    by_query = {answer.query: answer for answer in known}
    pairs = [(by_query[reading.query], reading) for reading in today if reading.query in by_query]
    return _find_unread(pairs) or _find_constant_answers(pairs) or _find_page_links(pairs)


def known_on(page: Page, answer: KnownAnswer) -> list[ResultRecord]:
    """Return the records of a known answer to which `page` links."""
    links = (resolve_url(page.base_url, link.get("href")) for link in page.root.iter("a"))
    linked = {key for address in links for key in address_keys(address)}
    return [record for record in answer.records if not record_keys(record).isdisjoint(linked)]


def _find_unread(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    located = read = same = 0
    for answer, reading in pairs:
        titles: dict[str, set[str]] = {}
        for record in reading.records:
            for key in record_keys(record):
                titles.setdefault(key, set()).add(record.title)
        for record in known_on(reading.page, answer):
            located += 1
            found = [title for key in record_keys(record) for title in titles.get(key, ())]
            read += bool(found)
            same += any(are_alike(record.title, title) for title in found)
    if located < MIN_LOCATED:
        return None
    if read < MIN_READ_SHARE * located:
        return f"of {located} known records that stand on the pages {read} were read"
    if same < MIN_SAME_TITLES * read:
        return f"of {read} known records only {same} have the title they had"
    return None


def _find_constant_answers(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    before = {frozenset(map(_key, answer.records)) for answer, reading in pairs if reading.records}
    after = {frozenset(map(_key, reading.records)) for _, reading in pairs if reading.records}
    # Records without addresses are told from each other by nothing here.
    if len(before) > 1 and len(after) == 1 and after != {frozenset({""})}:
        return "the same records come whatever is asked"
    return None


def _find_page_links(pairs: Sequence[tuple[KnownAnswer, ReadAnswer]]) -> str | None:
    """Tell when every answer holds a record that none of the known ones had."""
    answers = [{_key(r) for r in reading.records} for _, reading in pairs if reading.records]
    if len(answers) < MIN_ANSWERS:
        return None
    known = {_key(record) for answer, _ in pairs for record in answer.records}
    foreign = set.intersection(*answers) - known - {""}
    return f"every answer holds {min(foreign)}, which is no record" if foreign else None


def _key(record: ResultRecord) -> str:
    address = record.original_url or record.url
    return comparison_key(address) if address else ""


@dataclass(frozen=True, slots=True)
class PastReading:
    """What is known of an engine: answers, constraints, share of records a repair must find.

    `by_title` are known records and the queries that ask for them alone.
    """

    answers: tuple[KnownAnswer, ...]
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    required_share: float = 0.0
    by_title: tuple[KnownAnswer, ...] = ()
