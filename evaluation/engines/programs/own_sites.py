"""Sites of our own, which need nothing but Python, in the envelopes that are met today.

What the manifest says of one is its title, path, parameter, page size; `own` names the class here
that answers. Pages are those of `pages/`, with `{{name}}` filled in.
"""

import base64
import html
import json
import re
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from evaluation.engines.programs.corpus import Document, documents, find, find_near, words_of
from evaluation.engines.programs.program import (
    FOLDER,
    Engine,
    RunningEngine,
    manifest,
    programs,
)

# Seconds that a token of Wire lives.
TOKEN_LIFE = 60


@dataclass(frozen=True)
class Asked:
    """A request: `parameters` of the address and, where it is a form, of the body."""

    method: str
    path: str
    parameters: dict[str, str]
    cookies: dict[str, str]
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body read as JSON; None when it is not."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def number(self, name: str, default: int = 1) -> int:
        """Return a parameter as a number."""
        return number(self.parameters.get(name), default)


@dataclass(frozen=True)
class Response:
    """An answer."""

    body: str
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def as_json(value: object, status: int = 200) -> Response:
    """Return a JSON answer."""
    return Response(json.dumps(value), "application/json", status)


def redirect(path: str, cookie: str = "") -> Response:
    """Return an answer that leads elsewhere."""
    return Response(
        "", status=303, headers={"Location": path, **({"Set-Cookie": cookie} if cookie else {})}
    )


def number(text: object, default: int = 1) -> int:
    """Return a number that was sent, `default` where it is none."""
    digits = str(text)
    return int(digits) if digits.isdecimal() and len(digits) < 7 else default


def file_page(name: str, **values: str) -> Response:
    page = (FOLDER / "pages" / name).read_text(encoding="utf-8")
    for key, value in values.items():
        page = page.replace("{{" + key + "}}", value)
    kinds = {".html": "text/html; charset=utf-8", ".xml": "text/xml; charset=utf-8"}
    return Response(page, kinds[Path(name).suffix])


def listed(found: Sequence[Document]) -> str:
    """Return results as a list of HTML."""
    return "".join(
        f'<li class="hit"><h3><a href="{each.path}">{html.escape(each.title)}</a></h3>'
        f"<p>{html.escape(each.summary)}</p><small>{each.section}, {each.published}</small></li>"
        for each in found
    )


class OwnSite(Engine):
    """A site served by this process; pages of results are `size` long."""

    port = 0

    @property
    def size(self) -> int:
        """The length of a page of results."""
        return int(self.facts.get("size", 10))

    @property
    def base(self) -> str:
        """The site's address without a path."""
        return f"http://127.0.0.1:{self.port}"

    def answer(self, asked: Asked) -> Response | None:
        """Answer a request; None for an address that the site does not have."""
        raise NotImplementedError

    def found(self, query: str) -> list[Document]:
        """Return all that the site finds: some sites find something for each query."""
        match self.facts.get("otherwise"):
            case "nearest":
                return find_near(query) if query.strip() else []
            case "popular":
                return find(query) or find_near("function")[:10]
        return find(query)

    def shown(self, query: str, page: int) -> list[Document]:
        """Return one page of what was found, counted from 1."""
        return self.found(query)[(page - 1) * self.size : page * self.size]

    def truth(self, query: str, page: int) -> list[dict[str, str]]:
        """Return the records of one page, from the index itself."""
        shown = self.shown(query, page)
        return [{"url": f"{self.base}{each.path}", "title": each.title} for each in shown]

    def respond(self, asked: Asked) -> Response:
        """Answer a request: by the site, with a document's page, or with a 404."""
        entry = next((each for each in documents() if each.path == asked.path), None)
        if entry is not None:
            title, text = html.escape(entry.title), html.escape(entry.text)
            return Response(f"<!doctype html><title>{title}</title><h1>{title}</h1><p>{text}</p>")
        return self.answer(asked) or Response("<h1>Not found</h1>", status=404)

    @contextmanager
    def running(self, cache: Path, port: int) -> Iterator[RunningEngine]:
        """Serve the site from a thread."""
        self.port = port
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler_of(self))
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield RunningEngine(self.name, f"{self.base}/", self.truth)
        finally:
            server.shutdown()
            server.server_close()


