"""The context of learning's steps: the job in hand, and how it goes on or ends."""

import asyncio
import time
from collections.abc import Collection, Coroutine, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from discovery.connection.description import ConnectionDescription, Login
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_tokens import FormGoneError
from discovery.connection.requests import QueryError
from discovery.engines.form_survey import excerpt
from discovery.jobs.faults import unreadable
from discovery.pages.blocked import find_blockage
from discovery.pages.messages import Message
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page
from discovery.web.fetch_error import FetchError
from discovery.web.rendering.renderer import Renderer
from discovery.web.response import Response
from wrappers.engines.client import EngineClient
from wrappers.engines.query_session import EngineVisit, FormPageError
from wrappers.extraction.no_result import NoResultSignature
from wrappers.induction.candidates.inducers import InducerName
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.learning.flow import StepOutcome, StepResult
from wrappers.models import Candidate, EngineWatch, LearningJob, Mending, SamplePage, SampleRole

T = TypeVar("T")

ANSWER_DEADLINE = 20.0
HOME_DEADLINE = 20.0
# Queries spent on one form. Guess: the hardest site met had its first hit at the twentieth.
MAX_QUERIES = 24
# What a query can end in without an answer to look at.
NO_ANSWER = (FetchError, FormPageError, NotHtmlError, QueryError, FormGoneError)
# How a wrapper was found that owes nothing to one before it.
LEARN_ANEW = "learn_anew"
# How one was found that reads another engine.
REMEMBERED = "remembered"
# How a version was found that has the old wrapper: by another way to it, or other checks.
PROCESS_FLOW = "process_flow"
UNCHANGED = "unchanged_wrapper"


class TimeUpError(RuntimeError):
    """A job's time is used up in the midst of a step."""


