"""A program whose answers are pages of HTML: what is true of them is read by XPaths."""

import re
import shutil
import socket
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote_plus, urljoin
from urllib.request import Request, urlopen

from lxml import html

from discovery.pages import fold_space
from evaluation.engines.today.corpus import queries
from evaluation.engines.today.engine import NotInstalledError
from evaluation.engines.today.installed.program import ProgramEngine

# Results of a page where a program lets its readers choose.
ON_A_PAGE = 20
_ENCODING = html.HTMLParser(encoding="utf-8")


class HtmlProgram(ProgramEngine):
    """A program that others wrote, with the templates they gave it.

    `asked` is the path of a page of results: `{query}`, `{page}` from 1 on and `{start}`, the
    number of the records before it. `paged` tells whether there is a page 2. `record` finds the
    records of a page; within one, `link` finds the link of its title, within that `title` what is
    its title (all of it), and `snippet` what is its snippet (nothing: it shows none), `$here` being
    the record. They were checked by hand on its pages. `words` are asked for where it does not
    have our documents.
    """

    asked: str
    paged: bool = False
    page_size: int = 10
    record: str
    link: str = ".//a[@href]"
    title: str = "."
    snippet: str = ""
    words: tuple[str, ...] = ()

    def asked_words(self) -> list[str]:
        """Return the words that it is asked for."""
        return list(self.words) or queries()

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Return the records (url, title, snippet) that a page of results shows."""
        if page > 1 and not self.paged:
            return []
        start = (page - 1) * self.page_size
        path = self.asked.format(query=quote_plus(query), page=page, start=start)
        try:
            asked = Request(base + path, headers={"Accept": "text/html"})
            with urlopen(asked, timeout=60) as answer:
                address, body = answer.url, answer.read()
        except HTTPError as error:
            if error.code != HTTPStatus.NOT_FOUND:
                raise
            return []
        root: Any = html.document_fromstring(body, parser=_ENCODING)
        return [self._read(record, address) for record in root.xpath(self.record)]

    def _read(self, record: Any, address: str) -> dict[str, Any]:
        link = record.xpath(self.link)[0]
        snippet = record.xpath(self.snippet, here=[record]) if self.snippet else []
        return {
            "url": urljoin(address, link.get("href").strip()),
            "title": _text(link.xpath(self.title)),
            "snippet": _text(snippet),
        }


def _text(parts: list[Any]) -> str:
    texts = [part if isinstance(part, str) else part.text_content() for part in parts]
    return fold_space(" ".join(texts))


def need(*programs: str, package: str) -> None:
    """Raise NotInstalledError unless the programs, or files, of a Debian package are there."""
    for program in programs:
        if shutil.which(program) is None and not Path(program).exists():
            raise NotInstalledError(f"apt-get install --no-install-recommends {package}")


def lighttpd(folder: Path, port: int, lines: str) -> tuple[Sequence[str], Path, Mapping[str, str]]:
    """Return how to run a web server for CGI programs; `lines` are those of its configuration."""
    need("/usr/sbin/lighttpd", package="lighttpd")
    folder.mkdir(parents=True, exist_ok=True)
    head = (
        f'server.bind = "127.0.0.1"\nserver.port = {port}\n'
        f'server.document-root = "{folder}"\nserver.errorlog = "{folder / "errors.log"}"\n'
        'server.modules = ("mod_alias", "mod_cgi", "mod_setenv", "mod_rewrite")\n'
        'index-file.names = ("index.html")\nmimetype.assign = (".html" => "text/html", '
        '".css" => "text/css", ".png" => "image/png", ".gif" => "image/gif")\n'
    )
    configuration = folder / "lighttpd.conf"
    configuration.write_text(head + lines)
    return ("/usr/sbin/lighttpd", "-D", "-f", str(configuration)), folder, {}


def file_name(text: str) -> str:
    """Return what a title is called as a file: its letters and digits.

    >>> file_name("A page, of 3")
    'A_page_of_3'
    """
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
