import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wrappers.extraction.hits_line import CONVINCING, HitsLine, read_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The paper's own examples: keywords and the of-pattern (Wu, Meng et al. 2003).
        ("1-20 of 200", HitsLine(200, 1, 20)),
        ("Your query returned 35 matches", HitsLine(35)),
        ("1–10 of about 1,230 results (0.23 seconds)", HitsLine(1230, 1, 10)),
        ("Results 11 to 20 of 1,234,567 for cheese", HitsLine(1_234_567, 11, 20)),
        ("Found 12 documents", HitsLine(12)),
        ("Showing 10 of 234 products", HitsLine(234)),
        ("Displaying 1 - 10 of 300 in 12 pages", HitsLine(300, 1, 10)),
        ("1..50 out of 88", HitsLine(88, 1, 50)),
        ("1.234 Treffer in 0,12 Sekunden", HitsLine(1234)),
        ("Zeige 1 bis 10 von 1.234 Ergebnissen", HitsLine(1234, 1, 10)),
        ("Environ 1\u202f230 résultats (0,25 s)", HitsLine(1230)),
        ("Résultats 1 à 10 sur 1 230", HitsLine(1230, 1, 10)),
        ("Mostrando 1 a 10 de 200 resultados", HitsLine(200, 1, 10)),
        ("Foram encontrados 1.230 resultados", HitsLine(1230)),
        ("Trovati 15 risultati", HitsLine(15)),
        ("Найдено 1 230 результатов", HitsLine(1230)),
        ("Показаны 1—10 из 87 результатов", HitsLine(87, 1, 10)),
        ("Znaleziono 15 wyników", HitsLine(15)),
        ("1 έως 10 από 200 αποτελέσματα", HitsLine(200, 1, 10)),
        ("約 1,230 件", HitsLine(1230)),
        ("検索結果 1,230 件中 1 - 10 件目", HitsLine(1230, 1, 10)),
        ("共找到 230 条结果", HitsLine(230)),
        ("约1.2万条结果", HitsLine(12_000)),
        ("검색결과 (1-10 / 1,234건)", HitsLine(1234, 1, 10)),
        ("عرض ١ - ١٠ من ٢٣٤ نتيجة", HitsLine(234, 1, 10)),
        ("१,२३४ परिणाम", HitsLine(1234)),
        ("12,34,567 results", HitsLine(1_234_567)),
        ("Sonuç: 45 kayıt bulundu", HitsLine(45)),
        ("2017 results", HitsLine(2017)),
        ("0 results", HitsLine(0)),
    ],
)
def test_hits_lines_of_many_languages(text, expected):
    best = read_line(text)[0]
    assert best.line == expected
    assert best.score >= CONVINCING


@pytest.mark.parametrize(
    "text",
    [
        *("Page 2 of 7", "Seite 2 von 7", "第1页 共20页", "© 1999–2017 by Example", "$ 200 off"),
        *("1.230,50 €", "12:30 PM, 2026-11-13", "11/13/2026", "3 days ago", "Version 2.4.7"),
        *("Search took 0.000787 seconds", "75 %", "Call 1-800-466-3337", "Chapter 12"),
        "1 2 3 4 5 6 7 8 9 10",
    ],
)
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
