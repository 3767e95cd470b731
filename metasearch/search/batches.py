"""Batches: the answers of a search as they are shown, the first at once, those after it together.

Every batch costs the page an update and the reader a look. An answer that comes long after the last
batch is a batch of its own; those that come close together are one.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from wrappers.engines import Answer

# Seconds that the first answer waits for others: engines on one machine answer within a few
# milliseconds of one another, and nobody sees a hundredth of a second. Guess.
FIRST_WAIT = 0.01
# Seconds from one batch to the next at least. Guess: more than four updates a second are flicker.
BATCH_INTERVAL = 0.25


async def batch_answers(
    answers: AsyncGenerator[Answer, None],
) -> AsyncGenerator[list[Answer], None]:
    """Yield all `answers` in groups, each answer once, in the order they come.

    What asking raises is raised here. When the caller leaves early, `answers` is closed.
    """
    arrived: list[Answer] = []
    something = asyncio.Event()
    collecting = asyncio.create_task(_collect(answers, arrived, something))
    pause = FIRST_WAIT
    try:
        while not collecting.done() or arrived:
            await something.wait()
            # Waits for the pause to pass, or for the last answer: nothing is gained after that.
            await asyncio.wait((collecting,), timeout=pause)
            something.clear()
            batch, arrived[:] = arrived[:], []
            if batch:
                yield batch
                await asyncio.wait((collecting,), timeout=BATCH_INTERVAL)
                pause = 0.0
            if collecting.done():
                something.set()
        await collecting
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)


async def collect_answers(
    answers: AsyncGenerator[Answer, None],
) -> AsyncGenerator[list[Answer], None]:
    """Yield all `answers` together when the last has come."""
    async with aclosing(answers):
        yield [answer async for answer in answers]


async def _collect(
    answers: AsyncGenerator[Answer, None], arrived: list[Answer], something: asyncio.Event
) -> None:
    """Put every answer into `arrived` and say so."""
    try:
        async with aclosing(answers):
            async for answer in answers:
                arrived.append(answer)
                something.set()
    finally:
        something.set()
