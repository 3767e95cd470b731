"""Real sites with known classes of pages, served locally: what crawling is measured on.

SITES_DIR holds `sites.json` (entry, classes, sample pages), `truth/` (the members), and either
`serve.py` (a server that counts) and `install.sh` (unpacks the pages to a cache), or the pages
themselves (see `documentation_bed`).
"""

import http.client
import json
import mimetypes
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from discovery.crawling.traversal import CrawledPage
from discovery.pages.page import NotHtmlError, parse_page

CACHE = Path(gettempdir()) / "metasearch-sites"
MAX_REDIRECTS = 5
# As the product's: a larger answer is a problem, not a page.
MAX_BODY_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    content_type: str
    body: bytes
    location: str = ""


class Client:
    """Downloads from the local server over one connection."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, target: str) -> http.client.HTTPResponse:
        self._connection.request("GET", target)
        return self._connection.getresponse()

    def ask(self, target: str) -> Answer:
        response = self.get(target)
        return Answer(
            response.status,
            response.headers.get_content_type(),
            response.read(),
            response.getheader("Location") or "",
        )

    def download(self, address: str) -> CrawledPage:
        final = address
        for _ in range(MAX_REDIRECTS):
            parts = urlsplit(final)
            answer = self.ask(parts.path + (f"?{parts.query}" if parts.query else ""))
            if not 300 <= answer.status < 400 or not answer.location:
                break
            final = urljoin(final, answer.location)
        if answer.status != http.client.OK or answer.content_type != "text/html":
            return CrawledPage(address, final, None, f"HTTP {answer.status}")
        if len(answer.body) > MAX_BODY_BYTES:
            return CrawledPage(address, final, None, "too large")
        try:
            return CrawledPage(address, final, parse_page(answer.body, final, "text/html"))
        except NotHtmlError as error:
            return CrawledPage(address, final, None, str(error))

    def counted(self, site: str) -> int:
        counts = json.loads(self.get("/__count").read()).get(site, {})
        return int(counts.get("get", 0) + counts.get("head", 0))

    def reset(self) -> None:
        self.get("/__reset").read()


class FileClient(Client):
    """Reads the pages from files, without a server; `roots` are the folders of the sites."""

    def __init__(self, roots: Mapping[str, Path], port: int = 80) -> None:
        super().__init__(port)
        self._roots = {name: root.resolve() for name, root in roots.items()}
        self._counts: Counter[str] = Counter()

    def ask(self, target: str) -> Answer:
        site, _, rest = unquote(urlsplit(target).path).lstrip("/").partition("/")
        self._counts[site] += 1
        root = self._roots.get(site)
        file = Path(os.path.normpath(f"{root}/{rest}"))
        if root is None or not file.is_relative_to(root):
            return Answer(http.HTTPStatus.NOT_FOUND, "text/plain", b"")
        if file.is_dir():
            if not target.endswith("/"):
                return Answer(http.HTTPStatus.MOVED_PERMANENTLY, "text/plain", b"", target + "/")
            file /= "index.html"
        try:
            body = file.read_bytes()
        except (OSError, ValueError):
            return Answer(http.HTTPStatus.NOT_FOUND, "text/html", b"")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Answer(http.HTTPStatus.OK, kind, body)

    def counted(self, site: str) -> int:
        return self._counts[site]

    def reset(self) -> None:
        self._counts.clear()


def canonical(address: str) -> str:
    """Return the path under which the truth lists a page.

    >>> canonical("http://127.0.0.1:1/a/b%20c/")
    '/a/b c/index.html'
    """
    path = unquote(urlsplit(address).path)
    return path + "index.html" if path.endswith("/") else path


def classes(
    sites: Path, chosen: Sequence[str] = ()
) -> Iterator[tuple[dict[str, Any], dict[str, Any], set[str]]]:
    """Yield the sites with each class and its members; `chosen` are sites or SITE/CLASS."""
    for site in json.loads((sites / "sites.json").read_text())["sites"]:
        for each in site["classes"]:
            name = f"{site['site']}/{each['name']}"
            if not chosen or name in chosen or site["site"] in chosen:
                members = (sites / "truth" / f"{name}.txt").read_text().split("\n")
                yield site, each, set(members) - {""}


@contextmanager
def server(sites: Path, cache: Path, port: int, hide: str = "") -> Iterator[Client]:
    """Run the counting server over the pages in `cache`, unpacked there when they are not.

    `hide` (SITE:CLASS:PERCENT) keeps a share of a class away. Sites without a server of their own
    are read from their files.
    """
    if not (sites / "serve.py").is_file():
        listed = json.loads((sites / "sites.json").read_text())["sites"]
        yield FileClient({site["site"]: sites / site["root"] for site in listed}, port)
        return
    if not (cache / "pkg").is_dir():
        subprocess.run(["bash", sites / "install.sh", cache], check=True)
    hiding = ["--hide", hide] if hide else []
    process = subprocess.Popen(
        [sys.executable, sites / "serve.py", str(port), *hiding],
        env={**os.environ, "SITES_DIR": str(cache)},
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield Client(port)
    finally:
        process.terminate()
        process.wait()
