"""One page under differing addresses is one result."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metasearch.merging.duplicates import RankedList, page_identity
from metasearch.merging.ranking import merge
from tests.metasearch.merging.lists import found_by, ranked_list
from wrappers.extraction.records.record import ResultRecord

PAGE = "https://docs.example/guide/start"


@pytest.mark.parametrize(
    "other",
    [
        "https://DOCS.example:443/guide/start",
        "https://docs.example/guide/start?utm_source=news&utm_medium=mail",
        "https://docs.example/guide/st%61rt?gclid=1",
        "https://jump.example/out?to=https%3A%2F%2Fdocs.example%2Fguide%2Fstart&x=1",
        "http://www.docs.example/guide/start/?fbclid=2#top",
        "https://mobile.docs.example/guide/start?mtm_campaign=1",
        "https://amp.docs.example/amp/guide/start",
        "https://docs.example/guide/start/amp/",
        "https://www.google.com/amp/s/www.docs.example/guide/start",
        "https://docs-example.cdn.ampproject.org/c/s/docs.example/guide/start?amp",
        "https://docs-example.cdn.ampproject.org/v/s/docs.example/guide/start?amp_js_v=0.1&usqp=m",
        "https://docs.example/guide/start?UTM_Unheard=1",
        "https://docs.example/guide/start?srsltid=x&_openstat=y&at_custom1=z",
        "https://docs.example./guide/start",
        "https://docs.example/guide/./more/../start",
    ],
)
def test_addresses_of_one_page_are_one_result(other):
    lists = [ranked_list("one", "https://else.example/", PAGE), ranked_list("two", other)]
    results = merge(lists)
    assert len(results) == 2
    assert found_by(results[0]) == [("two", 1), ("one", 2)]
    assert results[0].url.startswith(("https://docs.example", "https://DOCS.example"))


@pytest.mark.parametrize(
    "other",
    [
        "https://docs.example/guide/start?page=2",
        "https://docs.example/guide",
        "https://docs.example/guide/START",
        "https://docs.example:8443/guide/start",
        "https://old.docs.example/guide/start",
        "https://docs.example/amplifier/guide/start",
        "https://docs.example/guide/start?camp=1",
        "https://tom.docs.example/guide/start",
        "https://docs.example/guide/start/index2.html",
        "https://docs.example/guide/start?session=2",
        "https://docs.example/guide/start;version=2",
    ],
)
def test_other_pages_stay_apart(other):
    assert len(merge([ranked_list("one", PAGE), ranked_list("two", other)])) == 2


def test_an_engine_that_shows_a_page_twice_counts_once_at_its_best_position():
    results = merge([ranked_list("one", PAGE, "https://x.example/", f"{PAGE}#more")])
    assert [found_by(result) for result in results] == [[("one", 1)], [("one", 2)]]


def test_the_address_shown_is_the_secure_and_short_one_that_follows_nobody_about():
    lists = [
        ranked_list("one", "http://docs.example/guide/start"),
        ranked_list("two", f"{PAGE}?utm_source=two"),
        ranked_list("three", PAGE),
    ]
    assert [result.url for result in merge(lists)] == [PAGE]
    tracked = ResultRecord(f"{PAGE}?srsltid=x&part=2&utm_source=news", "Start", "")
    (merged,) = merge([RankedList("one", (tracked,)), RankedList("two", (tracked,))])
    assert merged.url == f"{PAGE}?part=2"
    bare = ResultRecord(url=None, title="Same title")
    results = merge([RankedList("one", (bare, bare)), RankedList("two", (bare,))])
    assert [result.url for result in results] == [""] * 3, "without an address none is merged"


def test_the_title_shown_is_whole_and_the_snippet_long():
    lists = [
        RankedList("one", (ResultRecord(PAGE, "Getting sta…", "Short."),)),
        RankedList("two", (ResultRecord(PAGE, "Getting started", "Short. And more."),)),
        RankedList("three", (ResultRecord(PAGE, "", ""),)),
    ]
    (result,) = merge(lists)
    assert (result.title, result.snippet) == ("Getting started", "Short. And more.")
    assert merge(lists[:1])[0].title == "Getting sta…", "where every engine cuts it"


# Decorations that lead to the same page, each of which may be put on any other.
PHONE_HOSTS = st.sampled_from(("", "www.", "m.", "mobile.", "amp."))
TAILS = st.sampled_from(("", "/", "/amp", "/index.html", ";jsessionid=1A2B"))
QUERIES = st.lists(
    st.sampled_from(("utm_source=a", "gclid=1", "amp=1", "PHPSESSID=ab", "fbclid=x")), max_size=3
)
PATHS = st.lists(
    st.sampled_from(("docs", "list", "Zip", "caf\u00e9", "a-b_c")), min_size=1, max_size=3
)


@st.composite
def addresses(draw, path):
    parts = "/".join(path)
    scheme = draw(st.sampled_from(("http", "https", "HTTPS")))
    query = "&".join(draw(QUERIES))
    host = draw(PHONE_HOSTS) + "docs.example.org"
    address = f"{scheme}://{host}/{parts}{draw(TAILS)}{'?' if query else ''}{query}"
    return address + draw(st.sampled_from(("", "#top")))


@settings(max_examples=150)
@given(st.data(), PATHS, PATHS)
def test_decorated_addresses_of_a_page_are_one_and_of_two_pages_two(data, one, other):
    first, second = data.draw(addresses(one)), data.draw(addresses(one))
    elsewhere = data.draw(addresses(other))
    assert page_identity(first) == page_identity(second)
    assert (page_identity(first) == page_identity(elsewhere)) == (one == other)
    assert page_identity(f"https://{page_identity(first)}") == page_identity(first)


@settings(max_examples=80)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_address_raises(urls):
    results = merge([ranked_list("one", *urls), ranked_list("two", *urls[::-1])])
    assert len(results) <= 2 * len(urls)


def test_places_of_one_page_are_told_apart_where_an_engine_leads_to_such():
    posts = ranked_list("one", f"{PAGE}#post1", f"{PAGE}#post2", "https://x.example/")
    results = merge([posts, ranked_list("two", f"{PAGE}#post2", f"{PAGE}#post9")])
    assert [found_by(result) for result in results] == [
        [("two", 1), ("one", 2)],
        [("one", 1)],
        [("two", 2)],
        [("one", 3)],
    ]
