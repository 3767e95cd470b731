"""Words that tell pages of one template apart."""

import pytest

from discovery.crawling.traversal import meets_criterion
from discovery.pages.page import parse_page

PAGE = (
    "<title>pandas.DataFrame.to_csv — manual</title><body><h1>DataFrame.to_csv</h1>"
    "<p>See also Series.</p><h2>Series again</h2>"
)


@pytest.mark.parametrize(
    ("page", "words", "meets"),
    [
        *((PAGE, words, True) for words in ("DataFrame", "dataframe CSV", "")),
        *((PAGE, words, False) for words in ("Series", "Data", "dataframe series")),
        # Scripts that do not part words; a page that calls itself nothing.
        ("<title>東京都立図書館</title><p>本", "図書館", True),
        ("<title>東京都立図書館</title><p>本", "大学", False),
        ("<p>DataFrame", "DataFrame", False),
    ],
)
def test_title_and_first_heading_count_by_whole_words(page: str, words: str, meets: bool) -> None:
    assert meets_criterion(parse_page(page.encode(), "http://a.example/"), words) is meets
