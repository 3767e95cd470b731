"""Integrity constraints and data models: learned from result pages, asked of every answer."""

from dataclasses import replace
from typing import Any

import pytest
from lxml.html import fragments_fromstring

from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.constraints import IntegrityConstraints, violations
from wrappers.extraction.data_model import compile_schema
from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.selector import RecordShape
from wrappers.extraction.wrapper import Extraction, Wrapper
from wrappers.induction.constraints import learn_constraints, learn_data_model
from wrappers.induction.paging import learn_next_page
from wrappers.induction.samples import ReadSample

CASES = cases(__file__)

URL = "http://s.example/find?q={query}"
MENU = "<ul>" + "".join(f"<li><a href=/menu/{n}>Menu {n}</a>" for n in range(6)) + "</ul>"
WRAPPER = Wrapper((rule_of(key("p")),))
LISTED = parse_page("".join(f"<li><a href=/d/{n}>{n}</a>" for n in range(10)).encode(), URL)


def page_of(query: str, count: int = 10, main: str = "") -> Page:
    records = "".join(
        f"<p><b><a href=/d/{query}{n}>{query} {n}</a></b><br>Words of it, 2021-03-0{n % 9 + 1}"
        for n in range(count)
    )
    return parse_page(f"{MENU}{main or records}".encode(), URL.format(query=query))


@pytest.fixture(scope="module")
def constraints() -> IntegrityConstraints:
    pages = [(page_of(query), query) for query in ("fish", "cheese", "wine")]
    return learn_constraints(WRAPPER, pages, [page_of("qzvx", main="<h3>Nothing</h3>")])


def test_what_is_learned(constraints):
    assert constraints.mandatory == ("url", "title", "snippet")
    assert dict(constraints.types)["date"] == "date"
    assert constraints.sites == ("s.example",)
    assert constraints.minimum == 1
    assert "s.example/menu/0" in constraints.chrome
    assert constraints.shapes == (RecordShape(frozenset({"p", "p>b", "b>a", "p>br"})),)


@pytest.mark.parametrize("count", [0, 1, 2, 10, 25])
def test_good_answers_violate_nothing(constraints, count):
    assert violations(constraints, WRAPPER.extract(page_of("bread", count))) == ()


def good(count: int = 10, **values: Any) -> Extraction:
    records = (
        ResultRecord(f"http://s.example/d/{n}", f"Title {n}", "Words", date="2021-03-01")
        for n in range(count)
    )
    return Extraction(tuple(record.replace(**values) for record in records))


@pytest.mark.parametrize(
    ("extraction", "told"),
    [
        (good(url=None), "10 of 10 records have no url"),
        (good(title=""), "10 of 10 records have no title"),
        (good(snippet=""), "10 of 10 records have no snippet"),
        (good(title="17"), "the title of 10 of 10 records is no text"),
        (
            good(url="http://ads.example/"),
            "all records lead to other sites than so far: ads.example",
        ),
        (good(url="http://s.example/menu/3"), "all records are links of the page's own menus"),
        (
            replace(good(), nodes=Wrapper((rule_of(key("li")),)).record_nodes(LISTED)),
            "10 of 10 records are built like none so far",
        ),
    ],
)
def test_a_bad_answer_is_found_out(constraints, extraction, told):
    assert told in violations(constraints, extraction)


def test_places_on_a_page_of_the_menu_are_no_menu(constraints):
    places = [f"http://s.example/menu/3#place-{n}" for n in range(10)]
    found = zip(good().records, places, strict=True)
    told = violations(constraints, Extraction(tuple(r.replace(url=url) for r, url in found)))
    assert not any("menus" in each for each in told)


def test_a_menu_that_lists_all_there_is_proves_nothing():
    pages = [(page_of(query), query) for query in ("fish", "cheese", "wine")]
    tree = "".join(f"<h3><a href=/d/{query}{n}>.</a></h3>" for _, query in pages for n in range(10))
    assert learn_constraints(WRAPPER, pages, [page_of("qzvx", main=tree)]).chrome == ()


def test_the_number_of_records_is_bounded_where_results_are_paged(constraints):
    assert violations(constraints, good(900)) == (), "all results may stand on one page"
    link = "<p><a href='/find?q={}&page=2'>2</a> <a href='/find?q={}&page=3'>3</a>"
    pages = []
    for query in ("fish", "cheese"):
        page = page_of(query)
        page.root.find("body").extend(fragments_fromstring(link.format(query, query)))
        pages.append((page, query))
    samples = [ReadSample(page, query, WRAPPER.record_starts(page)) for page, query in pages]
    paged = WRAPPER.replace(next_page=learn_next_page(samples))
    assert paged.next_page is not None
    learned = learn_constraints(paged, pages)
    assert violations(learned, good(20)) == ()
    assert "900 records, at most" in violations(learned, good(900))[0]


def test_few_exceptions_are_no_violation(constraints):
    records = good(10).records
    mixed = (*records[:7], *good(3, snippet="", title="17").records)
    assert violations(constraints, Extraction(mixed)) == ()


def test_the_hits_line_is_believed_where_it_was_right():
    paged = IntegrityConstraints(page_size=10, agrees_with_hits=True)
    three = replace(good(3), hits=HitsLine(200))
    assert "says 200 matches" in violations(paged, three)[0]
    assert violations(paged, three, is_first_page=False) == ()
    assert violations(paged, replace(three, hits=HitsLine(4))) == ()
    assert "shows 10 matches" in violations(paged, replace(good(30), hits=HitsLine(200, 1, 10)))[0]


