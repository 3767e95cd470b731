"""The estimated layout of pages with style sheets: where each property puts things."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages import Layout, NotHtmlError, Piece, estimate_layout, parse_page
from tests.strategies import html_documents

ADDRESS = "http://a.example/dir/page.html"


def layout_of(markup: str, **sheets: str) -> Layout:
    given_sheets = {f"http://a.example/dir/{name}.css": text for name, text in sheets.items()}
    page = parse_page(f"<!doctype html><body style='margin:0'>{markup}".encode(), ADDRESS)
    return estimate_layout(page, given_sheets)


def box(layout: Layout, name: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of the element with an id."""
    found = next(each for element, each in layout.boxes.items() if element.get("id") == name)
    return (found.left, found.top, found.width, found.height)


def piece(layout: Layout, text: str) -> Piece:
    return next(piece for piece in layout.pieces if piece.text == text)


def test_floats_stand_side_by_side_until_the_row_is_full() -> None:
    layout = layout_of(
        "<style>i{float:left;width:400px;height:50px}</style><i id=a></i><i id=b></i><i id=c></i>"
    )
    assert box(layout, "a") == (0, 0, 400, 50)
    assert box(layout, "b") == (400, 0, 400, 50)
    assert box(layout, "c") == (0, 50, 400, 50)


def test_text_flows_around_floats_and_clear_goes_below_them() -> None:
    layout = layout_of(
        "<div id=f style='float:left;width:300px;height:100px'>x</div><p style='margin:0'>text"
        "<p id=below style='clear:both;margin:0'>below</p>"
    )
    assert piece(layout, "text").box.left == 300
    assert box(layout, "below")[:2] == (0, 100)


def test_what_hides_its_overflow_stands_beside_a_float() -> None:
    layout = layout_of(
        "<div style='float:left;width:100px;height:80px'></div>"
        "<div id=b style='overflow:hidden'>body</div>"
    )
    assert box(layout, "b")[0] == 100
    assert box(layout, "b")[2] == 924


@pytest.mark.parametrize("fix", ["overflow:hidden", "display:flow-root", "float:left;width:100%"])
def test_floats_stay_inside_what_holds_them(fix: str) -> None:
    layout = layout_of(f"<div id=o style='{fix}'><div style='float:left;height:70px'>x</div></div>")
    assert box(layout, "o")[3] == 70


def test_clearing_after_holds_floats_too() -> None:
    layout = layout_of(
        "<style>.row:after{content:'';display:table;clear:both}</style>"
        "<div id=o class=row><div style='float:left;height:70px'>x</div></div>"
    )
    assert box(layout, "o")[3] == 70


def test_widths_in_pixels_shares_and_ems_and_their_bounds() -> None:
    layout = layout_of(
        "<div id=a style='width:50%'><div id=b style='width:50%;max-width:200px'></div></div>"
        "<div id=c style='font-size:20px;width:10em'></div><div id=d style='width:2rem'></div>"
        "<div id=e style='width:calc(100% - 24px)'></div>"
    )
    widths = [box(layout, name)[2] for name in "abcde"]
    assert widths == [512, 200, 200, 32, 1000]


def test_automatic_margins_centre_a_block() -> None:
    layout = layout_of("<div id=a style='width:600px;margin:10px auto'>x</div>")
    assert box(layout, "a")[:3] == (212, 10, 600)


def test_padding_and_border_count_unless_the_box_is_the_border() -> None:
    layout = layout_of(
        "<style>div{width:200px;padding:10px;border:5px solid red;height:40px}</style>"
        "<div id=a></div><div id=b style='box-sizing:border-box'></div>"
    )
    assert box(layout, "a") == (0, 0, 230, 70)
    assert box(layout, "b") == (0, 70, 200, 40)


def test_flexible_rows_share_what_is_left_and_columns_do_not() -> None:
    layout = layout_of(
        "<style>.row{display:flex;column-gap:24px}</style><div class=row>"
        "<div id=a style='flex:0 0 200px'>menu</div><div id=b style='flex:3'>x</div>"
        "<div id=c style='flex:1'>y</div></div>"
        "<div style='display:flex;flex-direction:column'><p id=d>1<p id=e>2</div>"
    )
    assert [box(layout, name)[0] for name in "abc"] == [0, 224, 224 + 582 + 24]
    assert [box(layout, name)[2] for name in "abc"] == [200, 582, 194]
    assert box(layout, "d")[0] == box(layout, "e")[0]
    assert box(layout, "e")[1] > box(layout, "d")[1]


