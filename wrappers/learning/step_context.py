"""What the steps of learning share: the job in hand, and how it goes on or ends."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from discovery.connection import ConnectionDescription, from_xml, to_xml
from discovery.models import EngineState
from discovery.pages import NotHtmlError, Page, visible_text
from discovery.web import CookieSession, Fetcher, Response
from wrappers.engines import ReadyEngine, parse_response, send_query
from wrappers.extraction import (
    AnswerKind,
    NoResultSignature,
    constraints_from_json,
    wrapper_from_json,
)
from wrappers.induction import learn_no_result_signature
from wrappers.models import LearningJob, SamplePage, SampleRole

T = TypeVar("T")

ANSWER_DEADLINE = 20.0
# Queries spent on one form before it is given up. Guess: a small site in one language about one
# thing (the hardest met so far) had its first hit at the twentieth.
MAX_QUERIES = 24
EXCERPT_LENGTH = 300
# How a wrapper was found that owes nothing to one before it.
LEARN_ANEW = "learn_anew"
# Answers that tell nothing of an engine's pages.
UNREACHABLE_KINDS = frozenset({AnswerKind.TIMEOUT, AnswerKind.ERROR, AnswerKind.BLOCKED})


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """How a job ends: the engine's state, why, and the evidence."""

    state: EngineState
    reason: str
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step found: what it says, what comes next, and what is to be stored."""

    outcome: str
    next_step: str | None = None
    samples: tuple[SamplePage, ...] = ()
    drop_samples: bool = False
    job_outcome: JobOutcome | None = None


class TimeUpError(RuntimeError):
    """A job's time is used up in the midst of a step."""


class StepContext:
    """One step of work on a job: its row, its progress, an open line to the web, and its time."""

    def __init__(
        self, job: LearningJob, runner: asyncio.Runner, fetcher: Fetcher, seconds: float
    ) -> None:
        self.job = job
        self.progress: dict[str, Any] = dict(job.progress)
        self.fetcher = fetcher
        self._runner = runner
        self._until = time.monotonic() + seconds

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
        """The connection description of the form being tried."""
        return from_xml(self.progress["candidates"][self.progress["candidate"]]["xml"].encode())

    def set_description(self, description: ConnectionDescription) -> None:
        """Replace the description of the form being tried."""
        self.progress["candidates"][self.progress["candidate"]]["xml"] = to_xml(
            description
        ).decode()

    def samples(self, *roles: SampleRole) -> list[SamplePage]:
        """Return the stored pages of these roles, oldest first."""
        return list(self.job.samples.filter(role__in=roles))


def last_evidence(context: StepContext) -> dict[str, Any]:
    """Return the last page that was seen, for an ending that no page of its own speaks for."""
    last = context.job.samples.order_by("-pk").first()
    if last is None:
        return {"url": context.job.engine.home_url}
    try:
        text = visible_text(last.page().root)[:EXCERPT_LENGTH]
    except NotHtmlError:
        text = ""
    return {"url": last.url, "status": last.status, "query": last.query, "excerpt": text}


def draft_engine(context: StepContext) -> ReadyEngine:
    """Return the engine as it would be asked with what was learned so far."""
    engine, progress = context.job.engine, context.progress
    return ReadyEngine(
        slug=engine.slug,
        name=engine.name,
        state=engine.state,
        home_url=engine.home_url,
        version=engine.version,
        description=context.description,
        wrapper=wrapper_from_json(progress["wrapper"]),
        no_result=NoResultSignature.from_json(progress["no_result"]),
        constraints=constraints_from_json(progress["constraints"]),
        start_pages=tuple(map(NoResultSignature.from_json, progress["start_pages"])),
    )


async def ask_for_page(context: StepContext, query: str) -> tuple[Response, Page]:
    """Send `query` through the form being tried."""
    response = await send_query(
        context.fetcher, context.description, query, CookieSession(), ANSWER_DEADLINE
    )
    return response, await parse_response(response)


def no_result_signature(context: StepContext, results: list[SamplePage]) -> NoResultSignature:
    """Learn what the no-result page looks like beside the result pages."""
    return learn_no_result_signature(
        [(stored.page(), stored.query) for stored in context.samples(SampleRole.NO_RESULT)],
        [(stored.page(), stored.query) for stored in results],
    )


def sample_page(
    context: StepContext, role: SampleRole, query: str, response: Response
) -> SamplePage:
    """Return a page to be stored."""
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
    """Return what shows a person why."""
    return {
        "url": response.url,
        "status": response.status,
        "query": query,
        "excerpt": visible_text(page.root)[:EXCERPT_LENGTH],
    }
