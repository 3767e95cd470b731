"""Serves a site that is a function; counts what it is asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlsplit

from tests import small_server


@dataclass(frozen=True)
class Request:
    """What a visitor sends; a field sent several times counts by its first value."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    method: str = "GET"

    @property
    def query(self) -> str:
        return self.fields.get("q", "").strip().casefold()


@dataclass(frozen=True)
class Reply:
    body: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


Site = Callable[[Request], Reply]


@contextmanager
def serve(site: Site) -> Iterator[str]:
    class Handler(small_server.Handler):
        def do_GET(self) -> None:
            self._answer(urlsplit(self.path).query)

        def do_POST(self) -> None:
            self._answer(self.received())

        def _answer(self, sent: str) -> None:
            fields = {name: values[0] for name, values in parse_qs(sent).items()}
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
            given = {name: morsel.value for name, morsel in cookies.items()}
            reply = site(Request(urlsplit(self.path).path, fields, given, self.command))
            self.send(reply.body, status=reply.status, headers=reply.headers)

    with small_server.serving(Handler) as address:
        yield address
