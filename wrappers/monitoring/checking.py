"""The check of an engine: it is asked again what it was once asked, and its answer judged."""

import asyncio
import logging
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.utils import timezone

from discovery.connection.form_tokens import FormGoneError
from discovery.engines.form_survey import DiscoveryError, settle_candidates, survey_site
from discovery.engines.registration import change_state, log_event
from discovery.jobs.faults import describe_fault
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import UNREACHABLE_KINDS, AnswerKind, AnswerReason
from discovery.web.fetching import open_fetcher
from discovery.web.visitor import Visitor
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.expectations import (
    MIN_LOCATED,
    ReadAnswer,
    find_disagreement,
    known_on,
)
from wrappers.adaptation.field_repair import find_failed_fields
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.check_schedule import begin_check, record_check
from wrappers.engines.client import access_of, open_client
from wrappers.engines.query_session import ask
from wrappers.engines.registry import DATABASE_AWAY, make_ready_engine
from wrappers.engines.versions import give_time, withdraw_proposal
from wrappers.induction.probing import impossible_query
from wrappers.learning.connecting import moved_forms
from wrappers.learning.jobs import plan_learning, plan_mending
from wrappers.learning.known_answers import (
    has_next_page,
    known_answers,
    record_answers,
    result_pages_of,
)
from wrappers.learning.mending import may_be_no_result
from wrappers.learning.work import LEARNING, Report
from wrappers.models import EngineWatch, LearningJob, WrapperVersion
from wrappers.monitoring.observation import keep_entrance

# How long what was found nowhere, a field or a design, is not looked for again. Guess.
PAUSE = timedelta(days=7)
# Impossible queries asked: one may be answered by chance.
IMPOSSIBLE_QUERIES = 2


Answers = Sequence[tuple[str | None, Answer]]


def _lost_paging(ready: ReadyEngine, version: WrapperVersion, answers: Answers) -> bool:
    """Tell whether no answer leads on by the wrapper's rule, which led on when it was learned."""
    if ready.wrapper.next_page is None or ready.description.paging is not None:
        return False
    pages = [
        answer.page
        for query, answer in answers
        if query is not None and answer.page and not answer.design
    ]
    return (
        bool(pages)
        and not has_next_page(ready.wrapper, pages)
        and has_next_page(ready.wrapper, result_pages_of(version))
    )


def _tried_lately(version: WrapperVersion, only_fields: bool) -> bool:
    return LearningJob.objects.filter(
        engine=version.engine_id,
        finished_at__gt=timezone.now() - PAUSE,
        progress__mending__version=version.pk,
        progress__mending__only_fields=only_fields,
    ).exists()


def _has_other_design(known: Sequence[KnownAnswer], answers: Answers) -> bool:
    """Tell whether known records stand on a page that is not understood."""
    by_query = {each.query: each for each in known}
    return any(
        answer.kind is AnswerKind.BROKEN
        and answer.page is not None
        and query in by_query
        and len(known_on(answer.page, by_query[query])) >= MIN_LOCATED
        for query, answer in answers
    )


def _is_unknown_page(answer: Answer) -> bool:
    """Tell whether a page came that may be the one without results, in a dress not known yet."""
    return answer.page is not None and may_be_no_result(answer)


logger = logging.getLogger(__name__)

# In the evidence of the event that tells of a check that raised.
INTERNAL_ERROR = "internal_error"


class CheckFailedError(RuntimeError):
    """A check came upon a fault of ours; the message says which."""


@contextmanager
def watch_check(engine: Engine) -> Iterator[None]:
    """Plan the next check first; put what this one raises into history and `CheckFailedError`."""
    unfinished = begin_check(engine) - 1
    last = engine.events.first()
    is_noted = last is not None and INTERNAL_ERROR in last.evidence
    if unfinished and not is_noted:
        reason = "The last check did not end: its worker was killed, or ran out of memory."
        log_event(engine, engine.state, engine.state, reason, {"unfinished": unfinished})
    try:
        yield
    except DATABASE_AWAY:
        raise
    except Exception as error:
        logger.exception("the check of %s failed", engine)
        # When the next is due was planned as it began.
        EngineWatch.objects.filter(engine=engine).update(last_kind=AnswerKind.ERROR)
        fault = describe_fault(error)
        reason = (
            f"The check could not be done: an internal error ({fault}). "
            "It is tried again, ever less often."
        )
        evidence = {"url": engine.home_url, "unfinished": unfinished + 1, INTERNAL_ERROR: fault}
        log_event(engine, engine.state, engine.state, reason, evidence)
        raise CheckFailedError(reason) from error


