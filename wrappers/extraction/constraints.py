"""Integrity constraints: what every answer of an engine must keep to, and its violations.

Occurrence restrictions, "e.g. minimum and/or maximum number of allowed occurrence of a pattern
instance", and data types (Ferrara and Baumgartner 2011, section 4). Details ours: mandatory fields,
agreement with the hits line, the sites that records lead to, the page's own links, and the shape of
records. Rules count as violated by most records of a page only, never by a single one: a constraint
that cries wolf is worse than none.

An answer that breaks a habit of all pages learned from is cut, answers another query, or ignores
what is asked.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from operator import attrgetter, not_
from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from msgspec import Meta, field

from discovery.crawling.links import site_of
from discovery.documents.document import Document, Share
from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, query_pairs, route_of
from wrappers.extraction.data_model import MAX_SCHEMA_LENGTH, RECORD, broken_fields, compile_schema
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.selector import RecordShape
from wrappers.extraction.wrapper import MAX_RECORDS, Extraction


class DataType(StrEnum):
    """What the texts of a field are."""

    TEXT = "text"  # with letters
    NUMBER = "number"  # digits, no letters
    DATE = "date"
    PRICE = "price"
    URL = "url"  # an absolute http(s) address


# A page may hold so many times the records of the fullest page seen, and some more. Guess: engines
# let users choose 10 or 100 records a page, not by themselves.
MAX_GROWTH = 5
# Shapes kept, and links of the no-result page.
MAX_SHAPES = 40
MAX_CHROME_LINKS = 400
# Jaccard similarity below which a record is not like any seen. Guess; on the shared result pages
# it refuses none of 158 read rightly (evaluation/quality/constraints.py).
MIN_LIKENESS = 0.2
_Count = Annotated[int, Meta(ge=0, le=10**6)]
# Forms of addresses kept, characters of each, and names of parameters in it. More forms than these
# are no regularity. Guess.
MAX_FORMS = 6
MAX_FORM_LENGTH = 200
_MAX_NAMES = 4
_DIGITS = re.compile(r"\d+")
_Texts = Annotated[tuple[str, ...], Meta(max_length=MAX_CHROME_LINKS)]
# The fields of a record that constraints speak of.
RecordField = Literal[
    "url", "title", "snippet", "date", "thumbnail", "price", "author", "size", "breadcrumb"
]
FIELDS: tuple[RecordField, ...] = get_args(RecordField)


class IntegrityConstraints(Document, frozen=True, forbid_unknown_fields=True):
    """What the answers of an engine keep to.

    `minimum` and `maximum` bound the records of a page that has any. `page_size` is the number of
    records of a full page, None when no full page was seen. `mandatory` names the fields that
    records have; `types` their data types. `sites` are those that records lead to, empty for any.
    `agrees_with_hits`: the range that the hits line shows is the number of records. `chrome` are
    addresses (`comparison_key`) that the engine links beside its records. `forms` are the only
    forms that the records' addresses have (`address_form`), empty for any. `titles_differ` and
    `addresses_differ`: on one page no two records have one title, one address. `shapes` are shapes
    of records seen, one of which a record has a likeness of at least `likeness` to. `addresses` is
    how many one record links at most, `kin` how many written as its title's, None where it is not
    known. Habits of the pages: `is_closed` to their last tag, `shows_query` beside the records,
    `names_query` in them (`beyond_ascii`: so it was for words in letters beyond ASCII, too).
    `counts_matches`: each page with records has a hits line; None where that is not known.
    `notices` are lines (`comparable`) beside the records of good pages that could be taken to say
    that these are not what was asked for; `query_lines` those that name the query (masked), None
    where they are not known.
    `data_model` is the XML Schema that the records keep to, as a person declared it; empty for
    none.
    """

    minimum: _Count = 1
    maximum: _Count = MAX_RECORDS
    page_size: _Count | None = None
    mandatory: tuple[RecordField, ...] = ()
    types: Mapping[RecordField, DataType] = field(default_factory=dict)
    sites: _Texts = ()
    agrees_with_hits: bool = False
    chrome: _Texts = ()
    shapes: Annotated[tuple[RecordShape, ...], Meta(max_length=MAX_SHAPES)] = ()
    likeness: Share = MIN_LIKENESS
    addresses: _Count | None = None
    kin: _Count | None = None
    forms: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_FORM_LENGTH)], ...], Meta(max_length=MAX_FORMS)
    ] = ()
    titles_differ: bool = False
    addresses_differ: bool = False
    is_closed: bool = False
    shows_query: bool = False
    names_query: bool = False
    beyond_ascii: bool = False
    counts_matches: bool | None = None
    notices: _Texts = ()
    query_lines: _Texts | None = None
    data_model: Annotated[str, Meta(max_length=MAX_SCHEMA_LENGTH)] = ""

    def __post_init__(self) -> None:
        if self.minimum > self.maximum:
            raise ValueError("the minimum is above the maximum")
        if self.data_model:
            compile_schema(self.data_model)

    @property
    def fullest(self) -> int | None:
        if self.page_size is not None or self.maximum >= MAX_RECORDS:
            return self.page_size
        return self.maximum // MAX_GROWTH


# What an engine is held to of which nothing was learned.
NO_CONSTRAINTS = IntegrityConstraints()

# Fields that a record cannot do without, and are judged from the first record on.
ESSENTIAL: tuple[RecordField, ...] = ("url", "title")


def record_site(record: ResultRecord) -> str:
    if record.url is None:
        return ""
    try:
        return site_of(record.url)
    except ValueError:
        return ""


def stands_on(record: ResultRecord, sites: Sequence[str]) -> bool:
    """Whether a record leads to one of the sites (`record_site`), by the names of hosts alone.

    Of a site that is a public suffix itself those of its tenants count, too.

    >>> stands_on(ResultRecord("http://www.a.example/x", "A title"), ["b.example", "a.example"])
    True
    """
    try:
        parts = urlsplit(record.url or "")
        host = (parts.hostname or "").rstrip(".")
        named = f"{host}:{parts.port}" if parts.port else host
    except ValueError:
        return False
    return any(site in (host, named) or host.endswith(f".{site}") for site in sites)


def address_form(record: ResultRecord) -> str:
    """Return what addresses of one kind share; nothing for a record without one.

    >>> address_form(ResultRecord("http://a.example/news/2024/x.html?id=3&s=1", "A title"))
    'a.example/news/*/*?id&s'
    """
    if record.url is None:
        return ""
    path, _, query = comparison_key(record.url).partition("?")
    host, *levels = path.split("/")
    first = _DIGITS.sub("0", levels[0]) if len(levels) > 1 else "*"
    names = sorted({pair.partition("=")[0] for pair in query.split("&")} - {""})[:_MAX_NAMES]
    form = "/".join((host, *((first, *("*" for _ in levels[1:])) if levels else ())))
    return (f"{form}?{'&'.join(names)}" if names else form)[:MAX_FORM_LENGTH]


_HAS_LETTER = re.compile(r"[^\W\d_]")
_HAS_DIGIT = re.compile(r"\d")


def is_of_type(value: str | None, kind: DataType) -> bool:
    """Tell whether a field's value is of a data type.

    >>> is_of_type("No. 7", DataType.TEXT), is_of_type("7", DataType.TEXT)
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


