"""Collecting the pages of one class from one sample: the method for sites as they are.

*Further* than Blanco, Crescenzi and Merialdo (2005; `discovery.crawling.indesit`). The class is
where structure and addresses agree (`class_model`), learned anew as pages arrive. First some pages
around the sample are read for contrast: its link collections take turns (section 3.1, discovery of
the neighbourhood), addresses near its own come between them. Then likely members are asked for
(`address_ranking`), and pages that should link to more of them when none is known. Details ours.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from urllib.parse import urljoin

import numpy as np

from discovery.crawling.links import address_shape
from discovery.crawling.page_profile import profile_page
from discovery.crawling.structural.address_ranking import AddressQueues, TrapGuard, collect_outcomes
from discovery.crawling.structural.class_model import TRUSTED
from discovery.crawling.structural.crawled_site import StructuralSite
from discovery.crawling.structural.page_classifier import PageClassifier
from discovery.crawling.traversal import (
    DownloadState,
    Member,
    Outcome,
    PageContent,
    Progress,
    Reading,
    Traversal,
    UrlTable,
)
from discovery.pages.page import Page

# Of so many pages one is near in address, the others come from the lists of links in turn.
NEAR = 3


def _nearest(table: UrlTable, sample: int) -> int | None:
    own = table.addresses[sample]
    waiting: list[int] = table.waiting().tolist()

    def alike(number: int) -> int:
        pairs = zip(own, table.addresses[number], strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    return max(waiting, key=alike, default=None)


# Downloads spent on a class that cannot be told from the rest of its site. Guess.
UNTRUSTED = 300
# Downloads without a new member that a crawl ends after at the earliest: the kinds that lead to
# members are not known before some of everything has been read. Measured: 60 misses classes that
# are spread over directories.
DRY = 90
# A crawl goes on until no more pages are expected than these, or this share of those found. Guess.
MISSING = 1.0
MISSING_SHARE = 0.02


class StoppingRule:
    """Ends a crawl by how little the links that are left promise; `patience` widens all bounds."""

    def __init__(self, patience: int = 1) -> None:
        self._patience = patience
        self._found = 0
        # Downloads when the number of members last rose.
        self._risen_at = 0
        self._unread = 0
        self._likely = 0

    def record(
        self, downloads: int, found: int, unread: int, likely: int = 0, since: int = 0
    ) -> None:
        """Take a count of members, of the links not read that may lead to some, of those that are
        likely some themselves, and of the pages read `since` the last member."""
        self._unread, self._likely = unread, likely
        if found > self._found:
            # Pages that an earlier crawl read are taken up at once.
            self._risen_at = downloads if self._found else max(0, downloads - since)
        # It falls when the class is learned anew and narrower; then it may rise again.
        self._found = found

    def coverage(self, downloads: int) -> float:
        """Return a lower estimate of the share found: the links left are taken to be no worse than
        those read since the last member, though the better ones are read first."""
        expected = self._likely + self._beyond(downloads)
        return self._found / (self._found + expected) if self._found else 0.0

    def missing(self, downloads: int) -> str:
        expected = self._likely + self._beyond(downloads)
        if expected < 1:
            return ""
        return (
            f"; {self._likely + self._unread} links of the kinds that led to such pages were not "
            f"read, they may lead to {expected:.0f} more"
        )

    def _beyond(self, downloads: int) -> float:
        return self._unread / (downloads - self._risen_at + 1)

    def reason(self, downloads: int, *, trusted: bool) -> str:
        if not trusted:
            is_over = downloads >= self._patience * UNTRUSTED
            return "the class cannot be told from other pages of the site" if is_over else ""
        dry = downloads - self._risen_at
        missing = max(MISSING, MISSING_SHARE * self._found) / self._patience
        if dry <= self._patience * DRY or self._beyond(downloads) > missing:
            return ""
        return f"no new page of the class in {dry} downloads"


# Pages of one shape of address that a crawl breadth first reads, unless it is a sample's: calendars
# and traps have more (the function `Stop` of Vidal et al. 2006, which leaves its bounds to the
# user). Guess.
MAX_OF_A_SHAPE = 1_000
# Pages read before the class is learned first: without contrast no class shows. Guess.
CONTRAST_PAGES = 30
# The class is learned anew when the pages have grown by this; while nothing likely is known, by a
# twentieth and a dozen pages. Guesses.
REFIT_GROWTH = 1.25
SEARCH_REFIT_GROWTH = 1.05
SEARCH_REFIT_PAGES = 12
# Pages between two rankings of the addresses, at least this many and this share.
STEP = 8
STEP_SHARE = 0.05
# The confidence at most of a crawl that leaves more addresses than it asked for. Guess.
MOSTLY_UNREAD = 0.85


class StructuralTraversal(Traversal):
    """`samples` are addresses, read first; `entry` is where the site begins, its home page when
    empty. Without finding anything the crawl goes on `patience` times as long as usual. `choice` is
    that of one of its readings. With `breadth_first` the site is read in the order of its links.
    """

    site: StructuralSite

    def __init__(
        self,
        samples: Sequence[str],
        entry: str = "",
        *,
        patience: int = 1,
        choice: str = "",
        breadth_first: bool = False,
    ) -> None:
        self.site = site = StructuralSite(samples, choice)
        self._patience = patience
        self._guard = TrapGuard()
        self._queues = AddressQueues(site, self._guard)
        self._entry = site.table.number(entry or urljoin(samples[0], "/"))
        # What the samples link to, a list for each collection of links.
        self._around: deque[deque[int]] = deque()
        self._turn = 0
        self._in_order = self._addresses_in_order() if breadth_first else None
        self._stopping = StoppingRule(patience)
        # How many of the site's addresses done the trap guard and the stopping rule know.
        self._recorded = 0
        self._classifier = PageClassifier(site)
        self._fitted_at = self._scored_at = 0
        # Downloads when the class was last learned as if none was to come.
        self._settled_at = -1
        self._final: tuple[int, tuple[Member, ...]] | None = None

    def _read(self, page: Page) -> PageContent:
        profile = profile_page(page)
        labelled = sorted({*profile.paths, *profile.labels})
        return PageContent(profile.links, (profile.paths, profile.contexts, labelled))

    def _take(self, outcome: Outcome) -> None:
        self.site.take(outcome)
        if outcome.asked in self.site.samples:
            self._around += (deque(numbers) for _, numbers in outcome.links)

    def _next(self) -> int | None:
        in_progress = self.site.in_progress
        for sample in self.site.samples:
            if self.site.table.is_waiting(sample):
                return sample
        if not self.site.sample_pages:
            return self._end(self.site.problem or "no sample could be read")
        if self._in_order is not None:
            number = next(self._in_order)
            return self._end("all links were followed") if number is None else number
        if self.site.downloads + in_progress < CONTRAST_PAGES:
            number = self._next_for_contrast()
            if number is not None or in_progress:
                return number
        if not self._classifier.is_fitted and in_progress:
            return None
        return self._next_promising(in_progress)

    def _addresses_in_order(self) -> Iterator[int | None]:
        """Yield addresses in the order they were met, None as long as there is no other."""
        table = self.site.table
        own_shapes = {address_shape(table.addresses[sample]) for sample in self.site.samples}
        shapes: Counter[str] = Counter()
        number = 0
        while True:
            if number == len(table):
                yield None
                continue
            if table.state(number) is not DownloadState.FOREIGN:
                shape = address_shape(table.addresses[number])
                shapes[shape] += 1
                is_few = shapes[shape] <= MAX_OF_A_SHAPE or shape in own_shapes
                if is_few and table.is_waiting(number):
                    yield number
            number += 1

    def _next_for_contrast(self) -> int | None:
        table = self.site.table
        if self._entry >= 0 and table.is_waiting(self._entry):
            return self._entry
        self._turn += 1
        for _ in range(len(self._around) if self._turn % NEAR else 0):
            self._around.rotate(-1)
            links = self._around[-1]
            while links:
                number = links.popleft()
                if table.is_waiting(number):
                    return number
        return _nearest(table, self.site.samples[0])

    def _next_promising(self, in_progress: int) -> int | None:
        downloads = self.site.downloads
        if downloads >= REFIT_GROWTH * self._fitted_at:
            self._refit()
        elif downloads - self._scored_at >= max(STEP, STEP_SHARE * downloads):
            self._rescore()
        likely = self._queues.next_likely()
        if likely is not None:
            return likely
        if downloads - self._scored_at >= min(STEP, max(self._queues.taken, 1)):
            # The last pages read may have linked to members.
            since = downloads - self._fitted_at
            if since >= SEARCH_REFIT_PAGES and downloads >= SEARCH_REFIT_GROWTH * self._fitted_at:
                self._refit()
            else:
                self._rescore()
            likely = self._queues.next_likely()
            if likely is not None:
                return likely
        if in_progress and self._queues.taken >= STEP:
            return None
        return self._next_index_page()

    def _next_index_page(self) -> int | None:
        is_sure = self._classifier.model.quality >= TRUSTED
        reason = self._stopping.reason(self.site.downloads, trusted=is_sure)
        number = None if reason else self._queues.next_index_page()
        if number is None and self._settled_at < self.site.downloads:
            self._settle()
            number = self._queues.next_likely()
        if number is None:
            return self._end(reason or "every address known was asked for")
        return number

    def _settle(self) -> None:
        """Learn the class by all that is known, as if nothing was to come."""
        self._settled_at = self.site.downloads
        self._refit(is_last=True)

    def _refit(self, *, is_last: bool = False) -> None:
        self._classifier.fit(is_last=is_last)
        self._fitted_at = self.site.downloads
        self._rescore()

    def _rescore(self) -> None:
        site, classifier = self.site, self._classifier
        classifier.classify()
        past = collect_outcomes(site, classifier.member)
        self._queues.rank(classifier, past)
        useful = (past.member > 0) | (past.gain > 0)
        for number in range(self._recorded, len(useful)):
            address = site.table.addresses[site.done[number]]
            self._guard.record(address, useful=bool(useful[number]))
        self._recorded = len(useful)
        found, queues = int(classifier.member.sum()), self._queues
        since = int(np.argmax(past.member[::-1])) if found else 0
        self._stopping.record(site.downloads, found, queues.unread, queues.likely_count, since)
        self._scored_at = site.downloads

    def members(self) -> tuple[Member, ...]:
        downloads = self.site.downloads
        if not self.site.sample_pages:
            return ()
        if self._final is None or self._final[0] != downloads:
            if self._settled_at != downloads:
                self._settle()
            self._final = (downloads, self._classifier.members())
        return self._final[1]

    @property
    def coverage(self) -> float:
        return self._stopping.coverage(self.site.downloads)

    @property
    def confidence(self) -> float:
        if not self._ended:
            return self._classifier.confidence
        unread = self.site.table.count(DownloadState.WAITING)
        most = MOSTLY_UNREAD if unread > self.site.downloads else 1.0
        return min(self._classifier.confidence, self.coverage, most)

    @property
    def reason(self) -> str:
        if not self._classifier.is_fitted and self.site.downloads >= CONTRAST_PAGES:
            self.members()
        if not self._classifier.is_fitted:
            return self._ended or "too few pages have been read"
        ended = f"; {self._ended}" if self._ended else ""
        return f"{self._classifier.verdict}{ended}{self._stopping.missing(self.site.downloads)}"

    @property
    def readings(self) -> tuple[Reading, ...]:
        return self._classifier.readings() if self.members() else ()

    @property
    def progress(self) -> Progress:
        member, site = self._classifier.member, self.site
        found = int(member.sum()) if len(member) else len(site.sample_pages)
        return Progress(site.downloads, found, site.table.count(DownloadState.WAITING))
