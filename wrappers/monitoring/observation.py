"""What users' searches tell about engines.

Two BROKEN answers stop the asking and start the mending; so do many in a row that were no answers;
good answers put the next check off.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from discovery.engines import change_state
from discovery.models import Engine, EngineState
from wrappers.engines import Answer, note_good_answers
from wrappers.extraction import AnswerKind
from wrappers.learning import OUT_OF_REACH_KINDS
from wrappers.operations import enqueue_check

# Differing queries answered BROKEN before an engine is no longer asked. A guess: one such
# answer may be that of an odd query.
BROKEN_ANSWERS = 2
# Answers in a row that were none (blocked, an error, too late) before an engine is checked. Guess:
# one slow minute is no reason to stop asking.
SILENT_ANSWERS = 5
# Seconds between two notes of good answers: a note writes.
NOTED_EVERY = 600.0

# Engines whose broken answers are on record, so that a good answer writes only when it must.
_suspects: set[str] = set()


# Answers in a row that were none, by engine; as this process saw them.
_silences: Counter[str] = Counter()
# Engines that answered well since that was last noted, and when that was (monotonic seconds).
_good: set[str] = set()
_noted_at = time.monotonic()


# Recordings under way: the event loop itself keeps only weak references to its tasks.
_under_way: set[asyncio.Task[None]] = set()


def observe_later(query: str, answers: Sequence[Answer]) -> None:
    """Record what matters of a search's answers in the background of the running event loop."""
    telling = [answer for answer in answers if _is_telling(answer)]
    if _is_odd(answers):
        telling = []
    if telling or _is_time_to_note():
        task = asyncio.create_task(asyncio.to_thread(_record_in_thread, query, telling))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)


def _is_telling(answer: Answer) -> bool:
    """Tell whether an answer is to be recorded; keep count of what is not."""
    # An answer that was kept from before took no time: it tells nothing of the engine as it is.
    if answer.seconds == 0.0:
        return False
    if answer.kind is AnswerKind.BROKEN:
        return True
    if answer.kind in OUT_OF_REACH_KINDS:
        _good.discard(answer.slug)
        _silences[answer.slug] += 1
        return _silences[answer.slug] >= SILENT_ANSWERS
    _silences.pop(answer.slug, None)
    if answer.kind is not AnswerKind.RESULTS:
        return False
    _good.add(answer.slug)
    return answer.slug in _suspects


def _is_time_to_note() -> bool:
    """Tell whether good answers are to be noted."""
    return bool(_good) and time.monotonic() - _noted_at >= NOTED_EVERY


def _is_odd(answers: Sequence[Answer]) -> bool:
    """Tell whether most engines failed alike: it is the query that is odd, or our own network."""
    broken = sum(answer.kind is AnswerKind.BROKEN for answer in answers)
    silent = sum(answer.kind in OUT_OF_REACH_KINDS for answer in answers)
    return any(count > 1 and count * 2 > len(answers) for count in (broken, silent))


def _record_in_thread(query: str, answers: Sequence[Answer]) -> None:
    """Record on a thread of its own, whose database connection nobody else would close."""
    try:
        observe_answers(query, answers)
    finally:
        connection.close()


def observe_answers(query: str, answers: Sequence[Answer]) -> None:
    """Record what matters of a search's answers.

    Only BROKEN answers, the first good one after them, silence that lasts, and now and then the
    good answers touch the database. The query itself is not stored, only its keyed fingerprint. A
    query without a word tells nothing: many engines answer it with their start page, and two of
    them would stop the asking of all such engines.
    """
    if _is_time_to_note():
        _note_good_answers()
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
        elif answer.kind in OUT_OF_REACH_KINDS and _silences[answer.slug] >= SILENT_ANSWERS:
            _silences.pop(answer.slug)
            for engine in Engine.objects.searchable().filter(slug=answer.slug):
                enqueue_check(engine)


def _note_good_answers() -> None:
    """Note the engines that answered well, and begin to collect anew."""
    global _noted_at
    _noted_at = time.monotonic()
    slugs = set(_good)
    _good.difference_update(slugs)
    note_good_answers(slugs)


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
