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
from typing import ClassVar, Self
from urllib.parse import urljoin

import numpy as np

from discovery.crawling.links import address_shape
from discovery.crawling.structural.address_ranking import (
    PriorityQueues,
    RankedAddresses,
    TrapGuard,
    collect_outcomes,
    rank_addresses,
)
from discovery.crawling.structural.class_model import TRUSTED
from discovery.crawling.structural.crawled_site import (
    CrawledSite,
    DownloadState,
    Links,
    StoredSite,
    UrlTable,
)
from discovery.crawling.structural.page_classifier import PageClassifier
from discovery.crawling.traversal import (
    CrawledPage,
    LinkGraph,
    Member,
    Progress,
    Reading,
    Traversal,
)
from discovery.documents.document import Document

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
        if not trusted and downloads >= self._patience * UNTRUSTED:
            return "the class cannot be told from other pages of the site"
        dry = downloads - self._risen_at
        missing = max(MISSING, MISSING_SHARE * self._found) / self._patience
        if dry <= self._patience * DRY or self._beyond(downloads) > missing:
            return ""
        return f"no new page of the class in {dry} downloads"


MAX_DOWNLOADS = 20_000
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


class _State(Document, frozen=True):
    VERSION: ClassVar = ("version", 2)

    site: StoredSite
    entry: str
    max_downloads: int
    patience: int
    breadth_first: bool
    ended: str


