"""Sites on loopback, served from a thread of this process."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Of a method, an address below the host, and a body: the status and the page.
Answer = Callable[[str, str, str], tuple[int, bytes | str]]


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


def served_pages(answer: Answer, port: int = 0) -> AbstractContextManager[str]:
    """Serve what `answer` says, of one request after the other, as `serving` does."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with lock:
                status, said = answer(self.command, self.path, body.decode(errors="replace"))
            page = said if isinstance(said, bytes) else said.encode()
            # A client that has enough ends what it no longer wants.
            with suppress(ConnectionError):
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

        do_POST = do_GET

        def log_message(self, *_args: object) -> None:
            """Keep what is printed clean."""

    return serving(Handler, port)
