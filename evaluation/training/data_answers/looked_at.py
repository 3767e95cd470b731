"""Envelopes that may be looked at while building."""

import json
from collections.abc import Sequence
from html import escape

from evaluation.training.data_answers.things import HOST, Envelope, Thing


def flat_list(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a bare list."""
    return json.dumps(
        [{"url": t.address, "name": t.title, "description": t.text, "id": t.number} for t in things]
    )


def elastic(query: str, things: Sequence[Thing], total: int) -> str:
    """Return hits as Elasticsearch has them."""
    hits = [
        {
            "_index": "shelf",
            "_id": str(t.number),
            "_score": 1.5,
            "_source": {"title": t.title, "permalink": t.path, "body": t.text, "published": t.date},
            "highlight": {"body": [t.marked_text]},
        }
        for t in things
    ]
    return json.dumps({"took": 4, "hits": {"total": {"value": total}, "hits": hits}})


def graphql(query: str, things: Sequence[Thing], total: int) -> str:
    """Return edges with nodes, and a cursor."""
    edges = [
        {
            "cursor": f"Y3Vyc29yOg{t.number}==",
            "node": {
                "__typename": "Book",
                "headline": t.title,
                "link": {"href": t.path},
                "by": {"name": t.author, "profile": f"{HOST}/people/{t.author[:3].lower()}"},
                "teaser": t.text,
            },
        }
        for t in things
    ]
    page = {"hasNextPage": total > len(things), "endCursor": "YWJjZGVm" * 6}
    return json.dumps({"data": {"find": {"edges": edges, "totalCount": total, "pageInfo": page}}})


def json_api(query: str, things: Sequence[Thing], total: int) -> str:
    """Return resources as JSON:API has them."""
    data = [
        {
            "type": t.sort,
            "id": str(t.number),
            "attributes": {
                "title": t.title,
                "abstract": t.text,
                "created-at": f"{t.date}T08:00:00Z",
            },
            "links": {"self": f"{HOST}/api/{t.number}", "html": t.address},
        }
        for t in things
    ]
    links = {"self": f"/api?q={query}", "next": f"/api?q={query}&page=2"}
    return json.dumps({"data": data, "links": links, "meta": {"total": total}})


def json_lines(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a document a line, the first about the search."""
    lines = [{"title": t.title, "href": t.address, "summary": t.text} for t in things]
    return "\n".join(map(json.dumps, [{"query": query, "total": total}, *lines]))


def html_in_json(query: str, things: Sequence[Thing], total: int) -> str:
    """Return the list of results as markup in JSON."""
    items = "".join(
        f'<div class="hit"><h4><a href="{t.path}">{escape(t.title)}</a></h4>'
        f"<p>{t.marked_text}</p></div>"
        for t in things
    )
    return json.dumps({"ok": True, "count": total, "html": items or "<p>Nothing was found.</p>"})


def jsonp_without_names(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a call with short keys."""
    rows = [{"a": t.path, "b": t.text, "c": t.title, "d": t.sort, "e": t.number} for t in things]
    return f"/**/__cb_17({json.dumps({'r': rows, 'n': total})});"


def columns(query: str, things: Sequence[Thing], total: int) -> str:
    """Return rows of lists with the names of columns."""
    rows = [[t.number, t.title, t.address, t.author, t.text] for t in things]
    names = ["id", "title", "url", "author", "summary"]
    return json.dumps({"columns": names, "rows": rows, "filtered_table_rows_count": total})


def parallel_lists(query: str, things: Sequence[Thing], total: int) -> str:
    """Return suggestions as OpenSearch has them."""
    columns = [[t.title for t in things], [t.text for t in things], [t.address for t in things]]
    return json.dumps([query, *columns])


def atom(query: str, things: Sequence[Thing], total: int) -> str:
    """Return an Atom feed with OpenSearch's elements."""
    entries = "".join(
        f'<entry><id>urn:shelf:{t.number}</id><title type="html">{escape(escape(t.title))}</title>'
        f'<link rel="edit" href="/api/{t.number}"/><link rel="alternate" href="{t.address}"/>'
        f"<updated>{t.date}T10:00:00Z</updated><author><name>{t.author}</name></author>"
        f"<summary>{escape(t.text)}</summary></entry>"
        for t in things
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:os="http://a9.com/-/spec/opensearch/1.1/"><title>Shelf</title>'
        f"<os:totalResults>{total}</os:totalResults>{entries}</feed>"
    )


def rss(query: str, things: Sequence[Thing], total: int) -> str:
    """Return an RSS feed."""
    items = "".join(
        f"<item><title>{escape(t.title)}</title><link>{t.address}</link><guid>{t.address}</guid>"
        f"<description><![CDATA[<p>{t.marked_text}</p>]]></description>"
        f"<pubDate>Mon, 06 Sep 2021 16:45:00 +0000</pubDate><category>{t.sort}</category></item>"
        for t in things
    )
    return f'<rss version="2.0"><channel><title>Search {query}</title>{items}</channel></rss>'


def sru(query: str, things: Sequence[Thing], total: int) -> str:
    """Return an answer of SRU with Dublin Core."""
    records = "".join(
        "<record><recordSchema>dc</recordSchema><recordData>"
        f"<dc:dc><dc:title>{escape(t.title)}</dc:title><dc:creator>{t.author}</dc:creator>"
        f"<dc:date>{t.date[:4]}</dc:date><dc:identifier>{t.address}</dc:identifier>"
        f"<dc:description>{escape(t.text)}</dc:description></dc:dc></recordData></record>"
        for t in things
    )
    return (
        '<?xml version="1.0"?><searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><version>1.1</version>'
        f"<numberOfRecords>{total}</numberOfRecords><records>{records}</records>"
        "</searchRetrieveResponse>"
    )


ENVELOPES: tuple[Envelope, ...] = (
    *(flat_list, elastic, graphql, json_api, json_lines, html_in_json, jsonp_without_names),
    *(columns, parallel_lists, atom, rss, sru),
)
