"""What an engine of the bed is, whether its server is ours or a program that others wrote."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Unlike halves by program: what the build half shows may guide who builds, the other one is
# measured alone.
BUILD, UNOPENED = "build", "unopened"


class NotInstalledError(Exception):
    """A program cannot be had here; the text says which, and what is needed."""


@dataclass(frozen=True)
class Person:
    """How a person searches the engine from its home address, by CSS selectors in the browser.

    `clicks` come first (consent, a button that opens the search), then the query is typed into
    `box` and Enter pressed. `shown` is what the titles of results stand in.
    """

    box: str = "input[type=search]"
    clicks: tuple[str, ...] = ()
    shown: str = "body"


@dataclass(frozen=True)
class RunningEngine:
    """A served engine: what the product is given, and what is true.

    `home_url` is the address of its home, and `truth(query, page)` returns the records that a
    reader sees as address and title, asked of the engine's own index; page 2 of an engine without
    pages is empty.
    """

    name: str
    home_url: str
    truth: Callable[[str, int], list[dict[str, Any]]]

    def true_records(self, query: str, page: int = 1) -> list[dict[str, Any]]:
        """Return the records (url, title) that the engine truly shows."""
        return self.truth(query, page)


class TodayEngine(ABC):
    """One engine of the bed.

    `name` is short, `half` BUILD or UNOPENED, `kind` says how it answers, `needs` what must be
    installed (nothing for our own servers).
    """

    name: str
    half: str
    kind: str
    needs: str = ""
    person: Person = Person()

    @abstractmethod
    def install(self, cache: Path) -> None:
        """Bring all that is needed into `cache`; raises NotInstalledError."""

    @abstractmethod
    def served(self, cache: Path, port: int) -> AbstractContextManager[RunningEngine]:
        """Serve the engine on a port of 127.0.0.1 for as long as the context is open."""


@contextmanager
def running(engine: TodayEngine, cache: Path, port: int) -> Iterator[RunningEngine]:
    """Install an engine and serve it; raises NotInstalledError."""
    engine.install(cache)
    with engine.served(cache, port) as served:
        yield served
