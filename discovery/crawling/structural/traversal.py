"""Collecting the pages of one class from one sample: the method for sites as they are.

*Further* than Blanco, Crescenzi and Merialdo (2005; `discovery.crawling.indesit`). The class is
where structure and addresses agree (`class_model`), learned anew as pages arrive. First some pages
around the sample are read for contrast. Then likely members are asked for (`address_ranking`), and
pages that should link to more of them when none is known. All details ours.
"""

import json
from collections.abc import Sequence
from typing import Any, Self
from urllib.parse import urljoin

import numpy as np

from discovery.crawling.structural.address_ranking import (
    RankedAddresses,
    collect_outcomes,
    rank_addresses,
)
from discovery.crawling.structural.class_model import TRUSTED
from discovery.crawling.structural.contrast import ContrastPages
from discovery.crawling.structural.crawled_site import CrawledSite
from discovery.crawling.structural.page_classifier import PageClassifier
from discovery.crawling.structural.priority_queues import PriorityQueues, TrapGuard
from discovery.crawling.structural.stopping import StoppingRule
from discovery.crawling.structural.url_table import DownloadState
from discovery.crawling.traversal.traversal import CrawledPage, Member, Progress, Reading

VERSION = 1
MAX_DOWNLOADS = 20_000
# Pages read around the sample before the class is learned first: without contrast no class shows.
# Guess.
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


