"""Words that tell pages of one template apart."""

import pytest

from discovery.crawling import meets_criterion
from discovery.pages import parse_page

PAGE = (
    "<title>pandas.DataFrame.to_csv — manual</title><body><h1>DataFrame.to_csv</h1>"
    "<p>See also Series.</p><h2>Series again</h2>"
)


@pytest.mark.parametrize(
    ("words", "meets"),
    [
        ("DataFrame", True),
        ("dataframe CSV", True),
        ("", True),
        ("Series", False),
        ("Data", False),
        ("dataframe series", False),
    ],
)
def test_title_and_first_heading_count_by_whole_words(words: str, meets: bool) -> None:
    page = parse_page(PAGE.encode(), "http://a.example/")
    assert meets_criterion(page, words) is meets


def test_scripts_that_do_not_part_words() -> None:
    page = parse_page("<title>東京都立図書館</title><p>本".encode(), "http://a.example/")
    assert meets_criterion(page, "図書館") and not meets_criterion(page, "大学")


def test_a_page_that_calls_itself_nothing_meets_no_words() -> None:
    page = parse_page(b"<p>DataFrame", "http://a.example/")
    assert not meets_criterion(page, "DataFrame")
