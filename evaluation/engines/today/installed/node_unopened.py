"""Engines over packages of npm: the half that is measured alone."""

from typing import Any

from evaluation.engines.today.engine import UNOPENED, Person
from evaluation.engines.today.installed.program import AskedByApi, NodeEngine, fetch_json


class ReactPages(NodeEngine):
    """An Express interface under a page made with React."""

    name = "react-pages"
    half = UNOPENED
    kind = "GET JSON, React, address follows"
    person = Person("input", shown="#entries")

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask the interface."""
        rows = fetch_json(f"{base}/v1/lookup", query=query, p=page)["data"]["entries"]
        return [{"url": f"{base}/entry/{row['uid']}", "title": row["label"]} for row in rows]


class LunrStatic(NodeEngine):
    """A static site with an index of Lunr."""

    name = "lunr-static"
    half = UNOPENED
    kind = "static index of Lunr, follows typing"
    person = Person(shown="#results-list")

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask the same index, loaded by the server."""
        rows = fetch_json(f"{base}/truth", q=query) if page == 1 else []
        return [{"url": base + row["url"], "title": row["title"]} for row in rows]


class MinisearchPreact(NodeEngine):
    """All documents loaded by a page made with Preact, and found by MiniSearch."""

    name = "minisearch-preact"
    half = UNOPENED
    kind = "documents loaded by the page, MiniSearch, Preact"
    person = Person(shown="#hits")

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask the same index, made by the server."""
        rows = fetch_json(f"{base}/truth", q=query) if page == 1 else []
        return [{"url": base + row["path"], "title": row["title"]} for row in rows]


class MeiliClient(AskedByApi):
    """An interface like Meilisearch's, asked by its own client."""

    name = "meili-client"
    half = UNOPENED
    kind = "POST JSON like Meilisearch with a key, follows typing"
    person = Person(shown="#hits")


class TurboFrame(AskedByApi):
    """A form that fills a frame of Turbo."""

    name = "turbo-frame"
    half = UNOPENED
    kind = "HTML in a frame of Turbo"
    person = Person(shown="turbo-frame")
