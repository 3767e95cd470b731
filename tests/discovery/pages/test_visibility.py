"""Visibility: markup, a page's own styles, rules kept of the sheets it links."""

import time

import pytest
from cssselect import ExpressionError
from hypothesis import example, given, reject
from hypothesis import strategies as st
from lxml.cssselect import CSSSelector
from lxml.html import document_fromstring

from discovery.pages.page import Page, parse_page
from discovery.pages.style_rules import SelectorMatcher, read_selector
from discovery.pages.visibility import KeptStyles, keep_styles, linked_rules
from tests.cases import cases

CASES = cases(__file__, "styles")
RECORD = '<ul class="list"><li id="t" {}><a href="/1">Green tea</a></li></ul>'


def page_of(markup: str, style: str = "") -> Page:
    return parse_page(f"<html><style>{style}</style><body>{markup}".encode(), "http://a.example/")


def shows(page: Page, styles: KeptStyles | None = None, name: str = "t") -> bool:
    (element,) = page.root.xpath(f"//*[@id='{name}']")
    return page.visibility(styles).shows(element)


def kept_of(page: Page, sheet: str) -> KeptStyles:
    pages = [(page.root, page.base_url)]
    return keep_styles(linked_rules(pages, {"http://a.example/s.css": sheet}), [page.root])


@pytest.mark.parametrize("style", CASES["hidden"])
def test_hidden_by_its_style(style):
    assert not shows(page_of(RECORD.format(f'style="{style}"')))
    assert not shows(page_of(RECORD.format('class="x"'), f".x {{{style}}}"))
    page = page_of(RECORD.format('class="x"') + '<link rel="stylesheet" href="/s.css">')
    kept = kept_of(page, f".x{{{style}}}")
    assert not shows(page, kept)
    assert not shows(page, KeptStyles.from_text(kept.to_text()))


@pytest.mark.parametrize("style", CASES["shown"])
def test_shown_by_its_style(style):
    assert shows(page_of(RECORD.format(f'style="{style}"')))
    assert shows(page_of(RECORD.format('class="x"'), f".x {{{style}}}"))


@pytest.mark.parametrize(("style", "attributes", "is_seen"), CASES["rules"])
def test_rules(style, attributes, is_seen):
    assert shows(page_of(RECORD.format(attributes), style)) == is_seen
    page = page_of(RECORD.format(attributes) + '<link rel="stylesheet" href="/s.css">')
    assert shows(page, kept_of(page, style)) == is_seen


@pytest.mark.parametrize(("style", "attributes", "comes"), CASES["reveals"])
def test_what_a_script_reveals(style, attributes, comes):
    """What waits in its place until a script lets it come is seen, on pages with scripts only."""
    record = RECORD.format(attributes)
    with_script = f'<div class="no-js">{record}</div><script src="/a.js"></script>'
    assert shows(page_of(with_script, style)) == comes
    page = page_of(f'{with_script}<link rel="stylesheet" href="/s.css">')
    assert shows(page, kept_of(page, style)) == comes
    if "opacity:0" in style:
        assert not shows(page_of(record, style))


@pytest.mark.parametrize(("markup", "is_seen"), CASES["markup"])
def test_markup(markup, is_seen):
    assert shows(page_of(markup)) == is_seen


def test_kept_rules_are_few_and_revealed_ones_tell_nothing():
    sheet = "".join(f".c{n}{{color:red;margin:0 {n}px;display:flex}}" for n in range(5_000))
    sheet += "".join(f".h{n}{{display:none}}" for n in range(5_000))
    page = page_of('<a class="h4999" id="t" href="/">x</a><link rel=stylesheet href=s.css>')
    kept = kept_of(page, sheet)
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
    started = time.process_time()
    for element in page.root.iter("p"):
        page.visibility().shows(element)
    assert time.process_time() - started < 5.0


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


TAGS = ("div", "ul", "li", "p", "a")
SIMPLE = st.sampled_from(
    (
        ".x .y #one [href] [href='/b'] [href^='/'] [class~=y] [href$=b] :first-child :last-child "
        ":only-child :first-of-type :nth-child(2) :nth-child(odd) :nth-last-child(2n+1) "
        ":nth-of-type(2) :not(.x) :not(li)"
    ).split()
)
COMPOUNDS = st.builds(
    lambda tag, parts: tag + "".join(parts),
    st.sampled_from((*TAGS, "*")),
    st.lists(SIMPLE, max_size=2),
)
SELECTORS = st.builds(
    lambda first, more: first + "".join(f" {sign} {part}" for sign, part in more),
    COMPOUNDS,
    st.lists(st.tuples(st.sampled_from(["", ">", "+", "~"]), COMPOUNDS), max_size=2),
)
ATTRIBUTES = st.sampled_from(["", " class=x", " class='x y'", " class=y id=one", " href=/b"])
TREES = st.recursive(
    st.builds(lambda names: f"<div{names}></div>", ATTRIBUTES),
    lambda inner: st.builds(
        lambda tag, names, parts: f"<{tag}{names}>{''.join(parts)}</{tag}>",
        # What HTML lets stand in itself, so that the tree is the one that was written.
        st.sampled_from(["div", "ul", "section"]),
        ATTRIBUTES,
        st.lists(inner | st.sampled_from(["<p class=x>t</p>", "<a href=/b>u</a>"]), max_size=4),
    ),
    max_leaves=12,
)


@given(TREES, SELECTORS)
def test_selectors_match_what_those_of_lxml_match(tree, text):
    root = document_fromstring(f"<body>{tree}")
    selector = read_selector(" ".join(text.split()))
    assert selector is not None
    matcher = SelectorMatcher(1_000_000)
    ours = {element for element in root.iter() if matcher.matches(selector, element)}
    try:
        theirs = set(CSSSelector(text)(root))
    except ExpressionError:  # `*:nth-of-type()` has no XPath
        reject()
    assert ours == theirs