# Bytes at the end of a page in which its last tag stands: comments of servers may follow. Guess.
END_OF_PAGE = 2_000
# Input fields and links looked at for the query.
MAX_FIELDS = 60
MAX_LINKS = 400
# Characters of an address that are looked at.
MAX_ADDRESS = 4_000
# Letters of a word that a page repeats in one form or another.
LETTERS_OF_A_WORD = 3
# Records, all silent of the query, that show that it was ignored. Guess: a few may be so by chance.
MIN_RECORDS = 5
# What a page may end with whose last tags are left out: parts that hold more than a record.
_END = re.compile(rb"</(?:\w+:)?html")
_BEGINNINGS = (b"<html", b"<!doctype", b"<head", b"<body")
_PARTS = "body div table script center footer main section form".split()
_ENDS_OF_PARTS = (*(f"</{tag}>".encode() for tag in _PARTS), b"-->")
_TYPED_INTO = frozenset(("", "text", "search"))
# Scripts whose words no space divides: Thai, Lao, Khmer, kana, Han.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def is_closed(body: bytes) -> bool:
    """Tell whether a page ends as a whole page does.

    >>> is_closed(b"<html><p>All of it</html>"), is_closed(b"<html><p>All o")
    (True, False)
    """
    return _END.search(_plain(body[-END_OF_PAGE:])) is not None


