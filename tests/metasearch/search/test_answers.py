"""What a query answers by itself, the beginning of an encyclopedia's page, orders of results."""

import time
from datetime import date, timedelta

import pytest
from django.core.cache import caches
from django.utils.formats import date_format
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from discovery.web.fetch_error import refused_by_guard
from discovery.web.fetching import Fetcher
from discovery.web.response import Response
from metasearch.search.answers import MAX_LENGTH, calculated
from metasearch.search.preferences import COOKIE, Preferences
from tests.metasearch.engines import gives, records
from wrappers.extraction.items.pieces import ItemKind, RecordItem

# Seconds in which strangers' sums are done, or refused; loading Pint takes half a second.
SOON = 3.0


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("2+2", "2+2 = 4"),
        ("1,000 × 3 =", "1,000 × 3 = 3,000"),
        ("20% * 50", "20% * 50 = 10"),
        ("sqrt(2)^2 - 10/4", "sqrt(2)^2 - 10/4 = -0.5"),
        ("20 °C in °F", "20 °C = 68 °F"),
        ("70 kg nach lbs", "70 kg = 154.324 lb"),
        ("-40 °F = °C", "-40 °F = -40 °C"),
        ("2026-12-24 - 2026-11-28", "Nov. 28, 2026 – Dec. 24, 2026: 26 days"),
        ("24.12.2026 - 2 Wochen", "24.12.2026 - 2 Wochen = Thursday, Dec. 10, 2026"),
        ("2026-02-30 - 2026-02-01", ""),
        ("2026-11-28 + 99999 years", ""),
        ("windows - 3 monitors", ""),
        ("days to remember", ""),
        ("guide to 24 december", ""),
    ],
)
def test_sums_and_units_are_worked_out(query, answer):
    assert calculated(query) == answer


@pytest.mark.parametrize("unit", ["days until", "Tage bis zum", "дней до", "أيام حتى"])
def test_days_are_counted_to_the_next_such_day_and_from_the_last(unit):
    today = date.today()
    soon, gone = today + timedelta(3), today - timedelta(40)
    assert calculated(f"{unit} {soon:%d %B}").endswith(f"{date_format(soon)}: 3 days")
    assert calculated(f"days since {gone:%d %B}").startswith(date_format(gone))


HOSTILE = (
    *("9**9**9**9", "9^9^9^9", f"{'9' * 40}^{'9' * 40}", "(" * 90, "2" * 10_000, "1/0", "0^-1"),
    *("'a'*10^9", "[0]*9999", "().__class__", "exp(exp(exp(9)))", "5 m in kg", "9 e9 in e9"),
)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "tree",
        "42",
        "-5",
        "2024-05-03",
        "555-1234",
        "10.1000/182",
        "1 x y",
        "km to miles",
        *HOSTILE,
    ],
)
def test_what_is_no_sum_is_none_and_costs_nothing(query):
    started = time.monotonic()
    assert calculated(query) == ""
    assert time.monotonic() - started < SOON


@given(st.text(alphabet="0123456789.,+-*/()^% sqrtepi°kmCF", max_size=MAX_LENGTH))
def test_nothing_typed_raises(query):
    assert isinstance(calculated(query), str)


async def test_a_sum_stands_above_the_results_unless_switched_off(engines, async_client):
    engines.add("one", gives("one"))
    html = (await async_client.get("/search", {"q": "6*7"})).content.decode()
    assert "6*7 = 42" in html and "Did you mean" not in html
    told = (await async_client.get("/search", {"q": "6*7", "format": "json"})).json()
    assert told["answers"] == ["6*7 = 42"]
    german = {"accept-language": "de"}
    html = (await async_client.get("/search", {"q": "5000*.5"}, headers=german)).content.decode()
    assert "5000*.5 = 2.500" in html
    async_client.cookies[COOKIE] = Preferences(answers=False).to_token()
    assert "= 42" not in (await async_client.get("/search", {"q": "6*7"})).content.decode()


PARAGRAPH = "A tree is a plant with a long stem, or trunk, that usually bears branches and leaves."


