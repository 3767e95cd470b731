"""The pages of a site that were read, and their links."""

from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from discovery.crawling.traversal import PageProfile


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
        return {
            "addresses": self.addresses,
            "pages": list(self._links),
            "links": [b64encode(links.tobytes()).decode() for links in self._links.values()],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "LinkStore":
        """Read a graph. Raises `ValueError`, `KeyError` or `TypeError` when it is none."""
        store = cls()
        for address in data["addresses"]:
            store.number(str(address))
        if len(store.addresses) > _MAX_ADDRESSES:
            raise ValueError("a graph of too many addresses")
        for page, text in zip(data["pages"], data["links"], strict=True):
            links = array("I")
            links.frombytes(b64decode(text))
            if len(links) % 2 or any(number >= len(store.addresses) for number in links[::2]):
                raise ValueError("links to nowhere")
            store._links[int(page)] = links
        if any(not 0 <= page < len(store.addresses) for page in store._links):
            raise ValueError("a page without an address")
        return store
