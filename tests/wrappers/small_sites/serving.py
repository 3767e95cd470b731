"""Serves a site that is a function; counts what it is asked for."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    """What a visitor sends; a field sent several times counts by its first value."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    method: str = "GET"

    @property
    def query(self) -> str:
        """What is asked, in small letters."""
        return self.fields.get("q", "").strip().casefold()


@dataclass(frozen=True)
class Reply:
    """What a site answers."""

    body: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


Site = Callable[[Request], Reply]


@contextmanager
def serve(site: Site) -> Iterator[str]:
    """Serve `site` on a free port of this host; give its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(urlsplit(self.path).query)

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            self._answer(self.rfile.read(length).decode())

        def _answer(self, sent: str) -> None:
            fields = {name: values[0] for name, values in parse_qs(sent).items()}
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
            given = {name: morsel.value for name, morsel in cookies.items()}
            reply = site(Request(urlsplit(self.path).path, fields, given, self.command))
            body = reply.body.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
