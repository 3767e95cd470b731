"""Hits lines: read in many languages, and learned from result pages."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from wrappers.extraction.hits_line import CONVINCING, HitsLine, HitsLineRule, read_line
from wrappers.induction.hits_line import learn_hits_line
from wrappers.induction.samples import ReadSample

CASES = cases_of(__file__)


@pytest.mark.parametrize(("text", "expected"), CASES["hits"])
def test_hits_lines_of_many_languages(text, expected):
    best = read_line(text)[0]
    assert best.line == HitsLine(*expected)
    assert best.score >= CONVINCING


@pytest.mark.parametrize("text", CASES["none"])
def test_years_prices_dates_and_page_numbers_are_no_hits(text):
    assert not [reading for reading in read_line(text) if reading.score >= CONVINCING]


def test_numbers_of_the_query_are_not_read():
    readings = read_line('Your search for "top 10" returned 15 items', "top 10")
    assert [reading.line.total for reading in readings] == [15]


def test_a_longer_line_than_any_hits_line_is_not_read():
    assert read_line("1-10 of 200 results " * 40) == []


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=320), st.text(max_size=20))
def test_any_text_is_read_as_numbers_or_not_at_all(text, query):
    readings = read_line(text, query)
    assert all((reading.line.total or 0) >= 0 for reading in readings)
    assert [reading.score for reading in readings] == sorted(
        (reading.score for reading in readings), reverse=True
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10**9), st.sampled_from(",.'\u00a0\u202f"))
def test_every_digit_grouping_reads_the_same(total, separator):
    grouped = f"{total:,}".replace(",", separator)
    assert read_line(f"1-1 of {grouped} results")[0].line == HitsLine(total, 1, 1)


def result_page(hits: str, count: int, *, extra: str = "") -> Page:
    records = "".join(
        f"<li class=r><a href=/d/{n}>Title {n}</a> from 20{n % 30:02} ({n}00 bytes)</li>"
        for n in range(count)
    )
    return parse_page(
        f"<body><p>This index has 4,321 documents</p><div class=top>{hits}</div>"
        f"<ul>{records}</ul>{extra}<p>Page 1 of 9</p><p>© 2017</p>".encode()
    )


def sample(query: str, hits: str, count: int, *, extra: str = "") -> ReadSample:
    page = result_page(hits, count, extra=extra)
    return ReadSample(page, query, count, tuple(page.root.iter("li")))


def learned(samples: list[ReadSample], no_result: Page | None = None) -> HitsLineRule:
    rule = learn_hits_line(samples, no_result)
    assert rule is not None
    return HitsLineRule.from_json(json.loads(json.dumps(rule.to_json())))


@pytest.mark.parametrize(("first", "second", "third", "expected"), CASES["rules"])
def test_the_rule_reads_other_pages(first, second, third, expected):
    rule = learned([sample("a", first, 10), sample("b", second, 10)])
    assert rule.apply(result_page(third, 7), "c") == (HitsLine(*expected) if expected else None)


def test_a_number_that_never_changes_counts_no_matches():
    samples = [sample("a", "", 10), sample("b", "", 10)]
    assert learn_hits_line(samples) is None


def test_a_number_that_also_stands_on_the_no_result_page_counts_no_matches():
    page = result_page("", 10)
    assert learn_hits_line([ReadSample(page, "a")], result_page("", 0)) is None
    assert learn_hits_line([sample("a", "111 documents found", 10)], result_page("", 0))


def test_a_range_of_another_list_is_not_taken():
    videos = "<div class=side>1 - 5 of {} videos</div>"
    samples = [sample(q, "", 25, extra=videos.format(n)) for q, n in (("a", 9), ("b", 103))]
    assert learn_hits_line(samples) is None
