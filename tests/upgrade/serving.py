"""Small web sites served on fixed ports of this host: the stored database holds their addresses."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from tests import small_server

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Request:
    """What a visitor asks: path, and the parameters of address and body."""

    method: str
    path: str
    parameters: Mapping[str, list[str]]

    def value(self, name: str, usual: str = "") -> str:
        return self.parameters.get(name, [usual])[0]


class Site(Protocol):
    """A web site: its port, and its status and page for a request."""

    port: int

    def answer(self, request: Request) -> tuple[int, str]:
        """Return status and page."""


Web = Mapping[str, Site]


@contextmanager
def serving(sites: Web) -> Iterator[Web]:
    """Serve all sites; give them by their names."""
    with ExitStack() as stack:
        for site in sites.values():
            try:
                stack.enter_context(small_server.serving(_handler(site), site.port))
            except OSError as error:
                raise RuntimeError(
                    f"Port {site.port} of {HOST} is taken ({error.strerror}). The stored database "
                    "of tests/upgrade holds this address: stop what listens there."
                ) from error
        yield sites


def _handler(site: Site) -> type[small_server.Handler]:
    class Handler(small_server.Handler):
        def do_GET(self) -> None:
            self.reply("")

        def do_POST(self) -> None:
            self.reply(self.received())

        def reply(self, sent: str) -> None:
            parts = urlsplit(self.path)
            parameters = parse_qs(parts.query) | parse_qs(sent)
            status, text = site.answer(Request(self.command, parts.path, parameters))
            self.send(text, status=status)

    return Handler
