"""One query put to one engine, over as many requests as it takes: by a search, or to learn it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from discovery.connection.description import BrowserSearch, ConnectionDescription
from discovery.connection.form_tokens import FormGoneError
from discovery.connection.requests import (
    EngineRequest,
    QueryError,
    build_request,
    check_query,
    json_value,
    paged_request,
    result_page_template,
)
from discovery.engines.walls import PassedGate, exact_values, pass_walls
from discovery.models import Engine
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import NotHtmlError, PageTooHeavyError
from discovery.pages.urls import query_pairs
from discovery.web.fetch_error import FetchError
from discovery.web.guard import is_private_host
from discovery.web.local_delay import LocalDelay
from discovery.web.response import Response, retry_after
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine, explain_delay
from wrappers.engines.answer_reading import PageReading
from wrappers.engines.client import EngineClient, FirstPage, fingerprint
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.obstacles import Classification, classify_body, find_obstacle
from wrappers.extraction.records.record import ResultRecord


class FormPageError(Exception):
    """The page with the form could not be had: `judged` is what came instead, as `response`."""

    def __init__(self, response: Response, judged: Classification) -> None:
        super().__init__(judged.detail)
        self.response = response
        self.judged = judged


NO_FIELD = "the page that it is searched on has no field to type into"


T = TypeVar("T")


class EngineVisit:
    """A visitor of an engine: its cookies, its time, and what the page with the form gave it.

    It has `seconds` for everything; one that learns is polite, and has them for each request.
    """

    def __init__(
        self,
        client: EngineClient,
        engine: Engine | ReadyEngine,
        description: ConnectionDescription,
        seconds: float,
        *,
        polite: bool = False,
    ) -> None:
        self.client = client
        self.slug, self.home_url = engine.slug, engine.home_url
        self.description = description
        self.secrets: dict[str, str] = dict(engine.access.secrets)
        self.seconds = seconds
        self.polite = polite
        self.started = time.monotonic()
        self.lost = LocalDelay(client.fetcher.delay, seconds)
        visitor = client.visitor_of(engine, description.login)
        self.fetcher = client.fetcher.as_visitor(visitor)
        self.session = visitor.session(description.cookies)
        self.fresh: dict[str, str] = {}

    def seconds_left(self) -> float:
        spent = 0.0 if self.polite else time.monotonic() - self.started
        return max(0.001, self.seconds - spent)

    @property
    def reading(self) -> PageReading:
        until = time.monotonic() + self.seconds_left()
        return PageReading(self.client.page_processes, self.slug, until, self.lost)

    async def fetch(self, target: EngineRequest | str, **how: Any) -> Response:
        """Fetch `target`; secrets are told nowhere. Raises `FetchError`."""
        how |= {"deadline": self.seconds_left(), "session": self.session, "lost": self.lost}
        secrets = self.secrets.values()
        try:
            response = await self.fetcher.fetch(target, **how)
        except FetchError as error:
            raise error.without(secrets) from None
        return response.without(secrets)

    async def send(self, request: EngineRequest) -> Response:
        return await self.fetch(request, polite=self.polite, keep_cut=True, follow_refresh=True)

    async def send_query(self, query: str) -> Response:
        """Send `query` as the form would.

        Raises `FetchError`, `QueryError`, `FormGoneError`, `FormPageError`, `NotHtmlError`.
        """
        if self.description.in_browser:
            return (await self.search_in_browser(query, 1))[0]
        return await self.send(await self.first_request(query))

    async def search_in_browser(self, query: str, pages: int) -> tuple[Response, ...]:
        """Return the pages of results as a browser shows them, up to `pages`, at least one.

        An empty query gives the page that is searched on. Raises as `send_query`.
        """
        typed = check_query(query) if query else ""
        page, way = self.description.form_page, self.description.in_browser
        if typed and way is BrowserSearch.OPENED:
            page = build_request(self.description, typed).url
        access = self.fetcher.visitor.access
        answer = await self.client.browsers.search(
            page, typed, way, pages, seconds=self.seconds_left(), access=access
        )
        if answer.pages:
            return answer.pages
        judged = find_obstacle(await asyncio.to_thread(answer.opened.parse_answer))
        if judged is not None:
            raise FormPageError(answer.opened, judged)
        if typed:
            raise FormGoneError(NO_FIELD)
        return (answer.opened,)

    async def first_request(self, query: str) -> EngineRequest:
        self.fresh = {**await self._fresh_form_values(), **self.secrets}
        return build_request(self.description, query, self.fresh)

    async def _fresh_form_values(self) -> dict[str, str]:
        """Return what a form page gives out anew with every visit, if it does."""
        description = self.description
        if not description.needs_form_page:
            return {}
        if description.exact:
            until = self.reading.until
            return await exact_values(self.fetcher, description, self.session, until, self.lost)
        response = await self.fetch(description.form_page)
        try:
            values = await self.reading.fresh_values(description, response)
        except NotHtmlError as error:
            raise FormPageError(response, _judge_body(response, error)) from error
        if isinstance(values, Classification):
            raise FormPageError(response, values)
        return values

    async def ask_behind_walls(
        self, ask: Callable[[], Awaitable[T]], find_wall: Callable[[T], Response | None]
    ) -> tuple[T, PassedGate | None]:
        """Ask; a wall that answers is passed, and it is asked once more. Raises what `ask` does."""
        try:
            answer = await ask()
        except (FormGoneError, FormPageError) as error:
            met = error.response if isinstance(error, FormPageError) else None
            entrance = await self._enter(met)
            if entrance is None:
                raise
        else:
            met = find_wall(answer)
            entrance = None if met is None else await self._enter(met)
            if entrance is None:
                return answer, None
        return await ask(), entrance

    async def _enter(self, met: Response | None) -> PassedGate | None:
        """Pass the wall in `met`, else that of the engine's own page. Raises `FetchError`."""
        known = [wall.page for wall in self.description.walls[:1]]
        for response in (met, *known):
            if isinstance(response, str):
                self.session = self.fetcher.visitor.session()
                response = await self.fetch(response)
            passage = response and await pass_walls(
                self.fetcher,
                response,
                self.session,
                asked=(*known, self.home_url)[0],
                deadline=self.seconds_left(),
                polite=self.polite,
                lost=self.lost,
            )
            if passage and passage.walls and not passage.standing:
                return PassedGate(passage.walls, self.session.kept())
        return None


