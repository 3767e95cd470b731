"""Observation of engines by users' searches: gates passed anew, checks to bring forward.

Anybody may search for anything. So what an engine answers to a search is shown as what it is, and
brings its check forward; only the check, which asks queries of its own, changes the engine's state.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from django.db import transaction
from django.db.models import F

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import log_event
from discovery.engines.walls import PassedGate, told_walls
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import UNREACHABLE_KINDS, AnswerKind, AnswerReason
from discovery.web.politeness import on_own_connection
from wrappers.engines.answer import Answer, AnswerSource
from wrappers.engines.check_schedule import (
    bring_check_forward,
    enqueue_due_checks,
    record_good_answers,
)
from wrappers.engines.registry import DATABASE_AWAY


def new_entrance(answer: Answer) -> PassedGate | None:
    return None if answer.kind in UNREACHABLE_KINDS else answer.entrance


def keep_entrance(answer: Answer) -> None:
    """Keep cookies given for what was passed in the description; say in the history which wall."""
    entrance = new_entrance(answer)
    if entrance is None:
        return
    with transaction.atomic():
        engine = Engine.objects.select_for_update().filter(slug=answer.slug).first()
        version = engine and engine.wrapper_versions.in_use()
        if engine is None or version is None or engine.state != EngineState.ACTIVE:
            return
        try:
            before = version.connection
            description = entrance.of(before)
            xml = to_xml(description).decode()
        except (DescriptionError, ValueError):
            return
        if description == before:
            return
        version.description = xml
        version.save(update_fields=["description"])
        Engine.objects.filter(pk=engine.pk).update(description=xml, version=F("version") + 1)
        if not before.walls:
            evidence = {"url": entrance.walls[0].page}
            log_event(engine, engine.state, engine.state, told_walls(entrance.walls), evidence)


logger = logging.getLogger(__name__)

# Answers in a row that were none (blocked, an error, too late) before an engine is checked. Guess.
MAX_FAILURES_IN_A_ROW = 5
# Seconds between two notes of good answers: a note writes.
RECORDING_INTERVAL = 600.0

# What is wrong with further pages alone: first pages are read well, and go on being asked for.
ABOUT_FURTHER_PAGES = frozenset({AnswerReason.SAME_PAGE_AGAIN, AnswerReason.NEXT_PAGE_UNKNOWN})
# Reasons for which answers are neither good nor bad signs of an engine.
NO_SIGN = frozenset(
    {
        *(AnswerReason.OVERLOADED, AnswerReason.NO_BROWSER),
        *(AnswerReason.RECORDS_OF_CUT_PAGE, AnswerReason.PAGE_ITSELF),
    }
)


class Observation:
    """What a process has seen of engines while it searched."""

    def __init__(self) -> None:
        # Answers in a row that were none, by engine.
        self._failures_in_a_row: Counter[str] = Counter()
        # Engines that answered well since that was noted, and when it was (monotonic seconds).
        self._well_answered: set[str] = set()
        self._recorded_at = time.monotonic()

    def recording(self, query: str, answers: Sequence[Answer]) -> Callable[[], None] | None:
        """Return what records what matters of a search's answers, to be called on a thread."""
        suspects = self._suspects(query, answers)
        if suspects or self._is_time_to_record():
            return partial(on_own_connection, self._try_to_record, suspects)
        return None

    def record(self, query: str, answers: Sequence[Answer]) -> None:
        self._record(self._suspects(query, answers))

    def _suspects(self, query: str, answers: Sequence[Answer]) -> list[str]:
        """Count failures; return whom to check. A query without a word tells nothing."""
        telling = [answer.slug for answer in answers if self._is_relevant(answer)]
        is_telling = any(character.isalnum() for character in query)
        return telling if is_telling and not _is_odd(answers) else []

    def _is_relevant(self, answer: Answer) -> bool:
        # What was kept from before, or is cut, or lost to our own load tells nothing of the engine.
        if answer.source is not AnswerSource.ASKED or answer.reason in NO_SIGN:
            return False
        # The check passes the wall anew, for all processes, with queries of its own.
        if new_entrance(answer) is not None:
            return True
        if answer.kind is AnswerKind.BROKEN:
            return answer.reason not in ABOUT_FURTHER_PAGES
        if answer.kind in UNREACHABLE_KINDS:
            self._well_answered.discard(answer.slug)
            self._failures_in_a_row[answer.slug] += 1
            return self._failures_in_a_row[answer.slug] % MAX_FAILURES_IN_A_ROW == 0
        self._failures_in_a_row.pop(answer.slug, None)
        if answer.kind is AnswerKind.RESULTS:
            self._well_answered.add(answer.slug)
        return False

    def _is_time_to_record(self) -> bool:
        waited = time.monotonic() - self._recorded_at
        return bool(self._well_answered) and waited >= RECORDING_INTERVAL

    def _try_to_record(self, suspects: Sequence[str]) -> None:
        try:
            self._record(suspects)
        except DATABASE_AWAY as error:
            # An engine that is broken answers so again when the database is back.
            logger.warning("what answers tell is not recorded: %s", error)

    def _record(self, suspects: Sequence[str]) -> None:
        """Have engines checked, and note those that answered well; of the query nothing is kept."""
        if self._is_time_to_record():
            self._recorded_at = time.monotonic()
            slugs = set(self._well_answered)
            self._well_answered.difference_update(slugs)
            record_good_answers(slugs)
        asked = Engine.objects.searchable().filter(slug__in=suspects) if suspects else ()
        if [engine for engine in asked if bring_check_forward(engine)]:
            enqueue_due_checks()


def _is_odd(answers: Sequence[Answer]) -> bool:
    """Tell whether most engines failed alike: it is the query that is odd, or our own network."""
    answers = [answer for answer in answers if not answer.reason.is_ours]
    broken = sum(answer.kind is AnswerKind.BROKEN for answer in answers)
    silent = sum(answer.kind in UNREACHABLE_KINDS for answer in answers)
    return any(count > 1 and count * 2 > len(answers) for count in (broken, silent))
