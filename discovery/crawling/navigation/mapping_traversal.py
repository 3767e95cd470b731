"""Mapping a site breadth first to generate a crawler from what is met (Vidal et al. 2006, 4.2).

The procedure `Mapping` (Fig. 3): a queue from the entry; pages like the sample are targets. The
paper compares by RTDM with a threshold it does not give, and does not follow the links of targets.
Here the structural traversal classifies the pages: every page is given to it. Measured on five
sites with all their pages known, its mean F1 is .92. By RTDM over tags and classes, with a
threshold set in the same way, it is .88, over tags alone .75. RTDM then sets how like the sample a
page must be for the generated crawler. Targets are followed too, since on many sites a target is
linked from another target only.
"""

import json
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Self
from urllib.parse import urljoin

from discovery.crawling.links import address_shape, site_of
from discovery.crawling.navigation.induction import induce_navigation
from discovery.crawling.navigation.link_graph import LinkStore, profile_links
from discovery.crawling.navigation.navigation_pattern import NavigationPattern
from discovery.crawling.navigation.target_check import (
    TargetCheck,
    least_similarity,
    sample_similarity,
    sample_trees,
    trees_from_json,
    trees_to_json,
)
from discovery.crawling.structural import StructuralTraversal
from discovery.crawling.traversal import CrawledPage, Member, Progress, profile_page
from discovery.pages.matching import LabeledTree

VERSION = 1
# Pages of one shape of address that are mapped, unless it is the sample's: calendars and traps have
# more (the function `Stop` of the paper, which leaves its bounds to the user). Guess.
MAX_OF_A_SHAPE = 1_000


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
    def reason(self) -> str:
        """What the confidence rests on."""
        return self._structural.reason

    @property
    def progress(self) -> Progress:
        """How far the mapping has come."""
        waiting = sum(address not in self._done for address in self._queue)
        return Progress(self._downloads, self._structural.progress.found, waiting)

    def state_to_json(self) -> str:
        """Return all that the mapping knows."""
        return json.dumps(
            {
                "version": VERSION,
                "entry": self._entry,
                "site": self._site,
                "samples": self._samples,
                "queue": [*self._in_progress, *self._queue],
                "done": sorted(self._done),
                "graph": self._graph.to_json(),
                "shapes": self._shapes,
                "downloads": self._downloads,
                "similarity": self._similarity,
                "trees": trees_to_json(self._trees),
                "judge": self._structural.state_to_json(),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take a mapping up where `state_to_json` left it. Raises ValueError on no state."""
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise ValueError("no state of the mapping of a site")
        try:
            return cls._from_state(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError("no state of the mapping of a site") from error

    @classmethod
    def _from_state(cls, data: dict[str, Any]) -> Self:
        mapping = cls.__new__(cls)
        mapping._entry = str(data["entry"])
        mapping._structural = StructuralTraversal.from_json(data["judge"])
        mapping._site = str(data["site"])
        mapping._trees = trees_from_json(data["trees"])
        mapping._similarity = {str(k): float(v) for k, v in data["similarity"].items()}
        mapping._samples = tuple(map(str, data["samples"]))
        mapping._queue = deque(map(str, data["queue"]))
        mapping._in_progress = set()
        mapping._done = set(map(str, data["done"]))
        mapping._graph = LinkStore.from_json(data["graph"])
        mapping._known = {*mapping._queue, *mapping._done, *mapping._graph.addresses}
        mapping._shapes = Counter({str(k): int(n) for k, n in data["shapes"].items()})
        mapping._downloads = int(data["downloads"])
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