NO_PAGE = "has no page {} for this query"
# Why an answer's records are none of the page asked for.
SHOWN_BEFORE = frozenset({AnswerReason.SAME_PAGE_AGAIN, AnswerReason.PAST_LAST_PAGE})
# Reasons of walls that one click may pass; of those that none does.
ASKS_FIRST = frozenset((AnswerReason.CONSENT, AnswerReason.CHOICE))
NO_CLICK_PASSES = frozenset(
    (AnswerReason.ROBOT_CHECK, AnswerReason.LOGIN, AnswerReason.RATE_LIMITED)
)
UNDERSTOOD = frozenset((AnswerKind.RESULTS, AnswerKind.NO_RESULTS))
# Kinds of answers behind which a wall may stand that was met before.
MAY_HIDE_WALL = frozenset((AnswerKind.BROKEN, AnswerKind.BLOCKED, AnswerKind.ERROR))


class QuerySession(EngineVisit):
    """One query; `first` is the answer's first page where it was fetched before."""

    def __init__(
        self,
        client: EngineClient,
        engine: ReadyEngine,
        query: str,
        seconds: float,
        first: Response | None = None,
    ) -> None:
        super().__init__(client, engine, engine.description, seconds)
        self.engine = engine
        self.query = query
        self.first = first
        self.key = hash((engine.slug, engine.version, engine.variant, query))
        passed = client.entrances.find((engine.slug, engine.version))
        if passed is not None:
            self.session = self.fetcher.visitor.session(passed.cookies)

    async def ask(self, number: int) -> Answer:
        """Return the answer for page `number`; a wall is passed, and what did it goes with it."""
        ask, walls = partial(self.ask_page, number), self.description.walls
        answer, entrance = await self.ask_behind_walls(ask, self.find_wall)
        if entrance is None:
            return answer
        entrance = replace(entrance, walls=walls or entrance.walls)
        self.client.entrances.keep((self.slug, self.engine.version), entrance)
        return replace(answer, entrance=entrance)

    def find_wall(self, answer: Answer) -> Response | None:
        # One may stand elsewhere on a site that is known to have walls.
        hidden = answer.kind in MAY_HIDE_WALL and answer.reason not in NO_CLICK_PASSES
        may_be = answer.reason in ASKS_FIRST or (hidden and self.description.walls)
        return answer.response if may_be else None

    async def ask_page(self, number: int) -> Answer:
        """Ask for page `number`: directly where the paging rule allows, else page by page."""
        if self.description.in_browser:
            return await self.ask_in_browser(number)
        first = await self.first_request(self.query)
        direct = None
        if number > 1:
            if self.first is not None:
                await self.read(self.first)
            request = paged_request(self.description, self.query, number, self.fresh)
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
        shown = await self.search_in_browser(self.query, number)
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
            answer = await self.ask_for(request, number)
        else:
            answer, _ = await asyncio.gather(self.ask_for(request, number), self.ask_for(first))
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
        known = self.first
        pages = [(first, await (self.ask_for(first) if known is None else self.read(known)))]
        while len(pages) < count:
            before = pages[-1][1]
            request = await self.request_after(before, len(pages))
            if request is None:
                break
            answer = await self.ask_for(request, len(pages) + 1)
            if answer.records and fingerprint(answer.records) == fingerprint(before.records):
                answer = await self.repeated(answer, len(pages) + 1)
            pages.append((request, answer))
        return pages

    async def request_after(self, answer: Answer, number: int) -> EngineRequest | None:
        if answer.response is None or answer.kind is not AnswerKind.RESULTS:
            return None
        description, response = self.description, answer.response
        cursor = description.paging.cursor if description.paging else None
        if cursor is not None:
            # On a thread: an answer may be long.
            value = await asyncio.to_thread(json_value, response.body, cursor.path)
            if not value:
                return None
            return paged_request(description, self.query, number + 1, self.fresh, value)
        following = await self.reading.following(
            self.engine.readers[answer.design].wrapper, response, answer.page, self.query, number
        )
        if following is None or not description.headers:
            return following
        return replace(
            following, headers=build_request(description, self.query, self.fresh).headers
        )

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
        reader = self.engine.readers[answer.design]
        shown, fullest = len(answer.records), reader.constraints.fullest
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

    async def ask_for(self, request: EngineRequest, number: int = 1) -> Answer:
        return await self.read(await self.send(request), number)

    async def read(self, response: Response, number: int = 1) -> Answer:
        """Read an answer; one that is not understood may be of another design of the site."""
        answer = await self.read_by(self.engine.reader, response, number)
        if answer.kind is AnswerKind.BROKEN:
            for design, reader in enumerate(self.engine.others, 1):
                other = await self.read_by(reader, response, number)
                if other.kind in UNDERSTOOD:
                    return replace(other, design=design)
        return answer

    async def read_by(self, reader: AnswerReader, response: Response, number: int) -> Answer:
        try:
            read, page = await self.reading.answer(reader, response, self.query, number)
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
        if not any(inside) or self.client.fetcher.is_private(self.home_url):
            return records
        return tuple(record for record, out in zip(records, inside, strict=True) if not out)

    def answer(self, response: Response, judged: Classification, **read: Any) -> Answer:
        return Answer(
            slug=self.slug,
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
        return Answer(slug=self.slug, reason=reason, seconds=seconds, detail=detail)


def _judge_body(response: Response, error: NotHtmlError) -> Classification:
    if isinstance(error, PageTooHeavyError):
        return Classification(AnswerReason.TOO_HEAVY, str(error))
    return classify_body(response.status, response.body, str(error))


def _is_elsewhere(description: ConnectionDescription, url: str) -> bool:
    """Tell whether an address is another on the site than those of its answers."""
    asked = result_page_template(description)
    here, there = urlsplit(asked or description.action), urlsplit(url)
    if here.netloc != there.netloc or "{" in here.path:
        return False
    names = {name for name, value in query_pairs(asked) if "{searchTerms}" in value}
    if names:
        return names.isdisjoint(name for name, _ in query_pairs(url))
    return here.path != there.path


async def opened_instead(
    client: EngineClient, engine: ReadyEngine, query: str, answer: Answer, until: float
) -> Answer:
    """Return the page that a site opened in place of a list, as its one record; else `answer`.

    It is for who searches: who learns and checks wants lists. `until` is in monotonic seconds.
    """
    got = answer.response
    # First what tells of most answers that they are lists: every search comes here.
    if answer.kind is not AnswerKind.BROKEN or got is None or got.status != 200:
        return answer
    if not _is_elsewhere(engine.description, got.url):
        return answer
    reading = PageReading(client.page_processes, engine.slug, until)
    with suppress(NotHtmlError):
        if (record := await reading.opened(got, query)) is not None:
            detail = "the site opened the page of that name"
            reason = AnswerReason.PAGE_ITSELF
            return replace(answer, reason=reason, detail=detail, records=(record,), page=None)
    return answer


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
    first: Response | None = None,
) -> Answer:
    """Return the answer of `engine` within `deadline` seconds for everything. Never raises.

    `first` is the first page, where it was fetched before and is not to be asked for again.
    """
    # Only background work has the engine's own visitor for all that it asks.
    if pause := client.fetcher.visitor.access.pause:
        await asyncio.sleep(pause)
    conversation = QuerySession(client, engine, query, deadline, first)
    try:
        async with asyncio.timeout(deadline):
            return await conversation.ask(page)
    except TimeoutError:
        return conversation.failure(*explain_delay(conversation.lost))
    except FetchError as error:
        return conversation.failure(error.reason, str(error))
    except QueryError as error:
        return conversation.failure(AnswerReason.QUERY_NOT_SENDABLE, str(error))
    except FormGoneError as error:
        return conversation.failure(AnswerReason.FORM_GONE, str(error))
    except PageTooHeavyError as error:
        return conversation.failure(AnswerReason.TOO_HEAVY, str(error))
    except FormPageError as error:
        return conversation.answer(error.response, error.judged)
