import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import parse_page
from tests.strategies import html_documents
from wrappers.extraction.no_result import find_suggestion

URL = "http://s.example/find?q="


def suggestion(markup: str, query: str) -> str | None:
    return find_suggestion(parse_page(f"<html>{markup}".encode(), URL + query), query)


@pytest.mark.parametrize(
    ("markup", "query", "expected"),
    [
        ("<p>Did you mean <a href='/find?q=receive'><i>receive</i></a>?", "recieve", "receive"),
        (
            "<p>Qwe rty: <a href='/find?x=1&q=blue+cheese'>blue cheese</a>",
            "blue chese",
            "blue cheese",
        ),
        ("<p>Meinten Sie: <b>Straße</b>?", "Strase", "Straße"),
        ("<p>Возможно, вы имели в виду: <a href='/find?q=москва'>москва</a>", "масква", "москва"),
        ("<p>Μήπως εννοείτε: <a href='/find?q=θάλασσα'>θάλασσα</a>", "θαλασα", "θάλασσα"),
        ("<p>もしかして: <a href='/find?q=東京都庁'>東京都庁</a>", "東京都長", "東京都庁"),
        ("<p>Did you mean: <b>python</b>", "pyhton", "python"),
        ("<a href=/search/python>python</a>", "pyhton", "python"),
    ],
)
def test_corrections(markup, query, expected):
    assert suggestion(markup, query) == expected


@pytest.mark.parametrize(
    ("markup", "query"),
    [
        ("<a href='/find?q=fish&sort=date'>fish</a>", "fish"),
        (
            "<a href='/find?q=fish+soup'>fish soup</a><a href='/find?q=fish+pie'>fish pie</a>",
            "fish",
        ),
        ("<a href='/item/3'>recieved</a>", "recieve"),
        ("<a href='http://other.example/?q=receive'>receive</a>", "recieve"),
        ("<p>Did you mean something else entirely?</p>", "fish"),
        ("<p>Did you mean</p>", ""),
        (
            "<a href='/find?q=cart'>cart</a><a href='/find?q=card'>card</a>"
            "<a href='/find?q=care'>care</a>",
            "carr",
        ),
    ],
)
def test_other_links_are_no_corrections(markup, query):
    assert suggestion(markup, query) is None


@settings(max_examples=40, deadline=None)
@given(html_documents(), st.text(max_size=30))
def test_no_page_proposes_the_query_itself(markup, query):
    page = parse_page(
        f"<html>{markup}<a href='?q=a'>did you mean {query}".encode("utf-8", "replace")
    )
    assert find_suggestion(page, query) != query
