"""Collecting the pages of one class from one sample: the method for sites as they are.

*Further* than Blanco, Crescenzi and Merialdo (2005), whose steps stand in
`discovery.crawling.indesit`: pages are compared by all their elements with weights, where the class
ends is decided by the agreement of structure and addresses (`class_model`), and each download is
the one that promises most (`expectations`). All details ours.

First some pages around the sample are read for contrast. Then likely members are asked for until
none is known, and pages that should show more of them when none is. The class is learned anew as
pages arrive.
"""

import json
from collections import deque
from collections.abc import Sequence
from typing import Any, Self
from urllib.parse import urljoin

import numpy as np

from discovery.crawling.structural.class_judgement import ClassJudgement
from discovery.crawling.structural.class_model import TRUSTED
from discovery.crawling.structural.contrast import Contrast
from discovery.crawling.structural.crawled_site import CrawledSite
from discovery.crawling.structural.expectations import Expectations, expect, outcomes
from discovery.crawling.structural.stopping import Stopping
from discovery.crawling.structural.trap_guard import TrapGuard
from discovery.crawling.structural.url_table import Standing
from discovery.crawling.traversal import CrawledPage, Member, Progress

VERSION = 1
MAX_DOWNLOADS = 20_000
# Pages read around the sample before the first judgement: without contrast no class shows. Guess.
CONTRAST_PAGES = 30
# The class is learned anew when the pages have grown by this; while nothing likely is known, by a
# twentieth and a dozen pages. Guesses.
REFIT_GROWTH = 1.25
SEARCH_REFIT_GROWTH = 1.05
SEARCH_REFIT_PAGES = 12
# Pages between two judgements of what is promising, at least this many and this share.
STEP = 8
STEP_SHARE = 0.05
# Every third page looked at for links goes where few have been read: what showed members before is
# not all there is. Measured: never to do so loses up to a third of classes spread over directories.
CURIOUS = 3


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
        self._prepare([sample.address for sample in samples], entry, max_downloads)
        for sample in samples:
            self.add(sample)

    @classmethod
    def start(
        cls, samples: Sequence[str], entry: str = "", *, max_downloads: int = MAX_DOWNLOADS
    ) -> Self:
        """Return a crawl whose samples are still to be read: they are wanted first."""
        traversal = cls.__new__(cls)
        traversal._prepare(samples, entry, max_downloads)
        return traversal

    def _prepare(self, samples: Sequence[str], entry: str, max_downloads: int) -> None:
        self._max_downloads = max_downloads
        self._site = CrawledSite(samples)
        self._guard = TrapGuard()
        entry = entry or urljoin(samples[0], "/")
        self._contrast = Contrast(self._site.table.number(entry))
        self._stopping = Stopping()
        # How many of the site's addresses done have been judged.
        self._judged = 0
        self._looked = 0
        self._ended = ""
        self._forget()

    def _forget(self) -> None:
        """Drop what is computed from the pages read."""
        self._judgement = ClassJudgement(self._site)
        self._learned_at = self._scored_at = 0
        self._expected: Expectations | None = None
        self._likely: deque[int] = deque()
        self._lists: tuple[deque[int], ...] = ()
        self._looked_since = 0
        self._final: tuple[int, tuple[Member, ...]] | None = None

    def wanted(self, limit: int) -> tuple[str, ...]:
        """Return at most `limit` addresses that are worth downloading next, the best first."""
        addresses: list[str] = []
        while len(addresses) < limit and not self._ended:
            number = self._next()
            if number is None:
                break
            self._site.table.move(number, Standing.OUT)
            addresses.append(self._site.table.addresses[number])
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download."""
        self._contrast.add_lists(self._site.add(page))

    def _next(self) -> int | None:
        """Return the next address to ask for; None when the crawl has ended or must wait."""
        out = self._site.out
        if self._site.downloads + out >= self._max_downloads:
            return self._end(f"{self._max_downloads} downloads were allowed", out)
        for sample in self._site.samples:
            if self._site.table.standing(sample) is Standing.WAITING:
                return sample
        if not self._site.sample_pages:
            return self._end(self._site.problem or "no sample could be read", out)
        if self._site.downloads + out < CONTRAST_PAGES:
            number = self._contrast.next(self._site.table, self._site.samples[0])
            if number is not None or out:
                return number
        if not self._judgement.has_learned and out:
            return None
        return self._promising(out)

    def _promising(self, out: int) -> int | None:
        """Return the address that promises most, judging anew when there is reason to."""
        downloads = self._site.downloads
        if downloads >= REFIT_GROWTH * self._learned_at:
            self._learn()
        elif downloads - self._scored_at >= max(STEP, STEP_SHARE * downloads):
            self._score()
        likely = self._waiting_first(self._likely)
        if likely is not None:
            return likely
        if downloads - self._scored_at >= min(STEP, max(self._looked_since, 1)):
            # The last pages looked at may have shown members.
            since = downloads - self._learned_at
            if since >= SEARCH_REFIT_PAGES and downloads >= SEARCH_REFIT_GROWTH * self._learned_at:
                self._learn()
            else:
                self._score()
            likely = self._waiting_first(self._likely)
            if likely is not None:
                return likely
        if out and self._looked_since >= STEP:
            return None
        return self._looked_for(out)

    def _looked_for(self, out: int) -> int | None:
        """Return an address that should show members, unless it is time to stop."""
        is_sure = self._judgement.model.quality >= TRUSTED
        reason = self._stopping.reason(self._site.downloads, is_sure)
        if reason:
            return self._end(reason, out)
        self._looked += 1
        showing, *curious = self._lists
        turn, rest = divmod(self._looked, CURIOUS)
        first = showing if rest else curious[turn % len(curious)]
        for candidates in (first, showing):
            number = self._waiting_first(candidates)
            if number is not None:
                self._looked_since += 1
                return number
        return self._end("every address known was asked for", out)

    def _waiting_first(self, candidates: deque[int]) -> int | None:
        """Take the first address that may still be asked for."""
        while candidates:
            number = candidates.popleft()
            if self._site.table.standing(number) is not Standing.WAITING:
                continue
            if self._guard.admits(self._site.table.addresses[number]):
                return number
        return None

    def _end(self, reason: str, out: int) -> int | None:
        """End the crawl, or wait for what is out: it may give a reason to go on."""
        if not out:
            self._ended = reason
        return None

    def _learn(self) -> None:
        """Learn the class anew from the pages read, and judge them."""
        self._judgement.learn()
        self._learned_at = self._site.downloads
        self._score()

    def _score(self) -> None:
        """Judge the pages read and order the addresses known."""
        site, judgement = self._site, self._judgement
        judgement.judge()
        done = np.array(site.done, dtype=np.int64)
        expected = [
            number
            for number in (self._expected.likely if self._expected else ())
            if site.table.standing(number) is not Standing.DONE
        ]
        past = outcomes(
            site.store, site.groups, done, judgement.member, np.array(expected, dtype=np.int64)
        )
        self._expected = expect(
            judgement.model,
            site.table,
            site.groups,
            past,
            judgement.fits,
            site.page_addresses(),
            judgement.member,
        )
        self._likely = deque(self._expected.likely)
        self._lists = (
            deque(self._expected.showing),
            deque(self._expected.distant),
            deque(self._expected.unfollowed),
            deque(self._expected.beside),
        )
        useful = (past.member > 0) | (past.gain > 0)
        for number in range(self._judged, len(done)):
            self._guard.note(site.table.addresses[done[number]], useful=bool(useful[number]))
        self._judged = len(done)
        self._stopping.note(site.downloads, int(judgement.member.sum()))
        self._scored_at = site.downloads
        self._looked_since = 0

    def members(self) -> tuple[Member, ...]:
        """Return the pages that are taken for the sample's class as far as is known."""
        downloads = self._site.downloads
        if not self._site.sample_pages:
            return ()
        if self._final is None or self._final[0] != downloads:
            if not self._judgement.has_learned or downloads != self._learned_at:
                self._learn()
            self._final = (downloads, self._judgement.members())
        return self._final[1]

    @property
    def confidence(self) -> float:
        """How far the result can be trusted: how well structure and addresses agree."""
        return self._judgement.confidence

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, and why the crawl ended when it has."""
        if not self._judgement.has_learned:
            return self._ended or "too few pages have been read"
        ended = f"; {self._ended}" if self._ended else ""
        return f"{self._judgement.verdict}{ended}"

    @property
    def progress(self) -> Progress:
        """How far the crawl has come."""
        member, site = self._judgement.member, self._site
        found = int(member.sum()) if len(member) else len(site.sample_pages)
        return Progress(site.downloads, found, site.table.count(Standing.WAITING))

    def state_to_json(self) -> str:
        """Return all that the crawl knows; what stands out is wanted again after `from_json`."""
        return json.dumps(
            {
                "version": VERSION,
                **self._site.to_state(),
                "max_downloads": self._max_downloads,
                "guard": self._guard.to_state(),
                "contrast": self._contrast.to_state(),
                "stopping": self._stopping.to_state(),
                "judged": self._judged,
                "looked": self._looked,
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
        traversal._contrast = Contrast.from_state(state["contrast"])
        traversal._stopping = Stopping.from_state(state["stopping"])
        traversal._judged = int(state["judged"])
        traversal._looked = int(state["looked"])
        traversal._ended = str(state["ended"])
        traversal._forget()
        return traversal
