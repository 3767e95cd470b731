"""The generated crawler: it follows a navigation pattern (Vidal et al. 2006, section 4.4, Fig. 9).

A queue of addresses, each with the kind of page it is expected to be. The links of a page that
match a step from its kind are queued with the kind the step leads to. The paper gives each page one
level. Here a page may be of several kinds: a hub of two steps, or a target that links to targets.
"""

from collections import deque
from collections.abc import Iterable
from hashlib import blake2b
from typing import ClassVar, Self

from discovery.crawling.links import site_of
from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    NavigationPattern,
)
from discovery.crawling.navigation.target_pages import sample_similarity
from discovery.crawling.traversal import (
    CrawledPage,
    GraphLink,
    Member,
    Progress,
    Traversal,
    profile_links,
    profile_page,
)
from discovery.documents.document import Document
from discovery.pages.page import Page

# Hubs in a row that show no target not known before, after which no more hubs are asked for: a
# calendar has no end. At least this many, or so many for each hub the pattern was made from.
# Guesses.
MIN_IDLE_HUBS = 100
IDLE_HUBS_PER_HUB = 3
# Links whose steps are remembered, since most links of a site stand on many of its pages.
_MAX_REMEMBERED = 200_000
# Confidence in pages reached by links known by where they stand alone.
_UNNAMED_SCORE = 0.8


class _State(Document, frozen=True):
    VERSION: ClassVar = ("version", 1)
    ORDER: ClassVar = None

    pattern: NavigationPattern
    queue: list[str]
    kinds: dict[str, set[str]]
    read: dict[str, str]
    members: dict[str, float]
    unused: dict[str, list[tuple[str, str, str]]]
    counts: tuple[int, int, int]
    digests: set[str]
    refused: set[str]


