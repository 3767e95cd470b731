"""The external style sheets of a page, fetched while learning: they tell what a person sees."""

import asyncio
from collections.abc import MutableMapping
from contextlib import suppress
from itertools import islice

from w3lib.encoding import html_to_unicode

from discovery.pages.page import Page
from discovery.pages.visibility import wanted_sheets
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher

# Sheets of one page, and bytes of one. Guess: of 174 real pages nine in ten have fewer, and none
# is larger.
MAX_SHEETS = 12
MAX_SHEET_BYTES = 1_000_000
# Seconds for the sheets of one page, pauses between requests to a host included. Guess: half of
# what rendering may take.
FETCHING_TIME = 5.0
# What sheets import is asked for once, what these import is not.
ROUNDS = 2
ACCEPT = "text/css,*/*;q=0.1"


async def fetch_style_sheets(fetcher: Fetcher, page: Page, kept: MutableMapping[str, str]) -> None:
    """Add the external style sheets of `page` to `kept`, by address.

    `kept` has those of the pages before, for the pages of a site share theirs. A sheet that cannot
    be had is there empty, so that nobody asks again; one that is late is not there.
    """
    left = MAX_SHEETS
    # What came in time is used.
    with suppress(TimeoutError):
        async with asyncio.timeout(FETCHING_TIME):
            for _ in range(ROUNDS):
                wanted = list(islice(wanted_sheets(page.root, page.base_url, kept), left))
                left -= len(wanted)
                await asyncio.gather(*(_fetch(fetcher, address, kept) for address in wanted))


async def _fetch(fetcher: Fetcher, address: str, kept: MutableMapping[str, str]) -> None:
    """Fetch one sheet; a failure leaves it empty."""
    try:
        response = await fetcher.fetch(
            address,
            deadline=FETCHING_TIME,
            max_bytes=MAX_SHEET_BYTES,
            accept=ACCEPT,
            polite=True,
            cut_at_limit=True,
        )
    except FetchError:
        kept[address] = ""
        return
    body = response.body if response.status == 200 else b""
    # By the header or the byte order mark; what hides is ASCII either way.
    kept[address] = html_to_unicode(response.content_type, body)[1]
