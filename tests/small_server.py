"""Serves a handler of http.server on loopback while a test needs it."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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
