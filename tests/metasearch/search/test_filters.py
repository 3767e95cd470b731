"""Language, period and safe search: offered and sent where engines do, said of the others."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.utils import translation
from hypothesis import example, given
from hypothesis import strategies as st
from lxml.html import document_fromstring

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
)
from metasearch.search import dates, dispatch
from metasearch.search.dates import may_be_within
from metasearch.search.highlighting import QueryHighlighter, clean_text
from metasearch.search.search_request import (
    ParsedQuery,
    available_filters,
    filtered,
    parse_host,
    parse_query,
    unsupported_filters,
)
from metasearch.search.service import current_service
from tests.cases import cases
from tests.metasearch.engines import engine, gives, records
from tests.metasearch.web.test_views import links, texts
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord


def with_select(one, role, *values):
    options = tuple(ParameterOption(value, value) for value in values)
    parameter = Parameter("choice", "", "select", options, role=role)
    return replace(one, description=ConnectionDescription(parameters=(parameter,)))


SPEAKS = with_select(engine("one"), ParameterRole.LANGUAGE, "fr", "de")
DATED = with_select(engine("two"), ParameterRole.DATE, "year", "past day")
PLAIN = engine("three")


def test_filters_are_offered_and_sent_where_engines_know_them():
    language, period = available_filters([SPEAKS, DATED, PLAIN], {"period": "day"})
    assert [value for value, _ in language["choices"]] == ["", "de", "fr"]
    assert language["choices"][1][1] == "Deutsch"
    assert [value for value, _ in period["choices"]] == ["", "day", "year"]
    assert (language["chosen"], period["chosen"]) == ("", "day")
    assert available_filters([PLAIN], {}) == []
    asked = filtered(SPEAKS, {"language": "de", "period": "day"})
    assert [parameter.value for parameter in asked.description.parameters] == ["de"]
    assert asked.variant == "language=de"
    assert filtered(SPEAKS, {"period": "day"}) is SPEAKS
    with translation.override("en"):
        assert unsupported_filters(SPEAKS, {"language": "de", "period": "day"}) == ("Period",)
        # What came is held to the language, and to the period where it says its dates.
        assert unsupported_filters(SPEAKS, {"language": "ja", "safe": "off"}) == ("Safe search",)
        dated = engine("four", kinds=[ItemKind.DATE])
        assert unsupported_filters(dated, {"period": "day"}) == ()
        assert unsupported_filters(PLAIN, {}) == ()


@pytest.fixture
def two(engines, monkeypatch):
    for slug in ("one", "two"):
        engines.add(slug, gives(slug, *records("a")))
    engines.active[0] = SPEAKS
    engines.sent = {}
    ask = engines.ask

    async def listening(client, asked, query, page, deadline):
        engines.sent[asked.slug] = [each.value for each in asked.description.parameters]
        return await ask(client, asked, query, page, deadline)

    monkeypatch.setattr(dispatch, "ask", listening)
    return engines


async def test_filters_are_chosen_on_the_page_and_kept_in_its_links(two, async_client):
    response = await async_client.get("/search?q=x&language=de")
    assert two.sent == {"one": ["de"], "two": []}
    root = document_fromstring(response.content.decode())
    (select,) = root.xpath("//p[@class='filters']/select")
    assert (select.get("form"), select.value) == ("search", "de")
    assert "/search?q=x&language=de&page=2&seen=1" in links(response)
    lines = {line.split()[0]: line for line in texts(response, "engine")}
    assert not any("without" in line for line in lines.values())


GERMAN = "Das Modul stellt Funktionen bereit, die die Zeit messen und anzeigen"
ENGLISH = "The module provides functions that measure the time and display it"


async def test_results_are_held_to_a_language_where_theirs_is_known(engines, async_client):
    for slug, text in (("de", GERMAN), ("en", ENGLISH)):
        hosts = ("de", slug)
        given = (
            ResultRecord(f"https://{host}.example/{n}", n, text * n.isdigit())
            for host, n in zip(hosts, "1x", strict=True)
        )
        engines.add(slug, gives(slug, *given))
        description = ConnectionDescription(language=slug)
        engines.active[-1] = replace(engines.active[-1], description=description)
    response = await async_client.get("/search?q=x")
    (select,) = document_fromstring(response.content).xpath("//select[@name='language']")
    assert select.value_options == ["", "de", "en"]
    told = (await async_client.get("/api/v1/search?q=x&language=de")).json()
    pages = {result["url"].removeprefix("https://") for result in told["results"]}
    assert pages == {"de.example/1", "de.example/x", "en.example/x"}
    # What an engine says of the page in another language is left out, not the page.
    (both,) = [each for each in told["results"] if each["url"] == "https://de.example/1"]
    assert (both["snippet"], len(both["engines"])) == (GERMAN, 1)
    response = await async_client.get("/search?q=x&language=fr&engine=de")
    assert [text.strip() for text in texts(response, "result-title")] == ["x"]


async def test_filters_that_do_not_exist_are_refused(two, async_client):
    for query in ("language=german", "period=decade", "safe=very"):
        assert (await async_client.get(f"/search?q=x&{query}")).status_code == 400
    assert two.sent == {}


async def test_answers_to_filtered_questions_tell_nothing_of_engines(
    two, async_client, monkeypatch
):
    observed = []
    monkeypatch.setattr(
        current_service(), "observe_later", lambda query, answers: observed.append(answers)
    )
    for query in ("q=x", "q=x&language=de"):
        await async_client.get(f"/search?{query}")
    assert [{answer.slug for answer in answers} for answers in observed] == [
        {"one", "two"},
        {"two"},
    ]


TODAY = date.today()


@pytest.fixture(autouse=True)
def one_day(monkeypatch):
    """It stays the day of the written dates, at midnight too."""

    class Day(date):
        @classmethod
        def today(cls):
            return TODAY

    monkeypatch.setattr(dates, "date", Day)


def ago(days: int, form: str = "%Y-%m-%d") -> str:
    return (TODAY - timedelta(days=days)).strftime(form)


@pytest.mark.parametrize(
    ("period", "written", "within"),
    [
        *[("day", text, True) for text in ("yesterday", "1 1/4 hours ago", "1½ hours ago", ago(1))],
        *[("day", text, False) for text in ("2008", "8 August 2008", "3 days ago", "vor 3 Tagen")],
        *[("day", text, False) for text in ("Posted on Jan 5, 2008", "03/04/2008", ago(2))],
        # What cannot be told is not held against anybody.
        *[("day", text, True) for text in ("", "Nov 22", "1.2.13", "5h", "soon", f"{TODAY:%Y}")],
        *[("week", text, True) for text in ("3 days ago", ago(7), ago(6, "%d.%m.%Y"))],
        *[("week", text, False) for text in ("2 weeks ago", "2 1/2 weeks ago", ago(9))],
        *[("month", text, True) for text in ("3 weeks ago", ago(30), ago(3, "%d/%m/%Y"))],
        *[("month", text, False) for text in ("3 months ago", ago(40), "May 2004")],
        *[("year", text, True) for text in ("3 months ago", ago(360))],
        *[("year", text, False) for text in ("2 years ago", "2008", "2008-05-03T10:00:00Z")],
        ("day", ago(-40), False),
    ],
)
def test_what_a_period_holds(period, written, within):
    assert may_be_within(period, written) is within


def dated(*days: str) -> list[ResultRecord]:
    return [
        ResultRecord(f"https://{name}.example/", f"thing {name}", date=written)
        for name, written in zip("abcd", days, strict=False)
    ]


@pytest.fixture(params=[1, 2])
def old_and_new(request, engines):
    engines.add("one", gives("one", *dated("2008", ago(0), "", "3 days ago")))
    if request.param == 2:
        engines.add("two", gives("two", *dated("", ago(0))))
    return engines


@pytest.mark.parametrize(
    ("format", "chosen"),
    [("html", "period=day"), ("json", "period=day"), ("json", "time_range=day")],
)
async def test_nothing_outside_the_period_is_shown(old_and_new, async_client, format, chosen):
    response = await async_client.get(f"/search?q=thing&format={format}&{chosen}")
    if format == "json":
        shown = {result["url"] for result in response.json()["results"]}
    else:
        root = document_fromstring(response.content.decode())
        shown = set(root.xpath("//*[contains(@class, 'result-title')]//a/@href"))
    assert shown == {"https://b.example/", "https://c.example/"}


async def test_all_outside_is_said(engines, async_client):
    engines.add("one", gives("one", *dated("2008")))
    response = await async_client.get("/search?q=thing&period=day")
    assert "the filters chosen" in response.content.decode()


CASES = cases(__file__)

ENGINES = [
    engine("en-wiki", "Open Encyclopaedia", categories=("Science",)),
    engine("library", "City Library", categories=("Books", "Science")),
    engine("city-museum", "Museum of Letters"),
]


@pytest.mark.parametrize(("text", "words", "slugs", "sites"), CASES["bangs"])
def test_bangs_and_sites(text, words, slugs, sites):
    uncalled = ("!important",) if "!important" in text.split() else ()
    assert parse_query(text, ENGINES) == ParsedQuery(words, tuple(slugs), tuple(sites), uncalled)


@pytest.mark.parametrize(("text", "slugs"), CASES["by_bang_or_slug"])
def test_an_engine_is_called_by_its_bang_and_by_its_slug(text, slugs):
    engines = [engine("127-0-0-1-81", "Manual", bang="docs"), *ENGINES]
    assert list(parse_query(text, engines).slugs) == slugs


@given(st.text(max_size=80))
def test_nothing_typed_raises_and_something_is_always_asked(text):
    parsed_query = parse_query(text, ENGINES)
    assert parsed_query.words or not text.split()


@given(st.text(max_size=80))
@example("a.example:")
def test_a_host_is_plain(text):
    host, colon, port = parse_host(text).partition(":")
    assert host == host.casefold()
    assert not set(host + port) & set(" /:?#@")
    assert bool(colon) is bool(port)


TAGS = re.compile(r"</?mark>")


@pytest.mark.parametrize(("query", "text", "marked"), CASES["marked"])
def test_words_of_the_query_are_marked(query, text, marked):
    html = QueryHighlighter(query).mark(text)
    assert html.replace("<mark>", "[").replace("</mark>", "]") == marked


@given(st.text(max_size=40), st.text(max_size=80))
def test_nothing_but_marks_comes_through_unescaped(query, text):
    html = TAGS.sub("", QueryHighlighter(query).mark(text))
    assert not set("<>\"'") & set(html)


@given(st.text(max_size=300), st.integers(4, 100))
def test_clean_text_is_one_short_line(text, limit):
    cleaned = clean_text(text, limit)
    assert len(cleaned) <= limit
    assert cleaned == " ".join(cleaned.split())
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x7f\ud800-\udfff]", cleaned)
