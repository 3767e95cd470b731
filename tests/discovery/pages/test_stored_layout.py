"""Layouts as they are stored beside their pages."""

import pytest
from hypothesis import given

from discovery.documents.document import DocumentError
from discovery.pages.layout import StoredLayout
from discovery.pages.page import NotHtmlError, parse_page
from tests.boxes import boxes_of
from tests.strategies import html_documents


@given(html_documents())
def test_what_is_stored_is_read_back(markup):
    try:
        page = parse_page(markup.encode(), "http://a.example/")
    except NotHtmlError:
        return
    layout = boxes_of(page)
    read = StoredLayout.from_text(StoredLayout.of(layout, page).to_text()).layout_of(page)
    assert read is not None
    assert len(read.pieces) == len(layout.pieces)
    for ours, theirs in zip(read.pieces, layout.pieces, strict=True):
        assert (ours.kind, ours.element, ours.text) == (theirs.kind, theirs.element, theirs.text)
        assert (ours.font, ours.link) == (theirs.font, theirs.link)
        assert abs(ours.box.top - theirs.box.top) <= 0.5
    assert set(read.boxes) == set(layout.boxes)


def test_it_fits_no_other_page():
    page, other = (parse_page(markup, "http://a.example/") for markup in (b"<p>x", b"<p>x<p>y"))
    stored = StoredLayout.of(boxes_of(page), page)
    assert stored.layout_of(page) is not None
    assert stored.layout_of(other) is None


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"page": [0, 0, 0]},
        {"pieces": [[9, 0, 0, 0, [0, 0, 1, 1], []]]},
        {"boxes": [[-1, [0, 0, 1, 1]]]},
        {"fonts": [[16, 400, False, "x" * 400, ""]]},
        {"backgrounds": [[0]]},
    ],
)
def test_what_is_none_is_refused(change):
    page = parse_page(b"<p>x", "http://a.example/")
    data = StoredLayout.of(boxes_of(page), page).to_json() | change
    with pytest.raises(DocumentError):
        StoredLayout.from_json(data)


def test_numbers_that_the_page_does_not_have():
    page = parse_page(b"<p>x", "http://a.example/")
    stored = StoredLayout.of(boxes_of(page), page)
    for far in (
        stored.replace(boxes=((99, (0, 0, 1, 1)),)),
        stored.replace(pieces=(stored.pieces[0].replace(children_before=9),)),
        stored.replace(pieces=(stored.pieces[0].replace(font=9),)),
    ):
        assert far.layout_of(page) is None
