"""Tasks under way on an event loop that runs only while somebody waits for them."""

import asyncio
from collections.abc import Collection
from typing import Any


async def first_done(
    tasks: Collection["asyncio.Task[Any]"], seconds: float
) -> set["asyncio.Task[Any]"]:
    """Return the tasks that are done as soon as one is; none when `seconds` have passed."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    return done


async def cancel_all(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
