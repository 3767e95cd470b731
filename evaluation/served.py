"""Sites on loopback, served from a thread of this process."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = "text/html; charset=utf-8"
# Of a method, an address below the host, and a body: the status and the page.
Answer = Callable[[str, str, str], tuple[int, bytes]]


class _Server(ThreadingHTTPServer):
    """Takes as many connections at once as a browser makes: each that waits costs a second."""

    request_queue_size = 128
    daemon_threads = True


class Handler(BaseHTTPRequestHandler):
    def received(self) -> str:
        length = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(length).decode(errors="replace")

    def send(self, body: bytes, status: int = 200, headers: Iterable[tuple[str, str]] = ()) -> None:
        # A client that has enough, or was killed, ends what it no longer wants.
        with suppress(ConnectionError):
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(len(body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Keep what is printed clean."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serve on a port (0: a free one); give the address without a path.

    Raises OSError when the port is taken.
    """
    server = _Server(("127.0.0.1", port), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def served_pages(answer: Answer, port: int = 0) -> AbstractContextManager[str]:
    """Serve what `answer` says, as `serving` does; of requests at once each has its turn."""
    lock = threading.Lock()

    class PageHandler(Handler):
        def do_GET(self) -> None:
            body = self.received()
            with lock:
                status, page = answer(self.command, self.path, body)
            self.send(page, status, [("Content-Type", HTML)])

        do_POST = do_GET

    return serving(PageHandler, port)
