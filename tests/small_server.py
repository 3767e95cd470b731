"""Serves a site that is a function while a test needs it."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from evaluation.served import HTML, Headers, PageHandler, serving


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

    class Handler(PageHandler):
        def answer(self, body: str) -> tuple[int, bytes | str, Headers]:
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
            return reply.status, reply.body, (("Content-Type", reply.content_type), *reply.headers)

    with serving(Handler, port) as address:
        yield f"{address}/"
