"""Engines over packages of npm: the half that may be looked at."""

from typing import Any

from evaluation.engines.today.engine import BUILD, Person
from evaluation.engines.today.installed.program import AskedByApi, NodeEngine, fetch_json


class RestAlpine(NodeEngine):
    """json-server under a catalogue made with Alpine, “load more”."""

    name = "rest-alpine"
    half = BUILD
    kind = "json-server by GET, Alpine, load more"
    person = Person(shown=".grid")

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask json-server."""
        rows = fetch_json(f"{base}/api/entries", q=query, _page=page, _limit=15)
        return [{"url": f"{base}/entry/{row['slug']}", "title": row["title"]} for row in rows]


class GraphqlVue(NodeEngine):
    """GraphQL Yoga with cursors, under a page made with Vue."""

    name = "graphql-vue"
    half = BUILD
    kind = "GraphQL by cursor, Vue, load more"
    person = Person()

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask Yoga for all pages at once."""
        asked = "query A($t: String!) {search(text: $t, first: 200) {edges {node {title path}}}}"
        sent = {"query": asked, "variables": {"t": query}}
        edges = fetch_json(f"{base}/graphql", sent)["data"]["search"]["edges"]
        return [
            {"url": base + edge["node"]["path"], "title": edge["node"]["title"]}
            for edge in edges[(page - 1) * 10 : page * 10]
        ]


class FragmentsHtmx(AskedByApi):
    """Rows of HTML for HTMX, while one types."""

    name = "fragments-htmx"
    half = BUILD
    kind = "HTML fragments by HTMX, follows typing"
    person = Person(shown="#rows")
