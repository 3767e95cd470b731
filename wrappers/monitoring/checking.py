"""Is an engine still read rightly? It is asked again what it was once asked, and mended if not."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from discovery.connection import FormGoneError
from discovery.engines import DiscoveryError, change_state, survey_site
from discovery.models import Engine, EngineState
from discovery.web import open_fetcher
from wrappers.adaptation import KnownAnswer
from wrappers.engines import Answer, ReadyEngine, ask, make_ready_engine, record_check
from wrappers.extraction import AnswerKind
from wrappers.induction import impossible_query
from wrappers.learning import (
    UNREACHABLE_KINDS,
    ReadAnswer,
    Report,
    find_disagreement,
    form_has_moved,
    has_next_page,
    known_answers,
    learn_now,
    plan_learning,
    plan_mending,
    result_pages_of,
)
from wrappers.models import WrapperVersion

CHECK_DEADLINE = 20.0
# Seconds for all questions of a check.
CHECK_LIMIT = 30.0
# Seconds for a look at the forms of a site that does not answer as it did.
SURVEY_LIMIT = 20.0
# Impossible queries asked: one may be answered by chance.
IMPOSSIBLE_QUERIES = 2


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found and did: states before and after, the kind of answer that decided.

    `kind` is None for an engine without a wrapper: there was nothing to check. `strategy` is how it
    was mended.
    """

    slug: str
    before: str
    after: str
    kind: str | None
    mended: bool
    strategy: str | None
    seconds: float


def check_engine(engine: Engine, report: Report = lambda _step: None) -> CheckReport:
    """Ask `engine` stored queries, judge the answers, and mend it when it is broken.

    An engine without a wrapper is learned, unless it is a collection of ours. All is done when this
    returns.
    """
    started = time.monotonic()
    before = engine.state
    version = engine.wrapper_versions.filter(is_active=True).first()
    kind = None
    if version is None and engine.collection_id is not None:
        report({"name": "check", "seconds": 0.0, "outcome": "a collection of our own"})
    elif version is None:
        learn_now(plan_learning(engine, enqueue=False), report)
    else:
        verdict = run_check(engine, version)
        kind = verdict.answer.kind
        outcome = f"{kind}: {verdict.answer.detail}"
        report(
            {"name": "check", "seconds": round(time.monotonic() - started, 3), "outcome": outcome}
        )
        step = first_mending_step(engine, version, verdict)
        if step is not None:
            learn_now(plan_mending(version, enqueue=False, step=step), report)
    engine.refresh_from_db()
    newest = engine.wrapper_versions.filter(is_active=True).first()
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


def check_and_queue(engine: Engine) -> str:
    """Check `engine` as `check_engine` does, but leave learning and mending to the task queue.

    Returns the kind of answer that decided, or the engine's state when there was none.
    """
    version = engine.wrapper_versions.filter(is_active=True).first()
    if version is None:
        if engine.collection_id is None:
            plan_learning(engine)
        return str(engine.state)
    verdict = run_check(engine, version)
    step = first_mending_step(engine, version, verdict)
    if step is not None:
        plan_mending(version, step=step)
    return str(verdict.answer.kind)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found: the answer that decides, its kind corrected by what is known.

    `lost_paging`: records are read, but nothing leads to further pages any more.
    """

    answer: Answer
    lost_paging: bool = False


def run_check(engine: Engine, version: WrapperVersion) -> Verdict:
    """Ask stored queries and impossible ones; record and return what was found."""
    ready = make_ready_engine(engine, version)
    known = known_answers(version, ready.wrapper)
    answers = asyncio.run(_ask_all(ready, [answer.query for answer in known]))
    decisive = _decide(known, answers)
    _record_verdict(engine, version, decisive)
    is_good = decisive.kind is AnswerKind.RESULTS
    return Verdict(decisive, is_good and _lost_paging(ready, version, answers))


def first_mending_step(engine: Engine, version: WrapperVersion, verdict: Verdict) -> str | None:
    """Return the step that mending begins with, None when there is nothing to mend.

    An engine that answers with an error where it is asked may have moved its form. Where only the
    way to further pages is lost the engine stays in use meanwhile.
    """
    kind = verdict.answer.kind
    if kind is AnswerKind.BROKEN or verdict.lost_paging:
        return "ask_again"
    if kind is AnswerKind.ERROR and asyncio.run(_has_moved(engine, version)):
        return "repair_connection"
    return None


async def _has_moved(engine: Engine, version: WrapperVersion) -> bool:
    """Tell whether the forms of an engine's site ask otherwise than the engine is asked."""
    async with open_fetcher() as fetcher:
        try:
            async with asyncio.timeout(SURVEY_LIMIT):
                survey = await survey_site(fetcher, engine.home_url)
        except (DiscoveryError, TimeoutError, FormGoneError):
            return False
    return form_has_moved(version, [candidate.description for candidate in survey.candidates])


