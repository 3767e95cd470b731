"""Records read into items: their trees, pieces, columns, and the fields they fill."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from msgspec import structs

from discovery.pages.page import parse_page
from discovery.pages.tree import visible_text
from evaluation.speed.engines import result_page
from evaluation.speed.search_speed import learn_furnished
from tests.cases import cases
from wrappers.extraction.items.columns import ItemColumn, ItemRules, ItemSplit
from wrappers.extraction.items.pieces import ItemKind, Outlines, pieces_of
from wrappers.extraction.record_tree import MAX_NODES, MAX_TAGS, RecordTree, record_trees
from wrappers.extraction.wrapper import Wrapper

CASES = cases(__file__)


def texts(source: str) -> list[str]:
    """Return the texts of the pieces of a record."""
    tree = RecordTree([html.fromstring(source)], 2_000)
    return [piece.text for piece in pieces_of(tree, Outlines(frozenset()))]


@pytest.mark.parametrize(("source", "pieces"), CASES["pieces"])
def test_pieces_of_a_record(source, pieces):
    assert texts(source) == pieces


_TEXTS = st.sampled_from(("", " ", "tea", "a\n b", "|", "$", "30", ".5", "\xa0", "5 cups"))
_WAYS = (
    "<li>{}<a href=x>{}<b>{}</b>{}</a>{}<i>{}</i>{}</li>",
    "<div><span>{}</span><span>{}</span>{}<p class=n>{}<s>{}</s></p>{}</div>{}",
    "<p hidden>{}</p><tr><td>{}<td>{}<br>{}<em>{}</em></tr>{}<div class=hide>{}</div>",
)


@given(st.sampled_from(_WAYS), st.lists(st.lists(_TEXTS, min_size=7, max_size=7), max_size=9))
@settings(max_examples=100, deadline=None)
def test_records_built_alike_are_read_as_each_by_itself(way, records):
    outlines = Outlines({"n"})
    for texts in records:
        page = parse_page(f"<html><body>{way.format(*texts)}<hr></body></html>".encode())
        tree = RecordTree(list(page.root.find("body"))[:-1], 100)
        pieces = pieces_of(tree, outlines)
        alone = pieces_of(tree, Outlines({"n"}))
        assert list(map(structs.astuple, pieces)) == list(map(structs.astuple, alone))


def test_columns_of_one_place_are_told_by_their_labels():
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


def test_a_text_is_cut_only_where_it_is_made_of_the_parts():
    split = ItemSplit(" - ", (ItemKind.DATE, ItemKind.SNIPPET))
    assert split.parts("3 May 2004 - tea - and more") == ["3 May 2004", "tea - and more"]
    assert split.parts("Tea - and more") == []


TAGS = (
    *("<div class=x>", "<a href='/1?a&b'>", "</a>", "<p>", "</div>", "<script>", "</script>"),
    *("<br>", "<svg/>", "<img src=x>", "<span style='display:none'>", "<td>", "<table>", "<li>"),
    *("<!-- c -->", "<a id=1 hidden>", "&lt;", "&amp;amp;", "&nbsp;", "text", " ", "\x01"),
    *("]]>", "<![CDATA["),
)
SIGNS = "<>/abpdiv =!-\"' \n&;x\r\t\x0c\x01\u00e9"
sources = st.lists(st.sampled_from(TAGS) | st.text(alphabet=SIGNS, max_size=12), max_size=30).map(
    "".join
)


@given(sources, st.integers(1, 400))
@settings(max_examples=250, deadline=None)
def test_markup_says_what_the_tree_says(source, most):
    page = parse_page(f"<html><body>{source}<p>a<b>c</b> d</p></body></html>".encode())
    elements = list(page.root.find("body"))
    tree = RecordTree(elements, most)
    assert tree.nodes == [node for element in elements for node in element.iter()][:most]
    assert tree.tags == [node.tag for node in tree.nodes]
    assert tree.attributes == [dict(node.items()) for node in tree.nodes]
    for node, above in zip(tree.nodes, tree.parents, strict=True):
        assert node in elements if above < 0 else node.getparent() is tree.nodes[above]
    for node, text, tail in zip(tree.nodes, tree.texts, tree.tails, strict=True):
        assert (node.text or "", node.tail or "") == (text, tail)
    for node, has_own_text in zip(tree.nodes, tree.has_own_text, strict=True):
        tails = [child.tail for child in node if child in tree.nodes]
        assert has_own_text == any(text and text.strip() for text in (node.text, *tails))
    for place, node in enumerate(tree.nodes):
        if len(tree.nodes) < most:
            assert tree.shown_in(place) == visible_text(node)


def test_the_skeletons_of_large_records_are_not_kept():
    large = parse_page(b"<div>" + b"<i>x</i>" * MAX_TAGS + b"</div>").root.find(".//div")
    assert not RecordTree([large], 1_000).skeleton.is_shared


def test_all_records_together_are_read_in_bounded_time():
    page = parse_page(f"<html><body><ul>{'<li>' * 900}</ul></body></html>".encode())
    records = [[element] for element in page.root.iter("li")]
    assert all(tree.most == MAX_NODES // 900 for tree in record_trees(records))


HOME = "http://a.example/search"


def test_a_record_that_hides_something_is_not_built_as_the_others():
    wrapper = learn_furnished(4)[0].wrapper
    ordinary = result_page(4, "tea", 5)
    hiding = ordinary.replace(b"<font ", b'<font style="display:none" ', 3)
    records = [wrapper.extract(parse_page(each, HOME)).records for each in (ordinary, hiding)]
    alone = Wrapper.from_json(wrapper.to_json()).extract(parse_page(hiding, HOME)).records
    assert records[1] == alone != records[0]
