"""One answer of the web as a crawl of a collection reads it; nothing is stored here."""

import hashlib
import logging
from dataclasses import dataclass

from discovery.connection.requests import EngineRequest
from discovery.crawling.links import find_trap, forbids_following, site_of, without_session
from discovery.crawling.traversal import CrawledPage
from discovery.engine_crawls.frontier import fingerprint
from discovery.jobs.faults import UNREADABLE, unreadable
from discovery.models import CollectedKind, CollectionPage, PageState
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.urls import comparison_key
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.politeness import ROBOT_NAME
from discovery.web.response import Response

logger = logging.getLogger(__name__)

# Answers by which a site says that a page no longer exists (RFC 9110 sections 15.5.5, 15.5.11).
GONE_STATUSES = frozenset({404, 410})
NOT_MODIFIED = 304
# What is noted of a page whose links are left alone.
NOT_FOLLOWED = "asks robots not to follow its links"
# Characters kept of what a header says.
_MAX_HEADER = {"ETag": 500, "Last-Modified": 100}
MAX_OUTCOME = 500
# What a page that has not changed takes over from its last row.
_TAKEN_OVER = "final_url content_type etag last_modified digest body status outcome".split()


Answer = Response | FetchError


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A request whose answer leads to pages; `name` is its own for all times. `words` are what a
    search is asked for, `number` is that of the page of its answer."""

    name: str
    request: EngineRequest
    kind: CollectedKind = CollectedKind.ANSWER
    words: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class DownloadRequest:
    """One download: `query` when its answer is to lead on, `before` the page's row of an earlier
    crawl."""

    url: str
    kind: CollectedKind = CollectedKind.PAGE
    query: IndexQuery | None = None
    before: CollectionPage | None = None


async def fetch_if_changed(
    fetcher: Fetcher,
    wanted: EngineRequest | str,
    before: CollectionPage | None,
    deadline: float,
    max_bytes: int,
) -> Response:
    """Raises `FetchError`."""
    return await fetcher.fetch(
        wanted,
        deadline=deadline,
        max_bytes=max_bytes,
        polite=True,
        obey_robots=True,
        etag=before.etag if before is not None else None,
        last_modified=before.last_modified if before is not None else None,
    )


def page_key(url: str) -> str:
    """Return the fingerprint of what makes an address one page of a collection."""
    return fingerprint(comparison_key(without_session(url)))


def failed_download(request: DownloadRequest, problem: str) -> tuple[CollectionPage, CrawledPage]:
    """Return the row, unsaved, and what the algorithm takes."""
    return _without_page(_new_row(request), PageState.FAILED, problem)


def _new_row(request: DownloadRequest) -> CollectionPage:
    url = request.url
    return CollectionPage(url=url, key=page_key(url), final_url=url, kind=request.kind)


def read_download(
    request: DownloadRequest, answer: Answer, site: str
) -> tuple[CollectionPage, CrawledPage]:
    """Return the row, unsaved, and what the algorithm takes."""
    row = _new_row(request)
    if isinstance(answer, FetchError):
        refused = answer.reason is AnswerReason.ROBOTS_TXT
        return _without_page(row, PageState.REFUSED if refused else PageState.FAILED, str(answer))
    row.status = answer.status
    before = request.before
    if answer.status == NOT_MODIFIED and before is not None and before.body:
        for name in _TAKEN_OVER:
            setattr(row, name, getattr(before, name))
        row.state = PageState.READ
        return row, take_up(row)
    row.final_url = without_session(answer.url)
    row.content_type = (answer.content_type or "")[:200]
    problem = _problem(answer, row.final_url, site, request.kind)
    if problem:
        state = PageState.FAILED if answer.status >= 400 else PageState.SKIPPED
        return _without_page(row, state, problem)
    row.etag = header_of(answer, "ETag")
    row.last_modified = header_of(answer, "Last-Modified")
    row.digest = hashlib.blake2b(answer.body, digest_size=16).hexdigest()
    row.body = CollectionPage.compress(answer.body)
    row.state = PageState.READ
    if request.kind is CollectedKind.SITEMAP:
        return row, take_up(row)
    try:
        page = row.page()
    except NotHtmlError:
        row.body = b""
        return _without_page(row, PageState.SKIPPED, "no HTML in the answer")
    if forbids_following(page, answer.headers.items(), ROBOT_NAME):
        row.outcome = NOT_FOLLOWED
        _drop_links(page)
    return row, CrawledPage(row.url, row.final_url, page, row.outcome)


def _drop_links(page: Page) -> None:
    for node in page.root.iter("a", "area", "frame", "iframe"):
        for name in ("href", "src"):
            node.attrib.pop(name, None)


def _problem(answer: Response, final_url: str, site: str, kind: CollectedKind) -> str:
    if answer.status >= 400:
        return f"HTTP status {answer.status}"
    if site_of(final_url) != site:
        return f"redirected off the site, to {final_url[:200]}"
    if kind is CollectedKind.SITEMAP:
        return ""
    trap = find_trap(final_url)
    if trap:
        return f"redirected to {trap}"
    content_type = (answer.content_type or "text/html").partition(";")[0].strip().lower()
    if content_type not in {"text/html", "text/plain"} and "xhtml" not in content_type:
        return f"no web page but {content_type[:60]}"
    return ""


def header_of(answer: Response, name: str) -> str:
    """Return a header's value, empty when it is too long to be sent back whole."""
    value = next((text for key, text in answer.headers.items() if key.lower() == name.lower()), "")
    return value if len(value) <= _MAX_HEADER[name] and value.isascii() else ""


def _without_page(
    row: CollectionPage, state: PageState, problem: str
) -> tuple[CollectionPage, CrawledPage]:
    row.state = state
    row.outcome = problem[:MAX_OUTCOME]
    return row, take_up(row)


def take_up(row: CollectionPage) -> CrawledPage:
    """Return a stored page as the algorithm takes it: parsed anew, or why there is none."""
    is_page = row.body and row.kind != CollectedKind.SITEMAP
    page = parsed_page(row) if is_page else None
    if page is not None and row.outcome == NOT_FOLLOWED:
        _drop_links(page)
    return CrawledPage(row.url, row.final_url, page, row.outcome)


def parsed_page(row: CollectionPage) -> Page | None:
    """Return a stored page parsed anew, None when it cannot be; one that raises is marked."""
    if row.outcome.startswith(UNREADABLE):
        return None
    try:
        return row.page()
    except NotHtmlError:
        return None
    except Exception as error:
        mark_unreadable(row, error)
        return None


def mark_unreadable(row: CollectionPage, error: Exception) -> None:
    logger.error("%s cannot be read", row.url, exc_info=error)
    row.outcome = unreadable(error)[:MAX_OUTCOME]
    CollectionPage.objects.filter(pk=row.pk).update(outcome=row.outcome)
