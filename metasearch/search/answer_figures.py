"""How engines answered, counted by the hour: collected in the process, written in batches.

A search only adds to a dictionary. What a process had not written when it was killed is lost:
figures, not data.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextvars import Context
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from discovery.models import Engine
from metasearch.models import AnswerFigures
from metasearch.search.counters import EngineNames, count_engine_answers
from wrappers.engines.answer import Answer
from wrappers.engines.last_known import DATABASE_AWAY

# Seconds from an answer to its being written.
WRITE_DELAY = 5.0
# How long figures are kept.
RETENTION = timedelta(days=30)

logger = logging.getLogger(__name__)

_Key = tuple[str, datetime, str]


class AnswerCounts:
    """The answers that a process has counted and not written yet."""

    def __init__(self) -> None:
        self._names = EngineNames()
        # By engine, hour and kind: how many, and the sum of their seconds.
        self._counted: dict[_Key, tuple[int, float]] = {}
        self._writing: asyncio.Task[None] | None = None

    def count(self, answers: Sequence[Answer]) -> None:
        """Count `answers`; have them written soon by a thread of the running event loop."""
        count_engine_answers(self._names, answers)
        hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        for answer in answers:
            key = (answer.slug, hour, str(answer.kind))
            number, seconds = self._counted.get(key, (0, 0.0))
            self._counted[key] = (number + 1, seconds + answer.seconds)
        if self._counted and self._writing_here() is None:
            self._writing = asyncio.create_task(self._write_soon(), context=Context())

    async def close(self) -> None:
        """Write now what was to be written soon."""
        if (writing := self._writing_here()) is not None:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        if self._counted:
            await asyncio.to_thread(self._write_in_thread)

    def _writing_here(self) -> asyncio.Task[None] | None:
        """Return the task that will write, unless it is done or its event loop is another.

        Without a server that holds one loop, each search has its own, and tasks end with it.
        """
        task = self._writing
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            return None
        return task

    async def _write_soon(self) -> None:
        await asyncio.sleep(WRITE_DELAY)
        await asyncio.to_thread(self._write_in_thread)

    def _write_in_thread(self) -> None:
        """Write on a thread of its own, whose database connection nobody else would close."""
        try:
            self.write()
        except DATABASE_AWAY as error:
            logger.warning("figures are written later, the database does not answer: %s", error)
        finally:
            connection.close()

    def write(self) -> None:
        """Add all that was counted to the database; figures of engines that are gone are dropped.

        Raises Django's `OperationalError` or `InterfaceError`; what was counted stays then.
        """
        counted = {key: self._counted.pop(key) for key in list(self._counted)}
        try:
            _write(counted)
        except DATABASE_AWAY:
            for key, (number, seconds) in counted.items():
                since_number, since_seconds = self._counted.get(key, (0, 0.0))
                self._counted[key] = (number + since_number, seconds + since_seconds)
            raise


def _write(counted: Mapping[_Key, tuple[int, float]]) -> None:
    """Add figures to the database, all or none."""
    engines = dict(
        Engine.objects.filter(slug__in={slug for slug, _, _ in counted}).values_list("slug", "pk")
    )
    with transaction.atomic():
        for (slug, hour, kind), (number, seconds) in counted.items():
            if slug in engines:
                _add(engines[slug], hour, kind, number, seconds)


def _add(engine_id: int, hour: datetime, kind: str, number: int, seconds: float) -> None:
    """Add to one row; another process may have made it."""
    row, _ = AnswerFigures.objects.get_or_create(engine_id=engine_id, hour=hour, kind=kind)
    AnswerFigures.objects.filter(pk=row.pk).update(
        answers=F("answers") + number, seconds=F("seconds") + seconds
    )


def forget_old_figures() -> int:
    """Delete figures that are no longer shown; return how many rows."""
    old = AnswerFigures.objects.filter(hour__lt=timezone.now() - RETENTION)
    return old.delete()[0]
