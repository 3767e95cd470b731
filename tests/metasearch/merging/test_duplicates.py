"""One page under differing addresses is one result."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metasearch.merging import RankedList, group_duplicates, merge
from tests.metasearch.merging.lists import found_by, ranked_list
from wrappers.extraction import ResultRecord

PAGE = "https://docs.example/guide/start"


@pytest.mark.parametrize(
    "other",
    [
        "http://docs.example/guide/start",
        "https://www.docs.example/guide/start",
        "https://docs.example/guide/start/",
        "https://docs.example/guide/start#install",
        "https://DOCS.example:443/guide/start",
        "https://docs.example/guide/start?utm_source=news&utm_medium=mail",
        "https://docs.example/guide/st%61rt?gclid=1",
        "https://jump.example/out?to=https%3A%2F%2Fdocs.example%2Fguide%2Fstart&x=1",
        "http://www.docs.example/guide/start/?fbclid=2#top",
        "https://m.docs.example/guide/start",
        "https://mobile.docs.example/guide/start?mtm_campaign=1",
        "https://amp.docs.example/amp/guide/start",
        "https://docs.example/guide/start/amp/",
        "https://docs.example/guide/start?amp=1",
        "https://www.google.com/amp/s/www.docs.example/guide/start",
        "https://docs-example.cdn.ampproject.org/c/s/docs.example/guide/start?amp",
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
    ],
)
def test_other_pages_stay_apart(other):
    assert len(merge([ranked_list("one", PAGE), ranked_list("two", other)])) == 2


def test_an_engine_that_shows_a_page_twice_counts_once_at_its_best_position():
    results = merge([ranked_list("one", PAGE, "https://x.example/", f"{PAGE}#more")])
    assert [found_by(result) for result in results] == [[("one", 1)], [("one", 2)]]


def test_records_without_an_address_are_never_merged():
    record = ResultRecord(url=None, title="Same title")
    lists = [RankedList("one", (record, record)), RankedList("two", (record,))]
    results = merge(lists)
    assert len(results) == 3
    assert {result.url for result in results} == {""}


def test_the_address_shown_is_the_secure_and_short_one():
    lists = [
        ranked_list("one", "http://docs.example/guide/start"),
        ranked_list("two", f"{PAGE}?utm_source=two"),
        ranked_list("three", PAGE),
    ]
    assert [result.url for result in merge(lists)] == [PAGE]


def test_the_title_shown_is_whole_and_the_snippet_long():
    lists = [
        RankedList("one", (ResultRecord(PAGE, "Getting sta…", "Short."),)),
        RankedList("two", (ResultRecord(PAGE, "Getting started", "Short. And more."),)),
        RankedList("three", (ResultRecord(PAGE, "", ""),)),
    ]
    (result,) = merge(lists)
    assert (result.title, result.snippet) == ("Getting started", "Short. And more.")


def test_a_title_that_every_engine_cuts_is_shown_cut():
    (result,) = merge([RankedList("one", (ResultRecord(PAGE, "Getting ..."),))])
    assert result.title == "Getting ..."


def test_groups_stand_in_the_order_of_their_first_record():
    lists = [ranked_list("one", "https://a.example/", PAGE), ranked_list("two", PAGE)]
    groups = group_duplicates(lists)
    assert [[(ranked.slug, ranked.position) for ranked in group] for group in groups.values()] == [
        [("one", 1)],
        [("two", 1), ("one", 2)],
    ]


@settings(max_examples=80)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_address_raises(urls):
    results = merge([ranked_list("one", *urls), ranked_list("two", *urls[::-1])])
    assert len(results) <= 2 * len(urls)
