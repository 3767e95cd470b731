"""A fault: what an engine does instead of answering well, and what that is rightly called."""

import socket
import struct
from asyncio import StreamWriter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b

from discovery.pages.outcomes import AnswerKind, AnswerReason
from evaluation.engines.faults.sites import Design, FoundPage, find_page

Header = tuple[str, str]
# What an answer may be called: pairs of kind and reason. Where two names are right, both stand.
Outcomes = frozenset[tuple[str, str]]
# Kinds of answers, each with the reasons that a person could tell it by.
REASONS = {
    str(kind): tuple(str(reason) for reason in AnswerReason if reason.kind is kind)
    for kind in AnswerKind
}
# What the names of families begin with that were written blind.
BLIND = "unseen-"


def read_outcomes(text: str) -> Outcomes:
    """Read outcomes: kinds with reasons; a kind alone has all its reasons, RESULTS only records.

    >>> sorted(read_outcomes("ERROR dns/tls, RESULTS"))
    [('ERROR', 'dns'), ('ERROR', 'tls'), ('RESULTS', 'records')]
    """
    outcomes = set()
    for part in text.split(", "):
        kind, _, reasons = part.partition(" ")
        named = reasons.split("/") if reasons else REASONS[kind]
        outcomes |= {(kind, reason) for reason in (["records"] if part == "RESULTS" else named)}
    return frozenset(outcomes)


def as_text(outcomes: Collection[tuple[str, str]]) -> str:
    """Return outcomes in a few words: each kind with its reasons.

    >>> as_text({("ERROR", "dns"), ("ERROR", "tls"), ("RESULTS", "records")})
    'ERROR dns/tls, RESULTS'
    """
    kinds: dict[str, list[str]] = {}
    for kind, reason in sorted(outcomes):
        kinds.setdefault(kind, []).append(reason)
    return ", ".join(
        kind
        if len(reasons) == len(REASONS[kind]) or kind == "RESULTS"
        else f"{kind} {'/'.join(reasons)}"
        for kind, reasons in kinds.items()
    )


@dataclass(frozen=True, slots=True)
class Reply:
    """One HTTP answer; its length is told truly unless `headers` tell one or it has none."""

    body: bytes
    content_type: str | None = "text/html; charset=utf-8"
    status: int = 200
    headers: tuple[Header, ...] = ()
    has_length: bool = True

    def head(self) -> bytes:
        named = {name.lower() for name, _ in self.headers}
        headers = list(self.headers)
        if self.content_type is not None:
            headers.insert(0, ("Content-Type", self.content_type))
        if self.has_length and not named & {"content-length", "transfer-encoding"}:
            headers.append(("Content-Length", str(len(self.body))))
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        return f"HTTP/1.1 {self.status} Status\r\n{lines}\r\n".encode("utf-8", "surrogateescape")

    def wire(self) -> bytes:
        return self.head() + self.body


@dataclass(slots=True)
class SiteMemory:
    requests: int = 0
    searches: int = 0
    queries: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Exchange:
    """One request to one engine, what its healthy answer is, and where the answer is written.

    `found` is what the engine finds, None where the request is no search. `ports` are those of all
    engines, this one's first.
    """

    design: Design
    method: str
    path: str
    parameters: dict[str, str]
    found: FoundPage | None
    healthy: Reply
    memory: SiteMemory
    writer: StreamWriter
    ports: tuple[int, ...]

    @property
    def search(self) -> FoundPage:
        """What the engine finds, for faults that come with a search only."""
        assert self.found is not None
        return self.found

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.ports[0]}"

    @property
    def asked(self) -> str:
        return self.parameters.get(self.design.parameter, "").strip()

    def page(self, html: str, status: int = 200, *headers: Header) -> Reply:
        return Reply(self.design.encode(html), self.design.content_type, status, headers)

    def message(self, main: str, status: int = 200, *headers: Header) -> Reply:
        query = self.found.query if self.found is not None else ""
        return self.page(self.design.frame(main, query, query), status, *headers)

    def find(self, query: str) -> FoundPage:
        return find_page(self.design.language, query)

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    def close(self) -> None:
        self.writer.close()

    def reset(self) -> None:
        """Break the connection off: the other side gets a reset."""
        connection = self.writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


class Ask(StrEnum):
    WORD = "word"
    NOTHING = "made-up word"
    SECOND_PAGE = "page 2"
    LONG_QUERY = "260 digits"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault by name ("family/what"), what it is rightly called, and what it does.

    `designs` names the engines it is met with. `shown` gives the records that are truly on the
    page, `least` the share of them that an answer RESULTS must hold. `on_site`: every address of
    the site has it, not only the search. `refuses`: the engine does not even listen.

    `doubtful` are records that may be shown as well; where `check_drops`, not after a check.
    `titled`: records must have their true titles. `of_line`: all engines have it during checks.
    """

    name: str
    expected: Outcomes
    act: Callable[[Exchange], Awaitable[None]]
    designs: frozenset[str]
    shown: Callable[[FoundPage], FoundPage]
    doubtful: Callable[[FoundPage], FoundPage]
    asks: Ask = Ask.WORD
    least: float = 1.0
    on_site: bool = False
    refuses: bool = False
    check_drops: bool = False
    titled: bool = False
    of_line: bool = False

    def fits(self, design: Design) -> bool:
        return design.name in self.designs

    @property
    def family(self) -> str:
        return self.name.partition("/")[0]

    @property
    def is_blind(self) -> bool:
        """Whether the fault was written blind, after the product was mended by the others."""
        return self.family.startswith(BLIND)

    @property
    def is_opened(self) -> bool:
        """Whether those who mend the product look at single outcomes of this fault."""
        return not self.is_blind and self._digest[0] % 2 == 0

    @property
    def number(self) -> int:
        return int.from_bytes(self._digest[1:], "big")

    @property
    def _digest(self) -> bytes:
        return blake2b(self.name.encode(), digest_size=4).digest()
