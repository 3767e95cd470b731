"""One query put to one engine, over as many requests as it takes."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from discovery.connection.description import ConnectionDescription
from discovery.connection.form_tokens import FormGoneError
from discovery.connection.requests import (
    EngineRequest,
    QueryError,
    build_request,
    check_query,
    json_value,
    paged_request,
)
from discovery.engines.walls import PassedGate, exact_values, pass_walls
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import NotHtmlError, PageTooHeavyError
from discovery.web.fetch_error import FetchError
from discovery.web.guard import is_private_host
from discovery.web.local_delay import LocalDelay
from discovery.web.response import CookieSession, Response, retry_after
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine, explain_delay
from wrappers.engines.answer_reading import read_answer, read_following, read_fresh_values
from wrappers.engines.client import EngineClient, FirstPage, fingerprint
from wrappers.extraction.answers.obstacles import Classification, classify_body, find_obstacle
from wrappers.extraction.records.record import ResultRecord


class FormPageError(Exception):
    """The page with the form could not be had: `judged` is what came instead, as `response`."""

    def __init__(self, response: Response, judged: Classification) -> None:
        super().__init__(judged.detail)
        self.response = response
        self.judged = judged


NO_FIELD = "the page that it is searched on has no field to type into"


async def search_in_browser(
    client: EngineClient, description: ConnectionDescription, query: str, pages: int, seconds: float
) -> tuple[Response, ...]:
    """Return the pages of results as a browser shows them, up to `pages`, at least one.

    An empty query gives the page that is searched on. Raises `QueryError`, `FetchError`,
    `FormGoneError`, `FormPageError`, `NotHtmlError`.
    """
    typed = check_query(query) if query else ""
    answer = await client.browsers.search(
        description.form_page, typed, description.in_browser, pages, seconds=seconds
    )
    if answer.pages:
        return answer.pages
    judged = find_obstacle(await asyncio.to_thread(answer.opened.parse_answer))
    if judged is not None:
        raise FormPageError(answer.opened, judged)
    if typed:
        raise FormGoneError(NO_FIELD)
    return (answer.opened,)


NO_PAGE = "has no page {} for this query"
# Why an answer's records are none of the page asked for.
SHOWN_BEFORE = frozenset({AnswerReason.SAME_PAGE_AGAIN, AnswerReason.PAST_LAST_PAGE})


class QuerySession:
    def __init__(self, client: EngineClient, engine: ReadyEngine, query: str, until: float) -> None:
        self.client = client
        self.engine = engine
        self.query = query
        self.until = until
        self.started = time.monotonic()
        self.lost = LocalDelay(client.fetcher.delay, until - self.started)
        self.key = hash((engine.slug, engine.version, engine.variant, query))
        passed = client.entrances.find((engine.slug, engine.version)) or engine.description
        self.session = CookieSession(passed.cookies)
        self.fresh: dict[str, str] = {}

    async def ask_page(self, number: int) -> Answer:
        """Ask for page `number`: directly where the paging rule allows, else page by page."""
        if self.engine.description.in_browser:
            return await self.ask_in_browser(number)
        fresh = await self.fresh_form_values()
        first = build_request(self.engine.description, self.query, fresh)
        direct = None
        if number > 1:
            request = paged_request(self.engine.description, self.query, number, fresh)
            direct = None if request is None else await self.send_direct(request, first, number)
            if direct is not None and (direct.records or direct.reason in SHOWN_BEFORE):
                return direct
        answers = [answer for _, answer in await self.follow(first, number)]
        if len(answers) < number:
            return self.past_the_end(answers, number, direct)
        *before, last = answers
        if number == 1 or last.kind is not AnswerKind.BROKEN:
            return last
        return self.past_the_end(before, number, last)

    async def ask_in_browser(self, number: int) -> Answer:
        """Have page `number` shown by a browser; what stood on the page before is no part of it."""
        shown = await search_in_browser(
            *(self.client, self.engine.description, self.query, number, self.seconds_left())
        )
        if number == 1 or len(shown) < number:
            first = await self.read(shown[0])
            is_missing = number > 1 and first.kind is AnswerKind.RESULTS
            return self.past_the_end([first], number) if is_missing else first
        before = await self.read(shown[number - 2])
        answer = await self.read(shown[number - 1], number)
        new = tuple(record for record in answer.records if record not in before.records)
        if answer.records and not new:
            return self.past_the_end([before], number)
        return replace(answer, records=new)

    async def send_direct(
        self, request: EngineRequest, first: EngineRequest, number: int
    ) -> Answer | None:
        """Ask for page `number` by itself; the first page, if it is not known, at the same time."""
        if self.client.first_pages.find(self.key) is not None:
            answer = await self.send(request, number)
        else:
            answer, _ = await asyncio.gather(self.send(request, number), self.send(first))
        known = self.client.first_pages.find(self.key)
        if known is None or not answer.records:
            return answer
        if known.fingerprint == fingerprint(answer.records):
            return await self.repeated(answer, number)
        # The pages before hold all there is: the last of them is shown again. What says no more
        # than it shows counts its own records.
        total = answer.total or 0
        if len(answer.records) < total <= known.record_count * (number - 1):
            return self.past_last_page(answer, number)
        return answer

    async def follow(self, first: EngineRequest, count: int) -> list[tuple[EngineRequest, Answer]]:
        """Ask from the first page on by the next-page rule; `count` pages or as many as exist."""
        pages = [(first, await self.send(first))]
        while len(pages) < count:
            before = pages[-1][1]
            request = await self.request_after(before, len(pages))
            if request is None:
                break
            answer = await self.send(request, len(pages) + 1)
            if answer.records and fingerprint(answer.records) == fingerprint(before.records):
                answer = await self.repeated(answer, len(pages) + 1)
            pages.append((request, answer))
        return pages

    async def request_after(self, answer: Answer, number: int) -> EngineRequest | None:
        if answer.response is None or answer.kind is not AnswerKind.RESULTS:
            return None
        wrapper, response = self.engine.wrapper, answer.response
        description = self.engine.description
        cursor = description.paging.cursor if description.paging else None
        if cursor is not None:
            # On a thread: an answer may be long.
            value = await asyncio.to_thread(json_value, response.body, cursor.path)
            if not value:
                return None
            return paged_request(description, self.query, number + 1, self.fresh, value)
        following = await read_following(
            self.client.page_processes,
            self.engine.slug,
            wrapper,
            response,
            answer.page,
            self.query,
            number,
            self.until,
        )
        if following is None or not description.headers:
            return following
        return replace(
            following, headers=build_request(description, self.query, self.fresh).headers
        )

    async def fresh_form_values(self) -> dict[str, str]:
        fresh = await fresh_form_values(
            self.client, self.engine.description, self.session, self.seconds_left(), self.lost
        )
        self.fresh = {**fresh, **dict(self.engine.secrets)}
        return self.fresh

    def past_the_end(
        self, answers: Sequence[Answer], number: int, given: Answer | None = None
    ) -> Answer:
        """Return the answer to a page after the last: as the last page went, but empty.

        `given` is the page without records that came for it; it is the end if those before show all
        the matches.
        """
        last = answers[-1]
        if last.kind is not AnswerKind.RESULTS:
            return last
        shown = sum(len(answer.records) for answer in answers)
        if given is not None:
            shown = max(shown, len(answers[0].records) * (number - 1))
        if last.total is not None and last.total > shown:
            if given is not None and given.kind is AnswerKind.BROKEN:
                return given
            detail = f"says {last.total} matches and shows {shown}, the way to more is not known"
            return self.failure(AnswerReason.NEXT_PAGE_UNKNOWN, detail)
        return self.failure(AnswerReason.PAST_LAST_PAGE, NO_PAGE.format(number))

    async def repeated(self, answer: Answer, number: int) -> Answer:
        """Return what page `number` is that has the records of the page before.

        Many engines show the last page to whoever asks for one after it.
        """
        shown, fullest = len(answer.records), self.engine.constraints.fullest
        if answer.total is not None:
            has_more = answer.total > shown
        else:
            has_more = fullest is not None and shown >= fullest
        if has_more or await self.request_after(answer, 1) is not None:
            detail = f"gives the first page again for page {number}"
            return replace(answer, reason=AnswerReason.SAME_PAGE_AGAIN, detail=detail, records=())
        return self.past_last_page(answer, number)

    def past_last_page(self, answer: Answer, number: int) -> Answer:
        reason = AnswerReason.PAST_LAST_PAGE
        return replace(answer, reason=reason, detail=NO_PAGE.format(number), records=())

    async def send(self, request: EngineRequest, number: int = 1) -> Answer:
        response = await self.client.fetcher.fetch(
            request,
            deadline=self.seconds_left(),
            session=self.session,
            keep_cut=True,
            lost=self.lost,
            follow_refresh=True,
        )
        return await self.read(response, number)

    async def read(self, response: Response, number: int = 1) -> Answer:
        engine = self.engine
        response = response.without(value for _, value in engine.secrets)
        try:
            read, page = await read_answer(
                self.client.page_processes,
                engine.slug,
                engine.reader,
                response,
                self.query,
                number,
                self.until,
                self.lost,
            )
        except NotHtmlError as error:
            return self.answer(response, _judge_body(response, error))
        judged = Classification(read.reason, read.detail)
        is_results = judged.kind is AnswerKind.RESULTS
        records = self.public(read.records) if is_results else ()
        if number == 1 and records:
            self.client.first_pages.keep(self.key, FirstPage(fingerprint(records), len(records)))
        return self.answer(
            response,
            judged,
            records=records,
            left_out=read.count - len(read.records) if is_results else 0,
            total=read.total,
            suggestion=read.suggestion,
            page=page,
        )

    def public(self, records: tuple[ResultRecord, ...]) -> tuple[ResultRecord, ...]:
        """Return the records, of a public engine those that lead into no private network."""
        hosts = [urlsplit(record.url).hostname if record.url else None for record in records]
        inside = [host is not None and is_private_host(host) for host in hosts]
        if not any(inside) or self.client.fetcher.is_private(self.engine.home_url):
            return records
        return tuple(record for record, out in zip(records, inside, strict=True) if not out)

    def answer(self, response: Response, judged: Classification, **read: Any) -> Answer:
        return Answer(
            slug=self.engine.slug,
            reason=judged.reason,
            seconds=time.monotonic() - self.started,
            detail=judged.detail,
            url=response.url,
            retry_after=retry_after(response.headers) if response.status >= 400 else None,
            response=response,
            **read,
        )

    def failure(self, reason: AnswerReason, detail: str) -> Answer:
        seconds = time.monotonic() - self.started
        return Answer(slug=self.engine.slug, reason=reason, seconds=seconds, detail=detail)

    def seconds_left(self) -> float:
        return max(0.001, self.until - time.monotonic())


async def fresh_form_values(
    client: EngineClient,
    description: ConnectionDescription,
    session: CookieSession,
    deadline: float,
    lost: LocalDelay | None = None,
) -> dict[str, str]:
    """Return the values a form page gives out anew with every visit, if the form has such.

    Raises `FetchError`, `FormGoneError`, `FormPageError`.
    """
    if not description.needs_form_page:
        return {}
    until = time.monotonic() + deadline
    if description.exact:
        return await exact_values(client.fetcher, description, session, until, lost)
    response = await client.fetcher.fetch(
        description.form_page, deadline=deadline, session=session, lost=lost
    )
    try:
        values = await read_fresh_values(client.page_processes, description, response, until)
    except NotHtmlError as error:
        raise FormPageError(response, _judge_body(response, error)) from error
    if isinstance(values, Classification):
        raise FormPageError(response, values)
    return values


def _judge_body(response: Response, error: NotHtmlError) -> Classification:
    if isinstance(error, PageTooHeavyError):
        return Classification(AnswerReason.TOO_HEAVY, str(error))
    return classify_body(response.status, response.body, str(error))


# Reasons of walls that one click may pass; of those that none does.
ASKS_FIRST = frozenset((AnswerReason.CONSENT, AnswerReason.CHOICE))
NO_CLICK_PASSES = frozenset(
    (AnswerReason.ROBOT_CHECK, AnswerReason.LOGIN, AnswerReason.RATE_LIMITED)
)
# Kinds of answers behind which a wall may stand that was met before.
MAY_HIDE_WALL = frozenset((AnswerKind.BROKEN, AnswerKind.BLOCKED, AnswerKind.ERROR))


async def ask_behind_walls(conversation: QuerySession, number: int) -> Answer:
    """Return the answer for page `number`; a wall is passed, and it is asked once more."""
    try:
        answer = await conversation.ask_page(number)
    except (FormGoneError, FormPageError) as error:
        entrance = await _enter(
            conversation, error.response if isinstance(error, FormPageError) else None
        )
        if entrance is None:
            raise
    else:
        # One may stand elsewhere on a site that is known to have walls.
        hidden = answer.kind in MAY_HIDE_WALL and answer.reason not in NO_CLICK_PASSES
        is_known = bool(conversation.engine.description.walls)
        if answer.reason not in ASKS_FIRST and not (is_known and hidden):
            return answer
        entrance = await _enter(conversation, answer.response)
        if entrance is None:
            return answer
    return replace(await conversation.ask_page(number), entrance=entrance)


async def _enter(conversation: QuerySession, met: Response | None) -> PassedGate | None:
    """Pass the wall in `met`, else that of the engine's own page, if any. Raises `FetchError`."""
    client, engine = conversation.client, conversation.engine
    walls, lost = engine.description.walls, conversation.lost
    known = walls[0].page if walls else ""
    for response, session in ((met, conversation.session), (None, CookieSession())):
        if response is None and not known:
            continue
        left = conversation.seconds_left
        if response is None:
            response = await client.fetcher.fetch(
                known, deadline=left(), session=session, lost=lost
            )
        asked = known or engine.home_url
        passage = await pass_walls(
            client.fetcher, response, session, asked=asked, deadline=left(), lost=lost
        )
        if passage.walls and not passage.standing:
            conversation.session = session
            entrance = PassedGate(walls or passage.walls, session.kept())
            client.entrances.keep((engine.slug, engine.version), entrance)
            return entrance
    return None


