"""The estimated layout: what begins a line, where it stands, what is left blank."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages import (
    Box,
    Layout,
    NotHtmlError,
    Page,
    Piece,
    PieceKind,
    bounding_box,
    estimate_layout,
    parse_page,
)
from tests.strategies import html_documents


def layout_of(markup: str) -> Layout:
    return estimate_layout(page_of(markup))


def page_of(markup: str) -> Page:
    return parse_page(markup.encode(), "http://a.example/")


def piece(layout: Layout, text: str) -> Piece:
    return next(piece for piece in layout.pieces if piece.text == text)


def test_pieces_come_in_document_order_with_their_links() -> None:
    layout = layout_of('one <a href="/x">two <b>three</b></a> four<hr><img src=x>')
    kinds = [(piece.kind, piece.text, piece.link is not None) for piece in layout.pieces]
    assert kinds == [
        (PieceKind.TEXT, "one", False),
        (PieceKind.TEXT, "two", True),
        (PieceKind.TEXT, "three", True),
        (PieceKind.TEXT, "four", False),
        (PieceKind.RULE, "", False),
        (PieceKind.IMAGE, "", False),
    ]


def test_an_anchor_without_address_is_no_link() -> None:
    assert piece(layout_of("<a name=top>top</a>"), "top").link is None


def test_children_before_tells_where_a_text_stands() -> None:
    layout = layout_of("<p>a<br>b<i>c</i>d</p>")
    assert [piece(layout, text).children_before for text in "abcd"] == [0, 1, 0, 2]


def test_inline_text_continues_its_line_and_a_break_ends_it() -> None:
    layout = layout_of("<p>one <b>two</b><br>three</p>")
    one, two, three = (piece(layout, text).box for text in ("one", "two", "three"))
    assert one.top == two.top
    assert two.left >= one.right
    assert three.top >= one.bottom
    assert three.left == one.left


def test_lists_definitions_and_quotations_are_indented() -> None:
    layout = layout_of(
        "<p>0</p><ul><li>1<ul><li>2</ul></ul><dl><dt>3<dd>4</dl><blockquote>5</blockquote>"
    )
    left = piece(layout, "0").box.left
    indented = [piece(layout, text).box.left - left for text in "12345"]
    assert indented == [40, 80, 0, 40, 40]


def test_paragraphs_leave_a_blank_that_collapses_and_items_leave_none() -> None:
    layout = layout_of("<p>one</p><p>two</p><ul><li>three<li>four</ul>one<br><br>six")
    boxes = {text: piece(layout, text).box for text in ("one", "two", "three", "four", "six")}
    assert boxes["two"].top - boxes["one"].bottom == pytest.approx(16)
    assert boxes["three"].top - boxes["two"].bottom == pytest.approx(16)
    assert boxes["four"].top == pytest.approx(boxes["three"].bottom)
    before_six = next(p for p in reversed(layout.pieces) if p.text == "one").box
    assert boxes["six"].top - before_six.bottom == pytest.approx(16 * 1.17)


def test_cells_of_a_column_stand_below_each_other() -> None:
    layout = layout_of(
        "<table><tr><td>1.<td>first title<tr><td>2.<td>a much longer second title</table>"
    )
    assert piece(layout, "1.").box.left == piece(layout, "2.").box.left
    first, second = (piece(layout, t).box for t in ("first title", "a much longer second title"))
    assert first.left == second.left > piece(layout, "1.").box.left
    assert first.top == piece(layout, "1.").box.top
    assert second.top >= first.bottom


def test_widths_given_in_the_markup_place_the_columns() -> None:
    layout = layout_of(
        '<table width="100%"><tr><td width="20%">menu<br>more<td>result<br>text</table>'
    )
    shift = piece(layout, "result").box.left - piece(layout, "menu").box.left
    assert shift == pytest.approx(0.2 * (1024 - 16), rel=0.02)
    assert piece(layout, "result").box.top == piece(layout, "menu").box.top


def test_spans_move_the_cells_after_them() -> None:
    layout = layout_of(
        "<table><tr><td rowspan=2>tall<td>a<td>b<tr><td>c<td>d<tr><td colspan=2>wide<td>e</table>"
    )
    lefts = {text: piece(layout, text).box.left for text in ("a", "b", "c", "d", "e", "tall")}
    assert lefts["a"] == lefts["c"]
    assert lefts["b"] == lefts["d"] == lefts["e"]


def test_fonts_follow_headings_and_font_tags() -> None:
    layout = layout_of('<h2>head</h2><font size="-1" color=RED>small</font><i><b>both</b></i>')
    assert piece(layout, "head").font.size == 24
    assert piece(layout, "head").font.weight == 700
    assert (piece(layout, "small").font.size, piece(layout, "small").font.color) == (13, "red")
    assert piece(layout, "both").font.italic
    assert piece(layout, "both").font.weight == 700


def test_what_is_hidden_has_no_place() -> None:
    layout = layout_of("<p style='display: none'>x</p><p hidden>y</p><script>z</script><p>seen")
    assert [piece.text for piece in layout.pieces] == ["seen"]


def test_long_text_makes_a_high_box() -> None:
    box = layout_of(f"<p>{'word ' * 200}</p>").pieces[0].box
    assert box.height >= 8 * 16
    assert box.width <= 1024


def test_boxes_of_elements_hold_their_pieces() -> None:
    page = page_of("<div><p>one</p><table><tr><td>two<td>three</table><span>4</span></div>")
    layout = estimate_layout(page)
    for seen in layout.pieces:
        for element in (seen.element, *seen.element.iterancestors()):
            box = layout.boxes[element]
            assert box.left <= seen.box.left + 0.01
            assert box.top <= seen.box.top + 0.01
            assert box.bottom >= seen.box.bottom - 0.01


def test_bounding_box() -> None:
    assert bounding_box([Box(1, 1, 2, 2), Box(0, 2, 1, 5)]) == Box(0, 1, 3, 6)


@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_has_a_layout(markup: str) -> None:
    try:
        page = page_of(markup)
    except NotHtmlError:
        return
    layout = estimate_layout(page)
    for seen in layout.pieces:
        assert seen.box.width >= 0
        assert seen.box.height >= 0
        assert seen.box.bottom <= layout.page.bottom + 0.01
        assert seen.element in layout.boxes


@given(st.sampled_from(["div", "b", "ul", "table><tr><td", "font size=7", "a href=x"]))
@settings(max_examples=6, deadline=None)
def test_deep_nesting_is_no_recursion(tag: str) -> None:
    assert layout_of(f"<{tag}>a" * 5_000).pieces
