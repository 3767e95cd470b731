"""Learning how the further result pages of an engine are asked for."""

from collections.abc import Sequence
from dataclasses import replace

from discovery.connection.description import PagingRule
from discovery.connection.requests import EngineRequest, build_request
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.client import EngineClient
from wrappers.engines.query_session import QuerySession, ask
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.paging import guess_paging, infer_paging, learn_next_page
from wrappers.induction.samples import Sample, read_by
from wrappers.learning.flow import StepOutcome, StepResult
from wrappers.learning.learned_version import draft_engine
from wrappers.learning.memory import named
from wrappers.learning.step_context import NO_ANSWER, StepContext
from wrappers.models import SampleRole

PAGING_DEADLINE = 40.0
# Queries whose further pages are looked for in a browser.
MAX_LOOKS = 2
# Records of a list that may have been cut. Guess: no engine shows fewer at once.
MIN_FULL_PAGE = 5
# Queries for which a way that was guessed must lead to further records.
MAX_VERIFIED = 2


def learn_paging(context: StepContext) -> StepResult:
    """Follow the next-page rule and learn how to ask for any page directly."""
    engine = draft_engine(context)
    queries = [
        stored.query
        for stored in context.samples(SampleRole.RESULTS)
        if engine.wrapper.request_after(stored.page()) is not None
    ]
    if context.description.in_browser or context.description.paging is not None:
        return _check_way(context, engine)
    if not queries:
        return _try_guesses(context, engine)
    try:
        rule, outcome = context.run(_learn_paging(context.client, engine, queries))
    except NO_ANSWER as error:
        return StepResult(f"further pages could not be fetched: {error}", StepOutcome.DONE)
    if rule is not None:
        context.set_description(replace(context.description, paging=rule))
    return StepResult(outcome, StepOutcome.DONE)


def _ask(context: StepContext, engine: ReadyEngine, query: str, page: int) -> Answer:
    return context.run(ask(context.client, engine, query, page=page, deadline=PAGING_DEADLINE))


def _check_way(context: StepContext, engine: ReadyEngine) -> StepResult:
    """See whether a browser, or the way that a page's scripts showed, leads to other records."""
    in_browser, rule = engine.description.in_browser, engine.description.paging
    for stored in context.samples(SampleRole.RESULTS)[: MAX_LOOKS if in_browser else None]:
        first = engine.wrapper.extract(stored.page(), stored.query).records
        answer = _ask(context, engine, stored.query, 2)
        if answer.records and (in_browser or answer.records[0] not in first):
            by_scripts = f"further pages are asked for as scripts do ({rule and rule.kind})"
            told = "further pages are shown in the browser" if in_browser else by_scripts
            return StepResult(told, StepOutcome.DONE)
    if in_browser:
        return StepResult("no further pages were shown in the browser", StepOutcome.DONE)
    context.set_description(replace(context.description, paging=None))
    return StepResult("what scripts ask for more with leads to no further pages", StepOutcome.DONE)


def _try_guesses(context: StepContext, engine: ReadyEngine) -> StepResult:
    nothing = StepResult("no further pages seen", StepOutcome.DONE)
    first_pages = [
        (engine.wrapper.extract(stored.page(), stored.query).records, stored.query)
        for stored in context.samples(SampleRole.RESULTS)
    ]
    records, query = max(first_pages, key=lambda page: len(page[0]), default=((), ""))
    if len(records) < MIN_FULL_PAGE:
        return nothing
    # Lists of one length for unlike words were cut at that length.
    alike = [page for page in first_pages if len(page[0]) == len(records)]
    try:
        answer = _ask(context, engine, query, 1)
        request = build_request(engine.description, query, {})
    except NO_ANSWER:
        return nothing
    if set(named(answer.records)) != set(named(records)):
        # What changes by itself would seem to be another page whatever is asked for.
        return nothing
    more_known = (answer.total or 0) > len(records) or len(alike) > 1
    charset = engine.description.charset
    for rule in guess_paging(request, len(records), charset, more_known=more_known):
        direct = replace(engine, description=replace(engine.description, paging=rule))
        found = [_goes_on(context, direct, each, known) for known, each in alike[:MAX_VERIFIED]]
        if True in found and False not in found:
            context.set_description(direct.description)
            told = f"further pages are asked for by {rule.numbers[0].parameter}, as was tried"
            return StepResult(told, StepOutcome.DONE)
    return nothing


def _goes_on(
    context: StepContext, engine: ReadyEngine, query: str, first: Sequence[ResultRecord]
) -> bool | None:
    """Whether pages 2 and 3 have records of their own; None where page 2 has none at all."""
    known = set(named(first))
    for page in (2, 3):
        answer = _ask(context, engine, query, page)
        if not known.isdisjoint(named(answer.records)):
            return False
        if page == 2 and not answer.records:
            return None
        known.update(named(answer.records))
    return True


def shows_unknown_way_on(engine: ReadyEngine, query: str, answer: Answer) -> bool:
    """Tell whether an answer leads on: the pages learned from may all have held the whole."""
    is_known = engine.wrapper.next_page is not None or engine.description.in_browser
    if is_known or answer.page is None:
        return False
    sample = Sample(answer.page, query)
    return learn_next_page(read_by(engine.wrapper, [sample])) is not None


async def _learn_paging(
    client: EngineClient, engine: ReadyEngine, queries: list[str]
) -> tuple[PagingRule | None, str]:
    """Fetch pages 1 to 3 of a query by the next-page rule; return the rule to ask for any page.

    The rule is verified with another query: page 2 asked for directly must be the page that the
    link leads to. An address may carry what only the server knows of the first query.
    """
    one_by_one = "further pages are reached by the next-page rule, one after the other"
    first, *others = queries
    pages = await _follow(client, engine, first, 3)
    if len(pages) < 2 or not pages[1][1].records:
        return None, f"“{first}” has no second page to follow"
    requests = (request for request, _ in pages)
    rule = infer_paging(*requests, query=first, charset=engine.description.charset)
    if rule is None:
        return None, one_by_one
    direct = replace(engine, description=replace(engine.description, paging=rule))
    for query in others:
        followed = await _follow(client, engine, query, 2)
        if len(followed) == 2 and followed[1][1].records:
            answer = await ask(client, direct, query, page=2, deadline=PAGING_DEADLINE)
            if answer.records == followed[1][1].records:
                return rule, f"further pages are asked for directly ({rule.kind})"
            return None, one_by_one
    return None, one_by_one


async def _follow(
    client: EngineClient, engine: ReadyEngine, query: str, count: int
) -> list[tuple[EngineRequest, Answer]]:
    conversation = QuerySession(client, engine, query, PAGING_DEADLINE)
    return await conversation.follow(await conversation.first_request(query), count)
