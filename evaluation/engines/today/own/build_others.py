"""Sites of our own that answer in HTML or feeds, each in its own way: the half to look at."""

import html

from evaluation.engines.today.catalogue import as_records, find, find_near, page_of
from evaluation.engines.today.corpus import Document
from evaluation.engines.today.engine import Person
from evaluation.engines.today.own.site import (
    OwnSite,
    Request,
    Response,
    file_page,
    listed,
    number,
    redirect,
)

FORM = (
    '<form action="{action}"><input type="search" name="{name}" value="{query}">'
    "<button>Search</button></form>"
)


class HtmlSite(OwnSite):
    """A site whose server writes its result pages, as all did once."""

    title = "Ledger"
    path = "/search"
    parameter = "q"

    def page(self, main: str, head: str = "") -> Response:
        """Return one of its pages."""
        values = {"title": self.title, "site": self.title, "main": main, "head": head}
        return Response(file_page("frame.html", **values))

    def form(self, query: str = "") -> str:
        """Return its search form."""
        return FORM.format(action=self.path, name=self.parameter, query=html.escape(query))

    def results(self, request: Request) -> Response:
        """Return a result page."""
        query = request.parameters.get(self.parameter, "")
        page = number(request.parameters.get("page"))
        found = self.found(query)
        shown = page_of(found, page, self.size)
        if not shown:
            return self.page(f"{self.form(query)}<p>Nothing matches.</p>")
        main = f'{self.form(query)}<p>{len(found)} results</p><ol class="hits">{listed(shown)}</ol>'
        if page * self.size < len(found):
            address = f"{self.path}?{self.parameter}={html.escape(query)}&amp;page={page + 1}"
            main += f'<p><a rel="next" href="{address}">Next page</a></p>'
        return self.page(main)

    def answer(self, request: Request) -> Response | None:
        """Serve home and result pages."""
        if request.path == "/":
            return self.page(f"<h1>{self.title}</h1><p>Notes of a library.</p>{self.form()}")
        return self.results(request) if request.path == self.path else None


class Ledger(HtmlSite):
    """The HTML engine that the others are timed beside."""

    name = "ledger"
    kind = "HTML, to compare with"


class Kiosk(HtmlSite):
    """It always answers: what has the words, then what is nearest by letters."""

    name = "kiosk"
    kind = "HTML, always answers with the nearest"
    title = "Kiosk"
    parameter = "what"

    def found(self, query: str) -> list[Document]:
        """Return what has the words, then the nearest."""
        return find_near(query) if query.strip() else []


class Harbour(HtmlSite):
    """Nothing is shown before a person has answered for cookies."""

    name = "harbour"
    kind = "HTML behind a consent page"
    title = "Harbour"
    path = "/find"
    parameter = "text"
    person = Person(clicks=("button[value=necessary]",))

    def answer(self, request: Request) -> Response | None:
        """Ask for consent first, then serve as others."""
        if request.path == "/consent":
            return self._consent(request)
        if "consent" not in request.cookies:
            return redirect("/consent")
        return super().answer(request)

    def _consent(self, request: Request) -> Response:
        if request.method == "POST" and request.parameters.get("choice"):
            choice = "all" if request.parameters["choice"] == "all" else "necessary"
            cookie = f"consent={choice}; Path=/; Max-Age=3600"
            return redirect("/", Set_Cookie=cookie)
        return self.page(
            "<h1>Before you continue</h1><p>We use cookies for what is necessary and, if you agree,"
            ' to measure our audience.</p><form method="post" action="/consent">'
            '<button name="choice" value="all">Accept all</button> '
            '<button name="choice" value="necessary">Reject all but necessary</button></form>'
        )


class Almanac(HtmlSite):
    """Its form is answered by an Atom feed with OpenSearch's numbers, and links to its pages."""

    name = "almanac"
    kind = "Atom feed by search"
    title = "Almanac"
    path = "/search.atom"
    parameter = "terms"
    person = Person(shown="")

    def results(self, request: Request) -> Response:
        """Return a feed."""
        query = request.parameters.get("terms", "")
        page, found = number(request.parameters.get("page")), find(query)
        entries = "".join(self._entry(each) for each in page_of(found, page, self.size))
        quoted = html.escape(query)
        links = f'<link rel="self" href="{self.base}{self.path}?terms={quoted}&amp;page={page}"/>'
        if page * self.size < len(found):
            following = f"{self.base}{self.path}?terms={quoted}&amp;page={page + 1}"
            links += f'<link rel="next" href="{following}"/>'
        feed = (
            '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
            'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
            f"<title>Almanac: {quoted}</title><id>urn:almanac:{quoted}</id>"
            f"<updated>2026-01-01T00:00:00Z</updated>{links}"
            f"<opensearch:totalResults>{len(found)}</opensearch:totalResults>"
            f"<opensearch:itemsPerPage>{self.size}</opensearch:itemsPerPage>{entries}</feed>"
        )
        return Response(feed, "application/atom+xml; charset=utf-8")

    def _entry(self, document: Document) -> str:
        [record] = as_records([document], self.base)
        return (
            f"<entry><title>{html.escape(record['title'])}</title><id>{record['url']}</id>"
            f'<link href="{record["url"]}"/><updated>{document.published}T08:00:00Z</updated>'
            f'<category term="{document.section}"/><author><name>Python</name></author>'
            f"<summary>{html.escape(document.summary)}</summary></entry>"
        )