def breaks_off(body: bytes) -> bool:
    """Tell whether a page ends in the midst: not even with the end of a part of it.

    >>> breaks_off(b"<html><p>All o"), breaks_off(b"<html><div><p>All of it</div>")
    (True, False)
    >>> breaks_off(b"no page at all")
    False
    """
    if is_closed(body) or not any(mark in _plain(body[:END_OF_PAGE]) for mark in _BEGINNINGS):
        return False
    return not _plain(body[-END_OF_PAGE:]).rstrip().endswith(_ENDS_OF_PARTS)


def _plain(part: bytes) -> bytes:
    return part.replace(b"\0", b"").lower()


def shows_query(page: Page, query: str) -> bool:
    """Tell whether a field, the title or a link's address has a word of the query, if any."""
    words = query_words(query)
    return not words or any(any(w in text for w in words) for text in _shown_texts(page))


def shown_query(page: Page) -> str:
    return next((text for text in typed_texts(page) if text.strip()), "")


def typed_texts(page: Page) -> Iterator[str]:
    """Yield what stands in the fields of a page into which a query may be typed, case folded."""
    return _field_texts(page, _TYPED_INTO)


def names_query(records: Sequence[ResultRecord], query: str) -> int:
    """Return how many records have a word of the query, in whatever form, or a link with it."""
    return sum(_name_query(records, query))


def _name_query(records: Sequence[ResultRecord], query: str) -> Iterator[bool]:
    forms = _forms_of(query)
    if forms is None:
        return
    for record in records:
        text = f"{record.title} {record.snippet} {record.url or ''}"
        yield forms.search(text.casefold()) is not None


@lru_cache(maxsize=256)
def _forms_of(query: str) -> re.Pattern[str] | None:
    words = query_words(query)
    return re.compile("|".join(form for w in words for form in _forms(w))) if words else None


def _forms(word: str) -> Iterator[str]:
    yield re.escape(word)
    if _UNSPACED.match(word):
        yield from (re.escape(word[n : n + 2]) for n in range(len(word) - 1))
    else:
        yield rf"(?<![^\W_]){re.escape(word[: max(LETTERS_OF_A_WORD, len(word) // 2 + 1)])}"


def leaves_out_signs(query: str, records: Sequence[ResultRecord]) -> bool:
    """Tell whether `query` is signs alone that no record has: engines may leave them out."""
    if not query or any(character.isalnum() for character in query):
        return False
    texts = [f"{record.title} {record.snippet}" for record in records]
    return not any(sign in text for sign in query.split() for text in texts)


def is_mostly_about_others(records: Sequence[ResultRecord], query: str) -> bool:
    return 2 * names_query(records, query) < len(records)


def ignores_query(records: Sequence[ResultRecord], query: str) -> bool:
    if len(records) < MIN_RECORDS or not query_words(query):
        return False
    # The first record of most answers settles it.
    return not any(_name_query(records, query))


def is_beyond_ascii(query: str) -> bool:
    # Such a word may stand in a page in another charset, or form.
    return any(not word.isascii() for word in query_words(query))


@lru_cache(maxsize=256)
def query_words(query: str) -> tuple[str, ...]:
    """Return the words of a query that a page repeats: not the short ones of ASCII letters."""
    words = "".join(c if c.isalnum() else " " for c in query.casefold()).split()
    return tuple(word for word in words if not word.isascii() or len(word) >= LETTERS_OF_A_WORD)


