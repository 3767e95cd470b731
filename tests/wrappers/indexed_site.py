"""Small sites whose own page searches an index that it has loaded."""

import hashlib
from dataclasses import dataclass, field, replace
from typing import Any

from tests.small_server import Reply, Request, as_json
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
            return Reply(PAGE % (links, "load.js"))
        if place == "assets/load.js":
            return Reply(LOAD, content_type="text/javascript; charset=utf-8")
        if place == "search/documents.json":
            return as_json({"config": {"lang": ["en"]}, "docs": self.documents})
        for each in self.documents:
            if place == each["location"]:
                told = each.get("text") or each.get("hidden")
                title = each["title"]
                return Reply(f"<title>{title}</title><h1>{title}</h1><p>{told}</p>")
        return Reply("<p>No such page.</p>", 404)


def documents(text: str = "text") -> list[dict[str, Any]]:
    return [
        {"location": f"part/{each['id']}/", "title": each["title"], text: each["about"]}
        for each in things()
    ]
