"""The pages of a site that were read, and their links."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from discovery.crawling.traversal.page_profile import PageProfile
from discovery.documents.document import Count, Document


class GraphLink(NamedTuple):
    """A link: where it leads, and the number of the tag path it stands at (0 if unknown)."""

    address: str
    path: int = 0


# Each page that was read, with its links in the order of the page. An address that links lead to
# and that is no key has not been read.
LinkGraph = Mapping[str, Sequence[GraphLink]]


def profile_links(profile: PageProfile) -> tuple[GraphLink, ...]:
    """Return the links of a page that was read."""
    return tuple(
        GraphLink(address, path) for path, addresses in profile.links for address in addresses
    )


# Pages and addresses of a stored graph. Guess: a hundred times the largest crawl allowed.
_MAX_ADDRESSES = 5_000_000


class _StoredGraph(Document, frozen=True):
    """A graph as it is stored; of each page the bytes of its numbers."""

    addresses: Annotated[list[str], Meta(max_length=_MAX_ADDRESSES)]
    pages: list[Count]
    links: list[bytes]


class LinkStore(Mapping[str, tuple[GraphLink, ...]]):
    """A link graph that grows page by page: eight bytes a link."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self._numbers: dict[str, int] = {}
        # Of each page the numbers of addresses and paths, in turns.
        self._links: dict[int, array[int]] = {}

    def put(self, page: str, links: Iterable[GraphLink]) -> None:
        """Take the links of a page."""
        flat = array("I")
        for link in links:
            flat.extend((self.number(link.address), link.path))
        self._links[self.number(page)] = flat

    def number(self, address: str) -> int:
        """Return the number of an address, known or not yet."""
        number = self._numbers.get(address)
        if number is None:
            number = self._numbers[address] = len(self.addresses)
            self.addresses.append(address)
        return number

    def __getitem__(self, page: str) -> tuple[GraphLink, ...]:
        """Return the links of a page."""
        flat = self._links[self._numbers[page]]
        return tuple(
            GraphLink(self.addresses[number], path)
            for number, path in zip(flat[::2], flat[1::2], strict=True)
        )

    def __contains__(self, page: object) -> bool:
        """Tell whether a page was read."""
        return isinstance(page, str) and self._numbers.get(page, -1) in self._links

    def __iter__(self) -> Iterator[str]:
        """Yield the pages read, in the order they were."""
        return (self.addresses[number] for number in self._links)

    def __len__(self) -> int:
        """Return how many pages were read."""
        return len(self._links)

    def to_json(self) -> dict[str, Any]:
        """Return the graph as an object of JSON."""
        links = [flat.tobytes() for flat in self._links.values()]
        return _StoredGraph(self.addresses, list(self._links), links).to_json()

    @classmethod
    def from_json(cls, data: object) -> "LinkStore":
        """Read a graph. Raises `ValueError` when it is none."""
        stored = _StoredGraph.from_json(data)
        store = cls()
        for address in stored.addresses:
            store.number(address)
        for page, flat in zip(stored.pages, stored.links, strict=True):
            links = array("I")
            links.frombytes(flat)
            if len(links) % 2 or any(number >= len(store.addresses) for number in links[::2]):
                raise ValueError("links to nowhere")
            store._links[page] = links
        if any(page >= len(store.addresses) for page in store._links):
            raise ValueError("a page without an address")
        return store