def _shown_texts(page: Page) -> Iterator[str]:
    yield from _field_texts(page, _TYPED_INTO | {"hidden"})
    yield page.title.casefold()
    for link in islice(page.root.iter("a"), MAX_LINKS):
        asked = link.get("href", "")[:MAX_ADDRESS].partition("?")[2]
        if "=" in asked:
            yield from (value.casefold() for _, value in query_pairs(f"?{asked}"))


def _field_texts(page: Page, types: frozenset[str]) -> Iterator[str]:
    for each_field in islice(page.root.iter("input"), MAX_FIELDS):
        if each_field.get("type", "").casefold() in types:
            yield each_field.get("value", "").casefold()


# Share of a page's records that may break a rule before the page does. Guess.
MAX_SHARE_OF_EXCEPTIONS = 0.5
# The same of values of another type: books are called "1984". Guess.
MAX_SHARE_OF_OTHER_TYPE = 0.8
# Records on a page that a habit (not a data type) is judged by. Guess.
MIN_HABIT_RECORDS = 3
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


def violations(
    constraints: IntegrityConstraints,
    extraction: Extraction,
    *,
    query: str = "",
    is_first_page: bool = True,
) -> tuple[str, ...]:
    """Return which constraints an answer to `query` violates, and how, each in a plain sentence.

    Without records none: such an answer is judged by other means. Less is asked of further pages
    (`is_first_page` false): the last one is not full.
    """
    records = extraction.records
    if not records:
        return ()
    return (
        *_count_violations(constraints, extraction, is_first_page),
        *_value_violations(constraints, extraction),
        *_address_violations(constraints, records, query),
        *_shape_violations(constraints, extraction),
        *_model_violations(constraints, records),
    )


def _count_violations(
    constraints: IntegrityConstraints, extraction: Extraction, is_first_page: bool
) -> Iterator[str]:
    count, hits = len(extraction.records), extraction.hits
    shown, total = (None, None) if hits is None else (hits.shown, hits.total)
    if count > constraints.maximum and count not in (shown, total):
        yield f"{count} records, at most {constraints.maximum} are expected"
    elif count < constraints.minimum:
        yield f"{count} records, at least {constraints.minimum} are expected"
    elif shown:
        is_other = abs(count - shown) > MAX_SHARE_OF_EXCEPTIONS * max(count, shown)
        if constraints.agrees_with_hits and is_other:
            yield f"the page says it shows {shown} matches, {count} records were found"
    elif total and is_first_page:
        expected = min(total, constraints.page_size or 0)
        if count < MAX_SHARE_OF_EXCEPTIONS * expected:
            yield f"the page says {total} matches, {count} records were found"


def _value_violations(constraints: IntegrityConstraints, extraction: Extraction) -> Iterator[str]:
    records, count = extraction.records, len(extraction.records)
    # Of records built as ever titles are numbers, snippets left out: nothing else was read instead.
    is_as_ever = bool(extraction.shapes) and set(constraints.shapes).issuperset(extraction.shapes)
    for name in constraints.mandatory:
        missing = sum(map(not_, map(attrgetter(name), records)))
        # A field may be missing where little is known of one thing, not of all.
        is_habit = missing == count >= MIN_HABIT_RECORDS and not is_as_ever
        if missing > MAX_SHARE_OF_EXCEPTIONS * count if name in ESSENTIAL else is_habit:
            yield f"{missing} of {count} records have no {name}"
    for name, kind in constraints.types.items():
        if is_as_ever and kind is DataType.TEXT:
            continue
        values = list(filter(None, map(attrgetter(name), records)))
        wrong = sum(not is_of_type(value, kind) for value in values)
        if len(values) >= MIN_HABIT_RECORDS and wrong > MAX_SHARE_OF_OTHER_TYPE * len(values):
            yield f"the {name} of {wrong} of {len(values)} records is no {kind}"
    titles = {record.title.casefold() for record in records}
    if constraints.titles_differ and _are_alike(titles, records):
        yield f"{count} records have {len(titles)} different titles"
    addresses = {record.url for record in records}
    if constraints.addresses_differ and _are_alike(addresses, records):
        yield f"{count} records lead to {len(addresses)} different addresses"


