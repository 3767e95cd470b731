"""Search engines written for the stored installation: documents in several layouts."""

import html
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.small_server import Reply, Request
from tests.upgrade.serving import Site
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, Document, plain, search

PAGE_SIZE = 6


Layout = Callable[[list[Document]], str]


def table(documents: list[Document]) -> str:
    """Lay documents out as rows of a table."""
    return "<table id=found><tr><th>Title<th>Text</tr>" + "".join(
        f"<tr class=row><td><a href={d.url}>{d.title}</a></td><td>{d.text}</td></tr>"
        for d in documents
    ) + "</table>"  # fmt: skip


def bare(documents: list[Document]) -> str:
    """Lay documents out without any element around a record: only breaks part them."""
    return "".join(
        f"<a href={d.url}>{d.title}</a><br>{d.text}<br>"
        f"<a href={d.url}/more>cellar.example{d.url}</a><br><br>"
        for d in documents
    )


def with_adverts(documents: list[Document]) -> str:
    """Lay documents out as a list in which every second record is an advertisement."""
    records = []
    for d in documents:
        records += [
            f'<li class="hit own"><h3><a href={d.url}>{d.title}</a></h3>'
            f"<p class=text>{d.text}</p></li>",
            f'<li class="hit ad"><h3><a href=/ad{d.url}>Buy: {d.title}</a></h3>'
            f"<p class=text>Order it now: {d.text}</p></li>",
        ]
    return f"<ul class=hits>{''.join(records)}</ul>"


def two_lists(documents: list[Document]) -> str:
    """Lay the first three documents out as a list of their own above the others."""
    first = "".join(
        f"<dt><a href={d.url}>{d.title}</a></dt><dd>{d.text}</dd>" for d in documents[:3]
    )
    return f"<h2>Latest</h2><dl class=news>{first}</dl><h2>All</h2>{plain(documents[3:])}"


@dataclass
class EngineSite(Site):
    """A search engine; `layout` and `action` may change while it is served.

    With a `ticket` each visit of its form hands out a value that the query must carry. Documents
    stand on the site itself, or `documents_at` another.
    """

    layout: Layout = plain
    method: str = "get"
    name: str = "The Shed"
    ticket: bool = False
    action: str = "/find"
    documents_at: str = ""
    about: str = ""
    _tickets: set[str] = field(default_factory=set)

    def __call__(self, request: Request) -> Reply:
        chrome = "<ul><li><a href=/about>About us</a><li><a href=/help>Help</a></ul>"
        said = f"<title>{self.name}</title><meta name=description content='{self.about}'>"
        head = f"<html lang=en>{said}<body>{chrome}{self._form()}"
        if request.path == "/":
            names = " ".join(f"<span>{word}</span>" for word in (*ADJECTIVES[:5], *NOUNS[:5]))
            return Reply(f"{head}<p>Search here: {names}</p>")
        if request.path != self.action or request.method != self.method.upper():
            links = "".join(f"<a href=/place/{n}>A place</a>" for n in "abc")
            return Reply(f"{head}<h1>There is nothing here</h1>{links}", 404)
        if self.ticket and request.fields.get("ticket") not in self._tickets:
            return Reply(f"{head}<h1>Your ticket is not valid</h1>", 403)
        query = request.fields.get("q", "").strip()
        if not query:
            return Reply(f"{head}<p>Type a word.</p>")
        return Reply(f"{head}{self._results(query, request)}")

    def _form(self) -> str:
        ticket = ""
        if self.ticket:
            value = secrets.token_hex(8)
            self._tickets.add(value)
            ticket = f"<input type=hidden name=ticket value={value}>"
        return (
            f"<form action={self.action} method={self.method}><input type=search name=q>{ticket}"
            "<button>Search</button></form>"
        )

    def _results(self, query: str, request: Request) -> str:
        found = search(query)
        start = int(request.fields.get("start", "0"))
        shown = [
            replace(document, url=f"{self.documents_at}{document.url}")
            for document in found[start : start + PAGE_SIZE]
        ]
        if not shown:
            return "<p>Sorry, no documents were found.</p>"
        line = f"<p>{start + 1}-{start + len(shown)} of {len(found)} documents</p>"
        return f"{line}{self.layout(shown)}<p>{self._pager(query, request, start, len(found))}</p>"

    def _pager(self, query: str, request: Request, start: int, count: int) -> str:
        others = [first for first in range(0, count, PAGE_SIZE) if first != start]
        if self.method == "post":
            return "".join(
                f"<form action={self.action} method=post><input type=hidden name=q "
                f"value='{html.escape(query)}'><input type=hidden name=start value={first}>"
                f"<input type=submit value={first // PAGE_SIZE + 1}></form>"
                for first in others
            )
        ticket = f"&ticket={request.fields['ticket']}" if self.ticket else ""
        return "".join(
            f" <a href='{self.action}?q={html.escape(query)}&start={first}{ticket}'>"
            f"{first // PAGE_SIZE + 1}</a>"
            for first in others
        )
