"""A client that gives the pages of a site addresses that say nothing.

Many sites number their pages or hash their names. The known sites are asked through this to show
what a crawl finds by structure and links alone.
"""

from dataclasses import replace
from hashlib import blake2b
from urllib.parse import urlsplit

from discovery.crawling.traversal import CrawledPage
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url
from evaluation.quality.known_sites import Client

_LINKING = ("a", "area", "frame", "iframe")


class OpaqueClient(Client):
    """Downloads by hashed addresses, and hashes those in the pages."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._real: dict[str, str] = {}

    def named(self, path: str) -> str:
        return self._hashed(self.base + path)

    def real(self, address: str) -> str:
        return self._real.get(address, address)

    def download(self, address: str) -> CrawledPage:
        """Return what a download of a hashed address brings, all links in it hashed."""
        answer = super().download(self.real(address))
        final = self._hashed(answer.final_address)
        page = self._renamed(answer.page, final) if answer.page is not None else None
        return CrawledPage(address, final, page, answer.problem)

    def _renamed(self, page: Page, address: str) -> Page:
        base = page.base_url
        for element in page.root.iter(*_LINKING):
            for name in ("href", "src"):
                written = element.get(name)
                target = resolve_url(base, written) if written is not None else None
                if target is not None:
                    element.set(name, self._hashed(target))
        return replace(page, url=address)

    def _hashed(self, address: str) -> str:
        if urlsplit(address).netloc != urlsplit(self.base).netloc:
            return address
        name = blake2b(address.encode(), digest_size=6).hexdigest()
        hashed = f"{self.base}/p/{name}"
        self._real[hashed] = address
        return hashed
