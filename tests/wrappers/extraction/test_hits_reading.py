import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases_of
from wrappers.extraction.hits_line import CONVINCING, HitsLine, read_line

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
