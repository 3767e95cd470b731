"""What users' searches tell about engines: a BROKEN answer counts, two of them stop the asking."""

from collections.abc import Sequence

from asgiref.sync import sync_to_async
from django.db import transaction
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


async def observe_answers(query: str, answers: Sequence[Answer]) -> None:
    """Record what matters of a search's answers, after the response is on its way.

    Only BROKEN answers, and the first good one after them, touch the database. The query itself
    is not stored, only its keyed fingerprint.
    """
    broken = [answer for answer in answers if answer.kind is AnswerKind.BROKEN]
    recovered = [
        answer.slug
        for answer in answers
        if answer.kind is AnswerKind.RESULTS and answer.slug in _suspects
    ]
    if broken or recovered:
        await sync_to_async(_record)(query, broken, recovered)


def _record(query: str, broken: Sequence[Answer], recovered: Sequence[str]) -> None:
    """Write broken and recovered engines."""
    fingerprint = salted_hmac("wrappers.observation", query.casefold().strip()).hexdigest()[:16]
    for answer in broken:
        _suspects.add(answer.slug)
        _record_broken(answer, fingerprint)
    for slug in recovered:
        _suspects.discard(slug)
        Engine.objects.filter(slug=slug, state=EngineState.ACTIVE).update(broken_queries=[])


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
