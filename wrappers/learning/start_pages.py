"""What an engine shows when nothing is asked: its start page is neither empty nor broken."""

from typing import Any

from discovery.pages import find_blockage
from discovery.web import CookieSession, Response
from wrappers.extraction import NoResultSignature
from wrappers.induction import learn_no_result_signature
from wrappers.learning.step_context import (
    ANSWER_DEADLINE,
    NO_ANSWER,
    StepContext,
    StepResult,
    ask_for_page,
    sample_page,
)
from wrappers.models import SamplePage, SampleRole

# A query without a word: many engines answer it with their form.
ODD_QUERY = "?!"


def ask_nothing(context: StepContext) -> StepResult:
    """Fetch the form's page, and ask a query without a word."""
    samples = []
    form_page = context.description.form_page
    if form_page:
        samples += _stored(context, "", lambda: context.run(_fetch(context, form_page)))
    samples += _stored(context, ODD_QUERY, lambda: context.run(ask_for_page(context, ODD_QUERY))[0])
    mending, next_step = context.state.mending, "ask_samples"
    if mending is not None and mending.only_no_result:
        next_step = "learn_no_result"
    elif mending is not None and mending.adapting:
        next_step = "adapt"
    return StepResult(f"{len(samples)} pages seen", next_step, samples=tuple(samples))


async def _fetch(context: StepContext, url: str) -> Response:
    """Fetch a page as a visitor would."""
    return await context.fetcher.fetch(
        url, deadline=ANSWER_DEADLINE, session=CookieSession(), polite=True
    )


def _stored(context: StepContext, query: str, fetch: Any) -> list[SamplePage]:
    """Return what `fetch` gives as a sample page; nothing when it is no page worth knowing."""
    try:
        response: Response = fetch()
        page = response.parse()
    except NO_ANSWER:
        return []
    if response.status >= 400 or find_blockage(page):
        return []
    return [sample_page(context, SampleRole.START, query, response)]


def learn_start_pages(
    context: StepContext, no_result: NoResultSignature
) -> list[NoResultSignature]:
    """Return the signatures of the start pages that can be told from the no-result page."""
    signatures: list[NoResultSignature] = []
    for stored in context.samples(SampleRole.START):
        page, query = stored.page(), stored.query or None
        known = any(signature.is_page(page, query) for signature in (no_result, *signatures))
        if not known and not no_result.matches(page, query):
            signatures.append(learn_no_result_signature([(page, query)]))
    return signatures
