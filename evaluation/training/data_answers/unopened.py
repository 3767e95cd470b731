"""Envelopes that serve for judging: nothing is built on what they show."""

import json
from collections.abc import Sequence
from html import escape

from evaluation.training.data_answers.things import HOST, Envelope, Thing


def highlighted(query: str, things: Sequence[Thing], total: int) -> str:
    """Return hits with highlighted twins of every text, and facets."""
    hits = [
        {
            "objectID": f"{t.number:08x}",
            "title": t.title,
            "content": t.text,
            "url": t.path,
            "image": t.picture,
            "_highlightResult": {
                "title": {"value": t.title, "matchLevel": "full", "matchedWords": [query]},
                "content": {"value": t.marked_text, "matchLevel": "full"},
            },
        }
        for t in things
    ]
    facets = {"sort": {"book": 3, "article": 9}}
    return json.dumps({"hits": hits, "nbHits": total, "page": 0, "facets": facets, "query": query})


def item_pages(query: str, things: Sequence[Thing], total: int) -> str:
    """Return items with plain and marked-up titles, and what their pages say of themselves."""
    items = [
        {
            "kind": "search#result",
            "title": t.title,
            "htmlTitle": t.title.replace(query, f"<b>{query}</b>"),
            "link": t.address,
            "displayLink": "www.shelf.example",
            "snippet": t.text,
            "pagemap": {"cse_image": [{"src": t.picture}], "metatags": [{"og:title": "Shelf"}]},
        }
        for t in things
    ]
    information = {"searchTime": 0.2, "totalResults": str(total)}
    answer: dict[str, object] = {"kind": "search", "searchInformation": information}
    return json.dumps(answer | ({"items": items} if items else {}))


def keyed_pages(query: str, things: Sequence[Thing], total: int) -> str:
    """Return pages under their numbers."""
    pages = {
        str(t.number): {"pageid": t.number, "ns": 0, "title": t.title, "fullurl": t.address}
        for t in things
    }
    answer: dict[str, object] = {"batchcomplete": ""}
    return json.dumps(answer | ({"query": {"pages": pages}} if pages else {}))


def sections(query: str, things: Sequence[Thing], total: int) -> str:
    """Return the things by their sort."""
    groups = [
        {
            "name": f"{sort.title()}s",
            "count": sum(t.sort == sort for t in things),
            "entries": [
                {"text": t.title, "target": t.path, "note": t.text}
                for t in things
                if t.sort == sort
            ],
        }
        for sort in dict.fromkeys(t.sort for t in things)
    ]
    return json.dumps({"status": "ok", "groups": groups, "found": total})


def marc(query: str, things: Sequence[Thing], total: int) -> str:
    """Return an answer of SRU with library records."""
    records = "".join(
        '<zs:record><zs:recordData><record xmlns="http://www.loc.gov/MARC21/slim">'
        f'<controlfield tag="001">{t.number}</controlfield>'
        f'<datafield tag="100" ind1="1"><subfield code="a">{t.author}</subfield></datafield>'
        f'<datafield tag="245" ind1="1"><subfield code="a">{escape(t.title)}</subfield></datafield>'
        f'<datafield tag="520"><subfield code="a">{escape(t.text)}</subfield></datafield>'
        f'<datafield tag="856" ind1="4"><subfield code="u">{t.address}</subfield></datafield>'
        "</record></zs:recordData></zs:record>"
        for t in things
    )
    return (
        '<?xml version="1.0"?><zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/">'
        f"<zs:numberOfRecords>{total}</zs:numberOfRecords><zs:records>{records}</zs:records>"
        "</zs:searchRetrieveResponse>"
    )


def named_elements(query: str, things: Sequence[Thing], total: int) -> str:
    """Return documents whose fields are named by attributes."""
    docs = "".join(
        f'<doc><str name="id">{t.number}</str><str name="label">{escape(t.title)}</str>'
        f'<str name="uri">{t.address}</str><arr name="abstract"><str>{escape(t.text)}</str></arr>'
        f'<date name="changed">{t.date}T00:00:00Z</date></doc>'
        for t in things
    )
    return (
        '<?xml version="1.0"?><response><lst name="responseHeader"><int name="status">0</int></lst>'
        f'<result name="response" numFound="{total}" start="0">{docs}</result></response>'
    )


def rdf(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a feed of RSS 1.0."""
    items = "".join(
        f'<item rdf:about="{t.address}"><title>{escape(t.title)}</title><link>{t.address}</link>'
        f"<description>{escape(t.text)}</description></item>"
        for t in things
    )
    return (
        '<?xml version="1.0"?><rdf:RDF xmlns="http://purl.org/rss/1.0/" '
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>Shelf</title>'
        f"</channel>{items}</rdf:RDF>"
    )


def linked_data(query: str, things: Sequence[Thing], total: int) -> str:
    """Return an ItemList of schema.org."""
    items = [
        {
            "@type": "ListItem",
            "position": place,
            "item": {"@type": "CreativeWork", "@id": t.address, "name": t.title, "about": t.text},
        }
        for place, t in enumerate(things, start=1)
    ]
    answer = {"@context": "https://schema.org", "@type": "ItemList", "numberOfItems": total}
    return json.dumps(answer | {"itemListElement": items})


def events(query: str, things: Sequence[Thing], total: int) -> str:
    """Return a stream of events."""
    sent = [{"event": "start", "term": query}]
    sent += [{"event": "hit", "caption": t.title, "goto": t.path, "why": t.text} for t in things]
    sent.append({"event": "end", "term": str(total)})
    return "".join(f"data: {json.dumps(event)}\n\n" for event in sent)


def attributes_only(query: str, things: Sequence[Thing], total: int) -> str:
    """Return elements that hold everything in attributes."""
    hits = "".join(
        f'<hit nr="{t.number}" caption="{escape(t.title)}" target="{t.path}" '
        f'kind="{t.sort}" words="{escape(t.text)}"/>'
        for t in things
    )
    return f'<?xml version="1.0"?><answer term="{query}" sum="{total}"><list>{hits}</list></answer>'


def embedded(query: str, things: Sequence[Thing], total: int) -> str:
    """Return resources as HAL has them, addresses of programs beside those of people."""
    books = [
        {
            "titre": t.title,
            "resume": t.text,
            "_links": {
                "self": {"href": f"https://api.shelf.example/v2/books/{t.number}"},
                "cover": {"href": t.picture},
                "page": {"href": t.address},
            },
        }
        for t in things
    ]
    links = {"self": {"href": f"https://api.shelf.example/v2/books?q={query}"}}
    return json.dumps({"_embedded": {"books": books}, "_links": links, "page": {"total": total}})


def text_in_text(query: str, things: Sequence[Thing], total: int) -> str:
    """Return JSON as a text in JSON, with short keys and large facets."""
    rows = [[t.number, t.title, t.text, t.path, t.date] for t in things]
    facets = [{"n": f"{HOST}/f/{n}", "l": f"Facet number {n}"} for n in range(30)]
    return json.dumps({"d": json.dumps({"x": rows, "f": facets, "t": total})})


ENVELOPES: tuple[Envelope, ...] = (
    *(highlighted, item_pages, keyed_pages, sections, marc, named_elements, rdf, linked_data),
    *(events, attributes_only, embedded, text_in_text),
)
