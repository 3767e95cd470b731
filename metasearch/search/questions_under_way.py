"""Questions that engines are being asked: who asks the same meanwhile waits for the one answer."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from wrappers.engines.answer import Answer


class QuestionsUnderWay:
    """The questions of a process that wait for their answers, by key."""

    def __init__(self) -> None:
        self._asking: dict[str, asyncio.Task[Answer]] = {}

    async def ask(
        self,
        key: str,
        ask: Callable[[float], Awaitable[Answer]],
        again: Callable[[Answer], Answer],
    ) -> Answer:
        """Return what `ask` does, or, where the same is being asked, what `again` makes of that.

        `ask` is told the seconds waited in vain: for somebody who left before the answer came. To
        be called by a task that does nothing else.
        """
        started = time.monotonic()
        first = self._asking.get(key)
        if first is not None and first.get_loop() is asyncio.get_running_loop():
            # Who leaves here does not take the answer from whoever asked.
            await asyncio.wait([first])
            if not first.cancelled():
                return again(first.result())
        own = asyncio.current_task()
        assert own is not None
        self._asking[key] = own
        try:
            return await ask(time.monotonic() - started)
        finally:
            if self._asking.get(key) is own:
                del self._asking[key]