class StructuralTraversal:
    """A crawl for the pages of the samples' class; a `Traversal`.

    `samples` are the pages of the class that are known, already read; `entry` is where the site
    begins, its home page when empty.
    """

    def __init__(
        self,
        samples: Sequence[CrawledPage],
        entry: str = "",
        *,
        max_downloads: int = MAX_DOWNLOADS,
    ) -> None:
        self._prepare(CrawledSite([sample.address for sample in samples]), entry, max_downloads, 1)
        for sample in samples:
            self.add(sample)

    @classmethod
    def start(
        cls,
        samples: Sequence[str],
        entry: str = "",
        *,
        max_downloads: int = MAX_DOWNLOADS,
        patience: int = 1,
        choice: str = "",
    ) -> Self:
        """Return a crawl whose samples, still to be read, come first; without finding anything it
        goes on `patience` times as long as usual. `choice` is that of one of its readings."""
        traversal = cls.__new__(cls)
        traversal._prepare(CrawledSite(samples, choice), entry, max_downloads, patience)
        return traversal

    def _prepare(self, site: CrawledSite, entry: str, max_downloads: int, patience: int) -> None:
        self._max_downloads, self._site = max_downloads, site
        self._guard = TrapGuard()
        self._queues = PriorityQueues(site.table, self._guard)
        entry = entry or urljoin(site.table.addresses[site.samples[0]], "/")
        self._contrast = ContrastPages(site.table.number(entry))
        self._stopping = StoppingRule(patience)
        # How many of the site's addresses done the trap guard and the stopping rule know.
        self._recorded = 0
        self._ended = ""
        self._clear_derived()

    def _clear_derived(self) -> None:
        """Drop what is computed from the pages read."""
        self._classifier = PageClassifier(self._site)
        self._fitted_at = self._scored_at = 0
        self._ranked: RankedAddresses | None = None
        self._queues.clear()
        self._final: tuple[int, tuple[Member, ...]] | None = None

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        """Return at most `limit` addresses that are worth downloading next, the best first."""
        addresses: list[str] = []
        while len(addresses) < limit and not self._ended:
            number = self._next()
            if number is None:
                break
            self._site.table.set_state(number, DownloadState.IN_PROGRESS)
            addresses.append(self._site.table.addresses[number])
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download."""
        self._contrast.add_lists(self._site.add(page))

    def _next(self) -> int | None:
        """Return the next address to ask for; None when the crawl has ended or must wait."""
        in_progress = self._site.in_progress
        if self._site.downloads + in_progress >= self._max_downloads:
            return self._end(f"{self._max_downloads} downloads were allowed", in_progress)
        for sample in self._site.samples:
            if self._site.table.state(sample) is DownloadState.WAITING:
                return sample
        if not self._site.sample_pages:
            return self._end(self._site.problem or "no sample could be read", in_progress)
        if self._site.downloads + in_progress < CONTRAST_PAGES:
            number = self._contrast.next(self._site.table, self._site.samples[0])
            if number is not None or in_progress:
                return number
        if not self._classifier.is_fitted and in_progress:
            return None
        return self._next_promising(in_progress)

    def _next_promising(self, in_progress: int) -> int | None:
        """Return the address ranked highest, ranking anew when there is reason to."""
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
        """Return an address that should link to members, unless it is time to stop."""
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
        """Learn the class anew from the pages read, and classify them."""
        self._classifier.fit()
        self._fitted_at = self._site.downloads
        self._rescore()

    def _rescore(self) -> None:
        """Classify the pages read and rank the addresses known."""
        site, classifier = self._site, self._classifier
        classifier.classify()
        done = np.array(site.done, dtype=np.int64)
        expected = [
            number
            for number in (self._ranked.likely if self._ranked else ())
            if site.table.state(number) is not DownloadState.DONE
        ]
        past = collect_outcomes(
            site.store, site.groups, done, classifier.member, np.array(expected, dtype=np.int64)
        )
        self._ranked = rank_addresses(
            classifier.model,
            site.table,
            site.groups,
            past,
            classifier.fits,
            site.page_addresses(),
            classifier.member,
        )
        self._queues.fill(self._ranked)
        useful = (past.member > 0) | (past.gain > 0)
        for number in range(self._recorded, len(done)):
            self._guard.record(site.table.addresses[done[number]], useful=bool(useful[number]))
        self._recorded = len(done)
        found, ranked = int(classifier.member.sum()), self._ranked
        since = int(np.argmax(past.member[::-1])) if found else 0
        self._stopping.record(site.downloads, found, ranked.unread, len(ranked.likely), since)
        self._scored_at = site.downloads

    def members(self) -> tuple[Member, ...]:
        """Return the pages classified as the sample's class as far as is known."""
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
        """The share of the class that has been found at least, from 0 to 1."""
        return self._stopping.coverage(self._site.downloads) if self._ranked else 0.0

    @property
    def confidence(self) -> float:
        """How probably the result is the class; at the end no more than the share found."""
        if not self._ended:
            return self._classifier.confidence
        unread = self._site.table.count(DownloadState.WAITING)
        most = MOSTLY_UNREAD if unread > self._site.downloads else 1.0
        return min(self._classifier.confidence, self.coverage, most)

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, and why the crawl ended when it has."""
        if not self._classifier.is_fitted and self._site.downloads >= CONTRAST_PAGES:
            self.members()
        if not self._classifier.is_fitted:
            return self._ended or "too few pages have been read"
        ended = f"; {self._ended}" if self._ended else ""
        return f"{self._classifier.verdict}{ended}{self._stopping.missing(self._site.downloads)}"

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What else the samples may stand for, by the pages read."""
        return self._classifier.readings() if self.members() else ()

    @property
    def progress(self) -> Progress:
        """How far the crawl has come."""
        member, site = self._classifier.member, self._site
        found = int(member.sum()) if len(member) else len(site.sample_pages)
        return Progress(site.downloads, found, site.table.count(DownloadState.WAITING))

    def state_to_json(self) -> str:
        """Return all that the crawl knows; `from_json` hands out again what was in progress."""
        return json.dumps(
            {
                "version": VERSION,
                **self._site.to_state(),
                "max_downloads": self._max_downloads,
                "guard": self._guard.to_state(),
                "contrast": self._contrast.to_state(),
                "stopping": self._stopping.to_state(),
                "judged": self._recorded,
                "looked": self._queues.index_page_count,
                "ended": self._ended,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take a crawl up where `state_to_json` left it. Raises ValueError on what is no state."""
        try:
            state = json.loads(text)
            if state["version"] != VERSION:
                raise ValueError("a state of another version")
            return cls._from_state(state)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise ValueError(f"no state of a structural crawl: {error}") from error

    @classmethod
    def _from_state(cls, state: dict[str, Any]) -> Self:
        traversal = cls.__new__(cls)
        traversal._max_downloads = int(state["max_downloads"])
        traversal._site = CrawledSite.from_state(state)
        traversal._guard = TrapGuard.from_state(state["guard"])
        traversal._contrast = ContrastPages.from_state(state["contrast"])
        traversal._stopping = StoppingRule.from_state(state["stopping"])
        traversal._recorded = int(state["judged"])
        traversal._queues = PriorityQueues(traversal._site.table, traversal._guard)
        traversal._queues.index_page_count = int(state["looked"])
        traversal._ended = str(state["ended"])
        traversal._clear_derived()
        return traversal