@pytest.fixture
def encyclopedia(engines, monkeypatch):
    """An encyclopedia whose page is fetched; returns the addresses that were."""
    fetched = []
    caches["answers"].clear()
    # However busy the machine, the process that reads the page is waited for.
    monkeypatch.setattr("metasearch.search.encyclopedia.DEADLINE", 60.0)

    async def fetch(self, url, **limits):
        fetched.append(url)
        html = f"<main><h1>Tree</h1><p>Short.</p><p>{PARAGRAPH}</p></main>".encode()
        return Response(url, 200, "text/html", {}, html)

    monkeypatch.setattr(Fetcher, "fetch", fetch)
    page = replace(records("tree")[0], title="Tree")
    engines.add("pedia", gives("pedia", page), "Pedia", categories=["Reference"])
    engines.add("shop", gives("shop", *records("b")))
    return fetched


async def test_an_encyclopedia_among_the_engines_says_what_the_thing_is(
    encyclopedia, async_client, settings
):
    settings.ANSWERS_KEPT_FOR = 60
    for _ in range(2):
        html = (await async_client.get("/search", {"q": "tree"})).content.decode()
        assert PARAGRAPH in html and "Pedia" in html.partition("article-title")[2]
    # Its page is asked for once, and not where nothing there has the name, or it was asked alone.
    assert encyclopedia == ["https://site.example/tree"]
    for asked in ({"q": "trees"}, {"q": "tree", "engine": "pedia"}, {"q": "tree", "seen": 2}):
        html = (await async_client.get("/search", asked)).content.decode()
        assert ("article-title" in html) == ("seen" in asked)


async def test_a_page_that_cannot_be_had_is_no_answer(encyclopedia, async_client, monkeypatch):
    async def refused(self, url, **limits):
        raise refused_by_guard("no")

    monkeypatch.setattr(Fetcher, "fetch", refused)
    response = await async_client.get("/search", {"q": "tree"})
    assert "article-title" not in response.content.decode()


def priced(name, price, date="", author=""):
    said = ((ItemKind.PRICE, price), (ItemKind.DATE, date), (ItemKind.AUTHOR, author))
    items = tuple(RecordItem(kind, kind, value) for kind, value in said if value)
    return replace(records(name)[0], date=date, items=items)


@pytest.fixture
def shop(engines):
    kinds = [ItemKind.PRICE, ItemKind.DATE]
    found = [
        priced("a", "EUR 1.299,50", "3 May 2004"),
        priced("b", "€ 20", "4 May 2024"),
        priced("c", ""),
        priced("d", "from 99.90 €", "1 January 2010"),
    ]
    engines.add("shop", gives("shop", *found), categories=["Shopping"], kinds=kinds)
    return engines


@pytest.mark.parametrize(
    ("order", "pages"),
    [("", "abcd"), ("cheapest", "bdac"), ("dearest", "adbc"), ("newest", "bdac")],
)
async def test_results_are_sorted_by_prices_and_days(shop, async_client, order, pages):
    asked = {"q": "page", "order": order}
    told = (await async_client.get("/api/v1/search", asked)).json()
    assert [result["url"][-1] for result in told["results"]] == list(pages)
    html = (await async_client.get("/search", asked | {"category": "Shopping"})).content.decode()
    assert html.count('class="result row offer-row"') == 4
    places = [html.index(f">Page {page}<") if f">Page {page}<" in html else 0 for page in pages]
    assert places == sorted(places)
    assert ("lowest price first" in html) and ('value="newest"' in html)


async def test_orders_are_offered_where_something_can_be_sorted(engines, async_client):
    engines.add("one", gives("one", *records("a")), categories=["Shopping"])
    html = (await async_client.get("/search", {"q": "x", "category": "shopping"})).content.decode()
    assert 'name="order"' not in html and "row offer-row" not in html
    response = await async_client.get("/api/v1/search", {"q": "x", "order": "prettiest"})
    assert response.status_code == 400


async def test_videos_say_how_long_they_are(engines, async_client):
    said = (RecordItem("t", ItemKind.TEXT, "1:02:03"),)
    engines.add("tube", gives("tube", replace(records("a")[0], items=said)), categories=["Videos"])
    html = (await async_client.get("/search", {"q": "x", "category": "videos"})).content.decode()
    assert '<span class="length">1:02:03</span>' in html and "lightbox" not in html
