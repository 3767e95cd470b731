"""Batches: the answers of a search as they are shown, the first at once, those after it together.

Every batch costs the page an update and the reader a look. An answer that comes long after the last
batch is a batch of its own; those that come close together are one.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from wrappers.engines.answer import Answer

# Seconds that the first answer waits for others, in all and after the last that came: engines on
# one machine answer within a few milliseconds of one another. Guesses.
FIRST_WAIT = 0.01
FIRST_PAUSE = 0.003
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
    try:
        await something.wait()
        await _until_quiet(something, collecting)
        while not collecting.done() or arrived:
            await something.wait()
            something.clear()
            batch, arrived[:] = arrived[:], []
            if batch:
                yield batch
                # Or until the last answer: nothing is gained after that.
                await asyncio.wait((collecting,), timeout=BATCH_INTERVAL)
            if collecting.done():
                something.set()
        await collecting
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)


async def _until_quiet(something: asyncio.Event, collecting: asyncio.Task[None]) -> None:
    """Wait while answers come one upon the other."""
    with suppress(TimeoutError):
        async with asyncio.timeout(FIRST_WAIT):
            while not collecting.done():
                something.clear()
                await asyncio.wait_for(something.wait(), FIRST_PAUSE)
    something.set()


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
