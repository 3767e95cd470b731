"""Mapping a site breadth first to generate a crawler from what is met (Vidal et al. 2006, 4.2).

The procedure `Mapping` (Fig. 3): a queue from the entry; pages like the sample are targets. The
paper compares by RTDM with a threshold it does not give, and does not follow the links of targets.
Here the structural traversal classifies the pages: every page is given to it. Measured on five
sites with all their pages known, its mean F1 is .92. By RTDM over tags and classes, with a
threshold set in the same way, it is .88, over tags alone .75. RTDM then sets how like the sample a
page must be for the generated crawler. Targets are followed too, since on many sites a target is
linked from another target only.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Self
from urllib.parse import urljoin

from discovery.crawling.links.addresses import address_shape
from discovery.crawling.links.sites import site_of
from discovery.crawling.navigation.induction import induce_navigation
from discovery.crawling.navigation.link_graph import LinkStore, profile_links
from discovery.crawling.navigation.navigation_pattern import NavigationPattern
from discovery.crawling.navigation.target_check import (
    StoredTrees,
    TargetCheck,
    least_similarity,
    sample_similarity,
    sample_trees,
    stored_trees,
)
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal.page_profile import profile_page
from discovery.crawling.traversal.traversal import CrawledPage, Member, Progress, Reading
from discovery.documents.document import Document
from discovery.pages.matching.labeled_tree import LabeledTree

# Pages of one shape of address that are mapped, unless it is the sample's: calendars and traps have
# more (the function `Stop` of the paper, which leaves its bounds to the user). Guess.
MAX_OF_A_SHAPE = 1_000


class _State(Document, frozen=True):
    """What the mapping of a site knows, as it is stored."""

    VERSION: ClassVar = ("version", 1)
    ORDER: ClassVar = None

    entry: str
    site: str
    samples: tuple[str, ...]
    queue: list[str]
    done: set[str]
    graph: LinkStore
    shapes: dict[str, int]
    downloads: int
    similarity: dict[str, float]
    trees: StoredTrees
    judge: str


class MappingTraversal:
    """A breadth-first crawl of a site, which has a structural traversal classify what it reads."""

    def __init__(self, samples: Sequence[CrawledPage], entry: str = "") -> None:
        """Begin from samples already read. Raises `ValueError` without any."""
        self._prepare([sample.address for sample in samples], entry)
        for sample in samples:
            self.add(sample)

    @classmethod
    def start(cls, samples: Sequence[str], entry: str = "") -> Self:
        """Return the mapping at its start: the samples come first, then the entry.

        Without an entry it is the site's home page. Raises `ValueError` without a sample.
        """
        mapping = cls.__new__(cls)
        mapping._prepare(samples, entry)
        return mapping

    def _prepare(self, samples: Sequence[str], entry: str) -> None:
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self._entry = entry or urljoin(samples[0], "/")
        self._structural = StructuralTraversal.start(samples, self._entry)
        self._site = site_of(samples[0])
        self._samples = tuple(samples)
        self._trees: tuple[LabeledTree, ...] = ()
        self._similarity: dict[str, float] = {}
        self._queue: deque[str] = deque()
        self._known: set[str] = set()
        self._in_progress: set[str] = set()
        self._done: set[str] = set()
        self._graph = LinkStore()
        self._shapes: Counter[str] = Counter()
        self._downloads = 0
        self._enqueue([*samples, self._entry])

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        """Return at most `limit` addresses to download, in breadth-first order."""
        addresses: list[str] = []
        while self._queue and len(addresses) < limit:
            address = self._queue.popleft()
            if address not in self._done and address not in self._in_progress:
                self._in_progress.add(address)
                addresses.append(address)
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download."""
        self._in_progress.discard(page.address)
        if page.address in self._done:
            return
        self._downloads += 1
        self._structural.add(page)
        self._done |= {page.address, page.final_address}
        self._known |= {page.address, page.final_address}
        if page.page is None or page.final_address in self._graph:
            return
        if site_of(page.final_address) != self._site:
            return
        if page.address == self._entry:
            self._entry = page.final_address
        if page.address in self._samples:
            self._trees = (*self._trees, *sample_trees([page.page]))
        links = profile_links(profile_page(page.page))
        self._graph.put(page.final_address, links)
        self._similarity[page.final_address] = sample_similarity(self._trees, page.page)
        self._enqueue(link.address for link in links)

    def members(self) -> tuple[Member, ...]:
        """Return the target pages."""
        return self._structural.members()

    def navigation(self) -> NavigationPattern:
        """Return the navigation pattern to the target pages met so far."""
        targets = {member.address for member in self.members()}
        pattern = induce_navigation(self._entry, self._graph, targets)
        least = least_similarity(
            (value for page, value in self._similarity.items() if page in targets),
            (value for page, value in self._similarity.items() if page not in targets),
        )
        return replace(pattern, check=TargetCheck(self._trees, least) if self._trees else None)

    @property
    def confidence(self) -> float:
        """How far the classification of the target pages can be trusted."""
        return self._structural.confidence

    @property
    def coverage(self) -> float | None:
        """The share of the target pages that seems to have been found: all, once all is read."""
        return self._structural.coverage if self._queue else 1.0

    @property
    def reason(self) -> str:
        """What the confidence rests on."""
        return self._structural.reason

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What else the samples may stand for."""
        return self._structural.readings

    @property
    def progress(self) -> Progress:
        """How far the mapping has come."""
        waiting = sum(address not in self._done for address in self._queue)
        return Progress(self._downloads, self._structural.progress.found, waiting)

    def state_to_json(self) -> str:
        """Return all that the mapping knows."""
        return _State(
            entry=self._entry,
            site=self._site,
            samples=self._samples,
            queue=[*self._in_progress, *self._queue],
            done=self._done,
            graph=self._graph,
            shapes=self._shapes,
            downloads=self._downloads,
            similarity=self._similarity,
            trees=stored_trees(self._trees),
            judge=self._structural.state_to_json(),
        ).to_text()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take a mapping up where `state_to_json` left it. Raises `DocumentError`."""
        state = _State.from_text(text)
        mapping = cls.__new__(cls)
        mapping._entry, mapping._site, mapping._samples = state.entry, state.site, state.samples
        mapping._structural = StructuralTraversal.from_json(state.judge)
        mapping._trees = tuple(tree.tree() for tree in state.trees)
        mapping._similarity = state.similarity
        mapping._queue = deque(state.queue)
        mapping._in_progress = set()
        mapping._done = state.done
        mapping._graph = state.graph
        mapping._known = {*state.queue, *state.done, *state.graph.addresses}
        mapping._shapes = Counter(state.shapes)
        mapping._downloads = state.downloads
        return mapping

    def _enqueue(self, addresses: Iterable[str]) -> None:
        sample_shapes = set(map(address_shape, self._samples))
        for address in addresses:
            if address in self._known or site_of(address) != self._site:
                continue
            self._known.add(address)
            shape = address_shape(address)
            self._shapes[shape] += 1
            if self._shapes[shape] <= MAX_OF_A_SHAPE or shape in sample_shapes:
                self._queue.append(address)
