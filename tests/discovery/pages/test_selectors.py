"""Selectors of style sheets match what lxml's selectors (cssselect) match."""

from cssselect import ExpressionError
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from lxml.cssselect import CSSSelector
from lxml.html import document_fromstring

from discovery.pages.style_rules import SelectorMatcher, read_selector

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
    assume(selector is not None)
    assert selector is not None
    matcher = SelectorMatcher(1_000_000)
    ours = {element for element in root.iter() if matcher.matches(selector, element)}
    try:
        theirs = set(CSSSelector(text)(root))
    except ExpressionError:  # `*:nth-of-type()` has no XPath
        reject()
    assert ours == theirs


@given(SELECTORS)
def test_every_such_selector_is_read(text):
    assert read_selector(" ".join(text.split())) is not None
