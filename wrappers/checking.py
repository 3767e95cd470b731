"""Is an engine still read rightly? It is asked again what it was once asked, and mended if not."""

import asyncio
import time
from dataclasses import dataclass

from django.utils import timezone

from discovery.fetching import open_fetcher
from discovery.models import Engine
from discovery.services import change_state
from discovery.states import EngineState
from wrappers.asking import Answer, ReadyEngine, ask
from wrappers.extraction import AnswerKind
from wrappers.models import SampleRole, WrapperVersion
from wrappers.registry import make_ready
from wrappers.services import Report, learn_now, plan_learning

# Stored queries asked again by a check: one may have lost its matches, three not.
CHECK_QUERIES = 3
CHECK_DEADLINE = 20.0
OUT_OF_REACH = frozenset({AnswerKind.TIMEOUT, AnswerKind.ERROR, AnswerKind.BLOCKED})


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found and did: states before and after, the kind of answer that decided.

    `kind` is None for an engine without a wrapper: there was nothing to check.
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

    An engine without a wrapper is learned. All is done when this returns.
    """
    started = time.monotonic()
    before = engine.state
    version = engine.wrapper_versions.filter(is_active=True).first()
    kind: AnswerKind | None = None
    strategy = None
    if version is not None:
        decisive = _ask_stored_queries(engine, version)
        kind = decisive.kind
        _record_verdict(engine, version, decisive)
        report(
            {"name": "check", "seconds": decisive.seconds, "outcome": f"{kind}: {decisive.detail}"}
        )
    if kind in {None, AnswerKind.BROKEN}:
        strategy = "learn anew"
        learn_now(plan_learning(engine, enqueue=False), report)
    engine.refresh_from_db()
    newest = engine.wrapper_versions.filter(is_active=True).first()
    mended = newest is not None and newest != version
    return CheckReport(
        slug=engine.slug,
        before=before,
        after=engine.state,
        kind=kind,
        mended=mended,
        strategy=strategy if mended else None,
        seconds=round(time.monotonic() - started, 3),
    )


def _ask_stored_queries(engine: Engine, version: WrapperVersion) -> Answer:
    """Ask the queries the version was learned from; return the answer that decides.

    One RESULTS is enough: the records are read as they were. Otherwise the first answer that was
    not even a page to judge (out of reach), else the first BROKEN. Queries that once gave records
    and now all give none are BROKEN too: sites lose pages, not all of them at once.
    """
    ready = make_ready(engine, version)
    samples = version.samples.exclude(role=SampleRole.NO_RESULT).order_by("-pk")
    queries = list(dict.fromkeys(samples.values_list("query", flat=True)))[:CHECK_QUERIES]
    answers = asyncio.run(_ask_in_turn(ready, queries))
    for wanted in (AnswerKind.RESULTS, AnswerKind.BROKEN, *OUT_OF_REACH):
        for answer in answers:
            if answer.kind is wanted:
                return answer
    seconds = sum(answer.seconds for answer in answers)
    detail = "the queries it was learned from give no results any more"
    return Answer(slug=engine.slug, kind=AnswerKind.BROKEN, seconds=seconds, detail=detail)


async def _ask_in_turn(ready: ReadyEngine, queries: list[str]) -> list[Answer]:
    """Ask one query after the other until one is answered with records."""
    answers: list[Answer] = []
    async with open_fetcher() as fetcher:
        for query in queries:
            answers.append(await ask(fetcher, ready, query, deadline=CHECK_DEADLINE))
            if answers[-1].kind is AnswerKind.RESULTS:
                break
    return answers


def _record_verdict(engine: Engine, version: WrapperVersion, answer: Answer) -> None:
    """Move the engine into the state the check found; a person's pause stands."""
    WrapperVersion.objects.filter(pk=version.pk).update(last_checked_at=timezone.now())
    if engine.state == EngineState.PAUSED:
        return
    if answer.kind is AnswerKind.RESULTS:
        after, reason = EngineState.ACTIVE, "Checked: records are read as they were."
    elif answer.kind in OUT_OF_REACH:
        after, reason = EngineState.SUSPENDED, f"The check found it out of reach: {answer.detail}."
    else:
        after, reason = EngineState.BROKEN, f"The check found it broken: {answer.detail}."
    if after != engine.state:
        change_state(engine, after, reason, {"url": answer.url, "kind": answer.kind})