# Seconds that an engine is left alone at most, whatever it asks for.
MAX_PAUSE = 3_600.0


def keep_pause(client: EngineClient, answer: Answer, version: int) -> None:
    if answer.retry_after and answer.retry_after > 0:
        until = time.monotonic() + min(answer.retry_after, MAX_PAUSE)
        kept = replace(answer, page=None, response=None)
        client.retry_later.keep((answer.slug, version), (until, kept))


def answer_in_pause(client: EngineClient, engine: ReadyEngine) -> Answer | None:
    """Return the last answer of an engine that is to be left alone, None when it may be asked."""
    paused: tuple[float, Answer] | None = client.retry_later.find((engine.slug, engine.version))
    if paused is None or paused[0] <= time.monotonic():
        return None
    answer, left = paused[1], paused[0] - time.monotonic()
    told = f"{answer.detail}; it asks to be asked again in {left:.0f} seconds"
    source = AnswerSource.NOT_ASKED
    return replace(answer, source=source, seconds=0.0, detail=told, retry_after=left)


# Seconds an engine may take when the caller does not say.
DEFAULT_DEADLINE = 8.0


async def ask(
    client: EngineClient,
    engine: ReadyEngine,
    query: str,
    page: int = 1,
    deadline: float = DEFAULT_DEADLINE,
) -> Answer:
    """Return the answer of `engine` within `deadline` seconds for everything. Never raises."""
    started = time.monotonic()
    conversation = QuerySession(client, engine, query, started + deadline)
    try:
        async with asyncio.timeout(deadline):
            return await ask_behind_walls(conversation, page)
    except TimeoutError:
        return conversation.failure(*explain_delay(conversation.lost))
    except FetchError as error:
        told = error.without(value for _, value in engine.secrets)
        return conversation.failure(told.reason, str(told))
    except QueryError as error:
        return conversation.failure(AnswerReason.QUERY_NOT_SENDABLE, str(error))
    except FormGoneError as error:
        return conversation.failure(AnswerReason.FORM_GONE, str(error))
    except PageTooHeavyError as error:
        return conversation.failure(AnswerReason.TOO_HEAVY, str(error))
    except FormPageError as error:
        return conversation.answer(error.response, error.judged)


async def send_query(
    client: EngineClient,
    description: ConnectionDescription,
    query: str,
    session: CookieSession,
    deadline: float,
    secrets: Mapping[str, str],
) -> Response:
    """Send `query` as the form would, for learning: politely, whatever the answer.

    `secrets` are the values of placeholders that are shown nowhere. Raises `FetchError`,
    `QueryError`, `FormGoneError`, `FormPageError`, `NotHtmlError`.
    """
    if description.in_browser:
        return (await search_in_browser(client, description, query, 1, deadline))[0]
    fresh = await fresh_form_values(client, description, session, deadline)
    request = build_request(description, query, {**fresh, **secrets})
    try:
        response = await client.fetcher.fetch(
            request, deadline=deadline, session=session, polite=True, follow_refresh=True
        )
    except FetchError as error:
        raise error.without(secrets.values()) from None
    return response.without(secrets.values())
