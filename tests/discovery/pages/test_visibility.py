"""Visibility: markup, a page's own styles, rules kept of the sheets it links."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from discovery.pages.visibility import KeptStyles, keep_styles, linked_rules

RECORD = '<ul class="list"><li id="t" {}><a href="/1">Green tea</a></li></ul>'


def page_of(markup: str, style: str = "") -> Page:
    return parse_page(f"<html><style>{style}</style><body>{markup}".encode(), "http://a.example/")


def shows(page: Page, styles: KeptStyles | None = None, name: str = "t") -> bool:
    (element,) = page.root.xpath(f"//*[@id='{name}']")
    return page.visibility(styles).shows(element)


HIDDEN = [
    *("display:none", "DISPLAY : NONE", "display:none!important; display:block"),
    *("visibility:hidden", "visibility:collapse", "content-visibility:hidden", "opacity:0"),
    *("opacity:0%", "opacity:.01", "filter:opacity(0)", "height:0;overflow:hidden"),
    *("max-height:0;overflow:hidden", "width:1px;height:1px;overflow:hidden"),
    *("width:0;overflow:clip", "block-size:0;overflow-y:hidden", "font-size:0", "font:0/0 a"),
    *("position:absolute;left:-9999px", "position:absolute;left:-999em"),
    *("position:fixed;top:-100vh", "position:absolute;right:-200%"),
    "position:absolute;inset:0 auto auto -9999px",
    *("position:relative;left:-10000px", "position:absolute;top:9999px", "margin-left:-9999px"),
    *("margin:0 0 0 -9999px", "text-indent:-9999px", "transform:translateX(-9999px)"),
    *("transform:translate(0, -5000px)", "translate:-9999px", "transform:scale(0)"),
    *("transform:rotate(3deg) scaleY(0)", "scale:0", "position:absolute;clip:rect(0,0,0,0)"),
    "position:absolute;clip:rect(1px 1px 1px 1px)",
    *("clip-path:inset(50%)", "clip-path:inset(100%)", "clip-path:circle(0)"),
    "clip-path:polygon(0 0, 0 0, 0 0)",
]
SHOWN = [
    "",
    "display:block",
    "display:none;display:block",
    "opacity:1",
    "opacity:.6",
    "opacity:0;animation:appear .3s forwards",
    "visibility:visible",
    "height:0",  # what is too high is shown below
    "height:0;overflow:hidden;padding-bottom:56%",  # a box of fixed proportions
    "height:0;min-height:3em;overflow:hidden",
    "width:0;flex:1;overflow:hidden",  # grows in its row
    "display:inline;height:0;overflow:hidden",  # as high as its text
    "max-height:20em;overflow:hidden",
    "left:-9999px",  # stands in the flow
    "position:absolute;left:-20px",
    "position:relative;top:2px",
    "position:absolute;clip:rect(0,100px,50px,0)",
    "clip-path:inset(10%)",
    "clip-path:circle(50%)",
    "clip:rect(0,0,0,0)",  # counts out of the flow alone
    "transform:translateX(-50%)",
    "transform:scale(.9)",
    "text-indent:-1em",
    "display:nonsense",
    "margin-left:-15px",
]


@pytest.mark.parametrize("style", HIDDEN)
def test_hidden_by_its_style(style):
    assert not shows(page_of(RECORD.format(f'style="{style}"')))
    assert not shows(page_of(RECORD.format('class="x"'), f".x {{{style}}}"))
    page = page_of(RECORD.format('class="x"') + '<link rel="stylesheet" href="/s.css">')
    kept = keep_styles(
        linked_rules([(page.root, page.base_url)], {"http://a.example/s.css": f".x{{{style}}}"}),
        [page.root],
    )
    assert not shows(page, kept)
    assert not shows(page, KeptStyles.from_text(kept.to_text()))


@pytest.mark.parametrize("style", SHOWN)
def test_shown_by_its_style(style):
    assert shows(page_of(RECORD.format(f'style="{style}"')))
    assert shows(page_of(RECORD.format('class="x"'), f".x {{{style}}}"))


# Rules of the page, attributes of the record, whether it is seen.
RULES = [
    (".x{display:none}", 'class="x"', False),
    (".x{display:none}", 'class="y"', True),
    (".x{display:none}", 'class="x" style="display:block"', True),
    (".x{display:none!important}", 'class="x" style="display:block"', False),
    (".x{display:none!important}", 'class="x" style="display:block!important"', True),
    (".x{display:none} .x{display:block}", 'class="x"', True),
    (".x{display:none} .x.open{display:block}", 'class="x open"', True),
    (".x.open{display:block} .x{display:none}", 'class="x open"', True),
    (".x{display:block} #t{display:none}", 'class="x"', False),
    (".x{display:none!important} #t{display:block}", 'class="x"', False),
    ("", "hidden", False),
    ("", 'hidden="until-found"', False),
    ("li{display:list-item}", "hidden", True),
    ("[hidden]{display:none!important} li{display:flex}", "hidden", False),
    ("", 'aria-hidden="true"', True),
    ("@media print{.x{display:none}}", 'class="x"', True),
    ("@media screen{.x{display:none}}", 'class="x"', False),
    ("@media (max-width:600px){.x{display:none}}", 'class="x"', True),
    ("@media (min-width:600px){.x{display:none}}", 'class="x"', False),
    ("@media not print{.x{display:none}}", 'class="x"', False),
    ("@supports (display:grid){.x{display:none}}", 'class="x"', False),
    ("@supports not (display:grid){.x{display:none}}", 'class="x"', True),
    ("@supports (-moz-appearance:none){.x{display:none}}", 'class="x"', True),
    ("@media screen{@supports (display:grid){.x{display:none}}}", 'class="x"', False),
    ("@layer a{.x{display:none}}", 'class="x"', False),
    ("@layer a{ul li.x{display:none}} .x{display:block}", 'class="x"', True),
    ("@layer a{.x{display:none!important}} .x{display:block!important}", 'class="x"', False),
    ("@keyframes a{from{opacity:0} to{opacity:1}} .x{color:red}", 'class="x"', True),
    ("@starting-style{.x{opacity:0}}", 'class="x"', True),
    (".list{.x{display:none}}", 'class="x"', False),
    (".list{& .x{display:none}}", 'class="x"', False),
    (".list{color:red; > .x{display:none} margin:0}", 'class="x"', False),
    (".x{&.y{display:none}}", 'class="x"', True),
    (".x{&.y{display:none}}", 'class="x y"', False),
    (".x{color:red;&.y{color:blue}display:none}", 'class="x"', False),
    (".x{@media print{display:none}}", 'class="x"', True),
    (".list > li:first-child{display:none}", "", False),
    (".list > li:nth-child(2){display:none}", "", True),
    ("li:not(.shown){display:none}", "", False),
    ("li:not(.shown){display:none}", 'class="shown"', True),
    ("li:hover{display:none}", "", True),
    ("li:not(:hover){display:none}", "", False),
    ("[data-ad]{display:none}", 'data-ad="1"', False),
    ('[class*="trap"]{display:none}', 'class="xx-trap-1"', False),
    (":is(.x, .y){display:none}", 'class="y"', False),
    ("a, .x, b{display:none}", 'class="x"', False),
    (".list{display:none}", "", False),
    (".list{opacity:0}", 'style="opacity:1"', False),
    (".list{visibility:hidden}", "", False),
    (".list{visibility:hidden} .x{visibility:visible}", 'class="x"', True),
    (".list{visibility:hidden} a{visibility:visible}", "", True),
    (".list{font-size:0}", "", False),
    (".list{font-size:0} li{font-size:16px}", "", True),
    (".list{font-size:0} li{font-size:2em}", "", False),
    (".x::before{display:none}", 'class="x"', True),
    (".x{display:none", 'class="x"', True),
    ("<!-- .x{display:none} -->", 'class="x"', False),
    ("/* .x{display:none} */", 'class="x"', True),
    ('.y{content:"}"} .x{display:none}', 'class="x"', False),
    (".x\\:y{display:none}", 'class="x:y"', False),
]


@pytest.mark.parametrize(("style", "attributes", "is_seen"), RULES)
def test_rules(style, attributes, is_seen):
    assert shows(page_of(RECORD.format(attributes), style)) == is_seen
    page = page_of(RECORD.format(attributes) + '<link rel="stylesheet" href="/s.css">')
    kept = keep_styles(
        linked_rules([(page.root, page.base_url)], {"http://a.example/s.css": style}), [page.root]
    )
    assert shows(page, kept) == is_seen


# Rules of the page, attributes of the record, whether a script of the page lets it come.
REVEALS = [
    (".x{opacity:0;transition:opacity .4s}", 'class="x"', True),
    (".x{opacity:0;transition:none}", 'class="x"', False),
    (".x{opacity:0;transition:opacity .4s;pointer-events:none}", 'class="x"', False),
    (".x{opacity:0;transition:opacity .4s;position:absolute}", 'class="x"', False),
    (".x{opacity:0;transform:translateY(20px)}", 'class="x"', True),
    ("", 'style="opacity:0;transform:translateY(20px)"', True),
    (".x{opacity:0}.x.in{opacity:1}", 'class="x"', True),
    (".x{opacity:0}.ready .x{opacity:1}", 'class="x"', True),
    (".x{opacity:0}.x:hover{opacity:1}", 'class="x"', False),
    (".x{opacity:0}.y.in{opacity:1}", 'class="x"', False),
    (".x{opacity:0}.in{opacity:1}", 'class="x"', False),
    (".x{visibility:hidden}.x.in{visibility:visible}", 'class="x"', True),
    (".x:not(.in){opacity:0}", 'class="x"', True),
    (".lazy{opacity:0} .lazyloaded{opacity:1}", 'class="lazy"', True),
    (".lazy{opacity:0} .lazyloaded{opacity:0}", 'class="lazy"', False),
    (".hp{opacity:0} .lazyloaded{opacity:1}", 'class="hp lazy"', False),
    (".x:not(.in){display:none}", 'class="x"', False),
    (".x{display:none}.x.open{display:block}", 'class="x"', False),
    (".x{height:0;overflow:hidden;transition:height 1s}", 'class="x"', False),
    ("[data-aos]{opacity:0}[data-aos].aos-animate{opacity:1}", "data-aos", True),
    ("[v-cloak]{display:none}", "v-cloak", True),
    (".wow{visibility:hidden}", 'class="wow"', True),
    (".no-js li{display:none}", "", True),
    ("@media (scripting:none){.x{display:none}}", 'class="x"', True),
    ("@media (scripting:enabled){.x{display:none}}", 'class="x"', False),
]


@pytest.mark.parametrize(("style", "attributes", "comes"), REVEALS)
def test_what_a_script_reveals(style, attributes, comes):
    """What waits in its place until a script lets it come is seen, on pages with scripts only."""
    record = RECORD.format(attributes)
    with_script = f'<div class="no-js">{record}</div><script src="/a.js"></script>'
    assert shows(page_of(with_script, style)) == comes
    page = page_of(f'{with_script}<link rel="stylesheet" href="/s.css">')
    sheets = {"http://a.example/s.css": style}
    kept = keep_styles(linked_rules([(page.root, page.base_url)], sheets), [page.root])
    assert shows(page, kept) == comes
    if "opacity:0" in style:
        assert not shows(page_of(record, style))


@pytest.mark.parametrize(
    ("markup", "is_seen"),
    [
        ('<body style="opacity:0"><p id="t">x', True),
        ("<noscript><style>p{opacity:1;display:block}</style></noscript><style>p{display:none}"
         '</style><script src="/a.js"></script><p id="t">x', True),
        ('<style type="text/less">p{display:none}</style><p id="t">x', True),
        ('<div popover><p id="t">x</div>', False),
        ('<video><p id="t">x</video>', False),
        ('<template><p id="t">x</template>', False),
        ('<dialog><p id="t">x</dialog>', False),
        ('<dialog open><p id="t">x</dialog>', True),
        ('<details><summary>s</summary><p id="t">x</details>', True),
        ('<div hidden><div><p id="t">x</div></div>', False),
        ('<style media="print">p{display:none}</style><p id="t">x', True),
        ('<style media="screen">p{display:none}</style><p id="t">x', False),
        ('<noscript><style>p{display:none}</style></noscript><p id="t">x', True),
        ('<input type="radio" checked><p id="t">x', True),
        ("<style>p{display:none}:checked+p{display:block}</style>"
         '<input type="radio" checked><p id="t">x', True),
        ("<style>p{display:none}:checked+p{display:block}</style>"
         '<input type="radio"><p id="t">x', False),
    ],
)  # fmt: skip
def test_markup(markup, is_seen):
    assert shows(page_of(markup)) == is_seen


def test_kept_rules_are_few_and_revealed_ones_tell_nothing():
    sheet = "".join(f".c{n}{{color:red;margin:0 {n}px;display:flex}}" for n in range(5_000))
    sheet += "".join(f".h{n}{{display:none}}" for n in range(5_000))
    page = page_of('<a class="h4999" id="t" href="/">x</a><link rel=stylesheet href=s.css>')
    kept = keep_styles(
        linked_rules([(page.root, page.base_url)], {"http://a.example/s.css": sheet}), [page.root]
    )
    assert len(kept.sheet) <= 12_000
    assert ".h4999" in kept.sheet
    assert ".c17{" not in kept.sheet
    assert not shows(page, kept)
    page = page_of(
        '<p id="t" class="a"><i id="u" class="a b">x</i>', ".a{opacity:0}.b{display:none}"
    )
    styles = KeptStyles(revealed=(".a{opacity}",))
    assert not shows(page)
    assert shows(page, styles)
    assert not shows(page, styles, "u")


@pytest.mark.parametrize(
    "style",
    [
        "{" * 50_000,
        ".x{" * 20_000,
        "&" * 10_000 + "{}",
        "a b c d e f g h{display:none}" * 5_000,
        "*:nth-child(3) ~ * ~ * > * ~ *{display:none}" * 200,
        ",".join("ab") * 3_000 + "{" + ",".join("&cd") * 3_000 + "{display:none}}",
    ],
)
def test_hostile_sheets_take_no_time(style):
    page = page_of("<div>" * 50 + "<p>x</p>" * 3_000, style)
    started = time.perf_counter()
    for element in page.root.iter("p"):
        page.visibility().shows(element)
    assert time.perf_counter() - started < 5.0


PROPERTIES = (
    "clip clip-path color contain filter font-size inset inset-inline left mask-image margin-block "
    "opacity overflow rotate scale text-indent transform transition translate width zoom"
).split()
PIECES = (
    "rotateX( rotate3d( matrix( matrix3d( translate( scale3d( circle( ellipse( rect( xywh( "
    "polygon( inset( calc( min( clamp( blur( opacity( linear-gradient( rgb( var( ( ) , / + - * 0 "
    "1px 50% % -9999px 90deg auto at x z transparent #0000 inherit"
).split()


@given(st.sampled_from(PROPERTIES), st.lists(st.sampled_from(PIECES), max_size=8), st.booleans())
@example("transform", ["rotate3d(", ")"], True)
@example("transform", ["rotateX(", ")"], False)
def test_no_value_is_too_odd_to_be_read(name, pieces, in_sheet):
    said = f"{name}: {' '.join(pieces)}"
    markup = RECORD.format("" if in_sheet else f'style="{said}"')
    page = page_of(markup, f".list li {{{said}}}" if in_sheet else "")
    assert shows(page) in (True, False)
