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
from array import array
from collections import deque
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Self
from urllib.parse import urljoin

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.address_book import AddressBook, Standing, host_of
from discovery.crawling.class_model import TRUSTED, ClassModel, fit_class
from discovery.crawling.contrast import Contrast
from discovery.crawling.crawled_page import CrawledPage
from discovery.crawling.expectations import Expectations, expect, outcomes
from discovery.crawling.link_arms import LinkArms
from discovery.crawling.member import Member
from discovery.crawling.neighbours import belong_with
from discovery.crawling.page_profile import profile_page
from discovery.crawling.page_store import LABELLED, VIEWS, PageStore
from discovery.crawling.progress import Progress
from discovery.crawling.stopping import Stopping
from discovery.crawling.trap_guard import TrapGuard

VERSION = 1
MAX_DOWNLOADS = 20_000
# Pages read around the sample before the first judgement: without contrast no class shows. Guess.
CONTRAST_PAGES = 30
# Pages a class is learned from at most, evenly taken: bounds the work. Guess.
MAX_FITTED = 1_200
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
# A page whose address fits is left out when in both views it is not nearer to its class than to
# other pages by these factors. Measured on five sites: lists of a class (by labels 1.4 and more)
# and its plain pages (by paths .95 and more) stay, the chapters beside it (.6 and 1.0) go.
FAR = {0: 0.9, LABELLED: 1.2}
# If more than this share would be left out, the structure does not tell: pages that do not belong
# are few. Measured on three more sites: manuals of one template lose up to a sixth otherwise.
MAX_FAR = 0.05
# Agreement that counts as no confidence, and as full.
_NO_CONFIDENCE, _FULL_CONFIDENCE = 0.4, 0.95


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
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self._max_downloads = max_downloads
        self._book = AddressBook(host_of(samples[0]))
        self._store = PageStore()
        self._arms = LinkArms()
        self._guard = TrapGuard()
        self._samples = [self._book.number(sample) for sample in samples]
        self._contrast = Contrast(self._book.number(entry or urljoin(samples[0], "/")))
        self._sample_pages: list[int] = []
        # Addresses asked for and those they led to, in order; how many have been judged.
        self._done = array("q")
        self._judged = 0
        self._downloads = 0
        self._looked = 0
        self._problem = ""
        self._ended = ""
        self._stopping = Stopping()
        self._forget()

    def _forget(self) -> None:
        """Drop what is computed from the pages read."""
        self._model: ClassModel | None = None
        self._fitted_at = self._scored_at = 0
        self._similarity = np.zeros(0)
        self._member = np.zeros(0, dtype=np.bool_)
        self._fits = np.zeros(0, dtype=np.bool_)
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
            self._book.move(number, Standing.OUT)
            addresses.append(self._book.addresses[number])
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download."""
        asked = self._book.number(page.address)
        if asked < 0 or self._book.standing(asked) is Standing.DONE:
            return
        self._book.move(asked, Standing.DONE)
        self._downloads += 1
        self._done.append(asked)
        reached = self._book.number(page.final_address)
        if page.page is None or reached < 0:
            self._note_problem(asked, page.problem or "no page")
            return
        if reached != asked:
            if self._book.standing(reached) is Standing.FOREIGN:
                self._note_problem(asked, f"leads to {page.final_address}")
                return
            if self._book.standing(reached) is Standing.DONE:
                return
            self._book.move(reached, Standing.DONE)
            self._done.append(reached)
        profile = profile_page(page.page)
        digest = blake2b(page.page.body, digest_size=8).hexdigest()
        number = self._store.add(reached, profile, digest)
        if number is None:
            self._take_again(self._store.same_as(digest), reached)
            return
        lists = []
        for path, addresses in profile.links:
            known = (self._book.number(address) for address in addresses)
            numbers = array("i", (each for each in known if each >= 0))
            self._arms.add(number, path, numbers)
            lists.append(list(numbers))
        if asked in self._samples:
            self._sample_pages.append(number)
            self._contrast.add_lists(lists)

    def _take_again(self, page: int, address: int) -> None:
        """Have a page that was read at two addresses stand at the plainer one."""
        before = self._store.addresses[page]
        if len(self._book.addresses[address]) < len(self._book.addresses[before]):
            self._store.move(page, address)

    def _note_problem(self, asked: int, problem: str) -> None:
        if asked in self._samples:
            self._problem = f"the sample {self._book.addresses[asked]}: {problem}"

    def _next(self) -> int | None:
        """Return the next address to ask for; None when the crawl has ended or must wait."""
        out = self._book.count(Standing.OUT)
        if self._downloads + out >= self._max_downloads:
            return self._end(f"{self._max_downloads} downloads were allowed", out)
        for sample in self._samples:
            if self._book.standing(sample) is Standing.WAITING:
                return sample
        if not self._sample_pages:
            return self._end(self._problem or "no sample could be read", out)
        if self._downloads + out < CONTRAST_PAGES:
            number = self._contrast.next(self._book, self._samples[0])
            if number is not None or out:
                return number
        if self._model is None and out:
            return None
        return self._promising(out)

    def _promising(self, out: int) -> int | None:
        """Return the address that promises most, judging anew when there is reason to."""
        if self._model is None or self._downloads >= REFIT_GROWTH * self._fitted_at:
            self._fit()
        elif self._downloads - self._scored_at >= max(STEP, STEP_SHARE * self._downloads):
            self._score()
        likely = self._waiting_first(self._likely)
        if likely is not None:
            return likely
        if self._downloads - self._scored_at >= min(STEP, max(self._looked_since, 1)):
            # The last pages looked at may have shown members.
            since = self._downloads - self._fitted_at
            grown = self._downloads >= SEARCH_REFIT_GROWTH * self._fitted_at
            if since >= SEARCH_REFIT_PAGES and grown:
                self._fit()
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
        assert self._model is not None
        reason = self._stopping.reason(self._downloads, self._model.quality >= TRUSTED)
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
            if self._book.standing(number) is not Standing.WAITING:
                continue
            if self._guard.admits(self._book.addresses[number]):
                return number
        return None

    def _end(self, reason: str, out: int) -> int | None:
        """End the crawl, or wait for what is out: it may give a reason to go on."""
        if not out:
            self._ended = reason
        return None

    def _fit(self) -> None:
        """Learn the class anew from the pages read, and judge them."""
        count = len(self._store)
        chosen = list(range(count))
        if count > MAX_FITTED:
            evenly = np.linspace(0, count - 1, MAX_FITTED).astype(int).tolist()
            chosen = sorted({*self._sample_pages, *evenly})
        place = {page: number for number, page in enumerate(chosen)}
        addresses = np.array([self._store.addresses[page] for page in chosen], dtype=np.int64)
        sample = self._store.addresses[self._sample_pages[0]]
        before = self._model.family if self._model is not None else None
        self._model = fit_class(
            samples=[place[page] for page in self._sample_pages],
            views=[self._store.tokens(view, chosen) for view in range(VIEWS)],
            parts=[self._book.parts[number] for number in addresses.tolist()],
            link_sets=self._arms.link_sets(sample, addresses),
        )
        if self._model.family is None or self._model.family != before:
            self._fits = np.zeros(0, dtype=np.bool_)
        self._similarity = np.zeros(0)
        self._fitted_at = self._downloads
        self._score()

    def _score(self) -> None:
        """Judge the pages read and order the addresses known."""
        model = self._model
        assert model is not None
        self._judge(model)
        done = np.array(self._done, dtype=np.int64)
        expected = [
            number
            for number in (self._expected.likely if self._expected else ())
            if self._book.standing(number) is not Standing.DONE
        ]
        past = outcomes(
            self._store, self._arms, done, self._member, np.array(expected, dtype=np.int64)
        )
        pages = np.array(self._store.addresses, dtype=np.int64)
        self._expected = expect(
            model, self._book, self._arms, past, self._fits, pages, self._member
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
            self._guard.note(self._book.addresses[done[number]], useful=bool(useful[number]))
        self._judged = len(done)
        self._stopping.note(self._downloads, int(self._member.sum()))
        self._scored_at = self._downloads
        self._looked_since = 0

    def _judge(self, model: ClassModel) -> None:
        """Tell which pages are members, computing only what is missing."""
        family = model.family
        new = self._book.parts[len(self._fits) :]
        fits = [family is not None and family.matches_parts(parts) for parts in new]
        self._fits = np.concatenate([self._fits, np.array(fits, dtype=np.bool_)])
        rest = self._store.tokens(model.view)[len(self._similarity) :]
        self._similarity = np.concatenate([self._similarity, model.similarity(rest)])
        self._member = model.members(self._similarity, self._page_fits())
        self._member[self._sample_pages] = True

    def _page_fits(self) -> NDArray[np.bool_]:
        """Tell of each page whether its address fits the family."""
        fits: NDArray[np.bool_] = self._fits[np.array(self._store.addresses, dtype=np.int64)]
        return fits

    def members(self) -> tuple[Member, ...]:
        """Return the pages that are taken for the sample's class as far as is known."""
        if not self._sample_pages:
            return ()
        if self._final is None or self._final[0] != self._downloads:
            if self._model is None or self._downloads != self._fitted_at:
                self._fit()
            self._final = (self._downloads, self._refined())
        return self._final[1]

    def _refined(self) -> tuple[Member, ...]:
        """Return the members without those whose address fits but which look like other pages."""
        model = self._model
        assert model is not None
        member = self._member
        if model.is_trusted:
            fits = self._page_fits()
            # An unusual page may be unlike the sample and yet nearest to pages of its class.
            asked = np.flatnonzero(fits).tolist()
            typical = np.flatnonzero(fits & (self._similarity >= model.threshold)).tolist()
            core = sorted({*typical, *self._sample_pages})
            others = np.flatnonzero(~fits).tolist()
            kept = np.logical_or.reduce(
                [
                    belong_with(self._store.tokens(view), core, others, asked, tolerance)
                    for view, tolerance in FAR.items()
                ]
            )
            if np.count_nonzero(~kept) > MAX_FAR * len(asked):
                kept[:] = True
            member = np.zeros(len(member), dtype=np.bool_)
            member[np.array(asked, dtype=np.int64)[kept]] = True
            member[self._sample_pages] = True
        scores = np.clip(self._similarity / max(model.threshold, 1e-9), 0.0, 1.0)
        scores[self._sample_pages] = 1.0
        return tuple(
            Member(self._book.addresses[self._store.addresses[page]], round(float(scores[page]), 3))
            for page in np.flatnonzero(member).tolist()
        )

    @property
    def confidence(self) -> float:
        """How far the result can be trusted: how well structure and addresses agree."""
        if self._model is None:
            return 0.0
        span = _FULL_CONFIDENCE - _NO_CONFIDENCE
        return float(np.clip((self._model.quality - _NO_CONFIDENCE) / span, 0.0, 1.0))

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, and why the crawl ended when it has."""
        model = self._model
        if model is None:
            return self._ended or "too few pages have been read"
        verdict = "agree" if model.quality >= TRUSTED else "hardly agree"
        ended = f"; {self._ended}" if self._ended else ""
        return f"structure and {model.evidence} {verdict} ({model.quality:.2f}){ended}"

    @property
    def progress(self) -> Progress:
        """How far the crawl has come."""
        found = int(self._member.sum()) if len(self._member) else len(self._sample_pages)
        return Progress(self._downloads, found, self._book.count(Standing.WAITING))

    def state_to_json(self) -> str:
        """Return all that the crawl knows; what stands out is wanted again after `from_json`."""
        return json.dumps(
            {
                "version": VERSION,
                "max_downloads": self._max_downloads,
                "book": self._book.to_state(),
                "store": self._store.to_state(),
                "arms": self._arms.to_state(),
                "guard": self._guard.to_state(),
                "contrast": self._contrast.to_state(),
                "stopping": self._stopping.to_state(),
                "samples": self._samples,
                "sample_pages": self._sample_pages,
                "done": self._done.tolist(),
                "judged": self._judged,
                "downloads": self._downloads,
                "looked": self._looked,
                "problem": self._problem,
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
        traversal._book = AddressBook.from_state(state["book"])
        traversal._store = PageStore.from_state(state["store"])
        traversal._arms = LinkArms.from_state(state["arms"])
        traversal._guard = TrapGuard.from_state(state["guard"])
        traversal._contrast = Contrast.from_state(state["contrast"])
        traversal._stopping = Stopping.from_state(state["stopping"])
        traversal._samples = [int(number) for number in state["samples"]]
        traversal._sample_pages = [int(number) for number in state["sample_pages"]]
        traversal._done = array("q", state["done"])
        traversal._judged = int(state["judged"])
        traversal._downloads = int(state["downloads"])
        traversal._looked = int(state["looked"])
        traversal._problem = str(state["problem"])
        traversal._ended = str(state["ended"])
        traversal._forget()
        return traversal