def _are_alike(different: Set[str | None], records: Sequence[ResultRecord]) -> bool:
    count = len(records)
    return count >= MIN_HABIT_RECORDS and len(different) <= MAX_SHARE_OF_EXCEPTIONS * count


def _address_violations(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord], query: str
) -> Iterator[str]:
    count, known = len(records), constraints.sites
    # Most answers are settled by the names of hosts: the list of public suffixes takes 25 ms to
    # read the first time.
    if known and count >= MIN_HABIT_RECORDS and not any(stands_on(r, known) for r in records):
        sites = {record_site(record) for record in records} - {""}
        if sites and sites.isdisjoint(known):
            yield f"all records lead to other sites than so far: {min(sites)}"
    if constraints.chrome and count >= MIN_MENU_LINKS:
        keys = (record.url and comparison_key(record.url) for record in records)
        # A menu leads to whole pages: what leads to a place on one of them is a result.
        to_places = ("#" in (r.url or "") and not route_of(r.url or "") for r in records)
        if all(key in constraints.chrome for key in keys) and not any(to_places):
            yield "all records are links of the page's own menus"
    if constraints.forms:
        strangers = [record for record in records if address_form(record) not in constraints.forms]
        if constraints.names_query and query_words(query):
            # What is called after the query, as all are, is of the answer wherever it leads.
            strangers = [r for r in strangers if not names_query((r.replace(snippet=""),), query)]
        if len(strangers) >= MIN_STRANGERS and len(strangers) > MAX_SHARE_OF_STRANGERS * count:
            kind = f"pages of another kind than so far: {strangers[0].url}"
            yield f"{len(strangers)} of {count} records lead to {kind}"


def _shape_violations(constraints: IntegrityConstraints, extraction: Extraction) -> Iterator[str]:
    shapes, known = extraction.shapes, frozenset(constraints.shapes)
    # Most are built as one that is known, and as the one before.
    unlike = sum(
        count
        for shape, count in Counter(s for s in shapes if s not in known).items()
        if all(shape.likeness(each) < constraints.likeness for each in known)
    )
    if known and unlike > MAX_SHARE_OF_EXCEPTIONS * len(shapes):
        yield f"{unlike} of {len(shapes)} records are built like none so far"
    addresses = extraction.addresses
    # Kin are some of the addresses: where these are few no record is crowded, and none is counted.
    if max(addresses, default=0) <= MIN_ADDRESSES_OF_SEVERAL:
        return
    for so_far, today, what in (
        (constraints.addresses, addresses, "addresses"),
        (constraints.kin, extraction.kin, "addresses like its own"),
    ):
        most = max((so_far or 0) * MAX_GROWTH_OF_RECORD, MIN_ADDRESSES_OF_SEVERAL)
        crowded = [count for count in today if count > most]
        if so_far is not None and len(crowded) > MAX_SHARE_OF_EXCEPTIONS * len(today):
            yield f"a record links {max(crowded)} {what}, at most {so_far} so far"
            return


def _model_violations(
    constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> Iterator[str]:
    if constraints.data_model:
        for name, count in fields_broken_by_most(constraints.data_model, records).items():
            yield f"{count} of {len(records)} records break the data model in “{name}”"


def fields_broken_by_most(data_model: str, records: Sequence[ResultRecord]) -> Mapping[str, int]:
    is_judged = len(records) >= MIN_HABIT_RECORDS
    return {
        name: count
        for name, count in broken_fields(data_model, records).items()
        if name == RECORD
        or (count > MAX_SHARE_OF_EXCEPTIONS * len(records) and (is_judged or name in ESSENTIAL))
    }
