"""What users' searches tell about engines: a BROKEN answer counts, two of them stop the asking."""

import asyncio
from collections.abc import Sequence

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from discovery.models import Engine
from discovery.services import change_state
from discovery.states import EngineState
from wrappers.asking import Answer
from wrappers.extraction import AnswerKind
from wrappers.services import enqueue_check

# Differing queries answered BROKEN before an engine is no longer asked (DESIGN.md, engine state).
BROKEN_ANSWERS = 2

# Engines whose broken answers are on record, so that a good answer writes only when it must.
_suspects: set[str] = set()


# Recordings under way: the event loop itself keeps only weak references to its tasks.
_under_way: set[asyncio.Task[None]] = set()


def observe_later(query: str, answers: Sequence[Answer]) -> None:
    """Record what matters of a search's answers in the background of the running event loop."""
    telling = [
        answer
        for answer in answers
        if answer.kind is AnswerKind.BROKEN
        or (answer.kind is AnswerKind.RESULTS and answer.slug in _suspects)
    ]
    if telling and not _is_odd(answers):
        task = asyncio.create_task(asyncio.to_thread(_record_in_thread, query, telling))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)


def _is_odd(answers: Sequence[Answer]) -> bool:
    """Tell whether most engines did not understand: then it is the query that is odd, not they."""
    broken = sum(answer.kind is AnswerKind.BROKEN for answer in answers)
    return broken > 1 and broken * 2 > len(answers)


def _record_in_thread(query: str, answers: Sequence[Answer]) -> None:
    """Record on a thread of its own, whose database connection nobody else would close."""
    try:
        observe_answers(query, answers)
    finally:
        connection.close()


def observe_answers(query: str, answers: Sequence[Answer]) -> None:
    """Record what matters of a search's answers.

    Only BROKEN answers, and the first good one after them, touch the database. The query itself
    is not stored, only its keyed fingerprint. A query without a word tells nothing: many engines
    answer it with their start page, and two of them would stop the asking of all such engines.
    """
    if not any(character.isalnum() for character in query):
        return
    fingerprint = salted_hmac("wrappers.observation", query.casefold().strip()).hexdigest()[:16]
    for answer in answers:
        if answer.kind is AnswerKind.BROKEN:
            _suspects.add(answer.slug)
            _record_broken(answer, fingerprint)
        elif answer.kind is AnswerKind.RESULTS and answer.slug in _suspects:
            _suspects.discard(answer.slug)
            suspect = Engine.objects.filter(slug=answer.slug, state=EngineState.ACTIVE)
            suspect.update(broken_queries=[])


def _record_broken(answer: Answer, fingerprint: str) -> None:
    """Count a broken answer; at the second differing query the engine is BROKEN and mended."""
    with transaction.atomic():
        engine = Engine.objects.select_for_update().filter(slug=answer.slug).first()
        if engine is None or engine.state != EngineState.ACTIVE:
            return
        if fingerprint not in engine.broken_queries:
            engine.broken_queries = [*engine.broken_queries, fingerprint]
            engine.save(update_fields=["broken_queries"])
        if len(engine.broken_queries) < BROKEN_ANSWERS:
            return
        reason = (
            f"{BROKEN_ANSWERS} searches were answered with pages not understood: {answer.detail}"
        )
        change_state(engine, EngineState.BROKEN, reason, {"url": answer.url})
        enqueue_check(engine)
