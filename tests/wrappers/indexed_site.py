"""Small sites whose own page searches an index that it has loaded."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.small_server import Handler, serving
from tests.wrappers.texts_of_things import things

PAGE = """<!doctype html><html lang=en><head><title>Valley manual</title></head><body>
<h1>Valley manual</h1><p>Rivers, bridges, gardens and castles of the valley.</p>
<p>%s</p><input type=search id=q placeholder=Search><ul id=out></ul>
<script src="assets/%s"></script>
<script>
const box = document.querySelector("#q"), out = document.querySelector("#out");
const esc = (text) => text.replace(/[&<]/g, (c) => c === "&" ? "&amp;" : "&lt;");
box.oninput = async () => {
  const word = box.value.toLowerCase();
  const has = (d) => word.length > 2 && d.all.toLowerCase().includes(word);
  const row = (d) => `<li><a href="${d.at}">${esc(d.title)}</a></li>`;
  out.innerHTML = (await load()).filter(has).slice(0, 8).map(row).join("");
};
</script></body></html>
"""
LOAD = """let kept; const load = () => kept ||= fetch("search/documents.json").then((a) => a.json())
  .then((found) => found.docs.map((d) => (
    {at: d.location, title: d.title, all: d.title + " " + (d.text || d.hidden || "")})));"""


@dataclass
class IndexedSite:
    """A site in a folder of its own: its documents, which may change, and what was asked of it."""

    documents: list[dict[str, Any]]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def answer(self, path: str) -> tuple[str, bytes] | None:
        place = path.removeprefix("/manual/")
        if place == "":
            links = " ".join(
                f'<a href="{each["location"]}">{each["title"]}</a>' for each in self.documents[:9]
            )
            return "text/html", (PAGE % (links, "load.js")).encode()
        if place == "assets/load.js":
            return "text/javascript", LOAD.encode()
        if place == "search/documents.json":
            found = {"config": {"lang": ["en"]}, "docs": self.documents}
            return "application/json", json.dumps(found).encode()
        for each in self.documents:
            if place == each["location"]:
                told = each.get("text") or each.get("hidden")
                page = f"<title>{each['title']}</title><h1>{each['title']}</h1><p>{told}</p>"
                return "text/html", page.encode()
        return None


def documents(text: str = "text") -> list[dict[str, Any]]:
    return [
        {"location": f"part/{each['id']}/", "title": each["title"], text: each["about"]}
        for each in things()
    ]


@contextmanager
def serve_indexed(site: IndexedSite) -> Iterator[str]:
    class Indexed(Handler):
        def do_GET(self) -> None:
            found = site.answer(self.path.partition("?")[0])
            kind, body = found or ("text/html", b"<p>No such page.</p>")
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            status = 404 if found is None else 200
            if status == 200 and self.headers.get("If-None-Match") == tag:
                status, body = 304, b""
            site.asked.append((self.path, status))
            self.send(body, f"{kind}; charset=utf-8", status, [("ETag", tag)])

    with serving(Indexed) as address:
        yield f"{address}manual/"
