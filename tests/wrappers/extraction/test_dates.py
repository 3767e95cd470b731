"""Dates in the words of many languages."""

import time

import pytest

from wrappers.extraction.records.details import date_in

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


DATES += [
    *("1 1/4 hours ago", "1¼ hours ago", "2 1/2 weeks ago", "1.5 days ago", "vor 1,5 Stunden"),
    *("22.11.26", "2.3.2004", "1.2.2024", "2022.11.11"),
]


@pytest.mark.parametrize("date", DATES)
def test_a_date_amid_words(date):
    assert date_in(f"somebody, {date}: text") == date


@pytest.mark.parametrize(
    "text",
    [
        *("version 2.0.13456", "room 2004", "2 of 2026 pages", "192.168.0.1", "vor 2026"),
        *("1 may be", "1,234/5 days ago", "12345日前", "in 3/4 日前"),
        # Versions.
        *("version 12.11.2022", "Version: 2.10.2024", "v. 20.10.21", "build 2022.11.11"),
        *("версия 12.11.2022", "versión 2.10.2024", "バージョン 2.10.2024", "版本 2.10.2024"),
        *("v20.04.12", "v1.20.04.12", "1.2.3", "3.12.11", "zlib 1.2.13", "GIMP 2.10.24"),
        *("Docker 20.10.21", "docker-20.10.21", "Debian 12.11.2022-1", "12.11.2022-1.1 amd64"),
        *("12.11.2022+dfsg", "12.11.2022~rc1", "12.11.2022-beta", "1:12.11.2022"),
        *("10.12.20.21", "1.2.2024.3", "2024.1.3.1", "99.99.2004", "2004-45-99", "0.0.2004"),
    ],
)
def test_other_numbers(text):
    assert date_in(text) == ""


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Docker 20.10.21 of 22.11.2026", "22.11.2026"),
        ("Version 2.10.2024 vom 3.11.2024", "3.11.2024"),
        ("v1.2.13, 3 days ago", "3 days ago"),
        ("12.11.2022-15.11.2022", "12.11.2022"),
        ("12.11.2022-10:30", "12.11.2022"),
        ("Am 22.11.26 in Berlin", "22.11.26"),
        ("Datum 22.11.26", "22.11.26"),
        ("News 12.11.2022.", "12.11.2022"),
        ("minutes-12.11.2022.pdf", "12.11.2022"),
    ],
)
def test_a_date_beside_numbers(text, date):
    assert date_in(text) == date


def test_a_long_text_of_numbers_is_read_in_time():
    started = time.process_time()
    assert date_in("1 de 2026 " * 20_000) == ""
    assert time.process_time() - started < 1.0
