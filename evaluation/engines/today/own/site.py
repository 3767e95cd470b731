"""A site of our own on a port: requests, answers, and the server in a thread."""

import html
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlsplit

from evaluation.engines.today.catalogue import as_records, find, page_of
from evaluation.engines.today.corpus import Document, documents
from evaluation.engines.today.engine import BUILD, Person, RunningEngine, TodayEngine

PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class Request:
    """A request: `parameters` of the address and, where it is a form, of the body."""

    method: str
    path: str
    parameters: dict[str, str]
    cookies: dict[str, str]
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body read as JSON; None when it is not."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


@dataclass(frozen=True)
class Response:
    """An answer."""

    body: str
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def as_json(value: object, status: int = 200) -> Response:
    """Return a JSON answer."""
    return Response(json.dumps(value), "application/json", status)


def redirect(path: str, **headers: str) -> Response:
    """Return an answer that leads elsewhere."""
    return Response("", status=303, headers={"Location": path, **headers})


def number(text: object, default: int = 1) -> int:
    """Return a number that was sent, `default` where it is none."""
    digits = str(text)
    return int(digits) if digits.isdecimal() and len(digits) < 7 else default


def file_page(name: str, **values: str) -> str:
    """Return a page of `pages/` with `{{name}}` filled in."""
    page = (PAGES / name).read_text(encoding="utf-8")
    for key, value in values.items():
        page = page.replace("{{" + key + "}}", value)
    return page


def listed(found: Sequence[Document]) -> str:
    """Return results as a list of HTML."""
    return "".join(
        f'<li class="hit"><h3><a href="{each.path}">{html.escape(each.title)}</a></h3>'
        f"<p>{html.escape(each.summary)}</p><small>{each.section}, {each.published}</small></li>"
        for each in found
    )


class OwnSite(TodayEngine):
    """An engine served by this process; `size` is the length of a page of results."""

    size: ClassVar[int] = 10
    half = BUILD
    person = Person()
    port = 0

    @property
    def base(self) -> str:
        """The site's address without a path."""
        return f"http://127.0.0.1:{self.port}"

    def install(self, cache: Path) -> None:
        """Bring nothing: all of it is here."""

    def answer(self, request: Request) -> Response | None:
        """Answer a request; None for an address that the site does not have."""
        raise NotImplementedError

    def found(self, query: str) -> list[Document]:
        """Return all that the site finds."""
        return find(query)

    def truth(self, query: str, page: int) -> list[dict[str, str]]:
        """Return the records of one page, from the index itself."""
        return as_records(page_of(self.found(query), page, self.size), self.base)

    def respond(self, request: Request) -> Response:
        """Answer a request: by the site, with a document's page, or with a 404."""
        entry = next((each for each in documents() if each.path == request.path), None)
        if entry is not None:
            return Response(
                f"<!doctype html><title>{html.escape(entry.title)}</title>"
                f"<h1>{html.escape(entry.title)}</h1><p>{html.escape(entry.text)}</p>"
            )
        return self.answer(request) or Response("<h1>Not found</h1>", status=404)

    @contextmanager
    def served(self, cache: Path, port: int) -> Iterator[RunningEngine]:
        """Serve the site from a thread."""
        self.port = port
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler_of(self))
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield RunningEngine(self.name, f"{self.base}/", self.truth)
        finally:
            server.shutdown()
            server.server_close()


def _handler_of(site: OwnSite) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def do_HEAD(self) -> None:
            self._serve()

        def _serve(self) -> None:
            response = site.respond(self._read())
            body = response.body.encode()
            self.send_response(response.status)
            self.send_header("Content-Type", response.content_type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in response.headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                # Browsers end what they no longer want.
                with suppress(ConnectionError):
                    self.wfile.write(body)

        def _read(self) -> Request:
            address = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(number(headers.get("content-length", 0), 0))
            pairs = parse_qsl(address.query, keep_blank_values=True)
            if "form-urlencoded" in headers.get("content-type", ""):
                pairs += parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
            cookies = SimpleCookie(headers.get("cookie", ""))
            return Request(
                self.command,
                address.path,
                dict(pairs),
                {name: morsel.value for name, morsel in cookies.items()},
                headers,
                body,
            )

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler
