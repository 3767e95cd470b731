"""Dates in the words of many languages."""

import time

import pytest

from tests.cases import cases_of
from wrappers.extraction.records.details import date_in

CASES = cases_of(__file__)


@pytest.mark.parametrize("date", CASES["dates"])
def test_a_date_amid_words(date):
    assert date_in(f"somebody, {date}: text") == date


@pytest.mark.parametrize("text", CASES["other_numbers"])
def test_other_numbers(text):
    assert date_in(text) == ""


@pytest.mark.parametrize(("text", "date"), CASES["beside_numbers"])
def test_a_date_beside_numbers(text, date):
    assert date_in(text) == date


def test_a_long_text_of_numbers_is_read_in_time():
    started = time.process_time()
    assert date_in("1 de 2026 " * 20_000) == ""
    assert time.process_time() - started < 1.0
