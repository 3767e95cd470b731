"""A site whose page searches by itself, in an index it has loaded: read without a browser."""

from dataclasses import dataclass
from urllib.parse import urljoin

from discovery.connection.watched.seen_index import SeenIndex, with_base
from discovery.pages.data.site_index import IndexView, read_index
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher

# Seconds for the index, and bytes of it; seconds for a page that it leads to.
INDEX_DEADLINE = 20.0
MAX_INDEX_BYTES = 20_000_000
PAGE_DEADLINE = 5.0
# Share of the documents seen in the browser that are read again without one.
MIN_AGAIN = 0.9


@dataclass(frozen=True, slots=True)
class IndexedSite:
    """The index at `url` that a site's page searches, how it is read, and what was measured."""

    title: str
    url: str
    view: IndexView
    measured: str


async def settle_index(fetcher: Fetcher, seen: SeenIndex, title: str) -> IndexedSite | None:
    """Return how an index that was seen is read without the page; None where it cannot be."""
    try:
        response = await fetcher.fetch(
            seen.url, deadline=INDEX_DEADLINE, max_bytes=MAX_INDEX_BYTES, polite=True
        )
    except FetchError:
        return None
    found = read_index(response.body.decode("utf-8", "replace"), seen.index.view)
    if response.status >= 400 or found is None:
        return None
    if len(found.records) < MIN_AGAIN * len(seen.index.records):
        return None
    base = await _settle_base(fetcher, seen)
    if base is None:
        return None
    return IndexedSite(title, seen.url, with_base(seen, base).index.view, seen.measured)


async def _settle_base(fetcher: Fetcher, seen: SeenIndex) -> str | None:
    """Return what addresses are relative to: where no link told it, what leads to a page."""
    if len(seen.bases) == 1:
        return seen.bases[0]
    link = seen.index.links[-1]
    for base in seen.bases:
        try:
            response = await fetcher.fetch(urljoin(base, link), deadline=PAGE_DEADLINE, polite=True)
        except FetchError:
            continue
        if response.status < 400:
            return base
    return None
