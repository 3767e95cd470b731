"""Serves a site that is a function while a test needs it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from evaluation.served import serving

HTML = "text/html; charset=utf-8"


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


@contextmanager
def serving_site(site: Site, port: int = 0) -> Iterator[str]:
    """Serve a site that is a function from a request to a reply; give its home address.

    Raises OSError when the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            parts = urlsplit(self.path)
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
            page = reply.body if isinstance(reply.body, bytes) else reply.body.encode()
            # A client that was killed reads nothing any more.
            with suppress(ConnectionError):
                self.send_response(reply.status)
                for name, value in (("Content-Type", reply.content_type), *reply.headers):
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

        do_POST = do_GET

        def log_message(self, *_args: object) -> None:
            """Keep the test's output clean."""

    with serving(Handler, port) as address:
        yield f"{address}/"
