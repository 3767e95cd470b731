"""What a crawl of a collection downloads next: links, then leads, then pages known from before."""

from collections.abc import Iterable
from dataclasses import dataclass

from discovery.collections.checkpoint import CrawlMemory
from discovery.collections.page_rows import PageStore
from discovery.collections.reading import page_key, take_up
from discovery.collections.seed_queue import IndexSource, Leads, Question
from discovery.crawling import CrawledPage, find_trap, site_of
from discovery.models import CollectedKind, Collection, CollectionPage, CollectionStage

# Pages of earlier crawls asked for again at a time.
REVISITED_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Errand:
    """One download: `question` when its answer is to lead on, `before` the page as it was."""

    url: str
    kind: CollectedKind = CollectedKind.PAGE
    question: Question | None = None
    before: CollectionPage | None = None


class Errands:
    """Chooses the next downloads; what is stored already or out of bounds is settled without one.

    `sources` are asked, one after the other, when links lead no further.
    """

    def __init__(
        self,
        collection: Collection,
        store: PageStore,
        memory: CrawlMemory,
        sources: Iterable[IndexSource],
    ) -> None:
        self._collection = collection
        self._site = site_of(collection.samples[0])
        self._store = store
        self._memory = memory
        self._sources = list(sources)
        self._leads = Leads()
        # Members known from before that are to be asked for again.
        self._waiting: list[str] = []

    def choose(self, limit: int, under_way: Iterable[Errand]) -> list[Errand]:
        """Return up to `limit` downloads to begin beside those under way; none when all is done."""
        taken = {page_key(each.url): each.url for each in under_way}
        is_idle = not taken
        errands: list[Errand] = []
        while len(errands) < limit:
            room = limit - len(errands)
            addresses = self._addresses(room, is_idle=is_idle and not errands)
            if not addresses:
                break
            for address in addresses:
                errand = self._errand(address, taken)
                if errand is not None:
                    errands.append(errand)
        if not errands and is_idle:
            return self._ask(limit)
        return errands

    def take_answer(self, errand: Errand, row: CollectionPage, page: CrawledPage) -> None:
        """Let what a question led to be downloaded next."""
        if errand.question is not None and self._sources:
            self._leads.add(self._sources[0].take_answer(errand.question, row, page))

    def _addresses(self, limit: int, *, is_idle: bool) -> Iterable[str]:
        """Return addresses for the stage the crawl is in; further ones only when it `is_idle`."""
        traversal = self._memory.traversal
        if self._collection.stage == CollectionStage.COLLECTING:
            wanted = traversal.wanted(limit)
            if not wanted and is_idle:
                wanted = self._leads.take(limit, traversal.progress.found)
            return wanted
        if not self._waiting and is_idle:
            self._waiting = self._store.unvisited_members(REVISITED_AT_ONCE)
        chosen, self._waiting = self._waiting[:limit], self._waiting[limit:]
        return chosen

    def _errand(self, address: str, taken: dict[str, str]) -> Errand | None:
        """Return the download of an address, None when it is settled without."""
        key = page_key(address)
        if taken.get(key) == address:
            return None
        stored = self._store.stored(address)
        problem = self._problem(address)
        if stored is not None or problem or key in taken:
            self._memory.give(_settled(address, stored, problem))
            return None
        taken[key] = address
        return Errand(address, before=self._store.before(address))

    def _problem(self, address: str) -> str:
        """Return why an address is not downloaded at all, empty when it may be."""
        if site_of(address) != self._site:
            return "not on the site of the sample"
        return find_trap(address) or ""

    def _ask(self, limit: int) -> list[Errand]:
        """Return the next question to who leads on when links do not, or where a stored answer
        leads."""
        if self._collection.stage != CollectionStage.COLLECTING:
            return []
        # What is asked next depends on the members found.
        self._memory.set_members_if_more()
        while self._sources:
            found = self._memory.traversal.progress.found
            question = self._sources[0].next_question(found)
            if question is None:
                del self._sources[0]
                continue
            stored = self._store.stored(question.name)
            if stored is None:
                before = self._store.before(question.name)
                return [Errand(question.name, question.kind, question, before)]
            self._leads.add(self._sources[0].take_answer(question, stored, take_up(stored)))
            errands = self.choose(limit, ()) if self._leads else []
            if errands:
                return errands
        return []


def _settled(address: str, stored: CollectionPage | None, problem: str) -> CrawledPage:
    """Return the outcome for an address that is not downloaded."""
    if stored is None:
        return CrawledPage(address, address, None, problem or "the same page as one under way")
    page = take_up(stored)
    return CrawledPage(address, page.final_address, page.page, page.problem)
