"""Sites learned from their addresses, and asked as a process asks them that has just started."""

from asgiref.sync import async_to_sync, sync_to_async

from discovery.models import Engine
from wrappers.engines.answer import Answer
from wrappers.engines.client import open_client
from wrappers.engines.query_session import ask
from wrappers.engines.registry import ready_engine


@async_to_sync
async def answers_of(engine: Engine, *queries: str, page: int = 1) -> list[Answer]:
    ready = await sync_to_async(ready_engine)(engine.slug)
    async with open_client() as client:
        return [await ask(client, ready, query, page, deadline=40) for query in queries]


def answer_of(engine: Engine, query: str, page: int = 1) -> Answer:
    return answers_of(engine, query, page=page)[0]
