"""Records read into items: pieces, columns, and the fields they fill."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from msgspec import structs

from discovery.pages.page import parse_page
from tests.wrappers.stored_engine import ADDRESS
from wrappers.extraction.items.columns import ItemColumn, ItemRules, ItemSplit
from wrappers.extraction.items.pieces import ItemKind, Outlines, pieces_of
from wrappers.extraction.record_tree import RecordTree


def texts(source: str) -> list[str]:
    """Return the texts of the pieces of a record."""
    tree = RecordTree([html.fromstring(source)], 2_000)
    return [piece.text for piece in pieces_of(tree, Outlines(frozenset()))]


@pytest.mark.parametrize(
    ("source", "pieces"),
    [
        ("<p>all <b>tea</b> and <span>more</span> of it</p>", ["all tea and more of it"]),
        ("<a href=/1><b>Green</b> <b>tea</b></a>", ["Green tea"]),
        ("<div>one<br>two <a href=/1>three</a><p>five</p></div>", ["one", "two", "three", "five"]),
        ("<div><span>a</span> | <span>b</span></div>", ["a | b"]),
        ("<div><i>a</i><p>b</p></div>", ["a", "b"]),
        # An amount in three elements; what is hidden.
        ("<div><i>$</i><i>30</i><i>.50</i></div>", ["$30.50"]),
        ("<div><p class=sr-only>a<p style='display:none'>b<p hidden>c<p>d</div>", ["d"]),
    ],
)
def test_pieces_of_a_record(source: str, pieces: list[str]) -> None:
    assert texts(source) == pieces


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
