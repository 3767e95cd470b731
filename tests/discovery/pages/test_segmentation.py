"""Segmentation: pages of the shapes that the papers show, then any page at all."""

import time

import pytest
from hypothesis import given

from discovery.pages.layout import Layout, StoredLayout
from discovery.pages.page import NotHtmlError, parse_page
from discovery.pages.segmentation import VisualBlock, segment_page
from tests.boxes import boxes_of
from tests.strategies import html_documents


def blocks_of(markup: str) -> VisualBlock:
    return segment_page(boxes_of(parse_page(markup.encode(), "http://a.example/")))


def text_of(block: VisualBlock) -> str:
    return " ".join(piece.text for piece in block.pieces())


RECORDS = "".join(
    f"<p><a href=/{n}>Title {n}</a><br>A text about the thing<br><i>/{n}</i></p>" for n in range(5)
)
# The shape of a result page as ViDE shows it (section 4.2): head, menu, results, foot.
PAGE = (
    "<body><h1>Search engine</h1><hr><table><tr>"
    "<td width=20%><a href=/a>Home</a><br><a href=/b>Help</a></td>"
    f"<td width=80%>{RECORDS}</td></tr></table><hr><address>Made by hand</address>"
)


def test_a_result_page_is_cut_as_the_paper_shows():
    root = blocks_of(PAGE)
    leaves = [text_of(leaf) for leaf in root.leaves()]
    assert leaves[0] == "Search engine"
    assert "Title 3" in leaves
    assert leaves[-1] == "Made by hand"
    regions = [
        block
        for block in blocks_of(PAGE).walk()
        if [text_of(child).split(" A ")[0] for child in block.children]
        == [f"Title {n}" for n in range(5)]
    ]
    assert len(regions) == 1
    columns = [
        [text_of(child)[:7] for child in block.children]
        for block in blocks_of(PAGE).walk()
        if len(block.children) == 2
    ]
    assert ["Home He", "Title 0"] in columns
    leaves = [text_of(leaf) for leaf in blocks_of("<p>one <a href=/>two</a> three</p>").leaves()]
    assert leaves == ["one two three"]


def test_a_background_of_its_own_makes_a_block_of_its_own():
    markup = "<body><div><p>a</p><p>b</p><p>c</p></div>"
    page = parse_page(markup.encode(), "http://a.example/")
    layout = boxes_of(page)
    (middle,) = (p.element for p in layout.pieces if p.text == "b")
    shaded = Layout(layout.page, layout.pieces, layout.boxes, {middle: "#eeeeee"})
    assert [text_of(child) for child in segment_page(layout).children] == ["a", "b", "c"]
    assert segment_page(shaded).coherence < segment_page(layout).coherence


@given(html_documents())
def test_every_piece_stands_in_one_leaf_and_boxes_hold_their_children(markup):
    try:
        layout = boxes_of(parse_page(f"<body>{markup}".encode()))
    except NotHtmlError:
        return
    root = segment_page(layout)
    assert sorted(map(id, root.pieces())) == sorted(map(id, layout.pieces))
    for block in root.walk():
        assert not (block.children and block.own)
        for child in block.children:
            assert child.box.left >= block.box.left - 0.01
            assert child.box.top >= block.box.top - 0.01
            assert child.box.right <= block.box.right + 0.01
            assert child.box.bottom <= block.box.bottom + 0.01


@pytest.mark.parametrize(
    "markup",
    [
        "<p><a href=/x>link</a><br>text" * 6_000,
        "<div>" * 1_500 + "<p><a href=/x>x</a>text" * 3_000,
        "<table><tr><td><a href=/x>x</a>" * 400,
        "<body>" + "<a href=/x>x</a><br>" * 15_000,
        "<body>" + "".join(f"<p style='margin-left:{n % 90}px'>{n}</p>" for n in range(8_000)),
        "<body>" + "<p>text" * 100_000,
    ],
    ids=["paragraphs", "deep", "nested tables", "siblings", "indented", "endless"],
)
def test_pages_without_end_are_bounded(markup):
    layout = boxes_of(parse_page(markup.encode()))
    started = time.process_time()
    segment_page(layout)
    assert time.process_time() - started < 25


def test_a_stored_layout_fits_its_page_alone():
    page, other = (parse_page(markup, "http://a.example/") for markup in (b"<p>x", b"<p>x<p>y"))
    stored = StoredLayout.of(boxes_of(page), page)
    assert stored.layout_of(page) is not None
    assert stored.layout_of(other) is None
    page = parse_page(b"<p>x", "http://a.example/")
    for far in (
        stored.replace(boxes=((99, (0, 0, 1, 1)),)),
        stored.replace(pieces=(stored.pieces[0].replace(children_before=9),)),
        stored.replace(pieces=(stored.pieces[0].replace(font=9),)),
    ):
        assert far.layout_of(page) is None
