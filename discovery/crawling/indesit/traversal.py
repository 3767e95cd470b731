"""INDESIT as a crawl that others download for; a `Traversal`.

The algorithm is run again over what was read when a crawl is taken up: it is the same each time.
"""

from collections.abc import Sequence
from typing import ClassVar, Self

from discovery.crawling.indesit.indesit import Problem, ReadPage, Step, Tally, indesit
from discovery.crawling.indesit.schema import PageSchema, jaccard, page_schema
from discovery.crawling.links.addresses import find_trap
from discovery.crawling.links.sites import site_of
from discovery.crawling.traversal.traversal import CrawledPage, Member, Progress, Reading
from discovery.documents.document import Document

MAX_DOWNLOADS = 20_000
# A share of n links counts n / (n + this). Guess.
CAUTION = 10

# A page as stored: its address, and for each path the addresses, all by their places in tables.
_StoredPage = tuple[int, list[tuple[int, list[int]]]]


class _State(Document, frozen=True):
    """What the algorithm has read, as it is stored."""

    VERSION: ClassVar = ("version", 1)
    ORDER: ClassVar = None

    samples: tuple[str, ...]
    max_downloads: int
    downloads: int
    addresses: tuple[str, ...]
    paths: tuple[str, ...]
    known: list[tuple[int, _StoredPage | None]]


class IndesitTraversal:
    """A crawl for the pages of the samples' class as Blanco et al. (2005) published it."""

    def __init__(self, samples: Sequence[str], max_downloads: int) -> None:
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self._samples = tuple(samples)
        self._max_downloads = max_downloads
        self._site = site_of(samples[0])
        self._known: dict[str, ReadPage | None] = {}
        self._in_progress: set[str] = set()
        self._downloads = 0
        self._wanted: tuple[str, ...] = self._samples
        self._run: Step[None] | None = None
        self._problem = Problem((), {}, Tally())
        self._ended = ""

    @classmethod
    def start(cls, samples: Sequence[str], *, max_downloads: int = MAX_DOWNLOADS) -> Self:
        """Return a crawl whose samples are still to be read. Raises `ValueError` without any."""
        return cls(samples, max_downloads)

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        """Return at most `limit` addresses that the algorithm needs next."""
        self._advance()
        room = min(limit, self._max_downloads - self._downloads - len(self._in_progress))
        if room <= 0 and not self._in_progress and not self._ended:
            self._ended = f"{self._max_downloads} downloads were allowed"
        missing = [
            each
            for each in self._wanted
            if each not in self._known and each not in self._in_progress
        ]
        chosen = tuple(missing[: max(room, 0)])
        self._in_progress.update(chosen)
        return chosen

    def _advance(self) -> None:
        """Run the algorithm until it needs a page that is not known."""
        while not self._ended and self._has_all_wanted():
            if self._run is None and not self._begin():
                return
            assert self._run is not None
            try:
                self._wanted = next(self._run)
            except StopIteration:
                self._wanted = ()
                self._ended = "no class-link known brings new pages"

    def _has_all_wanted(self) -> bool:
        """Tell whether all pages needed are known; what is no page of the site is from now on."""
        for address in self._wanted:
            if address not in self._known:
                if site_of(address) == self._site and not find_trap(address):
                    return False
                self._known[address] = None
        return True

    def _begin(self) -> bool:
        """Begin with the cluster of the samples; tell whether any could be read."""
        pages = [page for each in self._samples if (page := self._known[each]) is not None]
        if not pages:
            self._ended = "no sample could be read"
            return False
        schemas = {page.schema.paths: page.schema for page in pages}
        found = {page.address: page.schema for page in pages}
        self._problem = Problem(tuple(schemas.values()), found, Tally())
        self._run = indesit(self._problem, self._known)
        return True

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download."""
        self._in_progress.discard(page.address)
        if page.address in self._known:
            return
        self._downloads += 1
        read = None
        if page.page is not None and site_of(page.final_address) == self._site:
            read = ReadPage(page.final_address, page_schema(page.page))
        self._known[page.address] = read
        self._known.setdefault(page.final_address, read)

    def members(self) -> tuple[Member, ...]:
        """Return the pages found, each with its similarity to the nearest sample."""
        schemas = self._problem.schemas
        return tuple(
            Member(address, round(max(jaccard(page.paths, one.paths) for one in schemas), 3))
            for address, page in self._problem.found.items()
        )

    @property
    def confidence(self) -> float:
        """Of the links followed from index pages, the share that led to pages found: whether links
        of one path lead to like pages is what the method rests on. Few links say little."""
        tally = self._problem.tally
        return tally.led / (tally.followed + CAUTION)

    @property
    def coverage(self) -> float | None:
        """Unknown: the method has no measure of it."""
        return None

    @property
    def reason(self) -> str:
        """What the confidence rests on, and why the crawl ended when it has."""
        tally = self._problem.tally
        rests = f"{tally.led} of {tally.followed} links followed by learned paths led to like pages"
        return f"{rests}; {self._ended}" if self._ended else rests

    @property
    def readings(self) -> tuple[Reading, ...]:
        """None: the method asks for no other classes."""
        return ()

    @property
    def progress(self) -> Progress:
        """How far the crawl has come."""
        waiting = sum(each not in self._known for each in self._wanted) - len(self._in_progress)
        return Progress(self._downloads, len(self._problem.found), max(waiting, 0))

    def state_to_json(self) -> str:
        """Return all that was read."""
        addresses: dict[str, int] = {}
        paths: dict[str, int] = {}

        def numbers(links: Sequence[str]) -> list[int]:
            """Return the numbers of addresses."""
            return [addresses.setdefault(each, len(addresses)) for each in links]

        def stored(page: ReadPage) -> _StoredPage:
            """Return a page in numbers."""
            return numbers([page.address])[0], [
                (paths.setdefault(path, len(paths)), numbers(links))
                for path, links in page.schema.collections.items()
            ]

        known = [
            (numbers([address])[0], None if page is None else stored(page))
            for address, page in self._known.items()
        ]
        return _State(
            samples=self._samples,
            max_downloads=self._max_downloads,
            downloads=self._downloads,
            addresses=tuple(addresses),
            paths=tuple(paths),
            known=known,
        ).to_text()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take a crawl up where `state_to_json` left it. Raises `ValueError` on what is none."""
        state = _State.from_text(text)
        traversal = cls(state.samples, state.max_downloads)
        traversal._downloads = state.downloads
        names, paths = state.addresses, state.paths
        try:
            for asked, page in state.known:
                traversal._known[names[asked]] = page and ReadPage(
                    names[page[0]],
                    PageSchema(
                        {paths[path]: tuple(names[one] for one in links) for path, links in page[1]}
                    ),
                )
        except IndexError as error:
            raise ValueError(f"no state of INDESIT: {error}") from error
        traversal._advance()
        return traversal
