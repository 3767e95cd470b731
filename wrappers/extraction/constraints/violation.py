"""Violations of integrity constraints: what of an answer is not as answers of the engine are.

Rules count as violated by most records of a page only, never by a single one: a constraint that
cries wolf is worse than none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter, not_

from discovery.pages.urls import comparison_key
from wrappers.extraction.constraints.constraints import (
    ESSENTIAL,
    DataType,
    IntegrityConstraints,
    address_form,
    is_of_type,
    record_site,
    stands_on,
)
from wrappers.extraction.data_model.checking import RECORD, broken_fields
from wrappers.extraction.extraction import Extraction
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.shape import RecordShape

# Share of a page's records that may break a rule before the page does. Guess.
MAX_SHARE_OF_EXCEPTIONS = 0.5
# The same of values of another type: books are called "1984". Guess.
MAX_SHARE_OF_OTHER_TYPE = 0.8
# Records on a page that a habit (not a data type) is judged by. Guess.
MIN_RECORDS = 3
# Records that are all links of the page's menus and so no answer; fewer may be. Guess.
MIN_MENU_LINKS = 5
# Share of the records, and how many at least, that may have addresses of a form never seen. What
# else a key finds after a redesign is a part of the records only. Guess.
MAX_SHARE_OF_STRANGERS = 0.2
MIN_STRANGERS = 2
# What holds so many times the addresses that any record had, and more than a few, holds several
# records. Guess.
MAX_GROWTH_OF_RECORD = 3
MIN_ADDRESSES_OF_SEVERAL = 5


class Rule(StrEnum):
    """Which constraint is violated."""

    COUNT = "count"
    MANDATORY = "mandatory"
    TYPE = "type"
    SITE = "site"
    HITS = "hits"
    CHROME = "chrome"
    LIKENESS = "likeness"
    FORM = "form"
    TITLES = "titles"
    ADDRESSES = "addresses"
    CROWD = "crowd"
    DATA_MODEL = "data_model"


@dataclass(frozen=True, slots=True)
class Violation:
    """One constraint that an answer violates, and how, in a plain sentence."""

    rule: Rule
    detail: str

    def __str__(self) -> str:
        """Return the sentence."""
        return self.detail


def violations(
    constraints: IntegrityConstraints, extraction: Extraction, *, is_first_page: bool = True
) -> tuple[Violation, ...]:
    """Return the constraints that an answer with records violates; takes well under 1 ms.

    An answer without records is judged by other means and violates nothing here. Less is asked of
    further pages (`is_first_page` false): the last one is not full.
    """
    records = extraction.records
    if not records:
        return ()
    found = (
        _count_violation(constraints, extraction, is_first_page),
        *(_mandatory_violation(name, records) for name in constraints.mandatory),
        *(_type_violation(name, kind, records) for name, kind in constraints.types.items()),
        _site_violation(constraints, records),
        _chrome_violation(constraints, records),
        _likeness_violation(constraints, extraction.shapes),
        _form_violation(constraints, records),
        *_violations_of_own_values(constraints, records),
        _crowd_violation(constraints.addresses, extraction.addresses, "addresses")
        or _crowd_violation(constraints.kin, extraction.kin, "addresses like its own"),
        *_model_violations(constraints, records),
    )
    return tuple(violation for violation in found if violation is not None)


def _count_violation(
    constraints: IntegrityConstraints, extraction: Extraction, is_first_page: bool
) -> Violation | None:
    """Judge the number of records, by itself and beside what the hits line says."""
    count, hits = len(extraction.records), extraction.hits
    is_said = hits is not None and count in (hits.shown, hits.total)
    if count > constraints.maximum and not is_said:
        return Violation(Rule.COUNT, f"{count} records, at most {constraints.maximum} are expected")
    if count < constraints.minimum:
        return Violation(
            Rule.COUNT, f"{count} records, at least {constraints.minimum} are expected"
        )
    if hits is None:
        return None
    shown = hits.shown
    if constraints.agrees_with_hits and shown and _are_far_apart(count, shown):
        detail = f"the page says it shows {shown} matches, {count} records were found"
        return Violation(Rule.HITS, detail)
    if is_first_page and not shown and constraints.page_size and hits.total:
        expected = min(hits.total, constraints.page_size)
        if count < expected * MAX_SHARE_OF_EXCEPTIONS:
            return Violation(
                Rule.HITS, f"the page says {hits.total} matches, {count} records were found"
            )
    return None


def _are_far_apart(count: int, shown: int) -> bool:
    """Tell whether a number of records is far from what a range says.

    >>> _are_far_apart(9, 10), _are_far_apart(4, 10), _are_far_apart(30, 10)
    (False, True, True)
    """
    return abs(count - shown) > MAX_SHARE_OF_EXCEPTIONS * max(count, shown)


def _mandatory_violation(name: str, records: Sequence[ResultRecord]) -> Violation | None:
    """Judge whether the records have a field."""
    if name in ESSENTIAL:
        missing = sum(map(not_, map(attrgetter(name), records)))
        if missing <= MAX_SHARE_OF_EXCEPTIONS * len(records):
            return None
    else:
        # A field may be missing where little is known of a thing, but not of all of them.
        missing = len(records)
        if missing < MIN_RECORDS or any(map(attrgetter(name), records)):
            return None
    return Violation(Rule.MANDATORY, f"{missing} of {len(records)} records have no {name}")


def _type_violation(name: str, kind: DataType, records: Sequence[ResultRecord]) -> Violation | None:
    """Judge whether a field's values, where there are any, are of its data type."""
    values = list(filter(None, map(attrgetter(name), records)))
    wrong, most = len(values), MAX_SHARE_OF_OTHER_TYPE * len(values)
    if len(values) < MIN_RECORDS:
        return None
    for value in values:
        wrong -= is_of_type(value, kind)
        # Mostly after the first few.
        if wrong <= most:
            return None
    return Violation(Rule.TYPE, f"the {name} of {wrong} of {len(values)} records is no {kind}")


