"""A line to the web for work that is done step by step, outside of any event loop."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from discovery.web.fetching import Fetcher, RobotsFiles, open_fetcher


@contextmanager
def open_line(robots_files: RobotsFiles | None = None) -> Iterator[tuple[asyncio.Runner, Fetcher]]:
    """Open an event loop with a fetcher on it; both are closed at the end."""
    with asyncio.Runner() as runner:
        fetcher = runner.run(open_fetcher(robots_files=robots_files).__aenter__())
        try:
            yield runner, fetcher
        finally:
            runner.run(fetcher.__aexit__(None, None, None))
