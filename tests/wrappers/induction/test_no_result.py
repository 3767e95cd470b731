"""The page that says that nothing was found: learned, told from others; the query it proposes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.strategies import html_documents
from wrappers.extraction.no_result import NoResultSignature, find_suggestion
from wrappers.induction.no_result import learn_no_result_signature

CASES = cases(__file__)
CHROME = (
    "<form action=/find><input name=q value='{query}'><button>Search</button></form>"
    "<p><a href=/>Home</a> <a href=/login>Log in</a> <a href='/export?q={query}'>Export</a></p>"
    "<p>No cookies are set. Page made in 0.0{digit} s.</p>"
)
TIPS = "<ul><li>Check the spelling<li>Use fewer words</ul>"


def page_of(main: str, query: str, title: str = "Find") -> Page:
    chrome = CHROME.format(query=query, digit=len(query) % 10)
    markup = f"<title>{title}</title>{chrome}<div id=main>{main}</div><p>© 2017"
    return parse_page(markup.encode(), f"http://s.example/find?q={query}")


def results(query: str, count: int = 10, *, snippet: str = "Some words on it.") -> tuple[Page, str]:
    records = "".join(
        f"<li><a href=/item/{query}{n}>{query} number {n}</a><p>{snippet}</p>" for n in range(count)
    )
    return page_of(f"<p>1-{count} of {count * 7} for {query}</p><ol>{records}</ol>", query), query


def nothing(query: str, message: str) -> tuple[Page, str]:
    return page_of(message.format(query=query), query), query


def learned(message: str, *, samples: int = 1) -> NoResultSignature:
    found = [results("fish"), results("cheese", 4), results("bread", 7)]
    queries = ("qzvxkjwbfgpq", "xwkvjqzbgfvk")[:samples]
    signature = learn_no_result_signature([nothing(query, message) for query in queries], found)
    return NoResultSignature.from_json(json.loads(json.dumps(signature.to_json())))


MESSAGES = CASES["messages"]


@pytest.mark.parametrize("samples", [1, 2])
@pytest.mark.parametrize("message", MESSAGES)
def test_it_holds_for_any_query_and_no_result_page(message, samples):
    signature = learned(message, samples=samples)
    for query in ("mjvwqk", "two words", "search", "Home", "x" * 80):
        assert signature.matches(*nothing(query, message)), query
    for count in (1, 2, 10, 50):
        assert not signature.matches(*results("water", count)), count


@pytest.mark.parametrize("message", [message for message in MESSAGES if "{query}" in message])
@pytest.mark.parametrize("asked", ["7" * 260, "TypeError: ord() expected a character, found " * 7])
def test_it_holds_where_a_long_query_is_quoted_cut_short(message, asked):
    page, _ = nothing(asked[:200], message)
    assert learned(message).matches(page, asked)
    assert not learned(message).matches(results("water")[0], asked)


@pytest.mark.parametrize(
    "message", [message for message in MESSAGES if message and "<ol>" not in message]
)
def test_it_holds_beside_alternatives(message):
    signature = learned(message)
    more = "<p>Did you mean <a href='/find?q=other'>other</a>?</p><p>Try the archive instead.</p>"
    assert signature.matches(*nothing("othre", message + more))


@pytest.mark.parametrize("hiding", ["hidden", 'style="position:absolute;left:-9999px"', ""])
@pytest.mark.parametrize("message", MESSAGES)
def test_what_is_hidden_makes_it_no_other_page(message, hiding):
    signature = learned(message)
    traps = "".join(f"<li><a href='/trap/{n}?a'>othre {n}</a><p>A text." for n in range(20))
    page, query = nothing("othre", f"{message}<ol {hiding}>{traps}</ol>")
    assert signature.matches(page, query) == bool(hiding)


def test_words_in_a_snippet_say_nothing():
    signature = learned("<p>No results</p>")
    page, query = results("water", 10, snippet="No results")
    assert not signature.overrules_records(page, query)
    assert signature.overrules_records(*nothing("water", "<p>No results</p>"))


def test_popular_records_do_not_hide_that_nothing_was_found():
    popular = "".join(f"<li><a href=/item/p{n}>Popular {n}</a>" for n in range(5))
    message = "<p>Sorry, nothing for {query}.</p><h3>Popular</h3><ol>" + popular + "</ol>"
    signature = learned(message)
    assert signature.overrules_records(*nothing("other", message))
    assert not signature.overrules_records(*results("water"))


def test_tips_beside_few_records_do_not_hide_them():
    tips = "<p>No luck? Check the spelling.</p><p>Do not use rare words.</p>"
    signature = learned("<p>Nothing for {query}.</p>" + tips)
    few, query = results("water", 1)
    page = page_of(tips + "<ol><li><a href=/item/water1>water</a></ol>", query)
    assert not signature.overrules_records(page, query)
    assert not signature.overrules_records(few, query)


def test_what_is_popular_may_change():
    def message(season: str) -> str:
        popular = "".join(f"<li><a href=/item/{season}{n}>{season} {n} items" for n in "abcdefgh")
        return "<p>Nothing for {query}.</p><h3>Popular now</h3><ol>" + popular + "</ol>"

    signature = learned(message("Summer"), samples=2)
    assert signature.matches(*nothing("other", message("Winter")))
    assert signature.overrules_records(*nothing("other", message("Winter")))


def test_a_query_that_found_nothing_among_the_results_does_no_harm():
    message = "<p>No results for {query}.</p>"
    other = nothing("fsih", message + "<p>Did you mean <a href='/find?q=fish'>fish</a>?</p>")
    found = [results("fish"), results("cheese"), results("bread"), other]
    signature = learn_no_result_signature([nothing("qzvxkjwbfgpq", message)], found)
    assert signature.matches(*other)
    assert signature.matches(*nothing("mjvwqk", message))
    assert not signature.matches(*results("water"))


@pytest.mark.parametrize("markup", ["", "<p>Internal error", "<p>No", "<p>© 2017"])
def test_another_page_is_not_the_no_result_page(markup):
    for message in ("<p>No results</p>", ""):
        page = parse_page(f"<html>{markup}".encode(), "http://s.example/find?q=x")
        assert not learned(message).matches(page, "x")


@settings(max_examples=40, deadline=None)
@given(html_documents(), html_documents())
def test_no_page_raises(first, second):
    pages = [
        (parse_page(f"<html>{each}".encode(), "http://s.example/"), "word")
        for each in (first, second)
    ]
    signature = learn_no_result_signature(pages[:1], pages[1:])
    assert signature.matches(*pages[0])
    signature.matches(*pages[1])
    signature.overrules_records(*pages[1])


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
