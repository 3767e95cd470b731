"""What an engine shows when nothing is asked: its start page is neither empty nor broken."""

from typing import Any

from discovery.connection import FormGoneError, QueryError
from discovery.pages import NotHtmlError, blocking_reason
from discovery.web import CookieSession, FetchError, Response
from wrappers.extraction import NoResultSignature
from wrappers.induction import learn_no_result
from wrappers.learning.step_context import ANSWER_DEADLINE, Move, Work, ask_for_page, sample_page
from wrappers.models import SamplePage, SampleRole

# A query without a word: many engines answer it with their form.
ODD_QUERY = "?!"


def ask_nothing(work: Work) -> Move:
    """Fetch the form's page, and ask a query without a word."""
    samples = []
    form_page = work.description.form_page
    if form_page:
        samples += _stored(work, "", lambda: work.run(_fetch(work, form_page)))
    samples += _stored(work, ODD_QUERY, lambda: work.run(ask_for_page(work, ODD_QUERY))[0])
    next_step = "adapt" if work.progress.get("adapting") else "ask_samples"
    return Move(f"{len(samples)} pages seen", next_step, samples=tuple(samples))


async def _fetch(work: Work, url: str) -> Response:
    """Fetch a page as a visitor would."""
    return await work.fetcher.fetch(
        url, deadline=ANSWER_DEADLINE, session=CookieSession(), polite=True
    )


def _stored(work: Work, query: str, fetch: Any) -> list[SamplePage]:
    """Return what `fetch` gives as a sample page; nothing when it is no page worth knowing."""
    try:
        response: Response = fetch()
        page = response.parse()
    except (FetchError, NotHtmlError, QueryError, FormGoneError):
        return []
    if response.status >= 400 or blocking_reason(page):
        return []
    return [sample_page(work, SampleRole.START, query, response)]


def start_pages(work: Work, no_result: NoResultSignature) -> list[NoResultSignature]:
    """Return the signatures of the start pages that can be told from the no-result page."""
    signatures: list[NoResultSignature] = []
    for stored in work.samples(SampleRole.START):
        page, query = stored.page(), stored.query or None
        known = any(signature.is_page(page, query) for signature in (no_result, *signatures))
        if not known and not no_result.matches(page, query):
            signatures.append(learn_no_result([(page, query)]))
    return signatures
