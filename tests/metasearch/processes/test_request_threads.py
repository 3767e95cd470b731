"""Threads are used again, one request at a time each."""

import asyncio
import threading
from contextlib import suppress

from asgiref.sync import sync_to_async

from metasearch.processes.admission import RequestThreads

here = sync_to_async(threading.get_ident)


async def test_a_request_has_one_thread_and_the_next_request_the_same():
    threads = RequestThreads()
    seen = []
    for _ in range(2):
        # One that fails gives its thread back, too.
        with suppress(ValueError):
            async with threads.one():
                seen += [await here(), await here()]
                raise ValueError
    assert len(set(seen)) == 1
    assert len(seen) == 4
    assert seen[0] != threading.get_ident()


async def test_requests_at_once_have_a_thread_each():
    threads, both = RequestThreads(), asyncio.Barrier(2)

    async def request():
        async with threads.one():
            await both.wait()
            return await here()

    first, second = await asyncio.gather(request(), request())
    assert first != second


async def test_ended_threads_are_gone():
    threads = RequestThreads()
    async with threads.one():
        thread = await sync_to_async(threading.current_thread)()
    threads.end()
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()
