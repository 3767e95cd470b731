"""The tag prefix of Wu, Meng et al. 2003, section 2.6: the paper's example, and as an inducer."""

import pytest

from discovery.pages.page import parse_page
from wrappers.extraction.records.separators import own_elements, shown_elements, tag_prefix
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName, propose_tag_prefix
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

MENU = "<p><a href='/home'>Home</a> <a href='/help'>Help</a> <a href='/about'>About us</a></p>"


def features_of(body: str, query: str = "fish") -> PageFeatures:
    page = parse_page(f"<html><body>{body}</body></html>".encode(), "http://a.example/s")
    return page_features(Sample(page, query))


def prefixes(body: str) -> list[str]:
    """Return the tag prefixes of the links of a page, written with spaces."""
    elements = shown_elements(features_of(body).sample.page.root)
    links = [place for place, element in enumerate(elements) if element.tag == "a"]
    return [tag_prefix(elements, place) for place in links]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "<table><tr><td><b><a href=http://url1.html>url1 Caption</a></b></td></tr></table>",
            ["tr td b"],
        ),
        ("<p><i>1.</i> <a href=/x>x</a><br><a href=/y>y</a>", ["p i", "br"]),
        ("<ul><li><a href=/x>x</a></li><li><a href=/y>y</a></li></ul>", ["li", "li"]),
        ("<div><p>text</p><a href=/x>x</a></div>", ["/p"]),
    ],
)
def test_prefix_goes_back_to_the_change_of_line(body, expected):
    assert prefixes(body) == expected


def rows(word: str, count: int = 6) -> str:
    """Return a table of results without a class or an id."""
    cells = "".join(
        f"<tr><td>{n}</td><td><b><a href='/doc/{word}{n}'>All of {word} {n}</a></b> a text that"
        f" says what {word} number {n} is</td></tr>"
        for n in range(count)
    )
    return f"{MENU}<table>{cells}</table>"


def test_links_of_the_impossible_query_are_left_out():
    pages = [features_of(rows("cat")), features_of(rows("dog"))]
    for no_result in (None, features_of(MENU)):
        found = [list(each) for each in propose_tag_prefix(pages, no_result)]
        addresses = [
            {page.address_key(span.title) for span in candidate.match.spans}
            for page, candidates in zip(pages, found, strict=True)
            for candidate in candidates
        ]
        # Without that page the menu is useless, too: all result pages have it.
        assert addresses and all("/doc/" in key for keys in addresses for key in keys)


def test_it_learns_a_wrapper_by_itself():
    samples = [
        Sample(features_of(rows(word), word).sample.page, word) for word in ("cat", "dog", "cow")
    ]
    learned = learn_wrapper(samples, inducers=(InducerName.TAG_PREFIX,))
    assert learned.inducer == "tag_prefix"
    assert learned.wrapper.sections[0].keys[0].tag_prefix == "tr td td b"
    assert Wrapper.from_json(learned.wrapper.to_json()) == learned.wrapper
    records = learned.wrapper.records(samples[0].page)
    assert [record.title for record in records] == [f"All of cat {n}" for n in range(6)]


def test_a_record_is_no_element_of_running_text_that_holds_the_page():
    """A `<font>` that is never closed holds all that follows, its first link's record does not."""
    lines = "".join(f"<p><a href=/{n}>Page {n}</a> says {n}" for n in range(3))
    root = features_of(f"<font size=2>{lines}<a href=/more>More</a>").sample.page.root
    links = [link for link in root.iter("a") if "Page" in link.text]
    assert [element.tag for element in own_elements(links)] == ["p", "p", "p"]
    assert own_elements(links[:1])[0].tag in ("p", "body")
