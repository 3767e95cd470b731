"""Records read into items: pieces, columns, and the fields they fill."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from msgspec import structs

from discovery.pages import parse_page
from tests.wrappers.stored_engine import ADDRESS, PAGES
from wrappers.extraction import (
    ItemColumn,
    ItemKind,
    ItemRules,
    ItemSplit,
    Wrapper,
    record_pieces,
)
from wrappers.extraction.items.pieces import Outlines, pieces_of
from wrappers.extraction.record_tree import RecordTree
from wrappers.induction import Sample, learn_wrapper


def texts(source: str, classes: frozenset[str] = frozenset()) -> list[str]:
    """Return the texts of the pieces of a record."""
    return [piece.text for piece in record_pieces([html.fromstring(source)], classes)]


def test_words_stressed_in_a_text_are_part_of_it() -> None:
    assert texts("<p>all <b>tea</b> and <span>more</span> of it</p>") == ["all tea and more of it"]
    assert texts("<a href=/1><b>Green</b> <b>tea</b></a>") == ["Green tea"]


def test_lines_links_and_elements_are_pieces_of_their_own() -> None:
    source = "<div>one<br>two <a href=/1>three</a><span class=d>four</span><p>five</p></div>"
    assert texts(source)[:3] == ["one", "two", "three"]
    assert texts("<div><span>a</span> | <span>b</span></div>") == ["a | b"]
    assert texts("<div><i>a</i><p>b</p></div>") == ["a", "b"]


def test_an_amount_in_three_elements_is_one() -> None:
    assert texts("<div><i>$</i><i>30</i><i>.50</i></div>") == ["$30.50"]


def test_what_is_hidden_is_no_item() -> None:
    source = "<div><p class=sr-only>a</p><p style='display:none'>b</p><p hidden>c</p><p>d</p></div>"
    assert texts(source) == ["d"]


def test_places_are_told_by_the_classes_that_matter_alone() -> None:
    record = html.fromstring("<li><p class='date new'>3 May</p></li>")
    assert record_pieces([record], {"date"})[0].place == "li>p|date|"


@given(st.text(alphabet="<>/abpdiv =\"' \n&;x", max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_markup_raises(source: str) -> None:
    page = parse_page(f"<html><body>{source}</body></html>".encode(), ADDRESS)
    rules = ItemRules((ItemColumn("a", ItemKind.TEXT, ("body||",)),))
    for item in rules.read(RecordTree([page.root], 2_000)):
        assert item.value.strip()


_TEXTS = st.sampled_from(("", " ", "tea", "a\n b", "|", "$", "30", ".5", "\xa0", "5 cups"))
_WAYS = (
    "<li>{}<a href=x>{}<b>{}</b>{}</a>{}<i>{}</i>{}</li>",
    "<div><span>{}</span><span>{}</span>{}<p class=n>{}<s>{}</s></p>{}</div>{}",
    "<p hidden>{}</p><tr><td>{}<td>{}<br>{}<em>{}</em></tr>{}<div class=hide>{}</div>",
)


@given(st.sampled_from(_WAYS), st.lists(st.lists(_TEXTS, min_size=7, max_size=7), max_size=9))
@settings(max_examples=100, deadline=None)
def test_records_built_alike_are_read_as_each_by_itself(way: str, records: list[list[str]]) -> None:
    outlines = Outlines({"n"})
    for texts in records:
        page = parse_page(f"<html><body>{way.format(*texts)}<hr></body></html>".encode())
        tree = RecordTree(list(page.root.find("body"))[:-1], 100)
        pieces = pieces_of(tree, outlines)
        alone = pieces_of(tree, Outlines({"n"}))
        assert list(map(structs.astuple, pieces)) == list(map(structs.astuple, alone))


def test_columns_of_one_place_are_told_by_their_labels() -> None:
    place = ("li>p||",)
    rules = ItemRules(
        (
            ItemColumn("author", ItemKind.AUTHOR, place, start="Author:"),
            ItemColumn("date", ItemKind.DATE, place, start="Date:"),
            ItemColumn("snippet", ItemKind.SNIPPET, place),
        )
    )
    record = html.fromstring("<li><p>Date: 3 May 2004<p>All about tea</li>")
    assert [(item.label, item.bare) for item in rules.read(RecordTree([record], 99))] == [
        ("date", "3 May 2004"),
        ("snippet", "All about tea"),
    ]


def test_a_text_is_cut_only_where_it_is_made_of_the_parts() -> None:
    split = ItemSplit(" - ", (ItemKind.DATE, ItemKind.SNIPPET))
    assert split.parts("3 May 2004 - tea - and more") == ["3 May 2004", "tea - and more"]
    assert split.parts("Tea - and more") == []


def test_what_no_record_had_is_still_read() -> None:
    rules = ItemRules((ItemColumn("title", ItemKind.TITLE, ("li>a||",)),))
    items = rules.read(
        RecordTree([html.fromstring("<li><a href=/1>Tea</a><p>new</p><em>here</em></li>")], 99)
    )
    assert [(item.label, item.kind, item.value) for item in items] == [
        ("title", ItemKind.TITLE, "Tea"),
        ("other p", ItemKind.TEXT, "new"),
        ("other em", ItemKind.TEXT, "here"),
    ]


def test_a_wrapper_stored_before_there_were_items_reads_as_it_did() -> None:
    pages = {query: parse_page(body, ADDRESS) for query, body in PAGES.items()}
    wrapper = learn_wrapper([Sample(page, query) for query, page in pages.items()]).wrapper
    data = wrapper.to_json()
    assert Wrapper.from_json(data) == wrapper
    del data["items"]
    old = Wrapper.from_json(data)
    (first, *_), (before, *_) = wrapper.records(pages["vector"]), old.records(pages["vector"])
    assert old.items is None and not before.items
    assert first.snippet == before.snippet == "All of vector, number 0."
    assert [item.label for item in first.items] == ["title", "snippet"]
