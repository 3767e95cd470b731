"""Small web sites served on fixed ports of this host: the stored database holds their addresses."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from tests import small_server

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Request:
    """What a visitor asks: path with query string, and the parameters of address and body."""

    method: str
    address: str
    path: str
    parameters: Mapping[str, list[str]]

    def value(self, name: str, usual: str = "") -> str:
        """Return the first value of a parameter."""
        return self.parameters.get(name, [usual])[0]


class PortTakenError(RuntimeError):
    """Something else listens on a port that the stored database names."""


class Site(Protocol):
    """A web site: its port, and its status and page for a request."""

    port: int

    def answer(self, request: Request) -> tuple[int, str]:
        """Return status and page."""


@dataclass
class Web:
    """Sites by name, while they are served; every request is noted as port and address."""

    sites: dict[str, Site]
    requests: list[tuple[int, str]] = field(default_factory=list)

    def asked(self, port: int) -> list[str]:
        """Return the addresses asked of a site, in order, robots.txt left out."""
        return [
            address
            for asked, address in self.requests
            if asked == port and not address.startswith("/robots.txt")
        ]


@contextmanager
def serving(sites: Mapping[str, Site]) -> Iterator[Web]:
    """Serve all sites. Raises `PortTakenError`."""
    web = Web(dict(sites))
    with ExitStack() as stack:
        for site in sites.values():
            stack.enter_context(_serving_one(site, web))
        yield web


@contextmanager
def _serving_one(site: Site, web: Web) -> Iterator[None]:
    class Handler(small_server.Handler):
        def do_GET(self) -> None:
            self.reply("")

        def do_POST(self) -> None:
            self.reply(self.received())

        def reply(self, sent: str) -> None:
            parts = urlsplit(self.path)
            web.requests.append((site.port, self.path))
            parameters = parse_qs(parts.query) | parse_qs(sent)
            status, text = site.answer(Request(self.command, self.path, parts.path, parameters))
            self.send(text, status=status)

    with ExitStack() as stack:
        try:
            stack.enter_context(small_server.serving(Handler, site.port))
        except OSError as error:
            raise PortTakenError(
                f"Port {site.port} of {HOST} is taken ({error.strerror}). The stored database of "
                "tests/upgrade holds this address: stop what listens there."
            ) from error
        yield
