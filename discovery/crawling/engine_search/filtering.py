"""The filter of discovery: whether a page is the interface of a search engine of its site.

Wu, Meng et al. 2003, section 2.4, step 2. Their three rules (a form, a text input, a word for
searching) are the cues of `discovery.forms`. *Further*, a page may say it itself (OpenSearch,
schema.org), and a form belongs to the site whose pages it searches.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.form_description.describing import described_forms
from discovery.connection.opensearch.reading import opensearch_links
from discovery.connection.opensearch.schema_org import find_search_actions
from discovery.crawling.links.sites import site_of
from discovery.pages.page import Page

# Forms of other sites that a page may point us to. Guess: lists of engines have some dozens.
MAX_ELSEWHERE = 50


@dataclass(frozen=True, slots=True)
class SearchInterface:
    """Why a site is taken to have a search engine.

    `url` is the page that has it, `source` "form", "SearchAction" or "OpenSearch". `score` and
    `cues` are the form's verdict (0 without a form). `address` is where queries go (action or
    template).
    """

    url: str
    source: str
    site_name: str
    address: str
    method: str = "get"
    query_field: str = ""
    score: float = 0.0
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What a page tells about search engines.

    `engine` is the search interface of the page's own site, None when there is none.
    `descriptions` are the OpenSearch documents it links, `elsewhere` the home pages of other sites
    that its forms ask.
    """

    engine: SearchInterface | None
    descriptions: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def filter_page(page: Page) -> PageVerdict:
    """Return what `page` tells about search engines: the best form of its own site's, else what
    it declares."""
    site = site_of(page.url)
    own: SearchInterface | None = None
    elsewhere: dict[str, None] = {}
    for interface, description in (*_forms(page), *_declared(page)):
        if not searches_site(description, site):
            elsewhere[urljoin(interface.address, "/")] = None
        elif own is None:
            own = interface
    return PageVerdict(own, opensearch_links(page), tuple(elsewhere)[:MAX_ELSEWHERE])


def searches_site(description: ConnectionDescription, site: str) -> bool:
    """Tell whether an engine is one of `site`: it is asked there, or told to search only there.

    A box that asks another site for anything belongs to that one. A service that searches for
    others names them in its host (`shop.search-service.example` for `shop.example`) or is told
    their host in the query.
    """
    address = description.action or description.template
    name = site.partition(".")[0]
    if site_of(address) == site or (
        not name.isdigit() and name in (urlsplit(address).hostname or "").split(".")
    ):
        return True
    sent = (parameter.value for parameter in description.parameters if parameter.sent)
    return any(site in text.lower() for text in (address, *sent))


def _forms(page: Page) -> Iterable[tuple[SearchInterface, ConnectionDescription]]:
    """Yield the page's search forms that can be asked, best first."""
    for _, verdict, description in described_forms(page):
        yield (
            SearchInterface(
                url=page.url,
                source="form",
                site_name=description.site_name,
                address=description.action,
                method=description.method,
                query_field=description.query_field,
                score=round(verdict.score, 2),
                cues=verdict.cues,
            ),
            description,
        )


def _declared(page: Page) -> Iterable[tuple[SearchInterface, ConnectionDescription]]:
    """Yield the searches that the page declares in schema.org's words."""
    for description in find_search_actions(page):
        yield (
            SearchInterface(
                url=page.url,
                source="SearchAction",
                site_name=description.site_name,
                address=description.template,
                cues=("schema.org SearchAction",),
            ),
            description,
        )
