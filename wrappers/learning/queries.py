"""The queries that learning asks, and what an engine shows when nothing is asked."""

from collections.abc import Coroutine, Iterable, Sequence
from itertools import chain, islice, zip_longest
from typing import Any

from discovery.pages.blocked import find_blockage
from discovery.pages.page import Page
from discovery.web.response import Response
from wrappers.extraction.no_result import NoResultSignature
from wrappers.induction.no_result import (
    MIN_LIST,
    are_same_list,
    depends_on_query,
    learn_no_result_signature,
    link_texts,
    own_list,
)
from wrappers.induction.probing import rank_words, words_from_results
from wrappers.learning.flow import StepOutcome, StepResult
from wrappers.learning.step_context import (
    NO_ANSWER,
    StepContext,
    ask_for_page,
    sample_page,
    visit_of,
)
from wrappers.models import SamplePage, SampleRole

# A query without a word: many engines answer it with their form.
ODD_QUERY = "?!"
# Answers that show that a page answers all queries with itself. Guess: words find something.
MIN_PAGES_OF_SCRIPTS = 12
# Queries whose lists are unlike those of made-up words, where lists follow from queries.
MIN_QUERIES = 2


def ask_nothing(context: StepContext) -> StepResult:
    """Fetch the form's page, and ask a query without a word."""
    samples = []
    form_page = context.description.form_page
    if context.description.in_browser:
        samples += _stored(context, "", _ask(context, ""))
    elif form_page:
        samples += _stored(context, "", _fetch(context, form_page))
    samples += _stored(context, ODD_QUERY, _ask(context, ODD_QUERY))
    mending, outcome = context.state.mending, StepOutcome.DONE
    if mending is not None and mending.only_no_result:
        outcome = StepOutcome.ONLY_NO_RESULT
    elif mending is not None and mending.adapting:
        outcome = StepOutcome.TO_ADAPT
    return StepResult(f"{len(samples)} pages seen", outcome, tuple(samples))


async def _fetch(context: StepContext, url: str) -> Response:
    return await visit_of(context).fetch(url, polite=True)


async def _ask(context: StepContext, query: str) -> Response:
    return (await ask_for_page(context, query))[0]


def _stored(
    context: StepContext, query: str, asking: Coroutine[Any, Any, Response]
) -> list[SamplePage]:
    try:
        response = context.run(asking)
        page = response.parse()
    except NO_ANSWER:
        return []
    if response.status >= 400 or find_blockage(page):
        return []
    return [sample_page(context, SampleRole.START, query, response)]


def is_searched_by_scripts(context: StepContext) -> bool:
    """Tell whether all queries, made-up ones too, were answered by the page of the form itself."""
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
    """Return the signatures of the start pages that can be told from the no-result page."""
    signatures: list[NoResultSignature] = []
    for stored in context.samples(SampleRole.START):
        page, query = stored.page(), stored.query or None
        if no_result is None:
            is_known = query is not None
        else:
            is_known = no_result.is_page(page, query) or no_result.matches(page, query)
        if not (is_known or any(signature.is_page(page, query) for signature in signatures)):
            signatures.append(learn_no_result_signature([(page, query)]))
    return signatures


MAX_STORED_WORDS = 80
# Words taken from one result page: of its records' titles, and in all.
MAX_TITLE_WORDS = 4
MAX_NEW_WORDS = 8


def next_word(context: StepContext) -> str | None:
    asked = context.state.asked
    word = next((word for word in context.state.words if word not in asked), None)
    if word is not None:
        context.update(asked=(*asked, word))
    return word


def add_words(context: StepContext, page: Page) -> None:
    """Let the words of what was found be asked next: they exist in what is searched."""
    asked, words = context.state.asked, context.state.words
    noise = {
        text
        for stored in context.samples(SampleRole.NO_RESULT)
        for text in link_texts(stored.page())
    }
    titles = [text for text in link_texts(page) if text not in noise]
    found = dict.fromkeys(
        (*first_words(words_from_results(titles), MAX_TITLE_WORDS), *rank_words([page]))
    )
    new = first_words((word for word in found if word not in words), MAX_NEW_WORDS)
    waiting = [word for word in words if word not in asked]
    in_turn = filter(None, chain.from_iterable(zip_longest(new, waiting)))
    context.update(words=(*asked, *in_turn)[:MAX_STORED_WORDS])


def lists_something(context: StepContext, page: Page) -> bool:
    known = _empty_query_pages(context)
    made_up = [own_list(each.page(), known) for each in context.samples(SampleRole.NO_RESULT)]
    return min(max(map(len, made_up)), len(own_list(page, known))) >= MIN_LIST


def always_answers(context: StepContext, results: Sequence[SamplePage]) -> bool:
    """Tell whether lists follow from queries; the last is asked again for what changes alone."""
    known = _empty_query_pages(context)
    lists = [(each.query, own_list(each.page(), known)) for each in results]
    made_up = [own_list(each.page(), known) for each in context.samples(SampleRole.NO_RESULT)]
    # What one query alone adds to a menu is the one list there is.
    own = [found for _, found in lists if not any(are_same_list(found, each) for each in made_up)]
    if len(own) < MIN_QUERIES:
        return False
    query = results[-1].query
    try:
        _, again = context.run(ask_for_page(context, query))
    except NO_ANSWER:
        return False
    return depends_on_query([*lists, (query, own_list(again, known))])


def pages_without_results(context: StepContext) -> list[Page | None]:
    """Return what is known to hold no results, the best first; None is for no such page."""
    if context.state.always_answers:
        return [*_empty_query_pages(context), None]
    return [context.samples(SampleRole.NO_RESULT)[0].page()]


def _empty_query_pages(context: StepContext) -> list[Page]:
    return [each.page() for each in context.samples(SampleRole.START) if not each.query]


def first_words(words: Iterable[str], count: int = MAX_STORED_WORDS) -> tuple[str, ...]:
    return tuple(islice(words, count))
