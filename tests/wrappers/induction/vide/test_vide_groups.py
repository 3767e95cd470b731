"""ViDE on whole pages: its records as rules of the stored wrapper, its visual wrapper."""

import time

import pytest
from hypothesis import given, settings

from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.segmentation import VisualBlock, segment_page
from tests.boxes import boxes_of
from tests.strategies import html_documents
from wrappers.induction.candidates.group_candidates import Candidate
from wrappers.induction.candidates.inducers import InducerName, propose_vide_groups
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample
from wrappers.induction.vide import apply_visual_wrapper, find_visual_records, make_visual_wrapper

WORDS = "amber birch cedar dahlia elder fir ginkgo hazel iris juniper".split()


def features_of(markup: str) -> PageFeatures:
    return page_features(sample_of(markup, "tree"))


def sample_of(markup: str, query: str | None = None) -> Sample:
    page = parse_page(markup.encode(), "http://a.example/search")
    return Sample(page, query, boxes_of(page))


def blocks_of(page: Page) -> VisualBlock:
    return segment_page(boxes_of(page))


def titles(features: PageFeatures, candidate: Candidate) -> list[str]:
    return [features.text(span.title) for span in candidate.match.spans]


def snippet(word: str) -> str:
    return f"{word} grows in many places and is described here at some length for readers"


def broken_text(words: list[str]) -> str:
    records = "".join(
        f"<a href=/{w}>About {w}</a><br>{snippet(w)}<br><i>http://a.example/{w}</i><br><br>"
        for w in words
    )
    return f"<body><h1>Search</h1>{records}<hr><a href=/>Home</a>"


def pairs_of_rows(words: list[str]) -> str:
    rows = "".join(
        f"<tr><td><b><a href=/{w}>About {w}</a></b><tr><td>{snippet(w)}<tr><td>&nbsp;"
        for w in words
    )
    return (
        "<body><table><tr><td width=20%><a href=/a>Home</a><br><a href=/b>Help</a>"
        f"<td><table>{rows}</table></table>"
    )


def grid(words: list[str]) -> str:
    cells = [f"<td><img src=/p width=200 height=60><br><a href=/{w}>About {w}</a>" for w in words]
    rows = "".join(f"<tr>{''.join(cells[n : n + 5])}" for n in range(0, len(cells), 5))
    return f"<body><h1>Search</h1><table>{rows}</table>"


@pytest.mark.parametrize("write", [broken_text, pairs_of_rows, grid])
def test_a_rule_finds_just_the_records(write) -> None:
    features = features_of(write(WORDS))
    (candidates,) = propose_vide_groups([features], None)
    candidates = list(candidates)
    assert [f"About {word}" for word in WORDS] in [titles(features, c) for c in candidates]
    for candidate in candidates:
        assert candidate.inducer == "vide"
        assert features.find(candidate.rule).outcome == candidate.match.outcome


def test_what_begins_like_a_record_begins_one_on_another_page() -> None:
    first, second = (features_of(broken_text(w)) for w in (WORDS[:6], WORDS[3:]))
    root = blocks_of(first.sample.page)
    found = next(each for each in find_visual_records(root) if len(each.records) == 6)
    wrapper = make_visual_wrapper(root, found)
    assert wrapper is not None
    records = apply_visual_wrapper(wrapper, blocks_of(second.sample.page))
    texts = [next(block.pieces()).text for block, *_ in records]
    assert texts == [f"About {word}" for word in WORDS[3:]]


def test_records_without_a_mandatory_item_are_set_apart() -> None:
    rows = "".join(
        f"<p><a href=/{w}>About {w}</a><br>{snippet(w)}<br>2001-02-{n:02}"
        for n, w in enumerate(WORDS, 1)
    )
    box = f"<p><a href=/box>More</a><br>{snippet('box')}"
    groups = find_visual_records(blocks_of(sample_of(f"<body>{rows}{box}").page))
    assert any(len(g.records) == 11 and len(g.complete) == 10 for g in groups)


def test_a_wrapper_is_learned_from_looks_alone() -> None:
    pages = [broken_text(WORDS[:6]), broken_text(WORDS[3:])]
    samples = [sample_of(page) for page in pages]
    learned = learn_wrapper(samples, inducers=(InducerName.VIDE,))
    assert learned.inducer == "vide"
    read = learned.wrapper.records(samples[1].page)
    assert [record.title for record in read] == [f"About {word}" for word in WORDS[3:]]


def test_a_page_that_no_browser_laid_out_has_no_records() -> None:
    page = parse_page(broken_text(WORDS).encode(), "http://a.example/search")
    (candidates,) = propose_vide_groups([page_features(Sample(page))], None)
    assert not list(candidates)


@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_is_answered(markup: str) -> None:
    try:
        features = features_of(f"<body>{markup}")
    except NotHtmlError:
        return
    for candidates in propose_vide_groups([features, features], None):
        for candidate in candidates:
            assert features.find(candidate.rule).spans


@pytest.mark.parametrize(
    "markup",
    [
        "<p><a href=/x>link</a><br>text" * 5_000,
        "<div>" * 400 + "<p><a href=/x>x</a>text" * 3_000,
        "<table><tr><td><a href=/x>x</a>" * 150,
        "<body>" + "<a href=/x>x</a><br>" * 10_000,
    ],
    ids=["paragraphs", "deep", "nested tables", "siblings"],
)
def test_pages_without_end_are_bounded(markup: str) -> None:
    features = features_of(markup)
    started = time.process_time()
    list(propose_vide_groups([features], None)[0])
    assert time.process_time() - started < 25
