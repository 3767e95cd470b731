"""Small sites whose own page searches an index that it has loaded."""

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.small_server import Reply, Request, as_json
from tests.wrappers.small_sites.things import THINGS

PAGES = Path(__file__).with_name("scripted_pages")


@dataclass
class IndexedSite:
    """A site in a folder of its own: its documents, which may change, and what was asked of it."""

    documents: list[dict[str, Any]]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def __call__(self, request: Request) -> Reply:
        reply = self.page(request.path.removeprefix("/manual/"))
        tag = f'"{hashlib.sha256(reply.body.encode()).hexdigest()[:16]}"'
        if reply.status == 200 and request.headers.get("if-none-match") == tag:
            reply = replace(reply, body="", status=304)
        self.asked.append((request.path, reply.status))
        return replace(reply, headers=(("ETag", tag),))

    def page(self, place: str) -> Reply:
        if place == "":
            links = " ".join(
                f'<a href="{each["location"]}">{each["title"]}</a>' for each in self.documents[:9]
            )
            return Reply((PAGES / "manual.html").read_text().replace("%LINKS%", links))
        if place == "assets/load.js":
            script = (PAGES / "load.js").read_text()
            return Reply(script, content_type="text/javascript; charset=utf-8")
        if place == "search/documents.json":
            return as_json({"config": {"lang": ["en"]}, "docs": self.documents})
        for each in self.documents:
            if place == each["location"]:
                told = each.get("text") or each.get("hidden")
                title = each["title"]
                return Reply(f"<title>{title}</title><h1>{title}</h1><p>{told}</p>")
        return Reply("<p>No such page.</p>", 404)


def documents(text: str = "text") -> list[dict[str, Any]]:
    return [{"location": f"part/{t.number}/", "title": t.title, text: t.text} for t in THINGS]
