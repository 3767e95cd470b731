"""The client of engines on one event loop: its line to the web, and what it keeps for a while."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from discovery.engines.walls import PassedGate
from discovery.web.fetching import Fetcher, open_fetcher
from discovery.web.rendering.browser_pool import BrowserPool
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine
from wrappers.engines.page_processes import PageProcesses
from wrappers.extraction.records.record import ResultRecord

# Engines whose cookies are remembered at a time: some kilobytes each.
MAX_ENGINES = 1_000


class PassedGates:
    """What was passed anew, by engine; of the others it is what was learned."""

    def __init__(self) -> None:
        self._passed: OrderedDict[tuple[str, int], PassedGate] = OrderedDict()

    def of(self, engine: ReadyEngine) -> PassedGate:
        passed = self._passed.get((engine.slug, engine.version)) if self._passed else None
        description = engine.description
        return passed or PassedGate(description.walls, description.cookies)

    def keep(self, engine: ReadyEngine, entrance: PassedGate) -> None:
        self._passed[engine.slug, engine.version] = entrance
        if len(self._passed) > MAX_ENGINES:
            self._passed.popitem(last=False)


# Pages remembered at a time: some hundred bytes each.
MAX_PAGES = 5_000


@dataclass(frozen=True, slots=True)
class FirstPage:
    fingerprint: int
    record_count: int


class FirstPages:
    """The first pages that came, by engine and query; only numbers made of them are kept."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._most = most
        self._pages: OrderedDict[int, FirstPage] = OrderedDict()

    def keep(self, engine: ReadyEngine, query: str, records: Sequence[ResultRecord]) -> None:
        key = _key(engine, query)
        self._pages[key] = FirstPage(fingerprint(records), len(records))
        self._pages.move_to_end(key)
        if len(self._pages) > self._most:
            self._pages.popitem(last=False)

    def find(self, engine: ReadyEngine, query: str) -> FirstPage | None:
        return self._pages.get(_key(engine, query))


def fingerprint(records: Sequence[ResultRecord]) -> int:
    """Return a number that two pages share only if they have the same records, in any order."""
    return hash(frozenset((record.url, record.title) for record in records))


def _key(engine: ReadyEngine, query: str) -> int:
    return hash((engine.slug, engine.version, engine.variant, query))


# Seconds that an engine is left alone at most, whatever it asks for.
MAX_PAUSE = 3_600.0
# Engines remembered at most.
MAX_PAUSED_ENGINES = 10_000


class RetryLater:
    """The last answers of engines that asked for a pause, until it is over (monotonic seconds)."""

    def __init__(self) -> None:
        self._paused: dict[tuple[str, int], tuple[float, Answer]] = {}

    def keep(self, answer: Answer, version: int) -> None:
        if not answer.retry_after or answer.retry_after <= 0:
            return
        if len(self._paused) >= MAX_PAUSED_ENGINES:
            self._paused.clear()
        until = time.monotonic() + min(answer.retry_after, MAX_PAUSE)
        self._paused[answer.slug, version] = until, replace(answer, page=None, response=None)

    def find(self, slug: str, version: int) -> Answer | None:
        """Return the answer of an engine that is to be left alone, None when it may be asked."""
        paused = self._paused.get((slug, version))
        if paused is None:
            return None
        until, answer = paused
        left = until - time.monotonic()
        if left <= 0:
            self._paused.pop((slug, version), None)
            return None
        detail = f"{answer.detail}; it asks to be asked again in {left:.0f} seconds"
        return replace(
            answer, source=AnswerSource.NOT_ASKED, seconds=0.0, detail=detail, retry_after=left
        )


class EngineClient:
    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher = fetcher
        self.first_pages = FirstPages()
        self.entrances = PassedGates()
        self.retry_later = RetryLater()
        self.page_processes = PageProcesses()
        self.browsers = BrowserPool()

    async def __aenter__(self) -> "EngineClient":
        await self.fetcher.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        await self.fetcher.__aexit__(None, None, None)

    def close(self) -> None:
        """End what does not belong to the fetcher: processes that read heavy pages, browsers."""
        self.page_processes.end()
        self.browsers.end()


def open_client() -> EngineClient:
    """Return a client with a fetcher as the settings want it. Raises `ImproperlyConfigured`."""
    return EngineClient(open_fetcher())
