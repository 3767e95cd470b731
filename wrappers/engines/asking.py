"""Ask one engine one query: the request sent, the answer read and given its kind."""

import asyncio
import time
from dataclasses import dataclass, field

from discovery.connection import (
    ConnectionDescription,
    EngineRequest,
    FormGoneError,
    QueryError,
    build_request,
    fresh_values,
    paged_request,
)
from discovery.pages import NotHtmlError, Page
from discovery.web import CookieSession, Fetcher, FetchError, FetchFailure, Response
from wrappers.extraction import (
    NO_CONSTRAINTS,
    AnswerKind,
    Extraction,
    IntegrityConstraints,
    NoResultSignature,
    ResultRecord,
    Wrapper,
    classify_answer,
    find_suggestion,
    violations,
)

# Seconds an engine may take when the caller does not say.
DEFAULT_DEADLINE = 8.0
# Bodies above this are parsed off the event loop: a megabyte takes libxml2 about 15 ms.
PARSE_IN_THREAD_FROM = 500_000


@dataclass(frozen=True, slots=True)
class ReadyEngine:
    """An engine with all that is needed to ask it; `version` tells when it is out of date.

    `categories` are the tabs it is asked under, `weight` what its results count for (1 is usual).
    `variant` names what was chosen in its form, empty for the form as it is.
    """

    slug: str
    name: str
    state: str
    home_url: str
    version: int
    description: ConnectionDescription
    wrapper: Wrapper
    no_result: NoResultSignature | None
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    start_pages: tuple[NoResultSignature, ...] = ()
    categories: tuple[str, ...] = ()
    weight: float = 1.0
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine answered: its kind always, records if any, and why in a plain sentence.

    `total` is the number of matches the engine claims, `seconds` the time it took, `page` the
    parsed page it sent, if it sent one. `suggestion` is known only of answers without their page
    (`proposed_query`).
    """

    slug: str
    kind: AnswerKind
    seconds: float
    detail: str = ""
    records: tuple[ResultRecord, ...] = ()
    total: int | None = None
    suggestion: str | None = None
    url: str = ""
    page: Page | None = field(default=None, repr=False, compare=False)
    response: Response | None = field(default=None, repr=False, compare=False)


def proposed_query(answer: Answer, query: str) -> str | None:
    """Return the query that an engine proposes instead of `query`, None when it proposes none.

    Looked for only by those who show it: it takes as long as reading all the records.
    """
    return answer.suggestion if answer.page is None else find_suggestion(answer.page, query)


async def ask(
    fetcher: Fetcher,
    engine: ReadyEngine,
    query: str,
    page: int = 1,
    deadline: float = DEFAULT_DEADLINE,
) -> Answer:
    """Return the answer of `engine` to `query`, `page` counted from 1. Never raises.

    `deadline` (seconds) covers everything: a fresh form page where the engine wants one, paging
    through to the page asked for, reading.
    """
    started = time.monotonic()
    conversation = QuerySession(fetcher, engine, query, started + deadline)
    try:
        async with asyncio.timeout(deadline):
            return await conversation.ask_page(page)
    except TimeoutError:
        return conversation.failure(
            AnswerKind.TIMEOUT, f"did not answer within {deadline:g} seconds"
        )
    except FetchError as error:
        timed_out = error.reason == FetchFailure.TIMEOUT
        kind = AnswerKind.TIMEOUT if timed_out else AnswerKind.ERROR
        return conversation.failure(kind, str(error))
    except (NotHtmlError, QueryError, FormGoneError) as error:
        return conversation.failure(AnswerKind.ERROR, str(error))


async def send_query(
    fetcher: Fetcher,
    description: ConnectionDescription,
    query: str,
    session: CookieSession,
    deadline: float,
) -> Response:
    """Send `query` as the form would, for learning: politely, whatever the answer.

    Raises `FetchError`, `QueryError`, `NotHtmlError`, `FormGoneError`.
    """
    fresh = await _fresh_form_values(fetcher, description, session, deadline)
    return await fetcher.fetch(
        build_request(description, query, fresh), deadline=deadline, session=session, polite=True
    )


async def _fresh_form_values(
    fetcher: Fetcher, description: ConnectionDescription, session: CookieSession, deadline: float
) -> dict[str, str]:
    """Return the values a form page gives out anew with every visit, if the form has such."""
    if not description.needs_form_page:
        return {}
    response = await fetcher.fetch(description.form_page, deadline=deadline, session=session)
    page = response.parse()
    return fresh_values(description, page)


class QuerySession:
    """One query put to one engine, over as many requests as it takes."""

    def __init__(self, fetcher: Fetcher, engine: ReadyEngine, query: str, until: float) -> None:
        self.fetcher = fetcher
        self.engine = engine
        self.query = query
        self.until = until
        self.started = time.monotonic()
        self.session = CookieSession()

    async def ask_page(self, number: int) -> Answer:
        """Ask for page `number`: directly where the paging rule allows, else page by page."""
        description = self.engine.description
        fresh = await self.fresh_form_values()
        if number > 1:
            request = paged_request(description, self.query, number, fresh)
            if request is not None:
                answer = await self.send(request, number)
                if answer.records:
                    return answer
        request = build_request(description, self.query, fresh)
        pages = await self.follow(request, number)
        return pages[-1][1] if len(pages) == number else self.past_the_end(pages[-1][1], number)

    async def follow(self, first: EngineRequest, count: int) -> list[tuple[EngineRequest, Answer]]:
        """Ask from the first page on by the next-page rule; `count` pages or as many as exist."""
        pages = [(first, await self.send(first))]
        while len(pages) < count:
            request = self.request_after(pages[-1][1], len(pages))
            if request is None:
                break
            pages.append((request, await self.send(request, len(pages) + 1)))
        return pages

    def request_after(self, answer: Answer, number: int) -> EngineRequest | None:
        """Return the request for the page after page `number`, None when it was the last."""
        if answer.page is None:
            return None
        return self.engine.wrapper.request_after(answer.page, number)

    async def fresh_form_values(self) -> dict[str, str]:
        """Return the values that the form page gives out anew, if the form has such."""
        return await _fresh_form_values(
            self.fetcher, self.engine.description, self.session, self.seconds_left()
        )

    def past_the_end(self, last: Answer, number: int) -> Answer:
        """Return the answer to a page after the last: as the last page went, but empty."""
        if last.kind is not AnswerKind.RESULTS:
            return last
        return self.failure(AnswerKind.NO_RESULTS, f"has no page {number} for this query")

    async def send(self, request: EngineRequest, number: int = 1) -> Answer:
        """Send the request for page `number` and read what comes back."""
        response = await self.fetcher.fetch(
            request, deadline=self.seconds_left(), session=self.session
        )
        page = await parse_response(response)
        extraction = self.engine.wrapper.extract(
            page, self.query, in_full=self.engine.constraints.ask_for_details
        )
        return self.read(response, page, extraction, number)

    def read(
        self, response: Response, page: Page, extraction: Extraction, number: int = 1
    ) -> Answer:
        """Give the answer its kind."""
        engine = self.engine
        violated = violations(engine.constraints, extraction, is_first_page=number == 1)
        kind, detail = classify_answer(
            page,
            extraction,
            engine.no_result,
            query=self.query,
            violations=[violation.detail for violation in violated],
            start_pages=engine.start_pages,
        )
        return Answer(
            slug=self.engine.slug,
            kind=kind,
            seconds=time.monotonic() - self.started,
            detail=detail,
            records=extraction.records if kind is AnswerKind.RESULTS else (),
            total=extraction.total,
            url=response.url,
            page=page,
            response=response,
        )

    def failure(self, kind: AnswerKind, detail: str) -> Answer:
        """Return an answer without records."""
        seconds = time.monotonic() - self.started
        return Answer(slug=self.engine.slug, kind=kind, seconds=seconds, detail=detail)

    def seconds_left(self) -> float:
        """Return how long the next request may take."""
        return max(0.001, self.until - time.monotonic())


async def parse_response(response: Response) -> Page:
    """Parse what was fetched, long pages off the event loop. Raises `NotHtmlError`."""
    if len(response.body) >= PARSE_IN_THREAD_FROM:
        return await asyncio.to_thread(response.parse)
    return response.parse()
