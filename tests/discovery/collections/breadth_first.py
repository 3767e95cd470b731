"""The simplest traversal there is: every link, breadth first; members say so in their markup."""

from collections.abc import Sequence

import pytest

from discovery.crawling.links import page_links
from discovery.crawling.traversal import (
    CrawledSite,
    Member,
    Outcome,
    PageContent,
    Progress,
    Traversal,
)
from discovery.pages.page import Page

MEMBER_MARK = "item"


class BreadthFirst(Traversal):
    """A traversal for tests of what drives one: members are pages whose body has class `item`."""

    confidence = 0.9
    coverage = 0.5
    reason = "No link is left."

    def __init__(self, samples: Sequence[str], entry: str = "", **_limits: object) -> None:
        self.site = CrawledSite(samples)
        self.queue = [*self.site.samples, self.site.table.number(entry or samples[0])]
        self.found: list[int] = []

    def _read(self, page: Page) -> PageContent:
        is_member = (page.root.find("body").get("class") or "") == MEMBER_MARK
        return PageContent([(int(is_member), page_links(page))])

    def _take(self, outcome: Outcome) -> None:
        for is_member, links in outcome.links:
            self.queue += links
            self.found += [outcome.reached] * is_member

    def _next(self) -> int | None:
        return next(filter(self.site.table.is_waiting, self.queue), None)

    def members(self) -> tuple[Member, ...]:
        return tuple(Member(self.site.table.addresses[number], 1.0) for number in self.found)

    @property
    def progress(self) -> Progress:
        return Progress(self.site.downloads, len(self.found), len(self.queue))


def go_breadth_first(monkeypatch: pytest.MonkeyPatch) -> None:
    methods = "discovery.collections.methods"
    monkeypatch.setattr(f"{methods}.StructuralTraversal", BreadthFirst)
    monkeypatch.setattr(f"{methods}.MIN_TARGETS", 1_000_000)
