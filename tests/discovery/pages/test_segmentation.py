"""Segmentation: pages of the shapes that the papers show, then any page at all."""

import time

import pytest
from hypothesis import given

from discovery.pages.layout import StoredLayout
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


def test_a_result_page_is_a_tree_of_its_rectangles():
    root = blocks_of(PAGE)
    assert [text_of(child)[:8] for child in root.children] == [
        *("Search e", "", "Home Hel", "", "Made by ")
    ]
    columns = root.children[2].children
    assert [text_of(column)[:7] for column in columns] == ["Home He", "Title 0"]
    assert [text_of(record).split(" A ")[0] for record in columns[1].children] == [
        f"Title {n}" for n in range(5)
    ]
    leaves = [block for block in columns[1].walk() if not block.children]
    assert [text_of(leaf) for leaf in leaves[:3]] == ["Title 0", "A text about the thing", "/0"]


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
