"""Tantivy under a JSON interface and a page that asks it, with an index of its own.

usage: python tantivy_app.py (in a folder with documents.json; PORT says where)
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import tantivy

PAGE = Path(__file__).with_name("tantivy-app.html").read_text(encoding="utf-8")

DOCUMENTS = {each["path"]: each for each in json.loads(Path("documents.json").read_text())}
BUILDER = tantivy.SchemaBuilder()
for field in ("path", "title", "text"):
    BUILDER.add_text_field(field, stored=field == "path")
INDEX = tantivy.Index(BUILDER.build())
WRITER = INDEX.writer()
for each in DOCUMENTS.values():
    WRITER.add_document(tantivy.Document(path=each["path"], title=each["title"], text=each["text"]))
WRITER.commit()
INDEX.reload()


def answer(query: str, skip: int, take: int) -> dict[str, object]:
    asked = " ".join(word for word in query.split() if word.isalnum())
    searcher = INDEX.searcher()
    found = searcher.search(INDEX.parse_query(asked, ["title", "text"]), take, offset=skip)
    paths = [searcher.doc(address)["path"][0] for _, address in found.hits]
    rows = [[path, DOCUMENTS[path]["title"], DOCUMENTS[path]["summary"]] for path in paths]
    return {"count": found.count, "docs": rows}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/truth":
            sent = {name: values[0] for name, values in parse_qs(address.query).items()}
            told = answer(sent["s"], int(sent["skip"]), 10)
            self._send(json.dumps(told["docs"]), "application/json")
        elif address.path in DOCUMENTS:
            each = DOCUMENTS[address.path]
            self._send(f"<!doctype html><h1>{each['title']}</h1><p>{each['text']}</p>")
        else:
            self._send(PAGE if address.path == "/" else "<h1>Not found</h1>")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        told = [answer(each["s"], each["skip"], each["take"]) for each in json.loads(body)]
        self._send(json.dumps(told), "application/json")

    def _send(self, text: str, content_type: str = "text/html; charset=utf-8") -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
