"""Learning integrity constraints and the data model of an engine's records.

Ferrara and Baumgartner 2011, section 4: occurrence restrictions of child instances, and data types.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from discovery.pages.page import Page
from discovery.pages.urls import comparison_key, resolve_url
from wrappers.extraction.answers.notices import query_lines, telling_lines
from wrappers.extraction.constraints import (
    ESSENTIAL,
    FIELDS,
    MAX_CHROME_LINKS,
    MAX_FORMS,
    MAX_GROWTH,
    MAX_SHAPES,
    DataType,
    IntegrityConstraints,
    RecordField,
    address_form,
    is_beyond_ascii,
    is_closed,
    is_of_type,
    names_query,
    record_site,
    shows_query,
)
from wrappers.extraction.data_model import MODEL_FIELDS
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import MAX_RECORDS, Extraction, Wrapper

# Data types as patterns: what a text must hold, whatever the language.
_PATTERNS = {
    DataType.URL: r"https?://.*",
    DataType.DATE: r".*\d.*",
    DataType.PRICE: r".*\d.*",
    DataType.NUMBER: r"[^\p{L}]*",
    DataType.TEXT: r".*\p{L}.*",
}
_NAMED = {"url": DataType.URL, "date": DataType.DATE, "price": DataType.PRICE}
_NAMED_IN_MODEL = _NAMED | {"thumbnail": DataType.URL}


def learn_data_model(records: Sequence[ResultRecord]) -> str:
    """Return the schema that records keep to: which fields they have, of which type.

    What some lack is optional. `item` is every data item of a record: as many as the fewest had.
    """
    types = "".join(
        f'  <xs:simpleType name="{kind}">\n    <xs:restriction base="xs:string">'
        f'<xs:pattern value="{pattern}"/></xs:restriction>\n  </xs:simpleType>\n'
        for kind, pattern in _PATTERNS.items()
    )
    fields = "".join(
        f'        <xs:element name="{name}"'
        f' type="{_type_of(name, records, _NAMED_IN_MODEL) or "xs:string"}"'
        f"{'' if _is_in_all(name, records) else ' ' + _OPTIONAL}/>\n"
        for name in MODEL_FIELDS
    )
    fewest = min((len(record.items) for record in records), default=0)
    return (
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\n'
        f"{types}"
        '  <xs:element name="records"><xs:complexType><xs:sequence>\n'
        '    <xs:element name="record" minOccurs="0" maxOccurs="unbounded">'
        "<xs:complexType><xs:sequence>\n"
        f"{fields}"
        f'        <xs:element name="item" type="xs:string" minOccurs="{fewest}"'
        ' maxOccurs="unbounded"/>\n'
        "    </xs:sequence></xs:complexType></xs:element>\n"
        "  </xs:sequence></xs:complexType></xs:element>\n"
        "</xs:schema>\n"
    )


_OPTIONAL = 'minOccurs="0"'


def _is_in_all(name: str, records: Sequence[ResultRecord]) -> bool:
    return bool(records) and all(getattr(record, name) for record in records)


def _type_of(
    name: str, records: Sequence[ResultRecord], named: Mapping[str, DataType]
) -> DataType | None:
    """Return the type of all that records have in a field, if they have anything, of one type."""
    values = [value for record in records if (value := getattr(record, name))]
    kinds = (named[name],) if name in named else (DataType.NUMBER, DataType.TEXT)
    found = (kind for kind in kinds if values and all(is_of_type(v, kind) for v in values))
    return next(found, None)


# Records, and pages, from which a habit of all records is a rule. Guesses: two result pages.
MIN_RECORDS = 12
MIN_PAGES = 2
# Sites of one engine's records; more is an engine of the whole web. Guess.
MAX_SITES = 3
# Records, and pages, that show that, or which forms addresses have. Guesses: from two pages one of
# 158 shared ones was refused by its sites, one of 24 by its forms.
MIN_RECORDS_OF_SITES = 30
MIN_PAGES_OF_SITES = 3
# Pages, and records, that show how pages speak of what was asked, and the share of records that do.
# Guesses: nothing but chance speaks of another query.
MIN_PAGES_OF_QUERIES = 3
MIN_RECORDS_OF_QUERIES = 15
MIN_SHARE_NAMING_QUERY = 0.9
# Share of the records that menus link, too, up to which a page of nothing else is no answer: at a
# third all of five are by chance on one page of 240.
MAX_SHARE_IN_MENUS = 1 / 3
# Fields found to be mandatory by themselves. The others are recognised by words and signs of a
# language, which the engine may change: only a person makes them mandatory.
LEARNED_MANDATORY: tuple[RecordField, ...] = (*ESSENTIAL, "snippet")


def learn_constraints(
    wrapper: Wrapper,
    results: Sequence[tuple[Page, str | None]],
    no_results: Sequence[Page] = (),
) -> IntegrityConstraints:
    """Return what the records that `wrapper` finds on `results` (pages, queries) keep to.

    `no_results` are the engine's no-result pages: what they link to is no record.
    """
    read = [(page, query, wrapper.extract(page, query)) for page, query in results]
    filled = [extraction for _, _, extraction in read if extraction.records]
    asked = [(page, query, found) for page, query, found in read if query and found.records]
    records = [record for extraction in filled for record in extraction.records]
    is_enough = len(records) >= MIN_RECORDS and len(filled) >= MIN_PAGES
    counts = [len(extraction.records) for extraction in filled]
    # An engine that shows all it finds on one page has no fullest page.
    is_paged = wrapper.next_page is not None and counts.count(max(counts, default=0)) > 1
    shapes = Counter(shape for extraction in filled for shape in extraction.shapes)
    mandatory = tuple(
        name
        for name in LEARNED_MANDATORY
        if (is_enough or name in ESSENTIAL) and _is_in_all(name, records)
    )
    types = {name: _type_of(name, records, _NAMED) for name in FIELDS if _is_in_all(name, records)}
    return IntegrityConstraints(
        maximum=max(counts) * MAX_GROWTH if is_enough and is_paged else MAX_RECORDS,
        page_size=_page_size(filled),
        mandatory=mandatory,
        types={name: kind for name, kind in types.items() if kind is not None},
        sites=_sites(filled, records),
        agrees_with_hits=_agrees(filled),
        chrome=_chrome(no_results, records) if is_enough else (),
        shapes=tuple(shape for shape, _ in shapes.most_common(MAX_SHAPES)) if is_enough else (),
        addresses=max(chain.from_iterable(e.addresses for e in filled)) if is_enough else None,
        kin=max(chain.from_iterable(e.kin for e in filled)) if is_enough else None,
        forms=_forms(filled),
        titles_differ=is_enough and _differ(filled, lambda record: record.title.casefold()),
        addresses_differ=is_enough and _differ(filled, lambda record: record.url),
        is_closed=len(filled) >= MIN_PAGES and all(is_closed(page.body) for page, _ in results),
        shows_query=len(asked) >= MIN_PAGES_OF_QUERIES
        and all(shows_query(page, query or "") for page, query, _ in asked),
        names_query=_name_queries(asked),
        counts_matches=all(extraction.hits is not None for extraction in filled)
        if len(filled) >= MIN_PAGES
        else None,
        notices=_lines(telling_lines, read),
        query_lines=_lines(query_lines, read) if len(asked) >= MIN_PAGES_OF_QUERIES else None,
        beyond_ascii=sum(is_beyond_ascii(query or "") for _, query in results) >= MIN_PAGES,
    )


# A page, its query, and what is read of it.
_Read = tuple[Page, str | None, Extraction]


def _differ(filled: Sequence[Extraction], value_of: Callable[[ResultRecord], str | None]) -> bool:
    """Tell whether on each page all records have a value that no other has."""
    return all(
        len(set(map(value_of, each.records)) - {None}) == len(each.records) for each in filled
    )


def _name_queries(asked: Sequence[_Read]) -> bool:
    records = sum(len(extraction.records) for _, _, extraction in asked)
    if len(asked) < MIN_PAGES_OF_QUERIES or records < MIN_RECORDS_OF_QUERIES:
        return False
    named = sum(names_query(extraction.records, query or "") for _, query, extraction in asked)
    return named >= MIN_SHARE_NAMING_QUERY * records


def _lines(
    lines_of: Callable[[Page, Extraction, str], Iterable[str]], read: Sequence[_Read]
) -> tuple[str, ...]:
    lines = (lines_of(page, extraction, query or "") for page, query, extraction in read)
    return tuple(dict.fromkeys(chain.from_iterable(lines)))[:MAX_CHROME_LINKS]


def _page_size(filled: Sequence[Extraction]) -> int | None:
    """Return the number of records on pages that say there are more, if it is one number."""
    full = {
        len(extraction.records)
        for extraction in filled
        if extraction.total is not None and extraction.total > len(extraction.records)
    }
    return full.pop() if len(full) == 1 else None


def _agrees(filled: Sequence[Extraction]) -> bool:
    agree = [
        each.hits.shown == len(each.records)
        for each in filled
        if each.hits is not None and each.hits.shown
    ]
    return len(agree) >= MIN_PAGES and all(agree)


def _forms(filled: Sequence[Extraction]) -> tuple[str, ...]:
    """Return the few forms of the records' addresses, nothing where there may be others.

    By Good and Turing, the chance that a page has a form not seen is the share of those seen on one
    page: there must be none.
    """
    if len(filled) < MIN_PAGES_OF_SITES:
        return ()
    if sum(len(extraction.records) for extraction in filled) < MIN_RECORDS_OF_SITES:
        return ()
    pages = Counter(form for each in filled for form in set(map(address_form, each.records)))
    if "" in pages or len(pages) > MAX_FORMS or 1 in pages.values():
        return ()
    return tuple(form for form, _ in pages.most_common())


def _chrome(no_results: Sequence[Page], records: Sequence[ResultRecord]) -> tuple[str, ...]:
    """Return the addresses that no-result pages link and no record leads to.

    None where records lead to many of what is linked: the menus of small sites list all they have,
    and so does the page behind a search in a dialog.
    """
    linked = {
        comparison_key(address)
        for page in no_results
        for anchor in page.root.iter("a")
        if (address := resolve_url(page.base_url, anchor.get("href"))) is not None
    }
    taken = {comparison_key(record.url) for record in records if record.url}
    if len(linked & taken) > MAX_SHARE_IN_MENUS * len(taken):
        return ()
    return tuple(sorted(linked - taken))[:MAX_CHROME_LINKS]


def _sites(filled: Sequence[Extraction], records: Sequence[ResultRecord]) -> tuple[str, ...]:
    if len(records) < MIN_RECORDS_OF_SITES or len(filled) < MIN_PAGES_OF_SITES:
        return ()
    sites = {record_site(record) for record in records} - {""}
    return tuple(sorted(sites)) if len(sites) <= MAX_SITES else ()
