"""What days dates mean, and which of them a period holds."""

from datetime import date, timedelta

import pytest
from lxml.html import document_fromstring

from metasearch.search import dates
from metasearch.search.dates import may_be_within
from tests.metasearch.engines import gives
from wrappers.extraction.records.record import ResultRecord

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
def test_what_a_period_holds(period: str, written: str, within: bool) -> None:
    assert may_be_within(period, written) is within


def dated(*days: str) -> list[ResultRecord]:
    return [
        ResultRecord(f"https://{name}.example/", f"thing {name}", date=written)
        for name, written in zip("abcd", days, strict=False)
    ]


@pytest.fixture(params=[1, 2])
def old_and_new(request, engines):
    """One engine or two, none of which has a filter of its own."""
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
    assert "the period chosen" in response.content.decode()
