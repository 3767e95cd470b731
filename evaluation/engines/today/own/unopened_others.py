"""Sites of our own that answer in XML, feeds or always: the half that is measured alone."""

import html

from evaluation.engines.today.catalogue import find, find_near, page_of
from evaluation.engines.today.corpus import Document
from evaluation.engines.today.engine import UNOPENED, Person
from evaluation.engines.today.own.build_others import HtmlSite
from evaluation.engines.today.own.site import (
    Request,
    Response,
    number,
)

SRU = "http://www.loc.gov/zing/srw/"
DIAGNOSTIC = "http://www.loc.gov/zing/srw/diagnostic/"
DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"


class Archive(HtmlSite):
    """A library's SRU server, with a form that sends to it."""

    name = "archive"
    half = UNOPENED
    kind = "SRU: XML with Dublin Core, by startRecord"
    title = "Archive"
    path = "/sru"
    parameter = "query"
    person = Person(shown="")

    def form(self, query: str = "") -> str:
        """Return a form with the operation of SRU."""
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{value}">'
            for name, value in (
                ("operation", "searchRetrieve"),
                ("version", "1.2"),
                ("maximumRecords", "10"),
                ("recordSchema", "dc"),
            )
        )
        return (
            f'<form action="/sru">{hidden}<input type="text" name="query" size="40">'
            "<button>Search the archive</button></form>"
        )

    def results(self, request: Request) -> Response:
        """Answer searchRetrieve, by CQL of words alone."""
        query = request.parameters.get("query", "")
        if not query.strip():
            return self._document(
                "<zs:numberOfRecords>0</zs:numberOfRecords><zs:diagnostics>"
                f'<diag:diagnostic xmlns:diag="{DIAGNOSTIC}"><diag:uri>info:srw/diagnostic/1/7'
                "</diag:uri><diag:details>query</diag:details></diag:diagnostic></zs:diagnostics>"
            )
        found = find(query)
        start = max(number(request.parameters.get("startRecord")), 1)
        rows = min(number(request.parameters.get("maximumRecords"), 10), 50)
        shown = found[start - 1 : start - 1 + rows]
        records = "".join(self._record(each, start + at) for at, each in enumerate(shown))
        following = start + len(shown)
        more = following <= len(found)
        tail = f"<zs:nextRecordPosition>{following}</zs:nextRecordPosition>" if more else ""
        return self._document(
            f"<zs:numberOfRecords>{len(found)}</zs:numberOfRecords>"
            f"<zs:records>{records}</zs:records>{tail}"
        )

    def _document(self, content: str) -> Response:
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>'
            f'<zs:searchRetrieveResponse xmlns:zs="{SRU}"><zs:version>1.2</zs:version>{content}'
            "</zs:searchRetrieveResponse>"
        )
        return Response(text, "text/xml; charset=utf-8")

    def _record(self, document: Document, position: int) -> str:
        return (
            "<zs:record><zs:recordSchema>info:srw/schema/1/dc-v1.1</zs:recordSchema>"
            "<zs:recordPacking>xml</zs:recordPacking><zs:recordData>"
            f'<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
            f'xmlns:dc="{DUBLIN_CORE}"><dc:title>{html.escape(document.title)}</dc:title>'
            f"<dc:creator>Python</dc:creator><dc:subject>{document.section}</dc:subject>"
            f"<dc:description>{html.escape(document.summary)}</dc:description>"
            f"<dc:date>{document.published}</dc:date>"
            f"<dc:identifier>{self.base}{document.path}</dc:identifier></oai_dc:dc>"
            f"</zs:recordData><zs:recordPosition>{position}</zs:recordPosition></zs:record>"
        )


class Courier(HtmlSite):
    """Its search is known by an OpenSearch description alone, and answered by RSS."""

    name = "courier"
    half = UNOPENED
    kind = "RSS, found by an OpenSearch description"
    title = "Courier"
    path = "/feed"
    parameter = "s"
    person = Person(shown="")

    def answer(self, request: Request) -> Response | None:
        """Serve home, description and feeds."""
        if request.path == "/opensearch.xml":
            template = f"{self.base}/feed?s={{searchTerms}}&amp;paged={{startPage?}}"
            return Response(
                '<?xml version="1.0" encoding="UTF-8"?><OpenSearchDescription '
                'xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Courier</ShortName>'
                "<Description>Courier by feed</Description>"
                f'<Url type="application/rss+xml" template="{template}"/></OpenSearchDescription>',
                "application/opensearchdescription+xml",
            )
        if request.path == "/":
            head = (
                '<link rel="search" type="application/opensearchdescription+xml" '
                'href="/opensearch.xml" title="Courier">'
            )
            return self.page("<h1>Courier</h1><p>Subscribe to what you look for.</p>", head)
        return self.results(request) if request.path == self.path else None

    def results(self, request: Request) -> Response:
        """Return a feed."""
        query = request.parameters.get("s", "")
        found = page_of(find(query), number(request.parameters.get("paged")), self.size)
        items = "".join(
            f"<item><title>{html.escape(each.title)}</title><link>{self.base}{each.path}</link>"
            f"<description>{html.escape(each.summary)}</description><guid>{self.base}{each.path}"
            f"</guid><category>{each.section}</category></item>"
            for each in found
        )
        return Response(
            '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Courier: '
            f"{html.escape(query)}</title><link>{self.base}/</link><description>Found"
            f"</description>{items}</channel></rss>",
            "application/rss+xml; charset=utf-8",
        )


class Bazaar(HtmlSite):
    """Where nothing matches it shows what is popular instead, as if found."""

    name = "bazaar"
    half = UNOPENED
    kind = "HTML, popular ones instead of nothing"
    title = "Bazaar"
    parameter = "k"

    def found(self, query: str) -> list[Document]:
        """Return what has the words, or what is popular."""
        return find(query) or find_near("function")[:10]