def test_flexible_rows_break_and_spread() -> None:
    layout = layout_of(
        "<style>i{width:400px}</style>"
        "<div style='display:flex;flex-wrap:wrap;justify-content:space-between'>"
        "<i id=a>1</i><i id=b>2</i><i id=c>3</i></div>"
    )
    assert [box(layout, name)[0] for name in "abc"] == [0, 624, 0]
    assert box(layout, "c")[1] > box(layout, "a")[1]


def test_grids_have_columns() -> None:
    layout = layout_of(
        "<div style='display:grid;grid-template-columns:224px repeat(2,1fr);gap:0'>"
        "<p id=a>1<p id=b>2<p id=c>3<p id=d style='grid-column:span 2'>4</div>"
    )
    assert [box(layout, name)[0] for name in "abcd"] == [0, 224, 624, 0]
    assert box(layout, "d")[2] == 624


def test_texts_in_columns() -> None:
    layout = layout_of(
        "<div style='columns:2;column-gap:24px'>"
        + "".join(f"<div id={n} style='height:50px'>x</div>" for n in "abcd")
        + "</div>"
    )
    assert [box(layout, name)[:2] for name in "abcd"] == [(0, 0), (0, 50), (524, 0), (524, 50)]


def test_tables_by_display() -> None:
    layout = layout_of(
        "<style>.t{display:table;width:100%}.r{display:table-row}.c{display:table-cell}</style>"
        "<div class=t><div class=r><div class=c id=a style='width:300px'>1</div>"
        "<div class=c id=b>2</div></div></div>"
    )
    assert box(layout, "a")[:3] == (0, 0, 300)
    assert box(layout, "b")[:3] == (300, 0, 724)


def test_inline_blocks_stand_in_a_line() -> None:
    layout = layout_of(
        "<style>li{display:inline-block;width:100px;margin-right:10px}</style>"
        "<ul style='padding:0;margin:0'><li id=a>1</li><li id=b>2</li></ul>"
    )
    assert box(layout, "a")[0] == 0
    assert box(layout, "b")[0] == 110
    assert box(layout, "a")[1] == box(layout, "b")[1]


def test_what_is_out_of_the_flow_takes_no_room() -> None:
    layout = layout_of(
        "<div id=o style='position:relative;height:300px'>"
        "<div id=a style='position:absolute;right:0;top:20px;width:100px'>x</div>"
        "<div id=b style='position:absolute;left:10px;bottom:0;height:50px'>y</div>"
        "<p id=c style='margin:0'>text</p></div>"
    )
    assert box(layout, "a")[:3] == (924, 20, 100)
    assert box(layout, "b")[:2] == (10, 250)
    assert box(layout, "c")[1] == 0


@pytest.mark.parametrize(
    "rule",
    [
        ".x{display:none}", "#h{visibility:hidden}", "div .x{display:none!important}",
        "@media screen and (min-width:600px){.x{display:none}}", "div>span{display:none}",
        ":root{--d:none}.x{display:var(--d)}",
    ],
)  # fmt: skip
def test_what_sheets_hide_has_no_place(rule: str) -> None:
    layout = layout_of(f"<style>{rule}</style><div><span id=h class=x>gone</span>seen</div>")
    assert [each.text for each in layout.pieces] == ["seen"]


@pytest.mark.parametrize(
    "rule",
    [
        "@media print{.x{display:none}}", "@media (max-width:600px){.x{display:none}}",
        ".x:hover{display:none}", "p .x{display:none}", ".x{display:none",
        "#h{display:inline}.x{display:none}", ".x{display:inline!important}#h{display:none}",
    ],
)  # fmt: skip
def test_what_sheets_do_not_hide_is_seen(rule: str) -> None:
    unclosed = "" if rule.endswith("}") else "/*"
    layout = layout_of(f"<style>{rule}{unclosed}</style><div><span id=h class=x>seen</span></div>")
    assert [each.text for each in layout.pieces] == ["seen"]


def test_what_is_said_to_browsers_without_scripts_does_not_count() -> None:
    layout = layout_of("<noscript><style>body *{display:none}</style></noscript><p>seen</p>")
    assert [each.text for each in layout.pieces] == ["seen"]