def _handler_of(site: OwnSite) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            response = site.respond(self._read())
            body = response.body.encode()
            self.send_response(response.status)
            self.send_header("Content-Type", response.content_type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in response.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                # Browsers end what they no longer want.
                with suppress(ConnectionError):
                    self.wfile.write(body)

        do_POST = do_GET

        def _read(self) -> Asked:
            address = urlsplit(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(number(headers.get("content-length", 0), 0))
            pairs = parse_qsl(address.query, keep_blank_values=True)
            if "form-urlencoded" in headers.get("content-type", ""):
                pairs += parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
            cookies = SimpleCookie(headers.get("cookie", ""))
            sent = {name: morsel.value for name, morsel in cookies.items()}
            return Asked(self.command, address.path, dict(pairs), sent, headers, body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    return Handler


class HtmlSite(OwnSite):
    """A site whose server writes its result pages, as all did once."""

    @property
    def path(self) -> str:
        """Where its search is."""
        return str(self.facts.get("path", "/search"))

    @property
    def parameter(self) -> str:
        """The name of the query."""
        return str(self.facts.get("parameter", "q"))

    def page(self, main: str, head: str = "") -> Response:
        title = self.facts["title"]
        return file_page("frame.html", title=title, site=title, main=main, head=head)

    def form(self, query: str = "") -> str:
        """Return its search form."""
        return (
            f'<form action="{self.path}"><input type="search" name="{self.parameter}" '
            f'value="{html.escape(query)}"><button>Search</button></form>'
        )

    def results(self, asked: Asked) -> Response:
        """Return a result page."""
        query, page = asked.parameters.get(self.parameter, ""), asked.number("page")
        shown, total = self.shown(query, page), len(self.found(query))
        if not shown:
            return self.page(f"{self.form(query)}<p>Nothing matches.</p>")
        main = f'{self.form(query)}<p>{total} results</p><ol class="hits">{listed(shown)}</ol>'
        if page * self.size < total:
            address = f"{self.path}?{self.parameter}={html.escape(query)}&amp;page={page + 1}"
            main += f'<p><a rel="next" href="{address}">Next page</a></p>'
        return self.page(main)

    def answer(self, asked: Asked) -> Response | None:
        """Serve home and result pages."""
        if asked.path == "/":
            return self.page(
                f"<h1>{self.facts['title']}</h1><p>Notes of a library.</p>{self.form()}"
            )
        return self.results(asked) if asked.path == self.path else None


class Harbour(HtmlSite):
    """Nothing is shown before a person has answered for cookies."""

    def answer(self, asked: Asked) -> Response | None:
        """Ask for consent first, then serve as others."""
        choice = asked.parameters.get("choice")
        if asked.path == "/consent" and asked.method == "POST" and choice:
            kept = "all" if choice == "all" else "necessary"
            return redirect("/", f"consent={kept}; Path=/; Max-Age=3600")
        if asked.path == "/consent":
            return self.page((FOLDER / "pages" / "consent.html").read_text(encoding="utf-8"))
        return super().answer(asked) if "consent" in asked.cookies else redirect("/consent")


class FeedSite(HtmlSite):
    """A site whose results are XML: `pages/KIND.xml` around an entry of `KIND_entry.xml` each."""

    content_type = "text/xml; charset=utf-8"

    def feed(self, shown: Sequence[Document], first: int = 1, **values: str) -> Response:
        kind = self.facts["own"]
        entries = [
            file_page(
                f"{kind}_entry.xml",
                title=html.escape(each.title),
                url=self.base + each.path,
                summary=html.escape(each.summary),
                section=each.section,
                published=each.published,
                place=str(first + n),
            ).body.strip()
            for n, each in enumerate(shown)
        ]
        text = file_page(f"{kind}.xml", base=self.base, entries="".join(entries), **values).body
        return Response("".join(text.splitlines()), self.content_type)


class Atom(FeedSite):
    """Its form is answered by an Atom feed with OpenSearch's numbers, and links to its pages."""

    content_type = "application/atom+xml; charset=utf-8"

    def results(self, asked: Asked) -> Response:
        """Return a feed."""
        query, page = asked.parameters.get(self.parameter, ""), asked.number("page")
        total, quoted = len(find(query)), html.escape(query)
        address = f"{self.base}{self.path}?terms={quoted}&amp;page="
        links = f'<link rel="self" href="{address}{page}"/>'
        if page * self.size < total:
            links += f'<link rel="next" href="{address}{page + 1}"/>'
        shown, size = self.shown(query, page), str(self.size)
        return self.feed(shown, query=quoted, links=links, total=str(total), size=size)


class Rss(FeedSite):
    """Its search is known by an OpenSearch description alone, and answered by RSS."""

    content_type = "application/rss+xml; charset=utf-8"

    def answer(self, asked: Asked) -> Response | None:
        """Serve home, description and feeds."""
        if asked.path == "/opensearch.xml":
            text = file_page("opensearch.xml", base=self.base).body
            return Response(text, "application/opensearchdescription+xml")
        if asked.path == "/":
            head = (
                '<link rel="search" type="application/opensearchdescription+xml" '
                'href="/opensearch.xml" title="Courier">'
            )
            return self.page("<h1>Courier</h1><p>Subscribe to what you look for.</p>", head)
        return self.results(asked) if asked.path == self.path else None

    def results(self, asked: Asked) -> Response:
        """Return a feed."""
        query = asked.parameters.get(self.parameter, "")
        return self.feed(self.shown(query, asked.number("paged")), query=html.escape(query))


class Sru(FeedSite):
    """A library's SRU server, with a form that sends to it."""

    def form(self, query: str = "") -> str:
        """Return a form with the operation of SRU."""
        return (FOLDER / "pages" / "sru_form.html").read_text(encoding="utf-8").strip()

    def results(self, asked: Asked) -> Response:
        """Answer searchRetrieve, by CQL of words alone."""
        query = asked.parameters.get("query", "")
        if not query.strip():
            diagnostic = file_page("sru_diagnostic.xml").body
            return self.feed([], total="0", more=diagnostic)
        found = find(query)
        start = max(asked.number("startRecord"), 1)
        shown = found[start - 1 :][: min(asked.number("maximumRecords", 10), 50)]
        following = start + len(shown)
        next_place = f"<zs:nextRecordPosition>{following}</zs:nextRecordPosition>"
        more = next_place if following <= len(found) else ""
        return self.feed(shown, start, total=str(len(found)), more=more)


class Shelf(OwnSite):
    """A form without an address; JSON nested in an envelope, by offset, buttons for the pages."""

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page and its API."""
        if asked.path == "/":
            return file_page("shelf.html")
        if asked.path != "/api/v2/search":
            return None
        found, start = find(asked.parameters.get("term", "")), asked.number("start", 0)
        items = [
            {
                "type": "entry",
                "id": each.number,
                "attributes": {
                    name: getattr(each, name)
                    for name in ("title", "summary", "section", "published")
                },
                "links": {"self": each.path},
            }
            for each in found[start : start + min(asked.number("rows", 12), 50)]
        ]
        payload = {"found": len(found), "start": start, "items": items}
        return as_json({"status": "ok", "took": 3, "payload": payload})


class Desk(OwnSite):
    """A button opens the search, the list follows typing: POST JSON, a session and its token."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._tokens: dict[str, str] = {}

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page with a fresh token, and the search to those who send it."""
        if asked.path == "/":
            session = secrets.token_hex(8)
            token = self._tokens[session] = secrets.token_urlsafe(16)
            cookie = f"desk_session={session}; Path=/; HttpOnly; SameSite=Lax"
            return Response(
                file_page("desk.html", token=token).body, headers={"Set-Cookie": cookie}
            )
        if asked.path != "/rpc/find":
            return None
        token = self._tokens.get(asked.cookies.get("desk_session", ""), "")
        if not token or asked.headers.get("x-csrf-token") != token:
            return as_json({"error": {"code": "csrf", "message": "Token missing or old."}}, 403)
        sent = asked.json()
        if asked.method != "POST" or not isinstance(sent, dict):
            return as_json({"error": {"code": "bad", "message": "Send JSON."}}, 400)
        query, page = str(sent["query"]["text"]), number(sent["page"]["number"])
        notes = [
            {"id": each.slug, "name": each.title, "excerpt": each.summary, "date": each.published}
            for each in self.shown(query, page)
        ]
        return as_json({"result": {"notes": notes, "more": len(find(query)) > page * self.size}})


class Vault(OwnSite):
    """Each request carries a seal that the page makes of what it is given once and of the query.

    No program can send that again: it is searched in a browser, or not at all.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._given: set[str] = set()

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page, what seals are made of, and the search to those who have one."""
        if asked.path == "/":
            return file_page("vault.html")
        if asked.path == "/wax":
            wax = secrets.token_hex(8)
            self._given.add(wax)
            return as_json({"wax": wax})
        if asked.path != "/finds":
            return None
        query, page = asked.parameters.get("asked", ""), asked.parameters.get("leaf", "")
        wax, _, seal = asked.parameters.get("seal", "").partition(".")
        if wax not in self._given or seal != seal_of(f"{wax}|{query}|{page}"):
            return as_json({"error": "The seal is broken."}, 403)
        self._given.remove(wax)
        finds = [
            {"name": each.title, "about": each.summary, "at": each.path}
            for each in self.shown(query, number(page))
        ]
        return as_json({"finds": finds, "all": len(find(query))})


def seal_of(text: str) -> str:
    """Return a hash as the page of the vault works it out (FNV-1a, 32 bits, three rounds)."""
    value = 2_166_136_261
    for character in text.encode() * 3:
        value = (value ^ character) * 16_777_619 % 2**32
    return f"{value:08x}"


class Stacks(OwnSite):
    """Asked as Elasticsearch is and answering as it does; addresses are made of the ids."""

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page and `_search`."""
        if asked.path == "/":
            return file_page("elastic.html")
        sent = asked.json()
        if asked.path != "/catalogue/_search" or not isinstance(sent, dict):
            return None
        query = str(sent.get("query", {}).get("multi_match", {}).get("query", ""))
        start, found = number(sent.get("from"), 0), find(query)
        words = re.compile(rf"(?i)\b({'|'.join(map(re.escape, words_of(query))) or '$^'})\b")
        hits = [
            {
                "_index": "catalogue",
                "_id": each.slug,
                "_score": round(9 / (place + 1), 4),
                "_source": {
                    name: getattr(each, name) for name in ("title", "section", "published")
                },
                "highlight": {"text": [words.sub(r"<em>\1</em>", html.escape(each.summary))]},
            }
            for place, each in enumerate(found[start : start + number(sent.get("size"), 10)])
        ]
        total = {"value": len(found), "relation": "eq"}
        shards = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
        body = {"total": total, "max_score": 9.0 if hits else None, "hits": hits}
        return as_json({"took": 2, "timed_out": False, "_shards": shards, "hits": body})


class Brook(OwnSite):
    """Results come as server-sent events, each a fragment of HTML."""

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page and its events."""
        if asked.path == "/":
            return file_page("stream.html")
        if asked.path != "/events":
            return None
        query, page = asked.parameters["query"], asked.number("page")
        total = len(find(query))
        lines = [f"event: fragment\ndata: {listed([e])}\n\n" for e in self.shown(query, page)]
        told = json.dumps({"total": total, "more": total > page * self.size})
        return Response("".join(lines) + f"event: end\ndata: {told}\n\n", "text/event-stream")


class Meadow(OwnSite):
    """Scrolling brings more, by an opaque cursor."""

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page and what is under its end."""
        if asked.path == "/":
            return file_page("endless.html")
        if asked.path != "/api/feed":
            return None
        found = find(asked.parameters.get("needle", ""))
        start = self._place(asked.parameters.get("after", ""))
        end = start + asked.number("limit", 10)
        edges = [
            {
                "cursor": self._cursor(start + place),
                "node": {
                    "href": each.path,
                    "headline": each.title,
                    "teaser": each.summary,
                    "date": each.published,
                },
            }
            for place, each in enumerate(found[start:end], 1)
        ]
        info = {"hasNextPage": end < len(found), "endCursor": self._cursor(end)}
        return as_json({"edges": edges, "pageInfo": info})

    def _cursor(self, place: int) -> str:
        return base64.urlsafe_b64encode(f"after:{place}".encode()).decode()

    def _place(self, cursor: str) -> int:
        try:
            return number(base64.urlsafe_b64decode(cursor).decode().partition(":")[2], 0)
        except ValueError:
            return 0


class Wire(OwnSite):
    """JSON lines, for those who bring a token that lives a minute."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._tokens: dict[str, float] = {}

    def answer(self, asked: Asked) -> Response | None:
        """Serve the page, tokens and lines."""
        if asked.path == "/":
            return file_page("lines.html")
        if asked.path == "/session" and asked.method == "POST":
            token = secrets.token_urlsafe(24)
            self._tokens[token] = time.monotonic() + TOKEN_LIFE
            return as_json({"access_token": token, "expires_in": TOKEN_LIFE})
        if asked.path != "/lines":
            return None
        token = asked.headers.get("authorization", "").removeprefix("Bearer ")
        if self._tokens.get(token, 0.0) < time.monotonic():
            return as_json({"error": "invalid_token"}, 401)
        lines = [
            {"url": e.path, "title": e.title, "description": e.summary, "tags": [e.section]}
            for e in self.shown(asked.parameters.get("match", ""), asked.number("page"))
        ]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        return Response(text, "application/x-ndjson")


class Cellar(OwnSite):
    """Nobody under age, then HTML inside JSON, asked for by a posted form."""

    def answer(self, asked: Asked) -> Response | None:
        """Ask for the age first, then serve page and results."""
        if asked.path == "/age" and asked.parameters.get("old") == "yes":
            return redirect("/", "age_ok=1; Path=/")
        if "age_ok" not in asked.cookies:
            return file_page("age.html")
        if asked.path == "/":
            return file_page("fragments.html")
        if asked.path != "/ajax":
            return None
        query, page = asked.parameters.get("keyword", ""), asked.number("page")
        found = find(query)
        if not found:
            text = f"<p>No bottles for “{html.escape(query)}”.</p>"
            return as_json({"success": False, "data": {"message": text}})
        hits = f"<p>{len(found)} found</p><ul>{listed(self.shown(query, page))}</ul>"
        pages = -(-len(found) // self.size)
        return as_json({"success": True, "data": {"html": hits, "pages": pages}})


KINDS: dict[str, type[OwnSite]] = {
    "html": HtmlSite,
    **{
        kind.__name__.lower(): kind
        for kind in (
            Harbour, Atom, Rss, Sru, Shelf, Desk, Vault, Stacks, Brook, Meadow, Wire, Cellar
        )
    },
}  # fmt: skip


def own_site(name: str) -> OwnSite:
    """Return a site of our own."""
    facts = manifest()[name]
    return KINDS[facts["own"]](name, facts)


def engines() -> list[Engine]:
    """Return all engines of the bed but the one that others are timed beside, of both halves."""
    own = [own_site(name) for name, facts in manifest().items() if "own" in facts]
    return [*programs(), *(site for site in own if site.half != "reference")]
