"""The days of results as programs read them, from dates as engines write them."""

import asyncio
import re
from datetime import date, datetime, time
from functools import lru_cache

from metasearch.search import SearchOutcome

# As many as several searches bring; the same dates come again and again.
KEPT = 4_096
# Numbers with points between them begin with the day, wherever they are written.
_POINTED = re.compile(r"\d{1,2}\.\s?\d{1,2}\.")


def published(written: str) -> date | None:
    """Return the day that a date means, None where it is none or cannot be told.

    Dates such as "3 days ago" count from today. Takes some milliseconds, the first time a second.

    >>> published("3. Mai 2004"), published("03.05.2004"), published("")
    (datetime.date(2004, 5, 3), datetime.date(2004, 5, 3), None)
    """
    return _published(written, date.today()) if written else None


async def read_dates(outcome: SearchOutcome) -> None:
    """Read the dates of an outcome beside the event loop, so that `published` knows them."""
    written = {result.date for result in outcome.results if result.date}
    if written:
        await asyncio.to_thread(lambda: [published(each) for each in written])


@lru_cache(KEPT)
def _published(written: str, today: date) -> date | None:
    # Its patterns for all languages take their time to load: not at the start of the product.
    from dateparser import parse

    order = {"DATE_ORDER": "DMY"} if _POINTED.match(written) else {}
    now = datetime.combine(today, time(12))
    settings = {**order, "REQUIRE_PARTS": ["year"], "RELATIVE_BASE": now}
    moment = parse(written, settings=settings)
    return moment.date() if moment is not None else None
