"""ViNTs as an inducer: its record groups as rules of the stored wrapper."""

import pytest
from hypothesis import given, settings

from discovery.pages import Layout, NotHtmlError, parse_page
from tests.strategies import html_documents
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.vints_groups import propose_vints_groups
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.samples.sample import Sample

WORDS = "amber birch cedar dahlia elder fir ginkgo hazel iris juniper".split()


def facts_for(markup: str) -> PageFeatures:
    return page_features(Sample(parse_page(markup.encode(), "http://a.example/search")))


def titles(features: PageFeatures, candidate: Candidate) -> list[str]:
    return [features.text(span.title) for span in candidate.match.spans]


def snippet(word: str) -> str:
    return f"{word} grows in many places and is described here at some length for readers"


def links_between_breaks() -> str:
    # Only the two breaks before a title tell it from the link below the text.
    records = "".join(
        f"<a href=/{word}>About {word}</a><br>{snippet(word)}<br>"
        f"<a href=/{word}/more>http://a.example/{word}</a><br><br>"
        for word in WORDS
    )
    return f"<body><h1>Search</h1>{records}<hr><a href=/>Home</a>"


def links_before_divisions() -> str:
    # A record ends with its <div>; the first one stands after nothing.
    records = "".join(
        f"<a href=/{word}>About {word}</a> by <a href=/by/{word}>Author {word}</a>"
        + ("<a href=/reviews>reviews</a>" if number % 2 else "")
        + f"<div>{snippet(word)}</div>"
        for number, word in enumerate(WORDS)
    )
    return f"<body><h1>Search</h1><div>{records}</div>"


def one_of_two_equal_regions() -> str:
    region = "".join(f"<p><a href=/{w}>About {w}</a><br>{snippet(w)}</p>" for w in WORDS)
    menu = "".join(f"<p><a href=/menu/{w}>Menu {w}</a></p>" for w in WORDS[:4])
    return f"<body><h1>Search</h1><div>{menu}</div><div>{region}</div>"


@pytest.mark.parametrize(
    "markup",
    [links_between_breaks(), links_before_divisions(), one_of_two_equal_regions()],
    ids=["two breaks", "divisions", "regions"],
)
def test_a_rule_finds_just_the_records(markup: str) -> None:
    features = facts_for(markup)
    found = [titles(features, candidate) for candidate in propose_vints_groups(features)]
    assert [f"About {word}" for word in WORDS] in found


def test_a_rule_finds_on_the_page_what_its_candidate_says() -> None:
    features = facts_for(links_between_breaks())
    for candidate in propose_vints_groups(features):
        assert features.find(candidate.rule).outcome == candidate.match.outcome


def test_rules_are_named_after_their_inducer() -> None:
    assert {
        candidate.inducer for candidate in propose_vints_groups(facts_for(links_before_divisions()))
    } == {"vints"}


@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_is_answered(markup: str) -> None:
    try:
        features = facts_for(f"<body>{markup}")
    except NotHtmlError:
        return
    for candidate in propose_vints_groups(features):
        assert features.find(candidate.rule).spans


def test_a_browsers_layout_is_taken_where_there_is_one() -> None:
    page = parse_page(links_before_divisions().encode(), "http://a.example/search")
    estimated = page_features(Sample(page)).layout
    assert page_features(Sample(page, layout=estimated)).layout is estimated
    # A page of which the browser shows nothing has no record groups.
    nothing = page_features(Sample(page, layout=Layout(estimated.page, (), {})))
    assert not list(propose_vints_groups(nothing))
