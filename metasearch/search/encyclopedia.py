"""The beginning of an encyclopedia's page, where one among the engines has a page of that name."""

import time
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac

from discovery.pages.page import NotHtmlError, PageTooHeavyError
from discovery.web.fetch_error import FetchError
from metasearch.merging.duplicates import MergedResult
from metasearch.search.highlighting import clean_text
from metasearch.search.results import SearchOutcome
from wrappers.engines.answer_reading import PageReading
from wrappers.engines.client import EngineClient
from wrappers.extraction.main_text import MAX_LENGTH, first_paragraph

# The category whose engines are taken for encyclopedias (metasearch/brokering/subjects.py).
CATEGORY = "Reference"
# Seconds for its page, and bytes of it. Guesses.
DEADLINE = 3.0
MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Article:
    """What an encyclopedia says of the thing asked for: `result` is its page, `source` its name."""

    result: MergedResult
    source: str
    paragraph: str


async def article_for(client: EngineClient, outcome: SearchOutcome) -> Article | None:
    """Return what an encyclopedia says first of the query; its page is fetched, robots obeyed."""
    wanted = outcome.query.casefold()
    sources = {
        each.engine.slug: each.engine.name
        for each in outcome.answers
        if CATEGORY in each.engine.categories
    }
    for result in outcome.results:
        source = next((sources[each.slug] for each in result.engines if each.slug in sources), "")
        if source and result.url and result.title.casefold() == wanted:
            paragraph = await _first_paragraph(client, result.url)
            return Article(result, source, paragraph) if paragraph else None
    return None


async def _first_paragraph(client: EngineClient, url: str) -> str:
    key = salted_hmac("metasearch.encyclopedia", url, algorithm="sha256").hexdigest()
    cache = caches["answers"]
    kept: str | None = await cache.aget(key)
    if kept is None:
        kept = await _read_paragraph(client, url)
        await cache.aset(key, kept, settings.ANSWERS_KEPT_FOR)
    return kept


async def _read_paragraph(client: EngineClient, url: str) -> str:
    until = time.monotonic() + DEADLINE
    try:
        response = await client.fetcher.fetch(
            url, deadline=DEADLINE, max_bytes=MAX_BYTES, cut_at_limit=True, obey_robots=True
        )
        if response.status != HTTPStatus.OK:
            return ""
        reading = PageReading(client.page_processes, urlsplit(response.url).netloc, until)
        _, text = await reading.text(response)
    except (FetchError, NotHtmlError, PageTooHeavyError):
        return ""
    return clean_text(first_paragraph(text), MAX_LENGTH)
