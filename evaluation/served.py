"""Sites on loopback, served from a thread of this process."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Of a method, an address below the host, and a body: the status and the page.
Answer = Callable[[str, str, str], tuple[int, bytes | str]]
Headers = tuple[tuple[str, str], ...]
HTML = "text/html; charset=utf-8"


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serve on a port (0: a free one; OSError: it is taken); give the address without a path."""
    server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    # As many connections at once as a browser makes: each that waits costs a second.
    server.socket.listen(128)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class PageHandler(BaseHTTPRequestHandler):
    """Sends what `answer` says of a request's body: status, page, headers."""

    def answer(self, body: str) -> tuple[int, bytes | str, Headers]:
        raise NotImplementedError

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, said, headers = self.answer(body.decode(errors="replace"))
        page = said if isinstance(said, bytes) else said.encode()
        # A client that has enough, or was killed, reads nothing any more.
        with suppress(ConnectionError):
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(len(page)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page)

    do_POST = do_GET

    def log_message(self, *_args: object) -> None:
        """Keep what is printed clean."""


def served_pages(answer: Answer, port: int = 0) -> AbstractContextManager[str]:
    """Serve what `answer` says, of one request after the other, as `serving` does."""
    lock = threading.Lock()

    class Handler(PageHandler):
        def answer(self, body: str) -> tuple[int, bytes | str, Headers]:
            with lock:
                return *answer(self.command, self.path, body), (("Content-Type", HTML),)

    return serving(Handler, port)