def test_little_is_learned_from_little():
    constraints = learn_constraints(WRAPPER, [(page_of("fish", 2), "fish")])
    assert constraints.mandatory == ("url", "title")
    assert (constraints.sites, constraints.shapes, constraints.chrome) == ((), (), ())
    assert constraints.addresses is None
    assert learn_constraints(WRAPPER, []) == IntegrityConstraints()


def test_a_redesign_that_still_yields_something_is_noticed(constraints):
    records = good(10).records
    assert constraints.forms == ("s.example/d/*",)
    menu = good(3, url="http://s.example/admin/users/7/change").records
    (found,) = violations(constraints, Extraction((*menu, *records)))
    assert "3 of 13 records lead to pages of another kind" in found
    assert violations(constraints, Extraction((menu[0], *records))) == ()
    (found,) = violations(constraints, good(title="Read more"))
    assert found == "10 records have 1 different titles"


def test_what_names_the_query_is_of_the_answer_wherever_it_leads(constraints):
    kept = constraints.replace(names_query=True)
    menu = good(3, url="http://s.example/other/users/7", title="Of wines").records
    extraction = Extraction((*menu, *good(10).records))
    assert violations(kept, extraction, query="wine") == ()
    (found,) = violations(kept, extraction, query="cheese")
    assert "3 of 13 records lead to pages of another kind" in found
    assert violations(kept, extraction, query="?!") == (found,)


def test_records_read_as_their_parts_are_noticed(constraints):
    assert constraints.addresses_differ
    twice = [record for record in good(6).records for _ in range(2)]
    kept = constraints.replace(titles_differ=False)
    (found,) = violations(kept, Extraction(tuple(twice)))
    assert "12 records lead to 6" in found
    assert violations(kept, Extraction((*twice[:2], *good(6).records))) == ()


@pytest.mark.parametrize(("count", "is_noticed"), [(5, False), (6, True), (30, True)])
def test_a_record_that_holds_all_others_is_noticed(constraints, count, is_noticed):
    links = "".join(f"<b><a href=/d/wine{n}#top>wine {n}</a></b>" for n in range(count))
    extraction = WRAPPER.extract(page_of("wine", main=f"<p>{links}<br>Words of it, 2021-03-01"))
    assert constraints.addresses == 1
    assert len(extraction.records) == 1
    found = violations(constraints, extraction)
    assert ["a record links" in each for each in found] == [True] * is_noticed


def test_a_record_of_many_links_that_holds_all_others_is_noticed():
    def page(query: str, main: str = "") -> Page:
        more = "".join(f" <a href=/more/{n}/x>more {n}</a>" for n in range(4))
        records = (f"<p><b><a href=/d/{query}{n}>{query} {n}</a></b>{more}" for n in range(10))
        return page_of(query, main=main or "".join(records))

    learned = learn_constraints(WRAPPER, [(page(q), q) for q in ("fish", "cheese", "wine")])
    assert (learned.addresses, learned.kin) == (5, 1)
    links = "".join(f"<b><a href=/d/wine{n}>wine {n}</a></b>" for n in range(10))
    (found,) = violations(learned, WRAPPER.extract(page("wine", f"<p>{links}")))
    assert "10 addresses like its own" in found


def test_forms_of_addresses_seen_on_one_page_are_no_rule():
    pages = [(page_of(query), query) for query in ("fish", "cheese", "wine")]
    assert learn_constraints(WRAPPER, pages).forms == ("s.example/d/*",)
    assert learn_constraints(WRAPPER, pages[:2]).forms == (), "two pages are too few"
    pages[0][0].root.find(".//b/a").set("href", "/e/x/1")
    assert learn_constraints(WRAPPER, pages).forms == ()


ITEMS = tuple(RecordItem(name, ItemKind.TEXT, name) for name in ("a", "b", "c"))
RECORDS = tuple(
    ResultRecord(f"http://a.example/{n}", f"Title {n}", "Some text", date="3 May 2004", items=ITEMS)
    for n in range(6)
)
MODEL = learn_data_model(RECORDS)
FRAME = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{}</xs:schema>'
ROOT = '<xs:element name="records"/>'
TYPE = (
    '<xs:simpleType name="a"><xs:restriction base="xs:string"><xs:pattern value="{}"/>'
    "</xs:restriction></xs:simpleType>"
)


def broken(*records: ResultRecord) -> list[str]:
    constraints = IntegrityConstraints(data_model=MODEL)
    return list(violations(constraints, Extraction(records)))


def test_records_keep_to_the_model_learned_from_them():
    assert broken(*RECORDS) == []
    assert broken(RECORDS[0].replace(date=""), *RECORDS) == [], "one record is no alarm"


@pytest.mark.parametrize(
    ("lost", "name"),
    [({"date": ""}, "date"), ({"date": "soon"}, "date"), ({"snippet": "17"}, "snippet"),
     ({"items": ITEMS[:1]}, "item")],
)  # fmt: skip
def test_a_violation_names_the_field(lost, name):
    changed = [record.replace(**lost) for record in RECORDS]
    assert broken(*changed) == [f"6 of 6 records break the data model in “{name}”"]


@pytest.mark.parametrize("schema", CASES["refused"])
def test_schemas_that_fetch_explode_or_are_none_are_refused(schema):
    with pytest.raises(ValueError):
        compile_schema(schema)


@pytest.mark.parametrize(
    "pattern",
    [r"\d{4}-\d{2}-\d{2}", r"\d+\.\d+ (EUR|USD|GBP)", "[a|b|*+?]{3}(a|b)(c|d)", "https?://.*"],
)
def test_patterns_that_match_at_once_are_taken(pattern):
    compile_schema(FRAME.format(ROOT + TYPE.format(pattern)))
