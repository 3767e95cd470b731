"""One query put to one engine, over as many requests as it takes."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.json_body import json_value
from discovery.connection.requests.paged_request import cursor_request, paged_request
from discovery.connection.requests.request import build_request
from discovery.engines.exact_values import exact_values
from discovery.pages.page import NotHtmlError, PageTooHeavyError
from discovery.web.cookies import CookieSession
from discovery.web.guard import is_private_host
from discovery.web.lost_time import LostTime
from discovery.web.response import Response, retry_after
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.answer_reading import read_answer, read_following, read_fresh_values
from wrappers.engines.browser_search import search_in_browser
from wrappers.engines.client import EngineClient
from wrappers.engines.first_pages import fingerprint
from wrappers.engines.form_page_error import FormPageError
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.answers.obstacles import Classification, classify_body
from wrappers.extraction.records.record import ResultRecord


class QuerySession:
    """One query put to one engine, over as many requests as it takes."""

    def __init__(self, client: EngineClient, engine: ReadyEngine, query: str, until: float) -> None:
        self.client = client
        self.engine = engine
        self.query = query
        self.until = until
        self.started = time.monotonic()
        self.lost = LostTime(client.fetcher.delay, until - self.started)
        self.session = CookieSession(client.entrances.of(engine).cookies)
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
            if direct is not None and (
                direct.records or direct.reason is AnswerReason.SAME_PAGE_AGAIN
            ):
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
        if self.client.first_pages.find(self.engine, self.query) is not None:
            answer = await self.send(request, number)
        else:
            answer, _ = await asyncio.gather(self.send(request, number), self.send(first))
        known = self.client.first_pages.find(self.engine, self.query)
        if answer.records and known == fingerprint(answer.records):
            return await self.repeated(answer, number)
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
        """Return the request for the page after page `number`, None when it was the last."""
        if answer.response is None or answer.kind is not AnswerKind.RESULTS:
            return None
        wrapper, response = self.engine.wrapper, answer.response
        description = self.engine.description
        cursor = description.paging.cursor if description.paging else None
        if cursor is not None:
            # On a thread: an answer may be long.
            value = await asyncio.to_thread(json_value, response.body, cursor.path)
            return cursor_request(description, self.query, value, self.fresh) if value else None
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
        """Return the values that the form page gives out anew, if the form has such."""
        fresh = await fresh_form_values(
            self.client, self.engine.description, self.session, self.seconds_left(), self.lost
        )
        self.fresh = {**fresh, **dict(self.engine.secrets)}
        return self.fresh

    def past_the_end(
        self, answers: Sequence[Answer], number: int, given: Answer | None = None
    ) -> Answer:
        """Return the answer to a page after the last: as the last page went, but empty.

        `given` is the page without records that came for it: many engines say once more how many
        matches there are. It is the end if those before show them all.
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
        return self.failure(AnswerReason.PAST_LAST_PAGE, _no_page(number))

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
            reason = AnswerReason.SAME_PAGE_AGAIN
        else:
            detail = _no_page(number)
            reason = AnswerReason.PAST_LAST_PAGE
        return replace(answer, reason=reason, detail=detail, records=())

    async def send(self, request: EngineRequest, number: int = 1) -> Answer:
        """Send the request for page `number` and read what comes back."""
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
        """Read page `number` of the answer."""
        engine = self.engine
        response = response.without(value for _, value in engine.secrets)
        try:
            reading = await read_answer(
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
        is_results = reading.judged.kind is AnswerKind.RESULTS
        records = self.public(reading.records) if is_results else ()
        if number == 1 and records:
            self.client.first_pages.keep(engine, self.query, records)
        return self.answer(
            response,
            reading.judged,
            records=records,
            left_out=reading.count - len(reading.records) if is_results else 0,
            total=reading.total,
            suggestion=reading.suggestion,
            page=reading.page,
        )

    def public(self, records: tuple[ResultRecord, ...]) -> tuple[ResultRecord, ...]:
        """Return the records, of a public engine those that lead into no private network."""
        hosts = [urlsplit(record.url).hostname if record.url else None for record in records]
        inside = [host is not None and is_private_host(host) for host in hosts]
        if not any(inside) or self.client.fetcher.is_private(self.engine.home_url):
            return records
        return tuple(record for record, out in zip(records, inside, strict=True) if not out)

    def answer(self, response: Response, judged: Classification, **read: Any) -> Answer:
        """Return an answer of which this is known, and what was `read`; else without records."""
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
        """Return the answer of an engine that sent nothing to read."""
        seconds = time.monotonic() - self.started
        return Answer(slug=self.engine.slug, reason=reason, seconds=seconds, detail=detail)

    def seconds_left(self) -> float:
        """Return how long the next request may take."""
        return max(0.001, self.until - time.monotonic())


async def fresh_form_values(
    client: EngineClient,
    description: ConnectionDescription,
    session: CookieSession,
    deadline: float,
    lost: LostTime | None = None,
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
    """Return what an answer is that is no page, or none that can be read in time."""
    if isinstance(error, PageTooHeavyError):
        return Classification(AnswerReason.TOO_HEAVY, str(error))
    return classify_body(response.status, response.body, str(error))


def _no_page(number: int) -> str:
    return f"has no page {number} for this query"
