"""How late an event loop does what is due: what others then wait for is no fault of theirs."""

import asyncio
from collections.abc import Callable

# Seconds from one beat to the next. Guess: short beside any deadline, and twenty wake-ups a second
# cost nothing that could be measured.
BEAT = 0.05
# What a beat counts for in the recent delay: that of the last ten makes up nine tenths of it.
WEIGHT = 0.2
# What a wait for a turn counts for beside a delay: a search meets the one once, the other often.
TURN_SHARE = 0.2


class LoopDelay:
    """Measures, by a heartbeat, for how long the running event loop has been busy.

    `total` are the seconds by which all beats so far were late, those of a beat overdue included:
    of two readings the difference is what the loop kept everybody waiting between them. `recent` is
    the mean delay of late, in seconds: one stop alone does little to it. `on_beat` is told of every
    delay.
    """

    def __init__(self) -> None:
        self.on_beat: Callable[[float], None] | None = None
        # Held by who does on the loop what takes long: of many things that come at once each is
        # done in a turn of its own, and others go between.
        self.turns = asyncio.Lock()
        self._recent = 0.0
        self._turn = 0.0
        self._sum = 0.0
        self._due = 0.0
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to measure, on the running event loop."""
        self._due = asyncio.get_running_loop().time() + BEAT
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Measure no more."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            self._beating = None

    @property
    def recent(self) -> float:
        """Seconds by which the loop is late of late: one stop alone does little to it.

        Or what stands for it: who waits for a turn at it keeps others waiting as well.
        """
        return max(self._recent, TURN_SHARE * self._turn)

    def note_turn(self, waited: float) -> None:
        """Be told that a turn at the loop was waited for, in seconds."""
        self._turn = max(self._turn, waited)

    @property
    def total(self) -> float:
        """Seconds of delay so far."""
        return self._sum + self._overdue()

    def _overdue(self) -> float:
        """Return by how much the beat is late that has not come yet."""
        if self._beating is None:
            return 0.0
        return max(0.0, asyncio.get_running_loop().time() - self._due)

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            late = self._overdue()
            self._sum += late
            self._recent += WEIGHT * (late - self._recent)
            self._turn *= 1 - WEIGHT
            if self.on_beat is not None:
                self.on_beat(late)
