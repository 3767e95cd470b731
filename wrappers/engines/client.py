"""The client of engines on one event loop: its line to the web, and what it keeps for a while."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from discovery.connection.description import Login
from discovery.connection.login import AS_USUAL, Access
from discovery.crawling.links import of_one_site
from discovery.engines.walls import PassedGate
from discovery.models import Engine
from discovery.web.fetching import Fetcher, open_fetcher
from discovery.web.rendering.browser_pool import BrowserPool
from discovery.web.visitor import Visitor
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.page_processes import PageProcesses
from wrappers.extraction.records.record import ResultRecord

T = TypeVar("T")


class Recent(Generic[T]):
    """What was kept last, by its key: `most` things, of which nothing but this need be known."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def keep(self, key: Hashable, value: T) -> None:
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def find(self, key: Hashable) -> T | None:
        return self._kept.get(key)


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page of an answer; only numbers made of it are kept."""

    fingerprint: int
    record_count: int


def fingerprint(records: Sequence[ResultRecord]) -> int:
    """Return a number that two pages share only if they have the same records, in any order."""
    return hash(frozenset((record.url, record.title) for record in records))


# Things remembered at a time: pauses and cookies of engines, first pages by engine and query.
MAX_ENGINES = 1_000
MAX_PAGES = 5_000


def access_of(engine: Engine | ReadyEngine, login: Login | None) -> Access:
    """Return how an engine is reached, signed in by `login` if that is on its own site.

    A password is for that, whatever a description says.
    """
    is_own = login is not None and of_one_site(login.page, engine.home_url)
    return replace(engine.access, login=login if is_own else None)


class EngineClient:
    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self.first_pages = Recent[FirstPage](MAX_PAGES)
        # What was passed anew; of the other engines it is what was learned.
        self.entrances = Recent[PassedGate](MAX_ENGINES)
        # Until when (monotonic seconds) engines asked for a pause, and their answers.
        self.retry_later = Recent[tuple[float, Any]](MAX_ENGINES)
        # Who asks engines that are asked in no usual way: it stays signed in.
        self.visitors = Recent[Visitor](MAX_ENGINES)
        self.page_processes = PageProcesses()
        self.browsers = BrowserPool()

    async def __aenter__(self) -> "EngineClient":
        await self.fetcher.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        await self.fetcher.__aexit__(None, None, None)

    def visitor_of(self, engine: Engine | ReadyEngine, login: Login | None) -> Visitor:
        """Return who asks an engine, signed in by `login` if it has one."""
        access = access_of(engine, login)
        if replace(access, secrets=()) == AS_USUAL:
            return self.fetcher.visitor
        visitor = self.visitors.find((engine.slug, access)) or Visitor(access)
        self.visitors.keep((engine.slug, access), visitor)
        return visitor

    def close(self) -> None:
        """End what does not belong to the fetcher: processes that read heavy pages, browsers."""
        self.page_processes.end()
        self.browsers.end()


def open_client() -> EngineClient:
    """Return a client with a fetcher as the settings want it. Raises `ImproperlyConfigured`."""
    return EngineClient(open_fetcher())
