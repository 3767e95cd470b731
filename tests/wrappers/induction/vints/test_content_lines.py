"""Content lines of ViNTs (section 3.1): the record of the paper, then every type."""

from hypothesis import given, settings
from lxml.html import HtmlElement, fromstring

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind
from discovery.pages.page import parse_page
from tests.boxes import boxes_of
from tests.strategies import html_documents
from wrappers.induction.vints.content_lines import ContentLine, LineType, content_lines

ANCHOR = fromstring('<a href="/x">x</a>')
PARAGRAPH = fromstring("<p>x</p>")


def lines_of(markup: str) -> tuple[ContentLine, ...]:
    return content_lines(boxes_of(parse_page(markup.encode(), "http://a.example/")))


def types_of(markup: str) -> list[str]:
    return [line.type.name for line in lines_of(markup)]


def text_piece(text: str, left: float, top: float, link: HtmlElement | None = None) -> Piece:
    box = Box(left, top, 8.0 * len(text), 18)
    return Piece(PieceKind.TEXT, PARAGRAPH, 0, text, box, Font(), link)


def layout_of(*pieces: Piece) -> Layout:
    return Layout(Box(0, 0, 1024, 768), pieces, {})


def test_the_record_of_figure_3() -> None:
    # "The record in Figure 3 contains 5 content lines. The first is a LINK line, followed by two
    # TEXT lines, then another LINK line and the last (invisible) is a BLANK line." Its position
    # codes are 8, 48, 48, 48 and 48.
    lines = content_lines(
        layout_of(
            text_piece("the title of a record", 8, 0, ANCHOR),
            text_piece("a first line of text", 48, 18),
            text_piece("a second line of text", 48, 36),
            text_piece("http://a.example/x", 48, 54, ANCHOR),
            text_piece("the next record", 8, 90, ANCHOR),
        )
    )
    assert [line.code for line in lines[:5]] == [
        (LineType.LINK, 8),
        (LineType.TEXT, 48),
        (LineType.TEXT, 48),
        (LineType.LINK, 48),
        (LineType.BLANK, 48),
    ]


def test_the_type_codes_of_the_paper() -> None:
    assert [(type_.name, int(type_)) for type_ in LineType] == [
        ("LINK", 1),
        ("TEXT", 2),
        ("LINK_TEXT", 3),
        ("LINK_HEAD", 4),
        ("TEXT_HEAD", 5),
        ("LINK_TEXT_HEAD", 6),
        ("HR_LINE", 7),
        ("BLANK", 8),
    ]


def test_every_type_is_found() -> None:
    markup = (
        "<a href=/1>only a link</a><br>only text<br><a href=/2>link</a> and text<br>"
        "1. <a href=/3>headed link</a><br>2) headed text<br>3. <a href=/4>link</a> and text<hr>"
        "above<br><br>below"
    )
    assert types_of(markup) == [
        "LINK", "TEXT", "LINK_TEXT", "LINK_HEAD", "TEXT_HEAD", "LINK_TEXT_HEAD", "HR_LINE",
        "TEXT", "BLANK", "TEXT",
    ]  # fmt: skip


def test_an_address_that_is_no_anchor_text_is_text() -> None:
    assert types_of("http://a.example/") == ["TEXT"]


def test_a_link_line_may_hold_a_tenth_of_text() -> None:
    assert types_of(f"<a href=/>{'long title ' * 5}</a> [1]") == ["LINK"]
    assert types_of("<a href=/>short</a> and more") == ["LINK_TEXT"]


def test_a_number_in_a_cell_of_its_own_heads_the_line() -> None:
    markup = "<table><tr><td>1<td><a href=/>title</a><tr><td>2<td><a href=/>other</a></table>"
    assert types_of(markup) == ["LINK_HEAD", "LINK_HEAD"]


def test_years_prices_and_amounts_are_no_heading_numbers() -> None:
    assert types_of("2005 was a year<br>12.50 dollars<br>10 results") == ["TEXT"] * 3


def test_columns_are_sections() -> None:
    # "Tax Info Center" of Figure 2 forms another content line than the one it stands beside.
    markup = (
        "<table width='100%'><tr><td width='70%'><a href=/1>first</a><br>Category: Home<br>more"
        "<td><a href=/2>Tax Info Center</a><br>sponsored</table>"
    )
    assert [line.text for line in lines_of(markup)] == [
        "first", "Category: Home", "more", "Tax Info Center", "sponsored",
    ]  # fmt: skip


def test_the_blank_line_takes_the_position_of_the_line_before() -> None:
    lines = lines_of("<blockquote>one</blockquote><p>two")
    assert [line.type for line in lines] == [LineType.TEXT, LineType.BLANK, LineType.TEXT]
    assert lines[1].position == lines[0].position != lines[2].position


def test_images_and_controls_are_no_lines() -> None:
    assert types_of("<img src=x><br><input><br><select><option>a</select>") == []


@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_has_lines_from_top_to_bottom(markup: str) -> None:
    for line in lines_of(f"<p>{markup}"):
        assert (line.type is LineType.BLANK) == (not line.pieces)
        assert line.box.height >= 0
