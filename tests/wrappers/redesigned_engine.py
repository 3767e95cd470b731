"""A search engine whose pages a test redesigns while it runs.

The installation stored in tests/upgrade was learned from its documents and layouts.
"""

import html
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.small_server import Reply, Request

ADJECTIVES = "amber brisk copper dusty early fallen gentle hollow ivory jagged".split()
NOUNS = "anchor basket candle drawer engine feather garden harbour island jacket".split()
PAGE_SIZE = 10


@dataclass(frozen=True)
class Document:
    url: str
    title: str
    text: str


DOCUMENTS = tuple(
    Document(
        f"/doc/{adjective}-{noun}",
        f"The {adjective} {noun}",
        f"All about one {adjective} thing, a {noun} of its kind, told in a few words.",
    )
    for adjective in ADJECTIVES
    for noun in NOUNS
)


def search(query: str) -> list[Document]:
    words = query.casefold().split()
    return [
        document
        for document in DOCUMENTS
        if words
        and all(word in f"{document.title} {document.text}".casefold().split() for word in words)
    ]


Layout = Callable[[list[Document]], str]


def laid_out(before: str, record: str, after: str = "") -> Layout:
    """Return what lays documents out: `record` is written for each `d`, whose number is `n`."""
    return lambda documents: (
        before + "".join(record.format(d=d, n=n) for n, d in enumerate(documents, 1)) + after
    )


plain = laid_out(
    "<ol class=hits>",
    "<li class=hit><h3><a href={d.url}>{d.title}</a></h3><p class=text>{d.text}</p></li>",
    "</ol>",
)
# The same records in another dress: other tags, other classes, other nesting.
cards = laid_out(
    "<main><section id=x1>",
    "<article class=c-77><div class=c-12><span class=n>{n}</span> <a class=c-9 href={d.url}>"
    "<b>{d.title}</b></a></div><div class=c-31><div>{d.text}</div></div></article>",
    "</section></main>",
)


@dataclass
class Design:
    records: Layout = plain
    parameter: str = "q"
    action: str = "/find"
    chrome: str = "<ul><li><a href=/about>About us</a><li><a href=/help>Help</a></ul>"
    nothing: str = "<p>Sorry, no documents were found.</p>"
    status: int = 200
    asked: list[str] = field(default_factory=list)
    find: Callable[[str], list[Document]] = search

    def __call__(self, request: Request) -> Reply:
        reply = self.page(request)
        return reply if self.status == 200 else replace(reply, status=self.status)

    def page(self, request: Request) -> Reply:
        form = (
            f"<form action={self.action}><input type=search name={self.parameter}>"
            "<button>Search</button></form>"
        )
        head = f"<html lang=en><title>The Shed</title><body>{self.chrome}{form}"
        query = request.fields.get(self.parameter, "").strip()
        if request.path == "/":
            names = " ".join(f"<span>{word}</span>" for word in (*ADJECTIVES[:5], *NOUNS[:5]))
            return Reply(f"{head}<p>Search the shed: {names}</p>")
        if request.path != self.action:
            links = "".join(f"<a href=/place/{n}>A place</a>" for n in "abc")
            return Reply(f"{head}<h1>There is nothing here</h1>{links}", 404)
        if not query:
            return Reply(f"{head}<p>Search the shed.</p><p>Type a word.</p>")
        self.asked.append(query)
        found = self.find(query)
        start = int(request.fields.get("start", "0"))
        shown = found[start : start + PAGE_SIZE]
        if not shown:
            return Reply(f"{head}{self.nothing}")
        line = f"<p>{start + 1}-{start + len(shown)} of {len(found)} documents</p>"
        pager = "".join(
            f" <a href='{self.action}?{self.parameter}={html.escape(query)}&start={first}'>"
            f"{first // PAGE_SIZE + 1}</a>"
            for first in range(0, len(found), PAGE_SIZE)
            if first != start
        )
        return Reply(f"{head}{line}{self.records(shown)}<p>{pager}</p>")
