"""Integrity constraints: what every answer of an engine must keep to, learned with its wrapper.

Occurrence restrictions, "e.g. minimum and/or maximum number of allowed occurrence of a pattern
instance", and data types (Ferrara and Baumgartner 2011, section 4). Details ours: mandatory fields,
agreement with the hits line, the sites that records lead to, the page's own links, and the shape of
records.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from msgspec import Meta, field

from discovery.crawling.links.sites import site_of
from discovery.documents.document import Document, Share
from discovery.pages.urls import comparison_key
from wrappers.extraction.data_model.schema import MAX_SCHEMA_LENGTH, compile_schema
from wrappers.extraction.record_rule import MAX_RECORDS
from wrappers.extraction.records.record import DETAILS, ResultRecord
from wrappers.extraction.records.shape import RecordShape


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


class IntegrityConstraints(Document, frozen=True, forbid_unknown_fields=True, dict=True):
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
    `notices` are lines (`comparable`) beside the records of good pages that could be taken to say
    that these are not what was asked for.
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
    notices: _Texts = ()
    data_model: Annotated[str, Meta(max_length=MAX_SCHEMA_LENGTH)] = ""

    def __post_init__(self) -> None:
        """Raise `ValueError` for bounds that no page can keep to, or a data model that is none."""
        if self.minimum > self.maximum:
            raise ValueError("the minimum is above the maximum")
        if self.data_model:
            compile_schema(self.data_model)

    @cached_property
    def chrome_keys(self) -> frozenset[str]:
        """The `chrome`, to be looked up."""
        return frozenset(self.chrome)

    @cached_property
    def known_pairs(self) -> frozenset[frozenset[str]]:
        """The pairs of the `shapes`, to be looked up."""
        return frozenset(shape.pairs for shape in self.shapes)

    @property
    def fullest(self) -> int | None:
        """The records of a full page, as far as it is known; None where nothing is."""
        if self.page_size is not None or self.maximum >= MAX_RECORDS:
            return self.page_size
        return self.maximum // MAX_GROWTH

    @property
    def ask_for_details(self) -> bool:
        """Whether an answer is judged by any of its records' `DETAILS`."""
        named = (*self.mandatory, *self.types)
        return bool(self.data_model) or any(name in DETAILS for name in named)


# What an engine is held to of which nothing was learned.
NO_CONSTRAINTS = IntegrityConstraints()

# Fields that a record cannot do without, and are judged from the first record on.
ESSENTIAL: tuple[RecordField, ...] = ("url", "title")


def record_site(record: ResultRecord) -> str:
    """Return the site a record leads to, nothing when it leads nowhere."""
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
    """Return the form of a record's address: its host, first level, depth, names of parameters.

    Pages of one kind share it. Nothing for a record without an address.

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
