"""The generated crawler: it follows a navigation pattern (Vidal et al. 2006, section 4.4, Fig. 9).

A queue of addresses, each with the kind of page it is expected to be. The links of a page that
match a step from its kind are queued with the kind the step leads to. The paper gives each page one
level. Here a page may be of several kinds: a hub of two steps, or a target that links to targets.
"""

from collections import deque
from collections.abc import Container

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    NavigationPattern,
    sample_similarity,
)
from discovery.crawling.page_profile import profile_page
from discovery.crawling.traversal import (
    CrawledSite,
    GraphLink,
    Member,
    Outcome,
    PageContent,
    Progress,
    Traversal,
)
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


class PatternTraversal(Traversal):
    def __init__(self, pattern: NavigationPattern) -> None:
        self.pattern = pattern
        self.site = CrawledSite(pattern.starts[:1])
        self._queue: deque[int] = deque()
        # The kinds of the page at an address.
        self._kinds: dict[int, set[str]] = {}
        self._members: dict[int, float] = {}
        self._targets_known = self._idle_hubs = 0
        self._to_targets = [step for step in pattern.steps if step.target == TARGET]
        check = pattern.check
        self._samples = () if check is None else tuple(tree.tree() for tree in check.samples)
        self._steps_of: dict[tuple[int, int], tuple[int, ...]] = {}
        starts = [self.site.table.number(start) for start in pattern.starts]
        for start in starts:
            self._reach(start, ENTRY)
        # A page from which a way leads, but to which none does, may be a target itself.
        for start in starts[1:]:
            if self._looks_like_target(start):
                self._reach(start, TARGET)

    def _next(self) -> int | None:
        while self._queue:
            number = self._queue.popleft()
            is_worth = not self._is_idle() or TARGET in self._kinds.get(number, ())
            if is_worth and self.site.table.is_waiting(number):
                return number
        return None

    def _read(self, page: Page) -> PageContent:
        check = self.pattern.check
        is_like = check is None or sample_similarity(self._samples, page) >= check.least
        return PageContent(
            profile_page(page).links, problem="" if is_like else "unlike the samples"
        )

    def _take(self, outcome: Outcome) -> None:
        asked, final = outcome.asked, outcome.reached
        if final < 0:
            return
        kinds = self._kinds.pop(asked, set()) if final != asked else set()
        kinds = {kind for kind in kinds if kind != TARGET or self._looks_like_target(final)}
        self._kinds.setdefault(final, set()).update(kinds)
        if TARGET in self._kinds[final]:
            self._accept(final)
        if not outcome.digest:
            self._follow(final, kinds)
            return
        known = self._targets_known
        self._follow(final, {ANYWHERE, *self._kinds[final]})
        if self._targets_known > known:
            self._idle_hubs = 0
        elif TARGET not in self._kinds[final]:
            self._idle_hubs += 1

    def members(self) -> tuple[Member, ...]:
        addresses = self.site.table.addresses
        return tuple(Member(addresses[number], score) for number, score in self._members.items())

    @property
    def confidence(self) -> float:
        """The share of the pages the pattern was made from that are found again."""
        if not self.pattern.target_count:
            return 0.0
        return min(1.0, len(self._members) / self.pattern.target_count)

    @property
    def reason(self) -> str:
        if not (self.site.pages or self._queue or self.site.in_progress):
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
        waiting = sum(map(self.site.table.is_waiting, self._queue))
        return Progress(self.site.downloads, len(self._members), waiting)

    def _follow(self, page: int, kinds: Container[str]) -> None:
        """Follow the links of a page by the steps from kinds that it turned out to be of."""
        read = self.site.read.get(page)
        for path, addresses in () if read is None else read.links:
            for address in addresses:
                for number in self._matching_steps(address, path):
                    step = self.pattern.steps[number]
                    if step.source in kinds:
                        self._reach(address, step.target)

    def _matching_steps(self, address: int, path: int) -> tuple[int, ...]:
        known = self._steps_of.get((address, path))
        if known is None:
            link = GraphLink(self.site.table.addresses[address], path)
            known = tuple(
                number for number, step in enumerate(self.pattern.steps) if step.matches(link)
            )
            if len(self._steps_of) < _MAX_REMEMBERED:
                self._steps_of[address, path] = known
        return known

    def _reach(self, address: int, kind: str) -> None:
        final = self.site.reached.get(address, -1)
        if final >= 0:
            address = final
        kinds = self._kinds.setdefault(address, set())
        if kind in kinds:
            return
        if not kinds:
            self._queue.append(address)
        kinds.add(kind)
        self._targets_known += kind == TARGET
        if final >= 0:
            if kind == TARGET:
                self._accept(address)
            self._follow(address, {kind})

    def _accept(self, page: int) -> None:
        read = self.site.read.get(page)
        if read is not None and not read.problem:
            address = self.site.table.addresses[page]
            named = any(not step.paths and step.leads_to(address) for step in self._to_targets)
            self._members.setdefault(page, 1.0 if named else _UNNAMED_SCORE)

    def _is_idle(self) -> bool:
        return self._idle_hubs >= max(MIN_IDLE_HUBS, IDLE_HUBS_PER_HUB * self.pattern.hub_count)

    def _looks_like_target(self, page: int) -> bool:
        """Tell whether a page that was redirected to is still one of the class."""
        address = self.site.table.addresses[page]
        return any(step.leads_to(address) for step in self._to_targets)
