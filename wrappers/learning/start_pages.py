"""What an engine shows when nothing is asked: its start page is neither empty nor broken."""

from typing import Any

from discovery.pages.blocked import find_blockage
from discovery.web.cookies import CookieSession
from discovery.web.response import Response
from wrappers.extraction.no_result.signature import NoResultSignature
from wrappers.induction.no_result import learn_no_result_signature
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
# Answers that show that a page answers all queries with itself. Guess: where so many words of a
# site find nothing, what is searched is not asked for.
MIN_PAGES_OF_SCRIPTS = 12


def ask_nothing(context: StepContext) -> StepResult:
    """Fetch the form's page, and ask a query without a word."""
    samples = []
    form_page = context.description.form_page
    if context.description.in_browser:
        samples += _stored(context, "", lambda: context.run(ask_for_page(context, ""))[0])
    elif form_page:
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
    session = CookieSession(context.description.cookies)
    return await context.fetcher.fetch(url, deadline=ANSWER_DEADLINE, session=session, polite=True)


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


def is_searched_by_scripts(context: StepContext) -> bool:
    """Tell whether all queries, made-up ones too, were answered by the page of the form itself.

    So a page answers whose own scripts search, in what they have loaded.
    """
    start = next((each for each in context.samples(SampleRole.START) if not each.query), None)
    pages = context.samples(SampleRole.RESULTS, SampleRole.NO_RESULT)
    if start is None or len(pages) < MIN_PAGES_OF_SCRIPTS:
        return False
    page = start.page()
    if next(page.root.iter("script"), None) is None:
        return False
    itself = learn_no_result_signature([(page, None)])
    return all(itself.is_page(stored.page(), stored.query) for stored in pages)


def learn_start_pages(
    context: StepContext, no_result: NoResultSignature | None
) -> list[NoResultSignature]:
    """Return the signatures of the start pages that can be told from the no-result page.

    Without one only the form's page is known to be no answer.
    """
    signatures: list[NoResultSignature] = []
    for stored in context.samples(SampleRole.START):
        page, query = stored.page(), stored.query or None
        known = any(signature.is_page(page, query) for signature in signatures)
        if no_result is None:
            known = known or query is not None
        elif no_result.is_page(page, query) or no_result.matches(page, query):
            known = True
        if not known:
            signatures.append(learn_no_result_signature([(page, query)]))
    return signatures
