"""Small web sites served on fixed ports of this host: the stored database holds their addresses."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

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
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply("")

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self.reply(self.rfile.read(length).decode())

        def reply(self, sent: str) -> None:
            parts = urlsplit(self.path)
            web.requests.append((site.port, self.path))
            parameters = parse_qs(parts.query) | parse_qs(sent)
            status, text = site.answer(Request(self.command, self.path, parts.path, parameters))
            body = text.encode()
            # A worker that was killed reads nothing any more.
            with suppress(ConnectionError):
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Keep the test's output clean."""

    try:
        server = ThreadingHTTPServer((HOST, site.port), Handler)
    except OSError as error:
        raise PortTakenError(
            f"Port {site.port} of {HOST} is taken ({error.strerror}). The stored database of "
            "tests/upgrade holds this address: stop what listens there."
        ) from error
    server.daemon_threads = True
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
