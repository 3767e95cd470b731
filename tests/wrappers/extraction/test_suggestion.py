import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import parse_page
from tests.cases import cases_of
from tests.strategies import html_documents
from wrappers.extraction.no_result import find_suggestion

CASES = cases_of(__file__)

URL = "http://s.example/find?q="


def suggestion(markup: str, query: str) -> str | None:
    return find_suggestion(parse_page(f"<html>{markup}".encode(), URL + query), query)


@pytest.mark.parametrize(("markup", "query", "expected"), CASES["corrections"])
def test_corrections(markup, query, expected):
    assert suggestion(markup, query) == expected


@pytest.mark.parametrize(("markup", "query"), CASES["others"])
def test_other_links_are_no_corrections(markup, query):
    assert suggestion(markup, query) is None


@settings(max_examples=40, deadline=None)
@given(html_documents(), st.text(max_size=30))
def test_no_page_proposes_the_query_itself(markup, query):
    page = parse_page(
        f"<html>{markup}<a href='?q=a'>did you mean {query}".encode("utf-8", "replace")
    )
    assert find_suggestion(page, query) != query
