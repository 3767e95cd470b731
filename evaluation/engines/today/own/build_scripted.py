"""Sites of our own whose pages ask for JSON by script: the half that may be looked at."""

import html
import re
import secrets

from evaluation.engines.today.catalogue import find, page_of, words_of
from evaluation.engines.today.corpus import Document
from evaluation.engines.today.engine import Person
from evaluation.engines.today.own.site import (
    OwnSite,
    Request,
    Response,
    as_json,
    file_page,
    number,
)


class Shelf(OwnSite):
    """A form without an address; JSON nested in an envelope, by offset, buttons for the pages."""

    name = "shelf"
    kind = "GET JSON in an envelope, by offset"
    size = 12
    person = Person("#words", shown="#cards")

    def answer(self, request: Request) -> Response | None:
        """Serve the page and its API."""
        if request.path == "/":
            return Response(file_page("shelf.html"))
        if request.path != "/api/v2/search":
            return None
        found = find(request.parameters.get("term", ""))
        start = number(request.parameters.get("start"), 0)
        rows = min(number(request.parameters.get("rows"), 12), 50)
        items = [self._item(each) for each in found[start : start + rows]]
        payload = {"found": len(found), "start": start, "items": items}
        return as_json({"status": "ok", "took": 3, "payload": payload})

    def _item(self, document: Document) -> dict[str, object]:
        return {
            "type": "entry",
            "id": document.number,
            "attributes": {
                "title": document.title,
                "summary": document.summary,
                "section": document.section,
                "published": document.published,
            },
            "links": {"self": document.path},
        }


class Desk(OwnSite):
    """A button opens the search, the list follows typing: POST JSON, a session and its token."""

    name = "desk"
    kind = "POST JSON with session and token, list follows typing"
    person = Person("#box", clicks=("#open",), shown="#list")

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}

    def answer(self, request: Request) -> Response | None:
        """Serve the page with a fresh token, and the search to those who send it."""
        if request.path == "/":
            session = secrets.token_hex(8)
            token = self._tokens[session] = secrets.token_urlsafe(16)
            cookie = f"desk_session={session}; Path=/; HttpOnly; SameSite=Lax"
            return Response(file_page("desk.html", token=token), headers={"Set-Cookie": cookie})
        if request.path != "/rpc/find":
            return None
        token = self._tokens.get(request.cookies.get("desk_session", ""), "")
        if not token or request.headers.get("x-csrf-token") != token:
            return as_json({"error": {"code": "csrf", "message": "Token missing or old."}}, 403)
        sent = request.json()
        if request.method != "POST" or not isinstance(sent, dict):
            return as_json({"error": {"code": "bad", "message": "Send JSON."}}, 400)
        query, page = str(sent["query"]["text"]), number(sent["page"]["number"])
        found = find(query)
        notes = [
            {"id": each.slug, "name": each.title, "excerpt": each.summary, "date": each.published}
            for each in page_of(found, page, self.size)
        ]
        return as_json({"result": {"notes": notes, "more": len(found) > page * self.size}})


class Vault(OwnSite):
    """Each request carries a seal that the page makes of what it is given once and of the query.

    No program can send that again: it is searched in a browser, or not at all.
    """

    name = "vault"
    kind = "GET JSON under a seal made by script"
    person = Person("#asked", shown="#finds")

    def __init__(self) -> None:
        self._given: set[str] = set()

    def answer(self, request: Request) -> Response | None:
        """Serve the page, what seals are made of, and the search to those who have one."""
        if request.path == "/":
            return Response(file_page("vault.html"))
        if request.path == "/wax":
            wax = secrets.token_hex(8)
            self._given.add(wax)
            return as_json({"wax": wax})
        if request.path != "/finds":
            return None
        query, page = request.parameters.get("asked", ""), request.parameters.get("leaf", "")
        wax, _, seal = request.parameters.get("seal", "").partition(".")
        if wax not in self._given or seal != seal_of(f"{wax}|{query}|{page}"):
            return as_json({"error": "The seal is broken."}, 403)
        self._given.remove(wax)
        found = find(query)
        finds = [
            {"name": each.title, "about": each.summary, "at": each.path}
            for each in page_of(found, number(page), self.size)
        ]
        return as_json({"finds": finds, "all": len(found)})


def seal_of(text: str) -> str:
    """Return a hash as the page of the vault works it out (FNV-1a, 32 bits, three rounds)."""
    value = 2_166_136_261
    for character in text.encode() * 3:
        value = (value ^ character) * 16_777_619 % 2**32
    return f"{value:08x}"


class Stacks(OwnSite):
    """Asked as Elasticsearch is and answering as it does; addresses are made of the ids."""

    name = "stacks"
    kind = "POST JSON like Elasticsearch, load more"
    person = Person("#q", shown="#results")

    def answer(self, request: Request) -> Response | None:
        """Serve the page and `_search`."""
        if request.path == "/":
            return Response(file_page("elastic.html"))
        sent = request.json()
        if request.path != "/catalogue/_search" or not isinstance(sent, dict):
            return None
        query = str(sent.get("query", {}).get("multi_match", {}).get("query", ""))
        start, found = number(sent.get("from"), 0), find(query)
        hits = [
            {
                "_index": "catalogue",
                "_id": each.slug,
                "_score": round(9 / (place + 1), 4),
                "_source": {
                    "title": each.title,
                    "section": each.section,
                    "published": each.published,
                },
                "highlight": {"text": [self._marked(each, query)]},
            }
            for place, each in enumerate(found[start : start + number(sent.get("size"), 10)])
        ]
        total = {"value": len(found), "relation": "eq"}
        shards = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
        body = {"total": total, "max_score": 9.0 if hits else None, "hits": hits}
        return as_json({"took": 2, "timed_out": False, "_shards": shards, "hits": body})

    def _marked(self, document: Document, query: str) -> str:
        words = "|".join(map(re.escape, words_of(query))) or "$^"
        return re.sub(rf"(?i)\b({words})\b", r"<em>\1</em>", html.escape(document.summary))