class StructuralTraversal(Traversal):
    """`samples` are addresses, read first; `entry` is where the site begins, its home page when
    empty. Without finding anything the crawl goes on `patience` times as long as usual. `choice` is
    that of one of its readings. With `breadth_first` the site is read in the order of its links.
    """

    def __init__(
        self,
        samples: Sequence[str],
        entry: str = "",
        *,
        max_downloads: int = MAX_DOWNLOADS,
        patience: int = 1,
        choice: str = "",
        breadth_first: bool = False,
    ) -> None:
        self._site = site = CrawledSite(samples, choice)
        self._max_downloads, self._patience = max_downloads, patience
        self._guard = TrapGuard()
        self._queues = PriorityQueues(site.table, self._guard)
        self._entry = site.table.number(entry or urljoin(samples[0], "/"))
        # What the samples link to, a list for each collection of links.
        self._around: deque[deque[int]] = deque()
        self._turn = 0
        self._in_order = self._addresses_in_order() if breadth_first else None
        self._stopping = StoppingRule(patience)
        # How many of the site's addresses done the trap guard and the stopping rule know.
        self._recorded = 0
        self._ended = ""
        self._classifier = PageClassifier(site)
        self._fitted_at = self._scored_at = 0
        self._ranked = RankedAddresses()
        self._final: tuple[int, tuple[Member, ...]] | None = None

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        addresses: list[str] = []
        while len(addresses) < limit and not self._ended:
            number = self._next()
            if number is None:
                break
            self._site.table.set_state(number, DownloadState.IN_PROGRESS)
            addresses.append(self._site.table.addresses[number])
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        self._look_around(self._site.add(page))

    def _look_around(self, collections: Links) -> None:
        self._around += (deque(numbers) for _, numbers in collections)

    def _next(self) -> int | None:
        in_progress = self._site.in_progress
        if self._site.downloads + in_progress >= self._max_downloads:
            return self._end(f"{self._max_downloads} downloads were allowed", in_progress)
        for sample in self._site.samples:
            if self._site.table.state(sample) is DownloadState.WAITING:
                return sample
        if not self._site.sample_pages:
            return self._end(self._site.problem or "no sample could be read", in_progress)
        if self._in_order is not None:
            number = next(self._in_order)
            return self._end("all links were followed", in_progress) if number is None else number
        if self._site.downloads + in_progress < CONTRAST_PAGES:
            number = self._next_for_contrast()
            if number is not None or in_progress:
                return number
        if not self._classifier.is_fitted and in_progress:
            return None
        return self._next_promising(in_progress)

    def _addresses_in_order(self) -> Iterator[int | None]:
        """Yield addresses in the order they were met, None as long as there is no other."""
        table = self._site.table
        own_shapes = {address_shape(table.addresses[sample]) for sample in self._site.samples}
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
                if is_few and table.state(number) is DownloadState.WAITING:
                    yield number
            number += 1

    def _next_for_contrast(self) -> int | None:
        table = self._site.table
        if self._entry >= 0 and table.state(self._entry) is DownloadState.WAITING:
            return self._entry
        self._turn += 1
        for _ in range(len(self._around) if self._turn % NEAR else 0):
            self._around.rotate(-1)
            links = self._around[-1]
            while links:
                number = links.popleft()
                if table.state(number) is DownloadState.WAITING:
                    return number
        return _nearest(table, self._site.samples[0])

    def _next_promising(self, in_progress: int) -> int | None:
        downloads = self._site.downloads
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
        return self._next_index_page(in_progress)

    def _next_index_page(self, in_progress: int) -> int | None:
        is_sure = self._classifier.model.quality >= TRUSTED
        reason = self._stopping.reason(self._site.downloads, trusted=is_sure)
        if reason:
            return self._end(reason, in_progress)
        number = self._queues.next_index_page()
        if number is None:
            return self._end("every address known was asked for", in_progress)
        return number

    def _end(self, reason: str, in_progress: int) -> int | None:
        """End the crawl, or wait for what is in progress: it may give a reason to go on."""
        if not in_progress:
            self._ended = reason
        return None

    def _refit(self) -> None:
        self._classifier.fit()
        self._fitted_at = self._site.downloads
        self._rescore()

    def _rescore(self) -> None:
        site, classifier = self._site, self._classifier
        classifier.classify()
        past = collect_outcomes(site, classifier.member, self._ranked.likely)
        self._ranked = rank_addresses(site, classifier, past)
        self._queues.fill(self._ranked)
        useful = (past.member > 0) | (past.gain > 0)
        for number in range(self._recorded, len(useful)):
            address = site.table.addresses[site.done[number]]
            self._guard.record(address, useful=bool(useful[number]))
        self._recorded = len(useful)
        found, ranked = int(classifier.member.sum()), self._ranked
        since = int(np.argmax(past.member[::-1])) if found else 0
        self._stopping.record(site.downloads, found, ranked.unread, len(ranked.likely), since)
        self._scored_at = site.downloads

    def members(self) -> tuple[Member, ...]:
        downloads = self._site.downloads
        if not self._site.sample_pages:
            return ()
        if self._final is None or self._final[0] != downloads:
            if not self._classifier.is_fitted or downloads != self._fitted_at:
                self._refit()
            self._final = (downloads, self._classifier.members())
        return self._final[1]

    @property
    def coverage(self) -> float:
        return self._stopping.coverage(self._site.downloads)

    @property
    def confidence(self) -> float:
        if not self._ended:
            return self._classifier.confidence
        unread = self._site.table.count(DownloadState.WAITING)
        most = MOSTLY_UNREAD if unread > self._site.downloads else 1.0
        return min(self._classifier.confidence, self.coverage, most)

    @property
    def reason(self) -> str:
        if not self._classifier.is_fitted and self._site.downloads >= CONTRAST_PAGES:
            self.members()
        if not self._classifier.is_fitted:
            return self._ended or "too few pages have been read"
        ended = f"; {self._ended}" if self._ended else ""
        return f"{self._classifier.verdict}{ended}{self._stopping.missing(self._site.downloads)}"

    @property
    def readings(self) -> tuple[Reading, ...]:
        return self._classifier.readings() if self.members() else ()

    @property
    def progress(self) -> Progress:
        member, site = self._classifier.member, self._site
        found = int(member.sum()) if len(member) else len(site.sample_pages)
        return Progress(site.downloads, found, site.table.count(DownloadState.WAITING))

    def link_graph(self) -> LinkGraph:
        return self._site.link_graph()

    def state_to_json(self) -> str:
        return _State(
            site=self._site.stored(),
            entry=self._site.table.addresses[self._entry],
            max_downloads=self._max_downloads,
            patience=self._patience,
            breadth_first=self._in_order is not None,
            ended=self._ended,
        ).to_text()

    @classmethod
    def from_json(cls, text: str) -> Self:
        state = _State.from_text(text)
        try:
            traversal = cls(
                [state.site.addresses[number] for number in state.site.samples],
                state.entry,
                max_downloads=state.max_downloads,
                patience=state.patience,
                choice=state.site.choice,
                breadth_first=state.breadth_first,
            )
            for collections in traversal._site.take_stored(state.site):
                traversal._look_around(collections)
        except (IndexError, RuntimeError) as error:
            raise ValueError(f"no state of a structural crawl: {error}") from error
        traversal._ended = state.ended
        return traversal
