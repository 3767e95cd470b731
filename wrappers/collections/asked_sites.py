"""Who is asked for pages that no link reaches: a search engine, or a form met on the way.

*Further* than INDESIT, which "is not designed to crawl pages behind forms" (Blanco et al. 2005,
section 6), and than crawlers by example, whose authors plan the same (Vidal et al. 2006, section
6). Nobody has to name the form: an engine of the site that is in use is asked, else the best search
form on the pages read. Of that form's answers nothing is learned: what they link to and has an
address like the members' is looked at.
"""

from collections.abc import Iterable
from typing import Protocol

from discovery.collections.page_rows import parsed_page
from discovery.collections.seed_queue import addresses_like_members
from discovery.connection.description.description import ConnectionDescription
from discovery.connection.form_description.describing import described_forms
from discovery.connection.requests.engine_request import EngineRequest
from discovery.crawling.links.links import page_links
from discovery.crawling.links.sites import site_of
from discovery.models import (
    CollectedKind,
    CollectingMethod,
    Collection,
    Engine,
    EngineState,
    PageState,
)
from discovery.pages.page import Page
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import NotReadyError, ready_engine

# Queries in a row without a new member after which no more are asked. Guess: words of found pages
# find those pages again, so a few in vain tell little.
MAX_IDLE_QUERIES = 15
# The same where nobody said that the form helps. Guess: half of it.
MAX_IDLE_OF_FORM = 8
# Pages read first on which the form is looked for: the samples, the entry page, those near it.
FORM_PAGES = 10
# Crawls that ask by themselves; the methods of papers follow links alone, as published.
ASKING = {CollectingMethod.AUTO, CollectingMethod.STRUCTURE}


class AskedSite(Protocol):
    """How a site is asked, and what its answers lead to.

    It is given up after `patience` queries in a row that brought no new member.
    """

    description: ConnectionDescription
    patience: int

    def read(
        self, page: Page, query: str, number: int
    ) -> tuple[Iterable[str | None], EngineRequest | None]:
        """Return the addresses that page `number` of an answer leads to, and the page after it."""


class AskedEngine:
    """An engine, whose wrapper reads the answers."""

    def __init__(self, engine: ReadyEngine) -> None:
        self.description = engine.description
        self.patience = MAX_IDLE_QUERIES
        self._wrapper = engine.wrapper

    def read(
        self, page: Page, query: str, number: int
    ) -> tuple[Iterable[str | None], EngineRequest | None]:
        """Return the addresses of the records and the request for the next page."""
        records = self._wrapper.extract(page, query).records
        return [record.url for record in records], self._wrapper.request_after(page, number)


class AskedForm:
    """A form of the site that nobody has learned to read."""

    def __init__(self, collection: Collection, description: ConnectionDescription) -> None:
        self.description = description
        self.patience = MAX_IDLE_OF_FORM
        self._collection = collection

    def read(
        self, page: Page, query: str, number: int
    ) -> tuple[Iterable[str | None], EngineRequest | None]:
        """Return the links whose addresses are like those of the members."""
        links = (link.url for link in page_links(page))
        return addresses_like_members(self._collection, links), None


def asked_site(collection: Collection) -> AskedSite | None:
    """Return who is asked for a collection: the engine named, one of the site, or its form."""
    if collection.entry_engine is not None:
        return _asked_engine(collection.entry_engine)
    if collection.method not in ASKING:
        return None
    site = site_of(collection.samples[0])
    for engine in Engine.objects.of_sites().filter(state=EngineState.ACTIVE):
        if engine.home_url and site_of(engine.home_url) == site:
            asked = _asked_engine(engine)
            if asked is not None:
                return asked
    return _asked_form(collection, site)


def _asked_engine(engine: Engine) -> AskedEngine | None:
    """Return an engine; one whose form hands out values anew with each visit is not asked."""
    try:
        ready = ready_engine(engine.slug)
    except NotReadyError:
        return None
    if not isinstance(ready, ReadyEngine) or ready.description.needs_form_page:
        return None
    return AskedEngine(ready)


def _asked_form(collection: Collection, site: str) -> AskedForm | None:
    """Return the best search form of the first pages read.

    Nothing is posted that nobody asked for: a form of that method may do more than search.
    """
    rows = collection.pages.filter(
        run=collection.run, state=PageState.READ, kind=CollectedKind.PAGE
    ).exclude(body=b"")
    for row in rows.order_by("number")[:FORM_PAGES]:
        page = parsed_page(row)
        if page is None:
            continue
        for _form, _verdict, description in described_forms(page):
            plain = description.method == "get" and not description.needs_form_page
            if plain and description.action and site_of(description.action) == site:
                return AskedForm(collection, description)
    return None
