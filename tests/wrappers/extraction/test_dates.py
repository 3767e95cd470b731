"""Dates in the words of many languages."""

import time

import pytest

from wrappers.extraction.records.dates import date_in

DATES = [
    *("2026-11-22", "2026/11/22", "2026.11.22", "22.11.2026", "22. 11. 2026", "11/22/26"),
    *("22 November 2026", "Nov 22, 2026", "22nd of November 2026", "22 novembre 2026"),
    *("22. Nov. 2026", "22 de novembro de 2026", "22 nov 2026", "22. marraskuuta 2026"),
    *("22 lis 2026", "22 Kasım 2026", "2026. november 22", "22 ноября 2026", "22 листопада 2026"),
    *("22 Νοεμβρίου 2026", "٢٢ نوفمبر ٢٠٢٦", "22 בנובמבר 2026", "22 नवंबर 2026"),
    *("2026年11月22日", "2026년 11월 22일", "22 tháng 11 năm 2026"),
    *("3 days ago", "vor 3 Tagen", "il y a 3 jours", "hace 3 días", "há 3 dias", "3 giorni fa"),
    *("3 dagen geleden", "3 дня назад", "3日前", "3天前", "3일 전"),
]


@pytest.mark.parametrize("date", DATES)
def test_a_date_amid_words(date: str) -> None:
    assert date_in(f"somebody, {date}: text") == date


@pytest.mark.parametrize(
    "text",
    ["version 2.0.13456", "room 2004", "2 of 2026 pages", "192.168.0.1", "vor 2026", "1 may be"],
)
def test_other_numbers(text: str) -> None:
    assert date_in(text) == ""


def test_a_long_text_of_numbers_is_read_in_time() -> None:
    started = time.process_time()
    assert date_in("1 de 2026 " * 20_000) == ""
    assert time.process_time() - started < 1.0
