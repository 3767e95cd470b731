"""The truth of the bed of templates: what a page shows, not what stands beside it."""

from datetime import datetime

import pytest

from evaluation.quality.template_bed.contents import Article
from evaluation.quality.template_bed.pages import linked_page

ARTICLES = [
    Article(number, f"name{number}", f"Title {number}", "Text.", "net", datetime(2021, 3, 4))
    for number in range(5)
]
BESIDE = '<div><a href="/0">Title 0</a> <a href="/4">Title 4</a></div>'


def _page(shown: str, area: str = "//body") -> list[dict[str, str]]:
    body = f"<html><body>{BESIDE}<ul>{shown}</ul></body></html>".encode()
    without = f"<html><body>{BESIDE}</body></html>".encode()
    return list(linked_page("x", "http://bed.example/q", body, ARTICLES, without, area).records)


def test_links_that_stand_on_any_page_are_no_records() -> None:
    shown = '<li><a href="/1">Title\n 1</a></li><li><a href="/4">Title 4</a></li>'
    assert [record["title"] for record in _page(shown)] == ["Title 4", "Title 1"]
    assert _page(shown)[1]["url"] == "http://bed.example/1"


def test_links_outside_the_area_are_no_records() -> None:
    shown = '<li><a href="/1">Title 1</a></li><li><a href="/2">Title 2</a></li>'
    assert [record["title"] for record in _page(shown, "//ul")] == ["Title 1", "Title 2"]


def test_a_page_of_hardly_a_record_is_none() -> None:
    with pytest.raises(ValueError, match="1 records"):
        _page('<li><a href="/1">Title 1</a></li>')
