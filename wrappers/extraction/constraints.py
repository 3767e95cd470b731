"""Integrity constraints: what every answer of an engine must keep to, learned with its wrapper.

"Integrity constraints, like occurrence restrictions (e.g. minimum and/or maximum number of
allowed occurrences) and data types" (Ferrara, Baumgartner 2011, seed 003, section on wrapper
maintenance). Details ours: mandatory fields, agreement with the hits line, the sites that records
lead to, the page's own links, and the shape of records. Rules count as violated by most records
of a page only, never by a single one: a constraint that cries wolf is worse than none.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from discovery.crawling import site_of
from discovery.pages import Page, comparison_key, resolve_url
from wrappers.extraction.record import ResultRecord
from wrappers.extraction.shape import RecordShape
from wrappers.extraction.wrapper import MAX_RECORDS, Extraction, Wrapper

# Share of a page's records that may break a rule before the page does. Guess.
MAX_SHARE_OF_EXCEPTIONS = 0.5
# The same of values of another type: books are called "1984". Guess.
MAX_SHARE_OF_OTHER_TYPE = 0.8
# Records, and pages, from which a habit of all records is a rule. Guesses: two result pages.
LEAST_RECORDS = 12
LEAST_PAGES = 2
# Records on a page that a habit (not a data type) is judged by. Guess.
LEAST_JUDGED = 3
# Records that are all links of the page's menus and so no answer; fewer may be. Guess.
LEAST_MENU = 5
# Sites of one engine's records; more is an engine of the whole web. Guess.
MAX_SITES = 3
# Records, and pages, that show that. Guesses: from two pages one of 158 shared ones was refused.
LEAST_RECORDS_OF_SITES = 30
LEAST_PAGES_OF_SITES = 3
# A page may hold so many times the records of the fullest page seen, and some more. Guess: engines
# let users choose 10 or 100 records a page, not by themselves.
MAX_GROWTH = 5
# Shapes kept, and links of the no-result page.
MAX_SHAPES = 40
MAX_CHROME_LINKS = 400
# Jaccard similarity below which a record is not like any seen. Guess; on the shared result pages
# it refuses none of 158 read rightly (tests/benchmarks/constraints.py).
LEAST_LIKENESS = 0.2

_HAS_LETTER = re.compile(r"[^\W\d_]")
_HAS_DIGIT = re.compile(r"\d")


class DataType(StrEnum):
    """What the texts of a field are."""

    TEXT = "text"  # with letters
    NUMBER = "number"  # digits, no letters
    DATE = "date"
    PRICE = "price"
    URL = "url"  # an absolute http(s) address


class Rule(StrEnum):
    """Which constraint is violated."""

    COUNT = "count"
    MANDATORY = "mandatory"
    TYPE = "type"
    SITE = "site"
    HITS = "hits"
    CHROME = "chrome"
    LIKENESS = "likeness"


@dataclass(frozen=True, slots=True)
class Violation:
    """One constraint that an answer violates, and how, in a plain sentence."""

    rule: Rule
    detail: str

    def __str__(self) -> str:
        """Return the sentence."""
        return self.detail


@dataclass(frozen=True, slots=True)
class IntegrityConstraints:
    """What the answers of an engine keep to.

    `minimum` and `maximum` bound the records of a page that has any; `page_size` is the number of
    records of a full page, None when no full page was seen. `mandatory` names the fields that
    records have; `types` their data types. `sites` are those that records lead to, empty for any.
    `agrees_with_hits`: the range that the hits line shows is the number of records. `chrome` are
    addresses (`comparison_key`) that the engine links beside its records. `shapes` are shapes of
    records seen, one of which a record has a likeness of at least `likeness` to.
    """

    minimum: int = 1
    maximum: int = MAX_RECORDS
    page_size: int | None = None
    mandatory: tuple[str, ...] = ()
    types: tuple[tuple[str, DataType], ...] = ()
    sites: tuple[str, ...] = ()
    agrees_with_hits: bool = False
    chrome: tuple[str, ...] = ()
    shapes: tuple[RecordShape, ...] = ()
    likeness: float = LEAST_LIKENESS


# What an engine is held to of which nothing was learned.
NO_CONSTRAINTS = IntegrityConstraints()

# The fields of a record that constraints speak of.
FIELDS = (
    *("url", "title", "snippet", "date", "thumbnail", "price", "author", "size", "breadcrumb"),
)
# Fields that a record cannot do without, and are judged from the first record on.
ESSENTIAL = ("url", "title")
# Fields found to be mandatory by themselves. The others are recognised by words and signs of a
# language, which the engine may change: only a person makes them mandatory.
LEARNED_MANDATORY = (*ESSENTIAL, "snippet")


def learn_constraints(
    wrapper: Wrapper,
    results: Sequence[tuple[Page, str | None]],
    no_results: Sequence[Page] = (),
) -> IntegrityConstraints:
    """Return what the records that `wrapper` finds on `results` (pages, queries) keep to.

    `no_results` are the engine's no-result pages: what they link to is no record.
    """
    extractions = [wrapper.extract(page, query) for page, query in results]
    filled = [extraction for extraction in extractions if extraction.records]
    records = [record for extraction in filled for record in extraction.records]
    is_enough = len(records) >= LEAST_RECORDS and len(filled) >= LEAST_PAGES
    counts = [len(extraction.records) for extraction in filled]
    # An engine that shows all it finds on one page has no fullest page.
    is_paged = wrapper.next_page is not None and counts.count(max(counts, default=0)) > 1
    shapes = Counter(shape for extraction in filled for shape in extraction.shapes)
    mandatory = tuple(
        name
        for name in LEARNED_MANDATORY
        if records
        and (is_enough or name in ESSENTIAL)
        and all(getattr(record, name) for record in records)
    )
    return IntegrityConstraints(
        maximum=max(counts) * MAX_GROWTH if is_enough and is_paged else MAX_RECORDS,
        page_size=_page_size(filled),
        mandatory=mandatory,
        types=tuple((name, kind) for name in FIELDS for kind in _type_of(name, records)),
        sites=_sites(filled, records),
        agrees_with_hits=_agrees(filled),
        chrome=_chrome(no_results, records) if is_enough else (),
        shapes=tuple(shape for shape, _ in shapes.most_common(MAX_SHAPES)) if is_enough else (),
    )


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
        *(_type_violation(name, kind, records) for name, kind in constraints.types),
        _site_violation(constraints, records),
        _chrome_violation(constraints, records),
        _likeness_violation(constraints, extraction.shapes),
    )
    return tuple(violation for violation in found if violation is not None)


def _page_size(filled: Sequence[Extraction]) -> int | None:
    """Return the number of records on pages that say there are more, if it is one number."""
    full = {
        len(extraction.records)
        for extraction in filled
        if extraction.total is not None and extraction.total > len(extraction.records)
    }
    return full.pop() if len(full) == 1 else None


def _agrees(filled: Sequence[Extraction]) -> bool:
    """Tell whether every page that shows a range has as many records, and some page shows one."""
    shown = [
        (extraction.hits.shown, len(extraction.records))
        for extraction in filled
        if extraction.hits is not None and extraction.hits.shown
    ]
    return len(shown) >= LEAST_PAGES and all(said == count for said, count in shown)


def _type_of(name: str, records: Sequence[ResultRecord]) -> tuple[DataType, ...]:
    """Return the data type that a field of all records has, if they have one."""
    if not records or not all(getattr(record, name) for record in records):
        return ()
    named = {"url": DataType.URL, "date": DataType.DATE, "price": DataType.PRICE}
    kinds = (named[name],) if name in named else (DataType.TEXT, DataType.NUMBER)
    return tuple(
        kind for kind in kinds if all(_is_of_type(getattr(r, name), kind) for r in records)
    )


def _is_of_type(value: str | None, kind: DataType) -> bool:
    """Tell whether a field's value is of a data type.

    >>> _is_of_type("No. 7", DataType.TEXT), _is_of_type("7", DataType.TEXT)
    (True, False)
    """
    if not value:
        return False
    if kind is DataType.URL:
        return value.startswith(("http://", "https://"))
    if kind is DataType.TEXT:
        return _HAS_LETTER.search(value) is not None
    has_digit = _HAS_DIGIT.search(value) is not None
    return has_digit and (kind is not DataType.NUMBER or _HAS_LETTER.search(value) is None)


def _chrome(no_results: Sequence[Page], records: Sequence[ResultRecord]) -> tuple[str, ...]:
    """Return the addresses that no-result pages link and no record leads to."""
    linked = {
        comparison_key(address)
        for page in no_results
        for anchor in page.root.iter("a")
        if (address := resolve_url(page.base_url, anchor.get("href"))) is not None
    }
    taken = {comparison_key(record.url) for record in records if record.url}
    return tuple(sorted(linked - taken))[:MAX_CHROME_LINKS]


def _sites(filled: Sequence[Extraction], records: Sequence[ResultRecord]) -> tuple[str, ...]:
    """Return the few sites that all records lead to, nothing when they are not few."""
    if len(records) < LEAST_RECORDS_OF_SITES or len(filled) < LEAST_PAGES_OF_SITES:
        return ()
    sites = {_site(record) for record in records} - {""}
    return tuple(sorted(sites)) if len(sites) <= MAX_SITES else ()


def _site(record: ResultRecord) -> str:
    """Return the site a record leads to, nothing when it leads nowhere."""
    if record.url is None:
        return ""
    try:
        return site_of(record.url)
    except ValueError:
        return ""


def _count_violation(
    constraints: IntegrityConstraints, extraction: Extraction, is_first_page: bool
) -> Violation | None:
    """Judge the number of records, by itself and beside what the hits line says."""
    count, hits = len(extraction.records), extraction.hits
    if count > constraints.maximum:
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
    missing = sum(not getattr(record, name) for record in records)
    if name in ESSENTIAL:
        is_violated = missing > MAX_SHARE_OF_EXCEPTIONS * len(records)
    else:
        # A field may be missing where little is known of a thing, but not of all of them.
        is_violated = missing == len(records) >= LEAST_JUDGED
    if not is_violated:
        return None
    return Violation(Rule.MANDATORY, f"{missing} of {len(records)} records have no {name}")


def _type_violation(name: str, kind: DataType, records: Sequence[ResultRecord]) -> Violation | None:
    """Judge whether a field's values, where there are any, are of its data type."""
    values = [value for record in records if (value := getattr(record, name))]
    wrong = sum(not _is_of_type(value, kind) for value in values)
    if len(values) < LEAST_JUDGED or wrong <= MAX_SHARE_OF_OTHER_TYPE * len(values):
        return None
    return Violation(Rule.TYPE, f"the {name} of {wrong} of {len(values)} records is no {kind}")


