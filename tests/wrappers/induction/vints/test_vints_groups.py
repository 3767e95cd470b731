"""ViNTs as an inducer: its record groups as rules of the stored wrapper."""

import pytest
from hypothesis import given, settings

from discovery.pages.layout import Box, Layout
from discovery.pages.page import NotHtmlError, parse_page
from tests.boxes import boxes_of
from tests.strategies import html_documents
from wrappers.induction.candidates.group_candidates import Candidate
from wrappers.induction.candidates.inducers import integrated_wrapper, propose_vints_groups
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.samples import Sample
from wrappers.induction.vints.content_lines import format_path
from wrappers.induction.vints.vints import apply_wrapper, find_record_groups

WORDS = "amber birch cedar dahlia elder fir ginkgo hazel iris juniper".split()


def facts_for(markup: str) -> PageFeatures:
    page = parse_page(markup.encode(), "http://a.example/search")
    return page_features(Sample(page, layout=boxes_of(page)))


def propose(features: PageFeatures) -> list[Candidate]:
    (candidates,) = propose_vints_groups([features], None)
    return list(candidates)


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
    found = [titles(features, candidate) for candidate in propose(features)]
    assert [f"About {word}" for word in WORDS] in found
    for candidate in propose(features):
        assert candidate.inducer == "vints"
        assert features.find(candidate.rule).outcome == candidate.match.outcome


@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_is_answered(markup: str) -> None:
    try:
        features = facts_for(f"<body>{markup}")
    except NotHtmlError:
        return
    for candidate in propose(features):
        assert features.find(candidate.rule).spans


def test_a_page_that_no_browser_laid_out_has_no_record_groups() -> None:
    page = parse_page(links_before_divisions().encode(), "http://a.example/search")
    assert propose(page_features(Sample(page, layout=boxes_of(page))))
    assert not propose(page_features(Sample(page)))
    # Nor has one of which the browser shows nothing.
    nothing = Layout(Box(0, 0, 1024, 768), (), {})
    assert not propose(page_features(Sample(page, layout=nothing)))


def page_of_lists(menu: str, words: list[str]) -> PageFeatures:
    items = "".join(f"<p><a href=/{word}>About {word}</a><br>{snippet(word)}</p>" for word in words)
    links = "".join(f"<p><a href=/menu/{n}>{menu} {n}</a><br>{snippet(menu)}</p>" for n in range(9))
    return facts_for(f"<body><div>{links}</div><div>{items}</div>")


def test_what_stands_on_the_no_result_page_is_no_record_group() -> None:
    page, no_result = page_of_lists("Topic", WORDS[:5]), page_of_lists("Topic", [])
    (without,) = propose_vints_groups([page], None)
    assert any("Topic 1" in titles(page, candidate) for candidate in without)
    (known,) = propose_vints_groups([page], no_result)
    found = [titles(page, candidate) for candidate in known]
    assert [f"About {word}" for word in WORDS[:5]] in found
    assert not any("Topic 1" in group for group in found)


def test_the_wrappers_of_several_pages_are_integrated_and_their_bounds_applied() -> None:
    def page(before: str, words: list[str]) -> PageFeatures:
        rows = "".join(f"<dl><dt><a href=/{w}>About {w}</a><dd>{snippet(w)}</dl>" for w in words)
        return facts_for(f"<body>{before}{rows}")

    pages = [page("<img><b>1</b><hr>", WORDS[:4]), page("<center></center><hr>", WORDS[4:9])]
    found = [find_record_groups(p.sample.page, boxes_of(p.sample.page)) for p in pages]
    wrapper = integrated_wrapper(found)
    assert wrapper is not None
    assert wrapper.support == 2
    assert format_path(wrapper.separation.prefix) == "<HTML>C<BODY>C"
    assert (wrapper.minimum, wrapper.maximum) == (1, 5)
    # A third page, which taught nothing, with more records than any of those.
    third = page("<font></font>", WORDS)
    assert len(apply_wrapper(wrapper, third.sample.page)) == 5
