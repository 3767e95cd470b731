"""The answers to a search that are no page: JSON, feeds, CSV and for reference managers."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime, time
from functools import partial
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from metasearch.api.citations import as_bibtex, as_ris
from metasearch.api.search_json import DataOptions, as_file, json_response, search_document
from metasearch.presentation.presenter import MAX_SNIPPET_LENGTH, MAX_TITLE_LENGTH
from metasearch.search.dates import published
from metasearch.search.highlighting import clean_text
from metasearch.search.preferences import SearchLink
from metasearch.search.results import SearchOutcome
from wrappers.extraction.items.pieces import ItemKind
from wrappers.items.exporting import escape_cell

MAX_ADDRESS_LENGTH = 4_000
CSV_COLUMNS = (
    *("position", "title", "url", "snippet", "engines"),
    *("date", "price", "rating", "author", "type", "size"),
)
# Items with a column of their own, or told beside the snippet in feeds.
CSV_KINDS = (ItemKind.PRICE, ItemKind.RATING, ItemKind.AUTHOR, ItemKind.TYPE, ItemKind.SIZE)
FEED_KINDS = (ItemKind.PRICE, ItemKind.RATING)
MAX_ITEM_LENGTH = 200


Renderer = Callable[[SearchOutcome, HttpRequest, DataOptions], HttpResponse]


def as_json(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    return json_response(search_document(options.cut(outcome), options))


def as_csv(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(CSV_COLUMNS)
    for position, result in enumerate(options.cut(outcome).results, start=1):
        engines = "; ".join(f"{engine.slug} {engine.position}" for engine in result.engines)
        cells = (
            clean_text(result.title, MAX_TITLE_LENGTH),
            result.url[:MAX_ADDRESS_LENGTH],
            clean_text(result.snippet, MAX_SNIPPET_LENGTH),
            engines,
            clean_text(result.date, MAX_ITEM_LENGTH),
            *(clean_text(result.first(kind), MAX_ITEM_LENGTH) for kind in CSV_KINDS),
        )
        writer.writerow([position, *map(escape_cell, cells)])
    # With a byte order mark: without it spreadsheets take UTF-8 for the local charset.
    return as_file("\ufeff" + table.getvalue(), "text/csv", "results.csv")


def _as_feed(
    kind: type[Atom1Feed | Rss201rev2Feed],
    outcome: SearchOutcome,
    request: HttpRequest,
    options: DataOptions,
) -> HttpResponse:
    slugs = [answered.engine.slug for answered in outcome.answers]
    chosen = slugs if request.GET.getlist("engine") else []
    page_address = request.build_absolute_uri(
        SearchLink(outcome.query, tuple(chosen), page=outcome.page).href
    )
    query = clean_text(outcome.query, MAX_TITLE_LENGTH)
    feed = kind(
        title=_("Metasearch: {query}").format(query=query),
        link=page_address,
        description=_("What several search engines find for “{query}”.").format(query=query),
        language=get_language(),
        feed_url=request.build_absolute_uri(),
        # Atom wants to know who wrote an entry, and when it last changed (RFC 4287, 4.1).
        author_name="Metasearch",
    )
    now = timezone.now()
    home = request.build_absolute_uri(reverse("home"))
    for result in options.cut(outcome).results:
        address = result.url[:MAX_ADDRESS_LENGTH]
        day = published(result.date)
        feed.add_item(
            title=clean_text(result.title, MAX_TITLE_LENGTH) or address,
            link=address or home,
            description=" · ".join(
                text
                for text in (
                    clean_text(result.snippet, MAX_SNIPPET_LENGTH),
                    *(clean_text(result.first(kind), MAX_ITEM_LENGTH) for kind in FEED_KINDS),
                )
                if text
            ),
            author_name=clean_text(result.first(ItemKind.AUTHOR), MAX_ITEM_LENGTH) or None,
            # An address, as Atom demands, that stays the same whichever engine gave the page.
            unique_id=f"https://{result.key}" if address else f"{home}#{quote(result.key)}",
            unique_id_is_permalink=False,
            pubdate=datetime.combine(day, time.min, UTC) if day is not None else None,
            updateddate=now,
            categories=[engine.slug for engine in result.engines],
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


RENDERERS: dict[str, Renderer] = {
    "json": as_json,
    "rss": partial(_as_feed, Rss201rev2Feed),
    "atom": partial(_as_feed, Atom1Feed),
    "csv": as_csv,
    "bibtex": as_bibtex,
    "ris": as_ris,
}