def test_fonts_and_backgrounds_come_from_the_cascade() -> None:
    layout = layout_of(
        "<style>body{font:12px/1.5 Arial}h3{font-size:1.5em;font-weight:normal;color:#123456}"
        "h3 a{font-weight:600}.r{background:#eee url(x.png) no-repeat}</style>"
        "<div class=r id=r><h3>head <a href=/x>link</a></h3></div>"
    )
    head, link = piece(layout, "head").font, piece(layout, "link").font
    assert (head.size, head.weight, head.color, head.family) == (18, 400, "#123456", "arial")
    assert (link.size, link.weight) == (18, 600)
    assert [(e.get("id"), color) for e, color in layout.backgrounds.items()] == [("r", "#eee")]


def test_external_sheets_count_where_they_are_given_with_what_they_import() -> None:
    markup = "<link rel=stylesheet href=one.css><p id=a>x"
    assert box(layout_of(markup), "a")[2] == 1024
    sheets = {"one": '@import "two.css"; p{width:300px}', "two": "p{width:200px;margin-left:9px}"}
    assert box(layout_of(markup, **sheets), "a")[::2] == (9, 300)


def test_lines_of_a_long_text_are_known() -> None:
    seen = layout_of(f"<p style='width:300px'>{'word ' * 40}</p>").pieces[0]
    assert len(seen.lines) > 3
    assert all(line.width <= 300 for line in seen.lines)
    assert seen.box.height == pytest.approx(seen.lines[-1].bottom - seen.lines[0].top)


def test_text_stands_where_it_is_aligned() -> None:
    layout = layout_of("<p style='text-align:center'>mid</p><p style='text-align:right'>end</p>")
    assert piece(layout, "mid").box.centre[0] == pytest.approx(512)
    assert piece(layout, "end").box.right == pytest.approx(1024)


_PROPERTIES = st.sampled_from(
    (
        "display:flex", "display:grid;grid-template-columns:repeat(3,1fr)", "display:table",
        "display:table-cell", "display:inline-block", "display:none", "display:contents",
        "float:left", "float:right;clear:both", "position:absolute;left:9px;bottom:1em",
        "position:fixed;top:0;right:0", "position:relative;top:-5px", "columns:3", "width:50%",
        "width:1e9px", "margin:-99999px auto", "padding:200%", "font-size:9em", "font:1px/9 x",
        "height:0;overflow:hidden", "white-space:pre", "border:9px solid", "flex:1 0 -5px",
        "width:var(--x)", "--x:var(--x)", "min-width:300%", "line-height:", "}{",
        "text-align:right",
    )
)  # fmt: skip
_SELECTORS = st.sampled_from(
    ("p", "div > *", ".r", "li:first-child", "td + td", "*", "b ~ i", ":not(p)", "a[href^='/']")
)
_RULES = st.builds("{}{{{}}}".format, _SELECTORS, _PROPERTIES)


@given(html_documents(), st.lists(_RULES, max_size=12).map("".join), st.text(max_size=60))
@settings(max_examples=80, deadline=None)
def test_any_page_with_any_sheet_has_a_layout(markup: str, rules: str, rest: str) -> None:
    try:
        page = parse_page(f"<style>{rules}{rest}</style>{markup}".encode(), ADDRESS)
    except NotHtmlError:
        return
    layout = estimate_layout(page)
    for seen in layout.pieces:
        assert seen.box.width >= 0
        assert seen.box.height >= 0
        assert seen.box.bottom <= layout.page.bottom + 0.01
        assert seen.element in layout.boxes
    assert all(each.width >= 0 and each.height >= 0 for each in layout.boxes.values())


@pytest.mark.parametrize(
    "markup",
    [
        "<style>" + "*{color:red}" * 20_000 + "</style>" + "<b>a</b>" * 5_000,
        "<style>" + "{" * 300_000 + "</style><p>a",
        "<style>" + "url(" * 300_000 + "</style><p>a",
        "<style>" + "div " * 15 + "b{color:red}</style>" + "<div>" * 2_000 + "<b>a",
        "<style>:root{" + "".join(f"--a{n}:var(--a{n + 1}) var(--a{n + 1});" for n in range(60))
        + "} p{width:var(--a0)}</style><p>a",
        "<style>div{display:flex}</style>" + "<div>a" * 2_000,
        "<table>" + "<tr><td rowspan=1000>a<td>b" * 3_000,
        "<style>i{float:left;width:900px;height:99px}</style>" + "<i>x</i>text " * 3_000,
    ],
)  # fmt: skip
def test_hostile_sheets_take_bounded_time(markup: str) -> None:
    page = parse_page(markup.encode(), ADDRESS)
    started = time.process_time()
    estimate_layout(page)
    assert time.process_time() - started < 25