def _site_violation(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Violation | None:
    """Judge whether the records lead where records led so far."""
    if not constraints.sites or len(records) < LEAST_JUDGED:
        return None
    sites = {_site(record) for record in records} - {""}
    if not sites or not sites.isdisjoint(constraints.sites):
        return None
    return Violation(Rule.SITE, f"all records lead to other sites than so far: {min(sites)}")


def _chrome_violation(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Violation | None:
    """Judge whether the records are nothing but links that stand beside any answer."""
    if not constraints.chrome or len(records) < LEAST_MENU:
        return None
    chrome = set(constraints.chrome)
    if all(record.url and comparison_key(record.url) in chrome for record in records):
        return Violation(Rule.CHROME, "all records are links of the page's own menus")
    return None


def _likeness_violation(
    constraints: IntegrityConstraints, shapes: Sequence[RecordShape]
) -> Violation | None:
    """Judge whether the records are built like those seen so far."""
    if not constraints.shapes or not shapes:
        return None
    unlike = sum(
        all(shape.likeness(known) < constraints.likeness for known in constraints.shapes)
        for shape in shapes
    )
    if unlike <= MAX_SHARE_OF_EXCEPTIONS * len(shapes):
        return None
    return Violation(Rule.LIKENESS, f"{unlike} of {len(shapes)} records are built like none so far")
