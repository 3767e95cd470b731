"""First pages lately shown, remembered by a number: a further page must be another one."""

from collections import OrderedDict
from collections.abc import Sequence

from wrappers.engines.answer import ReadyEngine
from wrappers.extraction.records.record import ResultRecord

# Pages remembered at a time: some hundred bytes each.
MAX_PAGES = 5_000


class FirstPages:
    """The records of first pages, by engine and query; only numbers made of them are kept."""

    def __init__(self, most: int = MAX_PAGES) -> None:
        self._most = most
        self._pages: OrderedDict[int, int] = OrderedDict()

    def keep(self, engine: ReadyEngine, query: str, records: Sequence[ResultRecord]) -> None:
        """Remember the records of the first page for `query`."""
        key = _key(engine, query)
        self._pages[key] = fingerprint(records)
        self._pages.move_to_end(key)
        if len(self._pages) > self._most:
            self._pages.popitem(last=False)

    def find(self, engine: ReadyEngine, query: str) -> int | None:
        """Return the fingerprint of the first page for `query`, None when it is not known."""
        return self._pages.get(_key(engine, query))


def fingerprint(records: Sequence[ResultRecord]) -> int:
    """Return a number that two pages share only if they have the same records, in any order."""
    return hash(frozenset((record.url, record.title) for record in records))


def _key(engine: ReadyEngine, query: str) -> int:
    return hash((engine.slug, engine.version, engine.variant, query))
