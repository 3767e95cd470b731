"""Small sites whose results scripts fill, each in a way of its own."""

import base64
import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests import small_server
from tests.wrappers.texts_of_things import things

THINGS = things()
PAGE = 10


def matches(query: str) -> list[dict[str, Any]]:
    words = query.lower().split()
    return [
        thing
        for thing in THINGS
        if words and all(w in f"{thing['title']} {thing['about']}".lower() for w in words)
    ]


_PAGES = Path(__file__).with_name("scripted_pages")


@dataclass
class ScriptedSite:
    name: str
    answer: Callable[["ScriptedSite", "Asked"], tuple[int, Any]]
    tokens: set[str] = field(default_factory=set)
    asked: list["Asked"] = field(default_factory=list)

    def shell(self) -> str:
        """Return the page as the next visitor gets it."""
        token = secrets.token_hex(12)
        self.tokens.add(token)
        page = (_PAGES / f"{self.name}.html").read_text(encoding="utf-8")
        return page.replace("%TOKEN%", token)


@dataclass
class Asked:
    method: str
    path: str
    values: dict[str, str]
    headers: dict[str, str]
    body: Any


def by_get(site: ScriptedSite, asked: Asked) -> tuple[int, Any]:
    offset = int(asked.values.get("offset", 0))
    found = matches(asked.values.get("q", ""))
    return 200, {
        "status": "ok",
        "data": {"total": len(found), "items": found[offset : offset + PAGE]},
    }


def by_graphql(site: ScriptedSite, asked: Asked) -> tuple[int, Any]:
    if asked.method != "POST" or "search" not in asked.body.get("query", ""):
        return 400, {"errors": [{"message": "no query"}]}
    variables = asked.body["variables"]
    found = matches(variables["term"])[: variables["first"]]
    edges = [{"node": thing} for thing in found]
    return 200, {"data": {"search": {"edges": edges, "count": len(edges)}}}


def by_cursor(site: ScriptedSite, asked: Asked) -> tuple[int, Any]:
    if asked.headers.get("x-csrf-token") not in site.tokens:
        return 403, {"error": "token"}
    found = matches(asked.values.get("q", ""))
    after = asked.values.get("after", "")
    start = int(base64.b64decode(after).decode().partition(":")[2]) if after else 0
    end = start + PAGE
    cursor = base64.b64encode(f"place:{end}".encode()).decode() if end < len(found) else None
    return 200, {"results": found[start:end], "page": {"next": cursor}}


def by_fragment(site: ScriptedSite, asked: Asked) -> tuple[int, Any]:
    found = matches(asked.values.get("term", ""))[:PAGE]
    rows = "".join(
        f"<li class=hit><a href='/thing/{t['id']}'>{t['title']}</a><p>{t['about']}</p></li>"
        for t in found
    )
    return 200, f"<ul class=hits>{rows}</ul>" if rows else "<p class=none>Nothing was found.</p>"


def by_packed(site: ScriptedSite, asked: Asked) -> tuple[int, Any]:
    start, found = int(asked.values.get("from", 0)), matches(asked.values.get("q", ""))
    told = json.dumps({"items": found[start : start + PAGE], "total": len(found)})
    return 200, base64.b64encode(bytes(byte ^ 0x5A for byte in told.encode())).decode()


# Its page alone can read what it is answered.
PACKED = ScriptedSite("packed", by_packed)
SITES = {
    "catalogue": ScriptedSite("catalogue", by_get),
    "graphql": ScriptedSite("graphql", by_graphql),
    "typed": ScriptedSite("typed", by_fragment),
    "cursor": ScriptedSite("cursor", by_cursor),
}


@contextmanager
def serve_scripted(site: ScriptedSite) -> Iterator[str]:
    class Handler(small_server.Handler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/":
                self.send(site.shell())
            elif parts.path.startswith(("/api/", "/find", "/graphql")):
                self._answer(None)
            else:
                self.send("<p>No such page.</p>", status=404)

        def do_POST(self) -> None:
            body = self.received()
            is_json = "json" in (self.headers.get("Content-Type") or "")
            self._answer(json.loads(body) if is_json else body)

        def _answer(self, body: Any) -> None:
            parts = urlsplit(self.path)
            encoded = body if isinstance(body, str) else parts.query
            values = {name: value[-1] for name, value in parse_qs(encoded).items()}
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.command, parts.path, values, headers, body)
            site.asked.append(asked)
            status, found = site.answer(site, asked)
            if isinstance(found, str):
                self.send(found, status=status)
            else:
                self.send(json.dumps(found), "application/json", status)

    with small_server.serving(Handler) as address:
        yield address
