"""The days that dates mean as engines write them: for programs, and for the period asked for."""

import asyncio
import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import product

from metasearch.merging.duplicates import MergedResult
from wrappers.extraction.records.details import date_in

# As many as several searches bring; the same dates come again and again.
KEPT = 4_096
# How long ago results of a period may be: a day more, it may be another where the engine is.
DAYS = {"day": 1, "week": 7, "month": 31, "year": 366}
A_DAY = timedelta(days=1)
# Numbers with points between them begin with the day, those with slashes with day or month.
_POINTED = re.compile(r"\d{1,2}\.\s?\d{1,2}\.")
_SLASHED = re.compile(r"\d{1,2}/\d{1,2}/")
# A number without a year beside it may be a day or a year: "Nov 22".
_NUMBER, _YEAR = re.compile(r"\d"), re.compile(r"\d{4}|[٠-٩]{4}")
# The fraction in "1 1/4 hours ago".
_FRACTION = re.compile(r"(?<=\d)\s\d{1,2}[/⁄]\d{1,2}(?=\s)")


def published(written: str) -> date | None:
    """Return the day that a date means, None where it is none or cannot be told.

    Dates such as "3 days ago" count from today. Takes some milliseconds, the first time a second.

    >>> published("3. Mai 2004"), published("03.05.2004"), published("")
    (datetime.date(2004, 5, 3), datetime.date(2004, 5, 3), None)
    >>> published("Nov 22") is None
    True
    """
    return _published(written, date.today()) if written else None


def day_meant(written: str, today: date, is_past: bool = False) -> date | None:
    """Return the next day, or the last, that somebody means who writes so; None where it is none.

    Raises `OverflowError` for one out of the calendar.

    >>> day_meant("24 December", date(2026, 11, 28)), day_meant("3 Wochen", date(2026, 11, 28))
    (datetime.date(2026, 12, 24), datetime.date(2026, 12, 19))
    """
    from dateparser import parse

    settings = _settings(written, today) | {
        "REQUIRE_PARTS": ["day", "month"],
        "PREFER_DATES_FROM": "past" if is_past else "future",
    }
    moment = parse(written, settings=settings)
    return moment.date() if moment else None


async def read_dates(results: Iterable[MergedResult]) -> None:
    """Read the dates of results beside the event loop, so that `published` knows them."""
    written = {result.date for result in results if result.date}
    if written:
        await asyncio.to_thread(lambda: [published(each) for each in written])


def may_be_within(period: str, written: str) -> bool:
    """Tell whether a date may be of a period that ends today; what cannot be told may be.

    >>> may_be_within("day", "8 August 2008"), may_be_within("day", "yesterday")
    (False, True)
    """
    today = date.today()
    days = _readings(written, today)
    return not days or (
        max(days) >= today - timedelta(days=DAYS[period]) and min(days) <= today + A_DAY
    )


@lru_cache(KEPT)
def _readings(written: str, today: date) -> frozenset[date]:
    """Return the first and the last day that a date may mean: "2008" may be any of a year."""
    orders = ("DMY", "MDY") if _SLASHED.match(written) else ("",)
    days = {_published(written, today, *how) for how in product(orders, ("first", "last"))}
    return frozenset(day for day in days if day is not None)


@lru_cache(KEPT)
def _published(written: str, today: date, order: str = "", part: str = "") -> date | None:
    shown = date_in(written)
    if _NUMBER.search(written) and not _YEAR.search(written) and not shown:
        return None
    # Its patterns for all languages take their time to load: not at the start of the product.
    from dateparser import parse

    settings = _settings(written, today, order) | {"REQUIRE_PARTS": ["year"]}
    if part:
        settings |= {"PREFER_DAY_OF_MONTH": part, "PREFER_MONTH_OF_YEAR": part}
    for text in dict.fromkeys((written, shown)):
        moment = parse(_FRACTION.sub("", text), settings=settings)
        if moment is not None:
            return moment.date()
    return None


def _settings(written: str, today: date, order: str = "") -> dict[str, object]:
    settings: dict[str, object] = {"RELATIVE_BASE": datetime.combine(today, time(12))}
    if order or _POINTED.match(written):
        settings["DATE_ORDER"] = order or "DMY"
    return settings