def _site_violation(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Violation | None:
    """Judge whether the records lead where records led so far."""
    if not constraints.sites or len(records) < MIN_RECORDS:
        return None
    # Most answers are settled here: the list of public suffixes takes 25 ms to read the first time.
    if any(stands_on(record, constraints.sites) for record in records):
        return None
    sites = {record_site(record) for record in records} - {""}
    if not sites or not sites.isdisjoint(constraints.sites):
        return None
    return Violation(Rule.SITE, f"all records lead to other sites than so far: {min(sites)}")


def _chrome_violation(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Violation | None:
    """Judge whether the records are nothing but links that stand beside any answer."""
    if not constraints.chrome or len(records) < MIN_MENU_LINKS:
        return None
    chrome = constraints.chrome_keys
    if all(record.url and comparison_key(record.url) in chrome for record in records):
        return Violation(Rule.CHROME, "all records are links of the page's own menus")
    return None


def _likeness_violation(
    constraints: IntegrityConstraints, shapes: Sequence[RecordShape]
) -> Violation | None:
    """Judge whether the records are built like those seen so far."""
    if not constraints.shapes or not shapes:
        return None
    # Most are built as one that is known, and as the one before.
    others = [shape for shape in shapes if shape.pairs not in constraints.known_pairs]
    unlike = sum(
        count
        for shape, count in (Counter(others) if others else {}).items()
        if all(shape.likeness(known) < constraints.likeness for known in constraints.shapes)
    )
    if unlike <= MAX_SHARE_OF_EXCEPTIONS * len(shapes):
        return None
    return Violation(Rule.LIKENESS, f"{unlike} of {len(shapes)} records are built like none so far")


def _are_many(strangers: int, count: int) -> bool:
    """Tell whether so many of some records are no exceptions.

    >>> _are_many(3, 13), _are_many(1, 3), _are_many(2, 20)
    (True, False, False)
    """
    return strangers >= MIN_STRANGERS and strangers > MAX_SHARE_OF_STRANGERS * count


def _form_violation(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Violation | None:
    """Judge whether the addresses have the forms that all had so far."""
    if not constraints.forms:
        return None
    strangers = [record for record in records if address_form(record) not in constraints.forms]
    if not _are_many(len(strangers), len(records)):
        return None
    kind = f"pages of another kind than so far: {strangers[0].url}"
    return Violation(Rule.FORM, f"{len(strangers)} of {len(records)} records lead to {kind}")


def _model_violations(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Sequence[Violation]:
    """Name the fields in which most records break the data model that was declared."""
    if not constraints.data_model:
        return ()
    return tuple(
        Violation(
            Rule.DATA_MODEL, f"{count} of {len(records)} records break the data model in “{name}”"
        )
        for name, count in fields_broken_by_most(constraints.data_model, records).items()
    )


def fields_broken_by_most(data_model: str, records: Sequence[ResultRecord]) -> Mapping[str, int]:
    """Return the elements in which most of several records break a data model, and how many do."""
    is_judged = len(records) >= MIN_RECORDS
    return {
        name: count
        for name, count in broken_fields(data_model, records).items()
        if name == RECORD
        or (count > MAX_SHARE_OF_EXCEPTIONS * len(records) and (is_judged or name in ESSENTIAL))
    }


def _violations_of_own_values(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Iterator[Violation | None]:
    """Judge whether records have titles and addresses of their own: parts of one lead to one."""
    if constraints.titles_differ:
        titles = [record.title.casefold() for record in records]
        yield _alike_violation(Rule.TITLES, titles, "have {} different titles")
    if constraints.addresses_differ:
        addresses = [record.url for record in records]
        yield _alike_violation(Rule.ADDRESSES, addresses, "lead to {} different addresses")


def _alike_violation(rule: Rule, values: Sequence[str | None], what: str) -> Violation | None:
    """Judge whether most records of a page still have a value of their own."""
    different = len(set(values))
    if len(values) < MIN_RECORDS or different > MAX_SHARE_OF_EXCEPTIONS * len(values):
        return None
    return Violation(rule, f"{len(values)} records {what.format(different)}")


def _crowd_violation(so_far: int | None, today: Sequence[int], what: str) -> Violation | None:
    """Judge whether what is taken for one record holds several."""
    if so_far is None or not today:
        return None
    most = max(so_far * MAX_GROWTH_OF_RECORD, MIN_ADDRESSES_OF_SEVERAL)
    crowded = [count for count in today if count > most]
    if len(crowded) <= MAX_SHARE_OF_EXCEPTIONS * len(today):
        return None
    return Violation(Rule.CROWD, f"a record links {max(crowded)} {what}, at most {so_far} so far")
