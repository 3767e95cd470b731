"""What is known of a sample page as a whole."""

import pytest

from discovery.pages.page import parse_page
from wrappers.induction.features.page_features import page_features
from wrappers.induction.samples import Sample


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("http://a.example/search/blue+jay", "a.example/search/"),
        ("http://a.example/find/in/birds/jay?page=2", "a.example/find/in/birds/"),
        ("http://a.example/jay", ""),
        ("http://a.example/find/?q=jay", ""),
    ],
)
def test_the_folder_of_searches_is_what_stands_before_the_query_in_the_path(
    url: str, folder: str
) -> None:
    page = parse_page(b"<p>result</p>", url)
    assert page_features(Sample(page, "jay")).search_folder == folder
