"""Who calls a tool: what asks engines for it, how often it may, what it may do."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass

from wrappers.engines.client import EngineClient, open_client

# Gives a search its place among those under way while inside, or not (False).
Door = Callable[[], AbstractContextManager[bool]]


@dataclass(frozen=True, slots=True)
class Caller:
    """One who calls tools.

    `has_key`: may do what an administrator gives a key for. `seconds_to_wait` counts a search and
    returns how long it has to wait, `door` gives it its place.
    """

    client: EngineClient
    has_key: bool
    seconds_to_wait: Callable[[], int]
    door: Door


@contextmanager
def open_door() -> Iterator[bool]:
    """Let a search in."""
    yield True


@asynccontextmanager
async def own_user() -> AsyncIterator[Caller]:
    """Give the user of this machine, who may do all that the commands do."""
    async with open_client() as client:
        yield Caller(client, has_key=True, seconds_to_wait=lambda: 0, door=open_door)
