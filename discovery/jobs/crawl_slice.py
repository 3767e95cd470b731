"""The driver of all crawls: downloads beside each other until the time is up or the crawl ends."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable
from typing import Any, Generic, TypeVar

from discovery.jobs.crawls import Crawl, CrawlState
from discovery.jobs.leases import Lease
from discovery.jobs.robots_store import RobotsStore
from discovery.jobs.web_line import open_line
from discovery.web.fetching import Fetcher

# Seconds between two signs of life.
HEARTBEAT = 1.0
# Seconds after its end in which a slice still takes what is under way.
GRACE = 20.0

Row = TypeVar("Row", bound=Crawl)
Request = TypeVar("Request")
Answer = TypeVar("Answer")


class CrawlSlice(ABC, Generic[Row, Request, Answer]):
    """The work of the holder of a crawl's lease, until the time is up or the crawl ends.

    What arrives is stored download by download, so that after a kill only what was under way is
    lost. Raises `LeaseLostError` when another worker took over.
    """

    # Columns of the row that others may change meanwhile.
    watched: tuple[str, ...] = ("state",)

    def __init__(self, lease: Lease, crawl: Row, robots: RobotsStore) -> None:
        self._lease = lease
        self._crawl = crawl
        self._robots = robots
        self._under_way: dict[asyncio.Task[Answer], Request] = {}
        self._beat_at = 0.0
        self._runner: asyncio.Runner
        self._fetcher: Fetcher

    def run(self, seconds: float) -> None:
        """Work for about `seconds`."""
        until = time.monotonic() + seconds
        with open_line(self._robots.files) as (self._runner, self._fetcher):
            try:
                if self._begin():
                    self._download(until)
            finally:
                self._runner.run(_cancel_all(self._under_way))

    @abstractmethod
    def _begin(self) -> bool:
        """Take up what is stored; tell whether there is anything to download."""

    @abstractmethod
    def _next_requests(self) -> Iterable[Request]:
        """Return the downloads to begin beside those under way."""

    @abstractmethod
    def _fetch(self, request: Request) -> Coroutine[Any, Any, Answer]:
        """Download what was asked for."""

    @abstractmethod
    def _take(self, arrived: list[tuple[Request, asyncio.Task[Answer]]]) -> None:
        """Store what arrived, which may be nothing."""

    def _gives_up(self) -> bool:
        """End a crawl that leads nowhere although there is more to download; tell whether."""
        return False

    @abstractmethod
    def _has_ended(self) -> bool:
        """Wait, go on to another stage, or end, as nothing is under way; tell whether it is done
        with this slice."""

    @abstractmethod
    def _leave(self) -> None:
        """Store what the next slice goes on from: the time is up, or the crawl is paused."""

    def _show_life(self) -> None:
        """Show that the worker lives, and see whether the crawl is to go on."""
        self._lease.renew()
        self._crawl.refresh_from_db(fields=self.watched)

    def _beat(self) -> None:
        """Show it once in a while."""
        now = time.monotonic()
        if now - self._beat_at >= HEARTBEAT:
            self._beat_at = now
            self._show_life()

    def _download(self, until: float) -> None:
        """Download until the time is up, the crawl is paused, or nothing is left."""
        while time.monotonic() < until + GRACE:
            self._beat()
            goes_on = time.monotonic() < until and self._crawl.state == CrawlState.RUNNING
            if goes_on:
                loop = self._runner.get_loop()
                for request in self._next_requests():
                    self._under_way[loop.create_task(self._fetch(request))] = request
            if self._under_way:
                done = self._runner.run(_first_done(self._under_way))
                self._take([(self._under_way.pop(task), task) for task in done])
                if goes_on and self._gives_up():
                    return
            elif not goes_on:
                break
            elif self._has_ended():
                return
        self._leave()


async def _first_done(tasks: Iterable["asyncio.Task[Answer]"]) -> "set[asyncio.Task[Answer]]":
    """Return the tasks that are done as soon as one is; none when a heartbeat has passed."""
    done, _ = await asyncio.wait(tasks, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    return done


async def _cancel_all(tasks: "Iterable[asyncio.Task[Any]]") -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
