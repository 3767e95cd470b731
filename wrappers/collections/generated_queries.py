"""The deep web behind a form: a site is asked for pages that no link reaches.

*Further* than INDESIT, which "is not designed to crawl pages behind forms" (Blanco et al. 2005,
section 6), and than crawlers by example (Vidal et al. 2006, section 6). An engine of the site that
is in use is asked, else the best search form on the pages read: of its answers nothing is learned,
what they link to and has an address like the members' is looked at.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from urllib.parse import urlencode

from django.db.models import QuerySet

from discovery.collections.download_queue import addresses_like_members
from discovery.collections.download_reading import (
    IndexQuery,
    mark_unreadable,
    page_key,
    parsed_page,
)
from discovery.collections.page_rows import in_turn
from discovery.connection.description import ConnectionDescription
from discovery.connection.form_description import described_forms
from discovery.connection.requests import EngineRequest, QueryError, build_request
from discovery.crawling.links import page_links, site_of, without_session
from discovery.crawling.traversal import CrawledPage
from discovery.models import (
    CollectedKind,
    CollectingMethod,
    Collection,
    CollectionPage,
    Engine,
    EngineState,
    PageState,
)
from discovery.pages.page import Page
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import NotReadyError, ready_engine
from wrappers.induction.probing import estimate_size, probe_words, rank_words
from wrappers.models import CollectionQuestion

# Queries in a row without a new member after which no more are asked. Guess: words of found pages
# find those pages again, so a few in vain tell little.
MAX_IDLE_QUERIES = 15
# The same where nobody said that the form helps. Guess: half of it.
MAX_IDLE_OF_FORM = 8
# Pages read first on which the form is looked for: the samples, the entry page, those near it.
FORM_PAGES = 10
# Crawls that ask by themselves; the methods of papers follow links alone, as published.
ASKING = {CollectingMethod.AUTO, CollectingMethod.STRUCTURE}


# The addresses that a page of an answer leads to, and the request for the page after it. Told the
# page, the query, and which page of its answer it is.
Reading = Callable[[Page, str, int], tuple[Iterable[str | None], EngineRequest | None]]


@dataclass(frozen=True, slots=True)
class AskedSite:
    """How a site is asked, how its answers are read, and after how many queries in a row without a
    new member it is given up."""

    description: ConnectionDescription
    patience: int
    read: Reading


def asked_site(collection: Collection) -> AskedSite | None:
    """Return the engine named, one of the site, or its form."""
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


def _asked_engine(engine: Engine) -> AskedSite | None:
    try:
        ready = ready_engine(engine.slug)
    except NotReadyError:
        return None
    if not isinstance(ready, ReadyEngine) or ready.description.needs_form_page:
        return None
    wrapper = ready.wrapper

    def read(page: Page, query: str, number: int) -> tuple[list[str | None], EngineRequest | None]:
        records = wrapper.extract(page, query).records
        return [record.url for record in records], wrapper.request_after(page, number)

    return AskedSite(ready.description, MAX_IDLE_QUERIES, read)


def _asked_form(collection: Collection, site: str) -> AskedSite | None:
    """Nothing is posted that nobody asked for: a form of that method may do more than search."""

    def read(page: Page, _query: str, _number: int) -> tuple[Iterable[str], None]:
        return addresses_like_members(collection, page_links(page)), None

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
                return AskedSite(description, MAX_IDLE_OF_FORM, read)
    return None


# Queries of one crawl, whatever they bring.
MAX_QUERIES = 300
# Answer pages taken of one query: later ones hold what other words find at the top.
MAX_ANSWER_PAGES = 5
# Pages whose words are asked, taken anew when the words run out.
WORD_PAGES = 20
# Addresses found by one query that are remembered.
MAX_LINKS = 500


class SiteQueries:
    """Generated queries to a collection's site, one after the other, each with its pages."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._asked = {
            query.query: query
            for query in CollectionQuestion.objects.filter(
                collection=collection, run=collection.run
            )
        }
        self._current: CollectionQuestion | None = None
        self._next_page: IndexQuery | None = None
        self._words: Iterator[str] = iter(())
        self._general: Iterator[str] | None = None
        self._word_source = -1

    @cached_property
    def _site(self) -> AskedSite | None:
        return asked_site(self._collection)

    def next_query(self, found: int) -> IndexQuery | None:
        """Return the next page of the last answer, or the next query while queries bring more."""
        if self._site is None:
            return None
        if self._next_page is not None:
            asked, self._next_page = self._next_page, None
            return asked
        if self._current is not None:
            self._close(self._current)
        for row in [row for row in self._asked.values() if not row.answered]:
            if (first := self._first_page(self._site, row)) is not None:
                return first
        counts, patience = [row.found for row in self._asked.values()], self._site.patience
        is_idle = len(counts) >= patience and counts[-patience] >= found
        if len(self._asked) >= MAX_QUERIES or is_idle:
            return None
        for word in self._next_words(self._site.description.language):
            row = CollectionQuestion.objects.create(
                collection=self._collection, run=self._collection.run, query=word, found=found
            )
            self._asked[word] = row
            if (first := self._first_page(self._site, row)) is not None:
                return first
        return None

    def take_answer(
        self, query: IndexQuery, row: CollectionPage, page: CrawledPage
    ) -> tuple[str, ...]:
        if page.page is None or self._site is None:
            return ()
        text, number = query.words, query.number
        asked = self._asked[text]
        try:
            addresses, request = self._site.read(page.page, text, number)
        except Exception as error:
            mark_unreadable(row, error)
            return ()
        found = dict.fromkeys(without_session(address) for address in addresses if address)
        known = dict.fromkeys(asked.links)
        keys = [page_key(address) for address in found]
        asked.links = list(dict.fromkeys((*known, *keys)))[:MAX_LINKS]
        asked.save(update_fields=["links"])
        is_new = any(key not in known for key in keys)
        if number < MAX_ANSWER_PAGES and is_new and request is not None:
            self._next_page = _question(text, number + 1, request)
        return tuple(found)

    def _close(self, row: CollectionQuestion) -> None:
        row.answered = True
        row.save(update_fields=["answered"])
        self._current = None

    def _first_page(self, site: AskedSite, row: CollectionQuestion) -> IndexQuery | None:
        try:
            request = build_request(site.description, row.query)
        except QueryError:
            self._close(row)
            return None
        self._current = row
        return _question(row.query, 1, request)

    def _next_words(self, language: str) -> Iterator[str]:
        pages = self._collection.pages.members().exclude(body=b"").order_by("-pk")
        newest = pages.values_list("pk", flat=True).first() or 0
        if newest != self._word_source:
            self._word_source = newest
            parsed = list(_parsed(pages)) or self._samples()
            self._words = chain(rank_words(parsed), self._words)
        if self._general is None:
            self._general = probe_words(self._samples(), language)
        for word in chain(self._words, self._general):
            if word not in self._asked:
                yield word

    def _samples(self) -> list[Page]:
        rows = self._collection.pages.filter(url__in=self._collection.samples)
        return list(_parsed(rows.exclude(body=b"")))


def _question(words: str, number: int, request: EngineRequest) -> IndexQuery:
    name = request.url.partition("#")[0]
    if request.body is not None:
        mark = "&" if "?" in name else "?"
        name += f"{mark}{urlencode({'asked': words, 'answer': number})}"
    return IndexQuery(name, request, words=words, number=number)


def _parsed(rows: QuerySet[CollectionPage]) -> Iterator[Page]:
    for row in in_turn(rows[:WORD_PAGES]):
        page = parsed_page(row)
        if page is not None:
            yield page


def estimate_collection(collection: Collection) -> int | None:
    """Store how many members the site seems to have by which queries found which, if enough did."""
    members = collection.pages.members()
    keys = {key for pair in members.values_list("key", "final_key") for key in pair}
    questions = CollectionQuestion.objects.filter(collection=collection, run=collection.run)
    size = estimate_size([keys & set(query.links) for query in questions])
    if size is not None:
        size = max(size, members.count())
    Collection.objects.filter(pk=collection.pk).update(estimated_size=size)
    return size
