"""Serves a handler of http.server, or a site that is a function, while a test needs it."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

HTML = "text/html; charset=utf-8"


class Handler(BaseHTTPRequestHandler):
    def send(
        self,
        body: str | bytes,
        content_type: str = HTML,
        status: int = 200,
        headers: Iterable[tuple[str, str]] = (),
    ) -> None:
        sent = body if isinstance(body, bytes) else body.encode()
        self.send_response(status)
        for name, value in (("Content-Type", content_type), *headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(sent)))
        # A client that was killed reads nothing any more.
        with suppress(ConnectionError):
            self.end_headers()
            self.wfile.write(sent)

    def received(self) -> str:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()

    def log_message(self, *args: object) -> None:
        """Keep the test's output clean."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serve on `port` (0: a free one) of this host; give the address.

    Raises OSError when the port is taken.
    """
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


@dataclass(frozen=True)
class Request:
    """What a visitor sends; a field sent several times counts by its first value."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    # Path and query as they were sent.
    address: str = ""

    @property
    def query(self) -> str:
        return self.fields.get("q", "").strip().casefold()


@dataclass(frozen=True)
class Reply:
    body: str | bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = HTML


def as_json(found: Any, status: int = 200) -> Reply:
    return Reply(json.dumps(found), status, content_type="application/json")


Site = Callable[[Request], Reply]


def serving_site(site: Site, port: int = 0) -> AbstractContextManager[str]:
    """Serve a site that is a function from a request to a reply, as `serving` does."""

    class SiteHandler(Handler):
        def do_GET(self) -> None:
            body, parts = self.received(), urlsplit(self.path)
            fields = {
                name: values[0] for name, values in (parse_qs(parts.query) | parse_qs(body)).items()
            }
            cookies = {
                name: morsel.value
                for name, morsel in SimpleCookie(self.headers.get("Cookie", "")).items()
            }
            headers = {name.lower(): value for name, value in self.headers.items()}
            sent = (fields, cookies, self.command, headers, body, self.path)
            reply = site(Request(parts.path, *sent))
            self.send(reply.body, reply.content_type, reply.status, reply.headers)

        do_POST = do_GET

    return serving(SiteHandler, port)