class StepContext:
    """One step of work on a job; `renderer` is None where no browser renders pages."""

    def __init__(
        self,
        job: LearningJob,
        runner: asyncio.Runner,
        client: EngineClient,
        seconds: float,
        renderer: Renderer | None = None,
    ) -> None:
        self.job = job
        self.renderer = renderer
        self.state = job.state
        self.client = client
        self.fetcher = client.fetcher
        self._runner = runner
        self._started = time.monotonic()
        self._until = self._started + seconds

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run network work to its end. Raises `TimeUpError` when the job has no time for it."""
        return self._runner.run(self._in_time(coroutine))

    async def _in_time(self, coroutine: Coroutine[Any, Any, T]) -> T:
        limit = asyncio.timeout(self._until - time.monotonic())
        try:
            async with limit:
                return await coroutine
        except TimeoutError as error:
            if limit.expired():
                raise TimeUpError from error
            raise

    @property
    def description(self) -> ConnectionDescription:
        return self.state.candidates[self.state.candidate].connection

    @property
    def login(self) -> Login | None:
        """How a user signs in: as what was uploaded says, else what was known before."""
        given = self.state.given
        return from_xml(given.encode()).login if given else self.job.engine.login

    @property
    def spent(self) -> float:
        """Seconds that the job has taken so far, but for the pause of each step to be polite."""
        pause = self.fetcher.pause_after(self.job.engine.home_url)
        before = sum(max(0.0, step["seconds"] - pause) for step in self.job.log)
        return float(before) + time.monotonic() - self._started

    def update(self, **found: Any) -> None:
        self.state = self.state.replace(**found)

    def try_ways(
        self, ways: Iterable[tuple[ConnectionDescription, Iterable[str]]], **found: Any
    ) -> None:
        """Note the ways to ask that are to be tried from now on, with what speaks for each."""
        login = self.login
        candidates = tuple(
            Candidate(to_xml(replace(way, login=login)).decode(), tuple(cues)) for way, cues in ways
        )
        self.update(candidates=candidates, candidate=0, **found)

    def set_description(self, description: ConnectionDescription) -> None:
        candidates = list(self.state.candidates)
        tried = candidates[self.state.candidate]
        candidates[self.state.candidate] = tried.replace(xml=to_xml(description).decode())
        self.update(candidates=tuple(candidates))

    def samples(self, *roles: SampleRole) -> list[SamplePage]:
        """Return the stored pages of these roles, oldest first; not those left out or set aside."""
        left_out = [page.sample for page in self.state.left_out if page.sample is not None]
        left_out += self.state.refused.samples if self.state.refused is not None else ()
        rows = self.job.samples.filter(role__in=roles).exclude(pk__in=left_out)
        return list(rows.defer("picture"))

    def check_time(self) -> None:
        if time.monotonic() > self._until:
            raise TimeUpError


def chosen_inducers(watch: EngineWatch | None) -> tuple[InducerName, ...]:
    """Return those that a person chose for an engine; none: those that fit its pages."""
    names = watch.inducers.split() if watch is not None else ()
    return tuple(name for name in InducerName if name in names)


def mending_of(context: StepContext) -> Mending:
    assert context.state.mending is not None
    return context.state.mending


def last_evidence(context: StepContext) -> dict[str, Any]:
    last = context.job.samples.order_by("-pk").first()
    if last is None:
        return {"url": context.job.engine.home_url}
    try:
        text = excerpt(last.page())
    except Exception as error:
        # What shows why a job ends must not be what keeps it from ending.
        text = unreadable(error)
    return {"url": last.url, "status": last.status, "query": last.query, "excerpt": text}


def told_sending(context: StepContext) -> str:
    """Return what is sent for each query: method, address and fields, and why it is a search."""
    description = context.description
    names = [each.name for each in description.parameters if each.sent]
    fields = f" with {', '.join(filter(None, names))}"[:300] if description.action else ""
    signs = ", ".join(context.state.candidates[context.state.candidate].cues[:3])
    address = (description.action or description.template)[:200]
    return f"sent: {description.method.upper()} {address}{fields} ({signs})"


async def ask_for_page(context: StepContext, query: str) -> tuple[Response, Page]:
    """Send `query` through the form being tried; a wall that answers is passed, and noted.

    Raises what `EngineVisit.send_query` does, and `NotHtmlError` for whatever reading raises.
    """
    visit, description = visit_of(context), context.description
    answer, entrance = await visit.ask_behind_walls(
        lambda: _ask(visit, query), lambda answer: answer[0] if find_blockage(answer[1]) else None
    )
    if entrance is not None:
        walls = (*description.walls, *entrance.walls)
        known = {(wall.kind, wall.label): wall for wall in walls}
        noted = replace(entrance, walls=tuple(known.values())).of(description)
        context.set_description(noted)
    return answer


def visit_of(context: StepContext) -> EngineVisit:
    engine, description = context.job.engine, context.description
    return EngineVisit(context.client, engine, description, ANSWER_DEADLINE, polite=True)


async def _ask(visit: EngineVisit, query: str) -> tuple[Response, Page]:
    response = await visit.send_query(query)
    if response.is_cut:
        sentence = f"{response.url} sends a part of its page (HTTP status {response.status})."
        raise FetchError(AnswerReason.CUT_SHORT, sentence)
    try:
        return response, await asyncio.to_thread(response.parse_answer)
    except NotHtmlError:
        raise
    except Exception as error:
        raise NotHtmlError(f"{response.url} {unreadable(error)}") from error


def fetch_page(context: StepContext, url: str) -> Page | None:
    """Return the page at an address of the site, None where there is none to be read."""
    try:
        response = context.run(context.fetcher.fetch(url, deadline=HOME_DEADLINE, polite=True))
        return response.parse_answer()
    except (FetchError, NotHtmlError):
        return None


def ask_stored(
    context: StepContext, query: str, role: SampleRole, gone: Collection[int] = ()
) -> tuple[StepResult, tuple[Message, dict[str, Any]] | None]:
    """Ask a stored query again, and keep the page; an error or a status of those `gone` is none.

    What blocks the way goes with the result, and its evidence.
    """
    try:
        response, page = context.run(ask_for_page(context, query))
    except NO_ANSWER as error:
        return StepResult(f"“{query}”: {error}", StepOutcome.AGAIN), None
    blockage = find_blockage(page)
    if blockage is not None:
        blocked = (blockage, evidence_of(response, page, query))
        return StepResult(f"“{query}”: {blockage}", StepOutcome.AGAIN), blocked
    if response.status in gone or response.status >= 500:
        return StepResult(f"“{query}”: HTTP status {response.status}", StepOutcome.AGAIN), None
    sample = sample_page(context, role, query, response)
    told = f"“{query}”: {len(response.body):,} bytes"
    return StepResult(told, StepOutcome.AGAIN, (sample,)), None


def no_result_signature(context: StepContext, results: list[SamplePage]) -> NoResultSignature:
    return learn_no_result_signature(
        [(stored.page(), stored.query) for stored in context.samples(SampleRole.NO_RESULT)],
        [(stored.page(), stored.query) for stored in results],
    )


def sample_page(
    context: StepContext, role: SampleRole, query: str, response: Response
) -> SamplePage:
    return SamplePage(
        job=context.job,
        role=role,
        query=query,
        url=response.url,
        status=response.status,
        content_type=(response.content_type or "")[:200],
        body=SamplePage.compress(response.body),
    )


def evidence_of(response: Response, page: Page, query: str) -> dict[str, Any]:
    return {
        "url": response.url,
        "status": response.status,
        "query": query,
        "excerpt": excerpt(page),
    }
