"""The pages a crawl has read: their structure in numbers, nothing of their text."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import compress, decompress

import numpy as np

from discovery.crawling.structural.similarity import Tokens
from discovery.crawling.traversal.page_profile import PageProfile

# Views of a page's structure: its paths, its contexts, its paths with its labels.
VIEWS = 3
# The view with labels.
LABELLED = 2


class PageStore:
    """Pages numbered in the order read; each is at an address with a number of its own."""

    def __init__(self) -> None:
        self.addresses: list[int] = []
        self._views: tuple[list[Tokens], ...] = tuple([] for _ in range(VIEWS))
        self._page_at: dict[int, int] = {}
        # The page with a digest.
        self._digests: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.addresses)

    def add(self, address: int, profile: PageProfile, digest: str) -> int | None:
        """Take a page; return its number, None when the same page was read at another address."""
        if digest in self._digests:
            return None
        self._digests[digest] = len(self.addresses)
        labelled = {*profile.paths, *profile.labels}
        tokens = (profile.paths, profile.contexts, sorted(labelled))
        return self._append(address, [np.array(each, dtype=np.uint32) for each in tokens])

    def same_as(self, digest: str) -> int:
        """Return the number of the page with a digest, -1 for none."""
        return self._digests.get(digest, -1)

    def move(self, number: int, address: int) -> None:
        """Have a page stand at another of its addresses."""
        del self._page_at[self.addresses[number]]
        self.addresses[number] = address
        self._page_at[address] = number

    def at(self, address: int) -> int:
        """Return the number of the page at an address, -1 for none."""
        return self._page_at.get(address, -1)

    def tokens(self, view: int, numbers: Iterable[int] | None = None) -> Sequence[Tokens]:
        """Return the pages in one view, all or those with the given numbers."""
        pages = self._views[view]
        return pages if numbers is None else [pages[number] for number in numbers]

    def to_state(self) -> dict[str, Any]:
        """Return all pages in plain types."""
        return {
            "addresses": self.addresses,
            "digests": self._digests,
            "views": [_packed(view) for view in self._views],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "PageStore":
        """Return the pages that `to_state` wrote down.

        Raises `ValueError`, `KeyError` or `TypeError` for anything else.
        """
        store = cls()
        store._digests = {str(key): int(number) for key, number in state["digests"].items()}
        views = [_unpacked(view) for view in state["views"]]
        if len(views) != VIEWS:
            raise ValueError("pages without all their views")
        for address, *tokens in zip(state["addresses"], *views, strict=True):
            store._append(int(address), tokens)
        return store

    def _append(self, address: int, tokens: Sequence[Tokens]) -> int:
        number = self._page_at[address] = len(self.addresses)
        self.addresses.append(address)
        for view, page in zip(self._views, tokens, strict=True):
            view.append(page)
        return number


def _packed(pages: Sequence[Tokens]) -> dict[str, Any]:
    """Return pages as text; pages of one template share most tokens, so that they pack well."""
    data = b"".join(page.tobytes() for page in pages)
    return {"lengths": [len(page) for page in pages], "data": b64encode(compress(data, 1)).decode()}


def _unpacked(view: dict[str, Any]) -> list[Tokens]:
    tokens = np.frombuffer(decompress(b64decode(view["data"])), dtype=np.uint32)
    lengths = np.array(view["lengths"], dtype=np.int64)
    if lengths.sum() != len(tokens):
        raise ValueError("pages of other lengths than noted")
    return np.split(tokens, np.cumsum(lengths)[:-1]) if len(lengths) else []
