"""Engines that asked to be asked again later: until then their answer is repeated, not asked for.

"Retry-After" (RFC 9110, section 10.2.3) comes with the statuses 429 and 503.
"""

import time
from dataclasses import replace

from wrappers.engines.answer import Answer, AnswerSource

# Seconds that an engine is left alone at most, whatever it asks for.
MAX_PAUSE = 3_600.0
# Engines remembered at most.
MAX_ENGINES = 10_000


class RetryLater:
    """The last answers of engines that asked for a pause, until it is over (monotonic seconds)."""

    def __init__(self) -> None:
        self._paused: dict[tuple[str, int], tuple[float, Answer]] = {}

    def keep(self, answer: Answer, version: int) -> None:
        """Remember an answer that asks for a pause; `version` is that of its engine."""
        if not answer.retry_after or answer.retry_after <= 0:
            return
        if len(self._paused) >= MAX_ENGINES:
            self._paused.clear()
        until = time.monotonic() + min(answer.retry_after, MAX_PAUSE)
        self._paused[answer.slug, version] = until, replace(answer, page=None, response=None)

    def find(self, slug: str, version: int) -> Answer | None:
        """Return the answer of an engine that is to be left alone, None when it may be asked."""
        paused = self._paused.get((slug, version))
        if paused is None:
            return None
        until, answer = paused
        left = until - time.monotonic()
        if left <= 0:
            self._paused.pop((slug, version), None)
            return None
        detail = f"{answer.detail}; it asks to be asked again in {left:.0f} seconds"
        return replace(
            answer, source=AnswerSource.NOT_ASKED, seconds=0.0, detail=detail, retry_after=left
        )
