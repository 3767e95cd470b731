"""The simplest traversal there is: every link, breadth first; members say so in their markup."""

import json
from collections.abc import Sequence
from typing import Self

import pytest

from discovery.collections.methods import TRAVERSALS
from discovery.crawling.links import page_links, without_session
from discovery.crawling.traversal import CrawledPage, Member, Progress, Reading

MEMBER_MARK = "item"


class BreadthFirst:
    """A traversal for tests of what drives one: members are pages whose body has class `item`."""

    def __init__(self, samples: Sequence[str], entry: str = "", **_limits: object) -> None:
        first = [*samples, entry] if entry else list(samples)
        self.queue = first
        self.met = set(first)
        self.out: list[str] = []
        self.taken: list[str] = []
        self.found: dict[str, float] = {}

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        given, self.queue = self.queue[:limit], self.queue[limit:]
        self.out += given
        return tuple(given)

    def add(self, page: CrawledPage) -> None:
        if page.address in self.taken:
            return
        self.taken.append(page.address)
        self.met.add(page.address)
        self.out = [each for each in self.out if each != page.address]
        self.queue = [each for each in self.queue if each != page.address]
        if page.page is None:
            return
        if (page.page.root.find("body").get("class") or "") == MEMBER_MARK:
            self.found[page.final_address] = 1.0
        for link in page_links(page.page):
            if link not in self.met:
                self.met.add(link)
                self.queue.append(without_session(link))

    def members(self) -> tuple[Member, ...]:
        return tuple(Member(address, score) for address, score in self.found.items())

    @property
    def confidence(self) -> float:
        return 0.9 if self.found else 0.0

    @property
    def coverage(self) -> float | None:
        return 0.5

    @property
    def reason(self) -> str:
        return "No link is left." if not self.queue else "Links are left."

    @property
    def readings(self) -> tuple[Reading, ...]:
        """None: the method asks for no other classes."""
        return ()

    @property
    def progress(self) -> Progress:
        return Progress(len(self.taken), len(self.found), len(self.queue))

    def state_to_json(self) -> str:
        return json.dumps([self.out + self.queue, sorted(self.met), self.taken, self.found])

    @classmethod
    def from_json(cls, text: str) -> Self:
        again = cls(())
        again.queue, met, again.taken, again.found = json.loads(text)
        again.met = set(met)
        return again


def go_breadth_first(monkeypatch: pytest.MonkeyPatch) -> None:
    methods = "discovery.collections.methods"
    monkeypatch.setattr(f"{methods}.StructuralTraversal", BreadthFirst)
    monkeypatch.setitem(TRAVERSALS, "structure", BreadthFirst)
    monkeypatch.setattr(f"{methods}.MIN_TARGETS", 1_000_000)
