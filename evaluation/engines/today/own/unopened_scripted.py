"""Sites of our own whose pages ask by script: the half that is measured alone."""

import base64
import html
import json
import secrets
import time

from evaluation.engines.today.catalogue import find, page_of
from evaluation.engines.today.engine import UNOPENED, Person
from evaluation.engines.today.own.site import (
    OwnSite,
    Request,
    Response,
    as_json,
    file_page,
    listed,
    number,
    redirect,
)

# Seconds that a token of Wire lives.
TOKEN_LIFE = 60


class Brook(OwnSite):
    """Results come as server-sent events, each a fragment of HTML."""

    name = "brook"
    half = UNOPENED
    kind = "server-sent fragments of HTML"
    person = Person(shown="#out")

    def answer(self, request: Request) -> Response | None:
        """Serve the page and its events."""
        if request.path == "/":
            return Response(file_page("stream.html"))
        if request.path != "/events":
            return None
        page, found = number(request.parameters.get("page")), find(request.parameters["query"])
        lines = [
            f"event: fragment\ndata: {listed([each])}\n\n"
            for each in page_of(found, page, self.size)
        ]
        told = json.dumps({"total": len(found), "more": len(found) > page * self.size})
        return Response("".join(lines) + f"event: end\ndata: {told}\n\n", "text/event-stream")


class Meadow(OwnSite):
    """Scrolling brings more, by an opaque cursor."""

    name = "meadow"
    half = UNOPENED
    kind = "GET JSON, infinite scrolling by cursor"
    person = Person("#needle", shown="#tiles")

    def answer(self, request: Request) -> Response | None:
        """Serve the page and what is under its end."""
        if request.path == "/":
            return Response(file_page("endless.html"))
        if request.path != "/api/feed":
            return None
        found = find(request.parameters.get("needle", ""))
        start = self._place(request.parameters.get("after", ""))
        end = start + number(request.parameters.get("limit"), 10)
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

    name = "wire"
    half = UNOPENED
    kind = "JSON lines with a short-lived bearer token"
    person = Person("#s", shown="#list")

    def __init__(self) -> None:
        self._tokens: dict[str, float] = {}

    def answer(self, request: Request) -> Response | None:
        """Serve the page, tokens and lines."""
        if request.path == "/":
            return Response(file_page("lines.html"))
        if request.path == "/session" and request.method == "POST":
            token = secrets.token_urlsafe(24)
            self._tokens[token] = time.monotonic() + TOKEN_LIFE
            return as_json({"access_token": token, "expires_in": TOKEN_LIFE})
        if request.path != "/lines":
            return None
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._tokens.get(token, 0.0) < time.monotonic():
            return as_json({"error": "invalid_token"}, 401)
        found = find(request.parameters.get("match", ""))
        lines = [
            json.dumps(
                {
                    "url": each.path,
                    "title": each.title,
                    "description": each.summary,
                    "tags": [each.section],
                }
            )
            for each in page_of(found, number(request.parameters.get("page")), self.size)
        ]
        return Response("".join(f"{line}\n" for line in lines), "application/x-ndjson")


class Cellar(OwnSite):
    """Nobody under age, then HTML inside JSON, asked for by a posted form."""

    name = "cellar"
    half = UNOPENED
    kind = "HTML inside JSON by POST, behind an age question"
    person = Person("#k", clicks=("text=Yes",), shown="#hits")

    def answer(self, request: Request) -> Response | None:
        """Ask for the age first, then serve page and results."""
        if request.path == "/age" and request.parameters.get("old") == "yes":
            return redirect("/", Set_Cookie="age_ok=1; Path=/")
        if "age_ok" not in request.cookies:
            return Response(
                "<!doctype html><title>Cellar</title><h1>Are you 18 or older?</h1>"
                '<p>You must be of legal age to enter.</p><a href="/age?old=yes">Yes, I am 18 or '
                'older</a> <a href="/age?old=no">No</a>'
            )
        if request.path == "/":
            return Response(file_page("fragments.html"))
        if request.path != "/ajax":
            return None
        query, page = request.parameters.get("keyword", ""), number(request.parameters.get("page"))
        found = find(query)
        if not found:
            text = f"<p>No bottles for “{html.escape(query)}”.</p>"
            return as_json({"success": False, "data": {"message": text}})
        hits = f"<p>{len(found)} found</p><ul>{listed(page_of(found, page, self.size))}</ul>"
        pages = -(-len(found) // self.size)
        return as_json({"success": True, "data": {"html": hits, "pages": pages}})