CHECK_DEADLINE = 20.0
# Seconds for all questions of a check.
CHECK_LIMIT = 30.0
# Which others an engine shows where it finds nothing may follow from the made-up letters.
_OTHERS = (AnswerReason.RECORDS, AnswerReason.QUERY_IGNORED)
# Seconds for a look at the forms of a site that does not answer as it did.
SURVEY_LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found and did; `kind` is None without a wrapper: nothing was to be checked."""

    slug: str
    before: str
    after: str
    kind: str | None
    mended: bool
    strategy: str | None
    seconds: float


def check_engine(
    engine: Engine, report: Report = lambda _step: None, *, enqueue: bool = False
) -> CheckReport:
    """Ask `engine` stored queries, judge the answers, and mend it when it is broken.

    An engine without a wrapper is learned, unless it is a collection of ours. With `enqueue`
    learning and mending are left to the task queue. Raises `CheckFailedError`.
    """
    started = time.monotonic()
    before = engine.state
    version = engine.wrapper_versions.in_use()
    kind = job = None
    if version is not None:
        with watch_check(engine):
            answer, job = _check(engine, version, enqueue)
        kind = answer.kind
        outcome = f"answered {kind.words}: {answer.detail}"
        seconds = round(time.monotonic() - started, 3)
        report({"name": "check", "seconds": seconds, "outcome": outcome})
    elif engine.collection_id is not None:
        report({"name": "check", "seconds": 0.0, "outcome": "a collection of our own"})
    else:
        job = plan_learning(engine, enqueue=enqueue)
    if job is not None and not enqueue:
        LEARNING.work_now(job, report)
    engine.refresh_from_db()
    newest = engine.wrapper_versions.in_use()
    mended = newest is not None and newest != version
    return CheckReport(
        slug=engine.slug,
        before=before,
        after=engine.state,
        kind=kind,
        mended=mended,
        strategy=newest.strategy if newest is not None and mended else None,
        seconds=round(time.monotonic() - started, 3),
    )


def _check(
    engine: Engine, version: WrapperVersion, enqueue: bool
) -> tuple[Answer, LearningJob | None]:
    """Ask stored queries and impossible ones; return the answer that decides, and what mends.

    An engine that answers with an error where it is asked may have moved its form. Where only the
    way to further pages, the no-result page or a field is lost the engine stays in use meanwhile. A
    repair that waits for a person is withdrawn when all is well.
    """
    ready = make_ready_engine(engine, version, *engine.wrapper_versions.beside())
    known = known_answers(version)
    answers = asyncio.run(_ask_all(ready, [answer.query for answer in known]))
    for _, answer in answers:
        keep_entrance(answer)
    decisive = _decide(known, answers)
    _record_verdict(engine, version, decisive)
    plan = partial(plan_mending, version, enqueue=enqueue)
    if decisive.kind is AnswerKind.BROKEN:
        return decisive, plan()
    if decisive.kind is AnswerKind.ERROR and asyncio.run(_has_moved(engine, version)):
        return decisive, plan(step="repair_connection")
    if decisive.kind is not AnswerKind.RESULTS:
        return decisive, None
    stored = [(query, answer) for query, answer in answers if query is not None]
    readable = (AnswerKind.RESULTS, AnswerKind.NO_RESULTS)
    today = [(query, answer.records) for query, answer in stored if answer.kind in readable]
    record_answers(version, known, today)
    if _lost_paging(ready, version, answers):
        return decisive, plan()
    impossible = [answer for query, answer in answers if query is None]
    if len(impossible) >= IMPOSSIBLE_QUERIES and all(map(_is_unknown_page, impossible)):
        return decisive, plan(only_no_result=True)
    if _has_other_design(known, stored) and not _tried_lately(version, only_fields=False):
        return decisive, plan()
    read = [answer.records for _, answer in stored if not answer.design]
    lost_fields = find_failed_fields(ready.wrapper, ready.constraints, read)
    if lost_fields and not _tried_lately(version, only_fields=True):
        return decisive, plan(only_fields=True)
    if withdraw_proposal(engine):
        reason = "The repair that waited for a person is withdrawn: the engine is read as it was."
        log_event(engine, engine.state, engine.state, reason, {"url": decisive.url})
    return decisive, None


async def _has_moved(engine: Engine, version: WrapperVersion) -> bool:
    async with open_fetcher() as fetcher:
        fetcher.visitor = Visitor(access_of(engine, version.connection.login))
        try:
            async with asyncio.timeout(SURVEY_LIMIT):
                survey = await survey_site(fetcher, engine.home_url)
                await settle_candidates(fetcher, survey)
        except (DiscoveryError, TimeoutError, FormGoneError):
            return False
    return len(moved_forms(version.connection, survey)) == len(survey.candidates)


async def _ask_all(ready: ReadyEngine, queries: Sequence[str]) -> list[tuple[str | None, Answer]]:
    answers: list[tuple[str | None, Answer]] = []
    until = time.monotonic() + CHECK_LIMIT
    async with open_client() as client:
        client.fetcher.visitor = client.visitor_of(ready, ready.description.login)
        # Where nothing tells that nothing was found, impossible queries tell nothing either.
        impossible = 0 if ready.no_result is None else IMPOSSIBLE_QUERIES
        shows_others = ready.no_result is not None and bool(ready.no_result.instead)
        for query in (*queries, *(None,) * impossible):
            left = min(CHECK_DEADLINE, until - time.monotonic())
            if left <= 0:
                break
            until += ready.access.pause or 0.0
            words = query or impossible_query(random.SystemRandom())
            answer = await ask(client, ready, words, deadline=left)
            if query is None and shows_others and answer.reason in _OTHERS:
                continue
            answers.append((query, answer))
            if query is None and answer.kind is AnswerKind.NO_RESULTS:
                break
            # What an impossible query is answered may be a message that is not known yet.
            is_message = query is None and _is_unknown_page(answer)
            if answer.kind in UNREACHABLE_KINDS and not is_message:
                break
    return answers


def _decide(known: Sequence[KnownAnswer], answers: Answers) -> Answer:
    """Return the answer that decides, its kind corrected by what is known.

    Queries that once gave records and now all give none are BROKEN: sites lose pages, not all of
    them at once. So are records that contradict the known ones, and impossible queries that find
    something. Where these are merely not understood, only the no-result page has changed.
    """
    stored = [(query, answer) for query, answer in answers if query is not None]
    impossible = [answer for query, answer in answers if query is None]
    for wanted in (AnswerKind.RESULTS, AnswerKind.BROKEN, *UNREACHABLE_KINDS):
        decisive = next((answer for _, answer in stored if answer.kind is wanted), None)
        if decisive is not None:
            break
    else:
        first = stored[0][1] if stored else answers[0][1]
        detail = "the queries it was learned from give no results any more"
        return _broken(first, AnswerReason.CONTRADICTION, detail)
    if decisive.kind is not AnswerKind.RESULTS:
        return decisive
    broken = [answer for _, answer in stored if answer.kind is AnswerKind.BROKEN]
    if 2 * len(broken) > len(stored):
        return broken[0]
    problem = find_disagreement(
        known,
        [
            ReadAnswer(query, answer.page, answer.records)
            for query, answer in stored
            if answer.page is not None and answer.kind is AnswerKind.RESULTS
        ],
    )
    if problem is not None:
        return _broken(decisive, AnswerReason.CONTRADICTION, problem)
    misread = [answer for answer in impossible if answer.kind is AnswerKind.RESULTS]
    if misread and all(answer in misread or _is_unknown_page(answer) for answer in impossible):
        detail = f"an impossible query was answered {misread[0].kind.words}: {misread[0].detail}"
        return _broken(misread[0], AnswerReason.QUERY_IGNORED, detail)
    return decisive


def _broken(answer: Answer, reason: AnswerReason, detail: str) -> Answer:
    return Answer(answer.slug, reason, answer.seconds, detail, url=answer.url)


def _record_verdict(engine: Engine, version: WrapperVersion, answer: Answer) -> None:
    """Move the engine into the state the check found; a person's pause stands."""
    if answer.reason.is_ours:
        return
    WrapperVersion.objects.filter(pk=version.pk).update(last_checked_at=timezone.now())
    record_check(engine, answer.kind, answer.retry_after)
    if engine.state == EngineState.PAUSED:
        return
    after: EngineState
    if answer.kind is AnswerKind.RESULTS:
        after, reason = EngineState.ACTIVE, "Checked: records are read as they were."
        give_time(engine, version, answer.seconds)
    elif answer.kind in UNREACHABLE_KINDS:
        after, reason = EngineState.SUSPENDED, f"The check found it out of reach: {answer.detail}."
    else:
        after, reason = EngineState.BROKEN, f"The check found it broken: {answer.detail}."
    if after != engine.state:
        evidence = {"url": answer.url, "kind": answer.kind, "reason": answer.reason}
        change_state(engine, after, reason, evidence)