async def _ask_all(ready: ReadyEngine, queries: Sequence[str]) -> list[tuple[str | None, Answer]]:
    """Ask stored queries, then impossible ones (None); no more once it is out of reach."""
    answers: list[tuple[str | None, Answer]] = []
    until = time.monotonic() + CHECK_LIMIT
    async with open_fetcher() as fetcher:
        for query in (*queries, *(None,) * IMPOSSIBLE_QUERIES):
            left = min(CHECK_DEADLINE, until - time.monotonic())
            if left <= 0:
                break
            words = query or impossible_query(random.SystemRandom())
            answer = await ask(fetcher, ready, words, deadline=left)
            answers.append((query, answer))
            is_good = AnswerKind.RESULTS if query else AnswerKind.NO_RESULTS
            if answer.kind in UNREACHABLE_KINDS or (query is None and answer.kind is is_good):
                break
    return answers


def _lost_paging(
    ready: ReadyEngine,
    version: WrapperVersion,
    answers: Sequence[tuple[str | None, Answer]],
) -> bool:
    """Tell whether no answer leads on by the wrapper's rule, which led on when it was learned."""
    if ready.wrapper.next_page is None or ready.description.paging is not None:
        return False
    pages = [answer.page for query, answer in answers if query is not None and answer.page]
    return not has_next_page(ready.wrapper, pages) and has_next_page(
        ready.wrapper, result_pages_of(version)
    )


def _decide(known: Sequence[KnownAnswer], answers: Sequence[tuple[str | None, Answer]]) -> Answer:
    """Return the answer that decides, its kind corrected by what is known.

    Queries that once gave records and now all give none are BROKEN: sites lose pages, not all of
    them at once. So are records that contradict the known ones, and an impossible query that finds
    something.
    """
    stored = [(query, answer) for query, answer in answers if query is not None]
    impossible = [answer for query, answer in answers if query is None]
    for wanted in (AnswerKind.RESULTS, AnswerKind.BROKEN, *UNREACHABLE_KINDS):
        decisive = next((answer for _, answer in stored if answer.kind is wanted), None)
        if decisive is not None:
            break
    else:
        first = stored[0][1] if stored else answers[0][1]
        return _broken(first, "the queries it was learned from give no results any more")
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
        return _broken(decisive, problem)
    misread = {AnswerKind.RESULTS, AnswerKind.BROKEN}
    if impossible and all(answer.kind in misread for answer in impossible):
        detail = f"an impossible query was answered {impossible[0].kind}: {impossible[0].detail}"
        return _broken(impossible[0], detail)
    return decisive


def _broken(answer: Answer, detail: str) -> Answer:
    """Return `answer` as BROKEN, for what was found out by comparing."""
    return Answer(answer.slug, AnswerKind.BROKEN, answer.seconds, detail, url=answer.url)


def _record_verdict(engine: Engine, version: WrapperVersion, answer: Answer) -> None:
    """Move the engine into the state the check found; a person's pause stands."""
    WrapperVersion.objects.filter(pk=version.pk).update(last_checked_at=timezone.now())
    record_check(engine, answer.kind)
    if engine.state == EngineState.PAUSED:
        return
    after: EngineState
    if answer.kind is AnswerKind.RESULTS:
        after, reason = EngineState.ACTIVE, "Checked: records are read as they were."
    elif answer.kind in UNREACHABLE_KINDS:
        after, reason = EngineState.SUSPENDED, f"The check found it out of reach: {answer.detail}."
    else:
        after, reason = EngineState.BROKEN, f"The check found it broken: {answer.detail}."
    if after != engine.state:
        change_state(engine, after, reason, {"url": answer.url, "kind": answer.kind})
