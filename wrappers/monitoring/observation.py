"""What users' searches tell about engines.

One BROKEN answer brings the next check forward, two stop the asking and start the mending. Many
failed answers in a row have the engine checked. Good answers put the next check off.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from discovery.engines import change_state
from discovery.models import Engine, EngineState
from wrappers.engines import (
    DATABASE_AWAY,
    Answer,
    AnswerSource,
    bring_check_forward,
    record_good_answers,
)
from wrappers.extraction import AnswerKind, AnswerReason
from wrappers.learning import UNREACHABLE_KINDS
from wrappers.monitoring.entrances import keep_entrances, new_entrance
from wrappers.operations import enqueue_check

logger = logging.getLogger(__name__)

# Differing queries answered BROKEN before an engine is no longer asked. A guess: one such
# answer may be that of an odd query.
MAX_BROKEN_ANSWERS = 2
# Answers in a row that were none (blocked, an error, too late) before an engine is checked. Guess:
# one slow minute is no reason to stop asking.
MAX_FAILURES_IN_A_ROW = 5
# Seconds between two notes of good answers: a note writes.
RECORDING_INTERVAL = 600.0

# What is wrong with further pages alone: first pages are read well, and go on being asked for.
ABOUT_FURTHER_PAGES = frozenset({AnswerReason.SAME_PAGE_AGAIN, AnswerReason.NEXT_PAGE_UNKNOWN})
# Reasons for which answers are neither good nor bad signs of an engine.
NO_SIGN = frozenset(
    {AnswerReason.OVERLOADED, AnswerReason.NO_BROWSER, AnswerReason.RECORDS_OF_CUT_PAGE}
)


class Observation:
    """What a process has seen of engines while it searched."""

    def __init__(self) -> None:
        # Engines whose broken answers are on record, so that a good answer writes only when it
        # must.
        self._suspects: set[str] = set()
        # Answers in a row that were none, by engine.
        self._failures_in_a_row: Counter[str] = Counter()
        # Engines that answered well since that was last noted, and when that was (monotonic
        # seconds).
        self._well_answered: set[str] = set()
        self._recorded_at = time.monotonic()

    def recording(self, query: str, answers: Sequence[Answer]) -> Callable[[], None] | None:
        """Return what records what matters of a search's answers, to be called on a thread.

        None when nothing does, as is usual.
        """
        telling = [answer for answer in answers if self._is_relevant(answer)]
        if _is_odd(answers):
            telling = []
        if telling or self._is_time_to_record():
            return partial(self._record_in_thread, query, telling)
        return None

    def _is_relevant(self, answer: Answer) -> bool:
        """Tell whether an answer is to be recorded; keep count of what is not."""
        # An answer that was kept from before tells nothing of the engine as it is. Nor does one
        # that did not come because too much is under way here, or that broke off.
        if answer.source is not AnswerSource.ASKED or answer.reason in NO_SIGN:
            return False
        if new_entrance(answer) is not None:
            return True
        if answer.kind is AnswerKind.BROKEN:
            return answer.reason not in ABOUT_FURTHER_PAGES
        if answer.kind in UNREACHABLE_KINDS:
            self._well_answered.discard(answer.slug)
            self._failures_in_a_row[answer.slug] += 1
            return self._failures_in_a_row[answer.slug] >= MAX_FAILURES_IN_A_ROW
        self._failures_in_a_row.pop(answer.slug, None)
        if answer.kind is not AnswerKind.RESULTS:
            return False
        self._well_answered.add(answer.slug)
        return answer.slug in self._suspects

    def _is_time_to_record(self) -> bool:
        """Tell whether good answers are to be noted."""
        waited = time.monotonic() - self._recorded_at
        return bool(self._well_answered) and waited >= RECORDING_INTERVAL

    def _record_in_thread(self, query: str, answers: Sequence[Answer]) -> None:
        """Record on a thread of its own, whose database connection nobody else would close."""
        try:
            self.record(query, answers)
        except DATABASE_AWAY as error:
            # An engine that is broken answers so again when the database is back.
            logger.warning("what answers tell is not recorded: %s", error)
        finally:
            connection.close()

    def record(self, query: str, answers: Sequence[Answer]) -> None:
        """Record what matters of a search's answers.

        Only BROKEN answers, the first good one after them, silence that lasts, walls that were
        passed, and now and then the good answers touch the database. The query itself is not
        stored, only its keyed fingerprint. A query without a word is ignored. Many engines answer
        it with their start page, and two such queries would stop the asking of all of them.
        """
        if self._is_time_to_record():
            self._record_good_answers()
        keep_entrances(answers)
        if not any(character.isalnum() for character in query):
            return
        fingerprint = salted_hmac("wrappers.observation", query.casefold().strip()).hexdigest()[:16]
        for answer in answers:
            if answer.reason in ABOUT_FURTHER_PAGES:
                continue
            if answer.kind is AnswerKind.BROKEN:
                self._suspects.add(answer.slug)
                _record_broken(answer, fingerprint)
            elif answer.kind is AnswerKind.RESULTS and answer.slug in self._suspects:
                self._suspects.discard(answer.slug)
                suspect = Engine.objects.filter(slug=answer.slug, state=EngineState.ACTIVE)
                suspect.update(broken_queries=[])
            elif (
                answer.kind in UNREACHABLE_KINDS
                and not answer.reason.is_ours
                and self._failures_in_a_row[answer.slug] >= MAX_FAILURES_IN_A_ROW
            ):
                self._failures_in_a_row.pop(answer.slug)
                for engine in Engine.objects.searchable().filter(slug=answer.slug):
                    enqueue_check(engine)

    def _record_good_answers(self) -> None:
        """Note the engines that answered well, and begin to collect anew."""
        self._recorded_at = time.monotonic()
        slugs = set(self._well_answered)
        self._well_answered.difference_update(slugs)
        record_good_answers(slugs)


def _is_odd(answers: Sequence[Answer]) -> bool:
    """Tell whether most engines failed alike: it is the query that is odd, or our own network."""
    answers = [answer for answer in answers if not answer.reason.is_ours]
    broken = sum(answer.kind is AnswerKind.BROKEN for answer in answers)
    silent = sum(answer.kind in UNREACHABLE_KINDS for answer in answers)
    return any(count > 1 and count * 2 > len(answers) for count in (broken, silent))


def _record_broken(answer: Answer, fingerprint: str) -> None:
    """Count a broken answer: at the first the engine is checked soon, at the second mended."""
    with transaction.atomic():
        engine = Engine.objects.select_for_update().filter(slug=answer.slug).first()
        if engine is None or engine.state != EngineState.ACTIVE:
            return
        if fingerprint not in engine.broken_queries:
            engine.broken_queries = [*engine.broken_queries, fingerprint]
            engine.save(update_fields=["broken_queries"])
        if len(engine.broken_queries) < MAX_BROKEN_ANSWERS:
            bring_check_forward(engine)
            return
        reason = (
            f"{MAX_BROKEN_ANSWERS} searches were answered with pages not understood: "
            f"{answer.detail}"
        )
        evidence = {"url": answer.url, "kind": answer.kind, "reason": answer.reason}
        change_state(engine, EngineState.BROKEN, reason, evidence)
        enqueue_check(engine)
