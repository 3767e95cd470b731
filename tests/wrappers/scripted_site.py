"""Small sites whose results scripts fill, each in a way of its own."""

import base64
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.small_server import Reply, Request, as_json
from tests.wrappers.small_sites.things import matching

PAGE = 10
_PAGES = Path(__file__).with_name("scripted_pages")


def matches(query: str) -> list[dict[str, Any]]:
    """Return what is found of a query, as the scripts of the pages read it."""
    return [{"id": t.number, "title": t.title, "about": t.text} for t in matching(query)]


@dataclass
class ScriptedSite:
    name: str
    answer: Callable[["ScriptedSite", Request], Reply]
    tokens: set[str] = field(default_factory=set)

    def shell(self) -> str:
        """Return the page as the next visitor gets it."""
        token = secrets.token_hex(12)
        self.tokens.add(token)
        page = (_PAGES / f"{self.name}.html").read_text(encoding="utf-8")
        return page.replace("%TOKEN%", token)

    def __call__(self, request: Request) -> Reply:
        if request.path == "/":
            return Reply(self.shell())
        if request.path.startswith("/thing/"):
            return Reply("<h1>A thing of the valley</h1>")
        if not request.path.startswith(("/api/", "/find", "/graphql")):
            return Reply("<p>No such page.</p>", 404)
        return self.answer(self, request)


def by_get(site: ScriptedSite, asked: Request) -> Reply:
    offset = int(asked.fields.get("offset", 0))
    found = matches(asked.fields.get("q", ""))
    data = {"total": len(found), "items": found[offset : offset + PAGE]}
    return as_json({"status": "ok", "data": data})


def by_graphql(site: ScriptedSite, asked: Request) -> Reply:
    sent = json.loads(asked.body or "{}")
    if asked.method != "POST" or "search" not in sent.get("query", ""):
        return as_json({"errors": [{"message": "no query"}]}, 400)
    variables = sent["variables"]
    found = matches(variables["term"])[: variables["first"]]
    edges = [{"node": thing} for thing in found]
    return as_json({"data": {"search": {"edges": edges, "count": len(edges)}}})


def by_cursor(site: ScriptedSite, asked: Request) -> Reply:
    if asked.headers.get("x-csrf-token") not in site.tokens:
        return as_json({"error": "token"}, 403)
    found = matches(asked.fields.get("q", ""))
    after = asked.fields.get("after", "")
    start = int(base64.b64decode(after).decode().partition(":")[2]) if after else 0
    end = start + PAGE
    cursor = base64.b64encode(f"place:{end}".encode()).decode() if end < len(found) else None
    return as_json({"results": found[start:end], "page": {"next": cursor}})


def by_fragment(site: ScriptedSite, asked: Request) -> Reply:
    found = matches(asked.fields.get("term", ""))[:PAGE]
    rows = "".join(
        f"<li class=hit><a href='/thing/{t['id']}'>{t['title']}</a><p>{t['about']}</p></li>"
        for t in found
    )
    return Reply(f"<ul class=hits>{rows}</ul>" if rows else "<p class=none>Nothing was found.</p>")


def by_packed(site: ScriptedSite, asked: Request) -> Reply:
    start, found = int(asked.fields.get("from", 0)), matches(asked.fields.get("q", ""))
    told = json.dumps({"items": found[start : start + PAGE], "total": len(found)})
    return Reply(base64.b64encode(bytes(byte ^ 0x5A for byte in told.encode())))


# Its page alone can read what it is answered.
PACKED = ScriptedSite("packed", by_packed)
# Another whose list while one types leads to a page of results, which only a browser fills.
SUGGESTING = ScriptedSite("suggesting", by_packed)
SITES = {
    "catalogue": ScriptedSite("catalogue", by_get),
    "graphql": ScriptedSite("graphql", by_graphql),
    "typed": ScriptedSite("typed", by_fragment),
    "cursor": ScriptedSite("cursor", by_cursor),
}