class PatternTraversal(Traversal):
    def __init__(self, pattern: NavigationPattern) -> None:
        self.pattern = pattern
        self._site = site_of(pattern.starts[0])
        self._queue: deque[str] = deque()
        self._kinds: dict[str, set[str]] = {}
        self._in_progress: set[str] = set()
        # What became of each address asked for: the address it was read at, "" for nothing to read.
        self._read: dict[str, str] = {}
        self._members: dict[str, float] = {}
        # Links of pages that lead on only if the page turns out to be of another kind too.
        self._unused: dict[str, list[tuple[str, str, str]]] = {}
        self._downloads = self._targets_known = self._idle_hubs = 0
        # Digests of members' bodies: one page under many addresses is one member.
        self._digests: set[str] = set()
        # Pages that are no members wherever they are linked: copies, and pages unlike the sample.
        self._refused: set[str] = set()
        self._to_targets = [step for step in pattern.steps if step.target == TARGET]
        check = pattern.check
        self._samples = () if check is None else tuple(tree.tree() for tree in check.samples)
        self._steps_of: dict[GraphLink, tuple[int, ...]] = {}
        for start in pattern.starts:
            self._reach(start, ENTRY)
        # A page from which a way leads, but to which none does, may be a target itself.
        for start in pattern.starts[1:]:
            if self._looks_like_target(start):
                self._reach(start, TARGET)

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        addresses: list[str] = []
        while self._queue and len(addresses) < limit:
            address = self._queue.popleft()
            is_worth = not self._is_idle() or TARGET in self._kinds.get(address, ())
            if is_worth and address not in self._read and address not in self._in_progress:
                self._in_progress.add(address)
                addresses.append(address)
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        address = page.address
        self._in_progress.discard(address)
        if address in self._read:
            return
        self._downloads += 1
        if page.page is None:
            self._read[address] = ""
            return
        final = page.final_address
        seen = final in self._read and final != address
        self._read[address] = self._read[final] = final
        kinds = self._kinds.pop(address, set()) if final != address else set()
        kinds = {kind for kind in kinds if kind != TARGET or self._looks_like_target(final)}
        self._kinds.setdefault(final, set()).update(kinds)
        if not seen and not self._is_acceptable(page.page):
            self._refused.add(final)
        if TARGET in self._kinds[final]:
            self._accept(final)
        if seen:
            for kind in sorted(kinds):
                self._use(final, kind)
            return
        known = self._targets_known
        self._take_links(final, profile_links(profile_page(page.page)))
        if self._targets_known > known:
            self._idle_hubs = 0
        elif TARGET not in self._kinds[final]:
            self._idle_hubs += 1

    def members(self) -> tuple[Member, ...]:
        return tuple(Member(address, score) for address, score in self._members.items())

    @property
    def confidence(self) -> float:
        """The share of the pages the pattern was made from that are found again."""
        if not self.pattern.target_count:
            return 0.0
        return min(1.0, len(self._members) / self.pattern.target_count)

    @property
    def reason(self) -> str:
        if not any(self._read.values()) and not self._queue and not self._in_progress:
            return "The page where the navigation pattern begins cannot be read."
        text = (
            f"{len(self._members)} pages lie where the navigation pattern leads; "
            f"it was made from {self.pattern.target_count}."
        )
        if self._is_idle():
            text += f" The last {self._idle_hubs} index pages showed nothing further."
        return text

    @property
    def progress(self) -> Progress:
        waiting = sum(address not in self._read for address in self._queue)
        return Progress(self._downloads, len(self._members), waiting)

    def state_to_json(self) -> str:
        return _State(
            pattern=self.pattern,
            queue=[*self._in_progress, *self._queue],
            kinds=self._kinds,
            read=self._read,
            members=self._members,
            unused=self._unused,
            counts=(self._downloads, self._targets_known, self._idle_hubs),
            digests=self._digests,
            refused=self._refused,
        ).to_text()

    @classmethod
    def from_json(cls, text: str) -> Self:
        state = _State.from_text(text)
        crawl = cls(state.pattern)
        crawl._queue = deque(state.queue)
        crawl._kinds, crawl._read, crawl._members = state.kinds, state.read, state.members
        crawl._unused, crawl._digests, crawl._refused = state.unused, state.digests, state.refused
        crawl._downloads, crawl._targets_known, crawl._idle_hubs = state.counts
        return crawl

    def _take_links(self, page: str, links: Iterable[GraphLink]) -> None:
        kinds = self._kinds[page]
        for link in links:
            for number in self._matching_steps(link):
                step = self.pattern.steps[number]
                if step.source == ANYWHERE or step.source in kinds:
                    self._reach(link.address, step.target)
                else:
                    kept = (step.source, step.target, link.address)
                    self._unused.setdefault(page, []).append(kept)

    def _matching_steps(self, link: GraphLink) -> tuple[int, ...]:
        known = self._steps_of.get(link)
        if known is None:
            known = tuple(
                number
                for number, step in enumerate(self.pattern.steps)
                if step.matches(link) and site_of(link.address) == self._site
            )
            if len(self._steps_of) < _MAX_REMEMBERED:
                self._steps_of[link] = known
        return known

    def _reach(self, address: str, kind: str) -> None:
        final = self._read.get(address)
        address = final or address
        kinds = self._kinds.setdefault(address, set())
        if kind in kinds:
            return
        if final is None and not kinds and address not in self._in_progress:
            self._queue.append(address)
        kinds.add(kind)
        self._targets_known += kind == TARGET
        if final:
            if kind == TARGET:
                self._accept(address)
            self._use(address, kind)

    def _use(self, page: str, kind: str) -> None:
        for source, target, address in self._unused.get(page, ()):
            if source == kind:
                self._reach(address, target)

    def _is_acceptable(self, page: Page) -> bool:
        """Tell whether a page was not read under another address, and is like the sample."""
        digest = blake2b(page.body, digest_size=8).hexdigest()
        if digest in self._digests:
            return False
        self._digests.add(digest)
        return self._is_like_samples(page)

    def _is_like_samples(self, page: Page) -> bool:
        check = self.pattern.check
        return check is None or sample_similarity(self._samples, page) >= check.least

    def _accept(self, address: str) -> None:
        if address not in self._refused:
            named = any(not step.paths and step.leads_to(address) for step in self._to_targets)
            self._members.setdefault(address, 1.0 if named else _UNNAMED_SCORE)

    def _is_idle(self) -> bool:
        return self._idle_hubs >= max(MIN_IDLE_HUBS, IDLE_HUBS_PER_HUB * self.pattern.hub_count)

    def _looks_like_target(self, address: str) -> bool:
        """Tell whether a page that was redirected to is still one of the class."""
        return any(step.leads_to(address) for step in self._to_targets)
