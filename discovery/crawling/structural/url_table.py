"""The addresses a crawl of one site knows, as numbers, and the download state of each."""

import re
from enum import IntEnum
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import AddressParts, cut_address

# Addresses remembered. Guess: link farms and calendars make more than any crawl can ask for.
MAX_ADDRESSES = 300_000
# Directories that make a part of a site, which is there or missing as a whole.
REGION_LEVELS = 2
_NO_PARTS = AddressParts((), "", ())
# What tells the kind of a file: the word before the first delimiter and the one before the ending.
_FIRST_WORD = re.compile(r"[A-Za-z]+(?=[^A-Za-z0-9])")
_LAST_WORD = re.compile(r"(?:[^A-Za-z0-9][A-Za-z]+)?(?=\.[A-Za-z]+$|$)")


class DownloadState(IntEnum):
    """How far the download of an address has come."""

    WAITING = 0
    IN_PROGRESS = 1
    DONE = 2
    # Of another site, or one too many.
    FOREIGN = 3


class UrlTable:
    """All addresses met, numbered in that order; those of other sites are only remembered."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.addresses: list[str] = []
        self.parts: list[AddressParts] = []
        self._numbers: dict[str, int] = {}
        self._states = bytearray()
        self._kinds = _Groups()
        self._directories = _Groups()
        self._regions = _Groups()

    def __len__(self) -> int:
        return len(self.addresses)

    def number(self, address: str) -> int:
        """Return an address's number, a new one for a new address, -1 when there are too many."""
        number = self._numbers.get(address)
        if number is None:
            if len(self.addresses) >= MAX_ADDRESSES:
                return -1
            number = self._numbers[address] = len(self.addresses)
            own = host_of(address) == self.host
            parts = cut_address(address) if own else _NO_PARTS
            self.addresses.append(address)
            self.parts.append(parts)
            self._states.append(DownloadState.WAITING if own else DownloadState.FOREIGN)
            self._kinds.append(file_kind(parts))
            self._directories.append(parts.levels)
            self._regions.append(parts.levels[:REGION_LEVELS])
        return number

    def state(self, number: int) -> DownloadState:
        return DownloadState(self._states[number])

    def set_state(self, number: int, state: DownloadState) -> None:
        self._states[number] = state

    def count(self, state: DownloadState) -> int:
        """Return how many addresses are in a state."""
        return self._states.count(int(state))

    def waiting(self) -> NDArray[np.int64]:
        """Return the addresses that nobody has asked for."""
        return np.flatnonzero(np.array(self._states, dtype=np.uint8) == DownloadState.WAITING)

    def kinds(self) -> NDArray[np.int64]:
        return self._kinds.numbers()

    def directories(self) -> NDArray[np.int64]:
        """Return for each address the number of its directory."""
        return self._directories.numbers()

    def regions(self) -> NDArray[np.int64]:
        """Return for each address the number of the part of the site it is in."""
        return self._regions.numbers()

    def to_state(self) -> dict[str, Any]:
        """Return all addresses in plain types."""
        return {
            "host": self.host,
            "addresses": self.addresses,
            "standing": self._states.hex(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "UrlTable":
        """Return what `to_state` wrote down; what was in progress is waiting again.

        Raises `ValueError`, `KeyError` or `TypeError` for anything else.
        """
        table = cls(str(state["host"]))
        for address in state["addresses"]:
            table.number(str(address))
        states = bytearray.fromhex(state["standing"])
        if len(states) != len(table):
            raise ValueError("addresses and their states differ in number")
        in_progress = bytes([DownloadState.IN_PROGRESS])
        table._states = states.replace(in_progress, bytes([DownloadState.WAITING]))
        return table


class _Groups:
    """Which group each item is of; groups are numbered as they are met."""

    def __init__(self) -> None:
        self._known: dict[object, int] = {}
        self._numbers: list[int] = []

    def append(self, group: object) -> None:
        self._numbers.append(self._known.setdefault(group, len(self._known)))

    def numbers(self) -> NDArray[np.int64]:
        """Return the number of each item's group."""
        return np.array(self._numbers, dtype=np.int64)


def host_of(address: str) -> str:
    """Return the host and port of an address, without `www.`.

    >>> host_of("http://www.A.example:8080/b")
    'a.example:8080'
    """
    try:
        return urlsplit(address).netloc.lower().removeprefix("www.")
    except ValueError:
        return ""


def file_kind(parts: AddressParts) -> tuple[str, ...]:
    """Return what an address says of its page's kind, whatever the page's own name is.

    >>> file_kind(cut_address("http://a.example/b/class.Window-members.html?q=1"))
    ('class', '-members', 'html', 'q')
    """
    first, last = _FIRST_WORD.match(parts.file), _LAST_WORD.search(parts.file)
    return (
        first[0] if first else "",
        last[0] if last else "",
        parts.file.rpartition(".")[2] if "." in parts.file else "",
        *(name for name, _ in parts.parameters),
    )
