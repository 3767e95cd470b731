"""A site whose results scripts fill: searched in a browser, its request repeated without.

Where no such request can be sent without the browser, its pages are what the engine answers.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from discovery.connection.captured_index import SeenIndex, find_seen_index
from discovery.connection.description import (
    BrowserSearch,
    ConnectionDescription,
    DescriptionError,
)
from discovery.connection.form_tokens import FormGoneError
from discovery.connection.network_capture import (
    MIN_NEW,
    ChosenExchange,
    ShownResults,
    Visit,
    answer_texts,
    asked_alike,
    choose_exchange,
    describe_request,
    follow_query,
    later_exchanges,
    linked_address,
    page_texts,
    searches,
    shown_results,
    told,
    with_dynamic_values,
)
from discovery.connection.requests import build_request
from discovery.connection.url_template import check_askable
from discovery.crawling.links import likely_content_link
from discovery.engines.form_survey import DiscoveryError
from discovery.engines.walls import exact_values
from discovery.lexicon.words import lexicon
from discovery.models import EngineState
from discovery.pages.data.site_index import IndexView, SiteIndex, read_index
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.tree import humps_apart, visible_text
from discovery.web.fetch_error import FetchError, RenderingError
from discovery.web.fetching import Fetcher
from discovery.web.rendering.renderer import Renderer
from discovery.web.response import CookieSession

if TYPE_CHECKING:
    from discovery.web.rendering.browsed_page import BrowsedPage

# Share of the texts of an answer that another must have to be the same one: times and counts of
# views change. Guess.
SAME_ANSWER = 0.8
# Requests to find out what is needed, and seconds for each.
MAX_REPLAYS = 14
REPLAY_DEADLINE = 10.0
# Headers that change what is answered, not whether: kept where the page gave its own.
_KEPT = frozenset(("Accept", "Content-Type"))


async def settle_request(
    fetcher: Fetcher, description: ConnectionDescription, seen: Sequence[ChosenExchange]
) -> ConnectionDescription | None:
    """Return the description with what is needed of it, if it can be repeated: first without all
    headers, cookies and fresh values, then with all, of which one after the other is left out.
    """
    kept = tuple(each for each in description.headers if each.name in _KEPT)
    bare = _without_unused(replace(description, headers=kept))
    for simple in (bare, replace(bare, session_required=True)):
        if await _gives_the_same(fetcher, simple, seen):
            return simple
    whole = replace(description, session_required=True)
    if not await _gives_the_same(fetcher, whole, seen):
        return None
    omitted = ("", *(each.name for each in whole.headers if each.name not in _KEPT))
    for name in omitted[:MAX_REPLAYS]:
        candidate = replace(whole, session_required=False)
        if name:
            headers = tuple(each for each in whole.headers if each.name != name)
            candidate = _without_unused(replace(whole, headers=headers))
        if await _gives_the_same(fetcher, candidate, seen[:1]):
            whole = candidate
    return whole


def _without_unused(description: ConnectionDescription) -> ConnectionDescription:
    sent = [each.value for each in description.parameters]
    sent += [each.value for each in description.headers]
    held = " ".join((description.template, description.body, *sent))
    fresh = tuple(each for each in description.fresh if f"{{fresh:{each.name}}}" in held)
    return replace(description, fresh=fresh)


async def _gives_the_same(
    fetcher: Fetcher, description: ConnectionDescription, seen: Sequence[ChosenExchange]
) -> bool:
    for chosen in seen:
        session, until = CookieSession(description.cookies), time.monotonic() + REPLAY_DEADLINE
        try:
            check_askable(description)
            fresh = await exact_values(fetcher, description, session, until)
            request = build_request(description, chosen.visit.query, fresh)
            response = await fetcher.fetch(
                request, deadline=max(0.1, until - time.monotonic()), session=session, polite=True
            )
        except (FetchError, FormGoneError, DescriptionError):
            return False
        wanted = answer_texts(chosen.exchange.answer)
        found = answer_texts(response.body)
        if response.status >= 400 or len(wanted & found) < SAME_ANSWER * len(wanted):
            return False
    return True


# Seconds for the index, and bytes of it; seconds for a page that it leads to.
INDEX_DEADLINE = 20.0
MAX_INDEX_BYTES = 20_000_000
PAGE_DEADLINE = 5.0
# Share of the documents seen in the browser that are read again without one.
MIN_AGAIN = 0.9


@dataclass(frozen=True, slots=True)
class IndexedSite:
    """The index at `url` that a site's page searches, how it is read, and what was measured."""

    title: str
    url: str
    view: IndexView
    measured: str


async def settle_index(fetcher: Fetcher, seen: SeenIndex, title: str) -> IndexedSite | None:
    """Return how an index that was seen is read without the page, if it can be."""
    found = await index_at(fetcher, seen.url, seen.index.view)
    if found is None or len(found.records) < MIN_AGAIN * len(seen.index.records):
        return None
    base = await _settle_base(fetcher, seen)
    if base is None:
        return None
    return IndexedSite(title, seen.url, seen.index.view.replace(base=base), seen.measured)


async def index_at(fetcher: Fetcher, url: str, view: IndexView) -> SiteIndex | None:
    """Return what the index at an address holds, read as another was; None for none."""
    try:
        response = await fetcher.fetch(
            url, deadline=INDEX_DEADLINE, max_bytes=MAX_INDEX_BYTES, polite=True
        )
    except FetchError:
        return None
    if response.status >= 400:
        return None
    return read_index(response.body.decode("utf-8", "replace"), view)


async def is_page(fetcher: Fetcher, url: str) -> bool:
    """Tell whether something stands at an address."""
    try:
        return (await fetcher.fetch(url, deadline=PAGE_DEADLINE, polite=True)).status < 400
    except FetchError:
        return False


async def _settle_base(fetcher: Fetcher, seen: SeenIndex) -> str | None:
    """Return what addresses are relative to: where no link told it, what leads to a page."""
    if len(seen.bases) == 1:
        return seen.bases[0]
    link = seen.index.links[-1]
    for base in seen.bases:
        if await is_page(fetcher, urljoin(base, link)):
            return base
    return None


# Words typed until two of them bring results. Guess: of the words of a start page that shows
# something, every second finds something.
MAX_WORDS = 7
# Words that brought results by no request that is known, after which none is looked for.
MAX_UNEXPLAINED = 3
# Words typed in vain after which a page is left that asks for nothing when they are typed. Guess.
UNASKED_WORDS = 3
# Words typed to see whether the page searches what it has loaded.
MAX_INDEX_WORDS = 4
# Words of fewer letters are left out of searches by many sites. Guess.
_LONG_WORD = re.compile(r"(?<!\w)[^\W\d_]{4,20}(?!\w)")
# Seconds for all visits: what learning has left is needed for asking.
WATCHING_TIME = 38.0
SEARCHES_BY_ITSELF = (
    "The page asks the site for nothing when a query is typed: it searches by itself."
)
# Words to ask a site, from one of its pages, the most promising first.
WordsOf = Callable[[Page], Iterable[str]]


@dataclass(slots=True)
class Watched:
    """What was seen of a site: `chosen` brought results by known requests, others did not."""

    visits: list[Visit] = field(default_factory=list)
    chosen: list[ChosenExchange] = field(default_factory=list)
    unexplained: list[ShownResults] = field(default_factory=list)
    index: SeenIndex | None = None

    @property
    def asks_nothing(self) -> bool:
        answers = [{told(each, visit)[1] for each in searches(visit)} for visit in self.visits]
        return all(each == answers[0] for each in answers)

    def always_told(self) -> frozenset[bytes]:
        """Return what was answered to more than one query.

        A page sent alike for every query fills itself: its menu may name what is found, too.
        """
        answers = Counter(
            chain.from_iterable(
                set(chain.from_iterable(told(each, visit) for each in searches(visit)))
                for visit in self.visits
            )
        )
        return frozenset(answer for answer, count in answers.items() if count > 1)

    def take_back(self, always: Set[bytes]) -> None:
        """Choose none of the answers that are `always` given: their results are unexplained."""
        for each in [c for c in self.chosen if not always.isdisjoint(told(c.exchange, c.visit))]:
            self.chosen.remove(each)
            self.unexplained += filter(None, (shown_results(each.visit),))

    @property
    def is_settled(self) -> bool:
        if len(self.chosen) > 1 or len(self.unexplained) >= MAX_UNEXPLAINED:
            return True
        if self.chosen:
            return False
        if self.index is not None:
            return self.index.is_good or len(self.visits) >= MAX_INDEX_WORDS
        in_vain = len(self.visits) >= UNASKED_WORDS and not self.unexplained
        return in_vain and self.asks_nothing

    @property
    def shows_without(self) -> bool:
        """Whether other words brought results without the request that seemed to bring one's."""
        return len(self.chosen) == 1 and follow_query(self.unexplained)


@dataclass(frozen=True, slots=True)
class WatchedSite:
    """How a site is asked that scripts fill; the queries that brought results, with their pages,
    first those of which there was more.

    `with_more` is the visit on which more results were asked for, None where the site is asked in
    the browser: `why` then says what keeps it from being asked without.
    """

    description: ConnectionDescription
    seen: tuple[tuple[str, Page], ...]
    with_more: ChosenExchange | None = None
    why: str = ""


async def watch_site(
    renderer: Renderer, fetcher: Fetcher, url: str, words_of: WordsOf
) -> WatchedSite | IndexedSite:
    """Return how the site at `url` is asked, or the index in which its page searches by itself.

    Raises `DiscoveryError`.
    """
    watched, problem = Watched(), ""
    try:
        await renderer.watch(
            url, lambda page: _search(page, words_of, watched), seconds=WATCHING_TIME
        )
    except RenderingError as error:
        problem = str(error)
    if not watched.chosen or watched.shows_without:
        return await _without_request(renderer, fetcher, watched, url, problem)
    first, second = _pair(watched)
    described = describe_request(first.exchange.request, first.visit.query)
    description = with_dynamic_values(
        replace(described, form_page=first.visit.url, home_url=url), first, second
    )
    settled = await settle_request(fetcher, description, (first, second))
    if settled is None and first.visit.walls:
        behind = replace(description, walls=first.visit.walls, cookies=first.visit.cookies)
        settled = await settle_request(fetcher, behind, (first, second))
    if settled is None:
        reason = (
            f"The page asks {first.exchange.request.url[:200]} for its results. Asked without a "
            "browser, that address answers otherwise."
        )
        failure = DiscoveryError(EngineState.JAVASCRIPT_ONLY, reason, _evidence(watched, url))
        return _in_browser(watched, url, reason, failure)
    # What has further pages shows best how a page is filled, and proves how more is asked for.
    ordered = sorted(watched.chosen, key=lambda chosen: not later_exchanges(chosen))
    seen = tuple((chosen.visit.query, chosen.page) for chosen in ordered)
    return WatchedSite(settled, seen, ordered[0])


async def _without_request(
    renderer: Renderer, fetcher: Fetcher, watched: Watched, url: str, problem: str
) -> WatchedSite | IndexedSite:
    """Return the site by its index, an address its page leads to, or what a browser shows of it.

    Raises `DiscoveryError`.
    """
    index = watched.index
    if index is not None and index.is_good and (found := await _indexed(fetcher, watched, index)):
        return found
    linked = await _by_address(renderer, fetcher, watched, url)
    if linked is not None:
        return linked
    asks = any(searches(visit) for visit in watched.visits)
    why = "What the page asks for does not say what it shows." if asks else SEARCHES_BY_ITSELF
    try:
        return _in_browser(watched, url, why, _failure(watched, url, problem))
    except DiscoveryError:
        if index is None or not index.is_usable:
            raise
        found = await _indexed(fetcher, watched, index)
        if found is None:
            raise
        return found


async def _indexed(fetcher: Fetcher, watched: Watched, index: SeenIndex) -> IndexedSite | None:
    opened = watched.visits[0]
    return await settle_index(fetcher, index, _parsed(opened.shown[0], opened.url).title)


# Seconds for a page of results that a link led to, opened in the browser.
LINKED_TIME = 12.0
# Queries for which it is opened, until two bring results that are unlike.
LINKED_QUERIES = 4


async def _by_address(
    renderer: Renderer, fetcher: Fetcher, watched: Watched, url: str
) -> WatchedSite | None:
    """Return the site as asked by an address with the query, to which its own page leads.

    "See all results for …" below a short list, or where Enter goes. It is fetched where that shows
    what a browser shows, and opened in one else.
    """
    template = linked_address(watched.visits)
    if not template:
        return None
    opened = watched.visits[0]
    described = ConnectionDescription(home_url=url, form_page=opened.url, template=template)
    known = page_texts(_parsed(opened.shown[0], opened.url).root)
    found = []
    for query in [visit.query for visit in watched.visits if visit.has_searched][:LINKED_QUERIES]:
        try:
            check_askable(described)
            shown = await _opened(renderer, described, query, known)
            if len(shown.texts) >= MIN_NEW:
                request = build_request(described, query)
                plain = await fetcher.fetch(request, deadline=REPLAY_DEADLINE, polite=True)
                found.append((shown, answer_texts(plain.body)))
        except (FetchError, DescriptionError, NotHtmlError):
            return None
        if follow_query(shown for shown, _ in found):
            break
    else:
        return None
    # A page sent alike for every query says what is found of any.
    is_alike = all(_says(shown, texts) for shown, _ in found for _, texts in found)
    is_plain = not is_alike and all(_says(*each) for each in found)
    how = BrowserSearch.NO if is_plain else BrowserSearch.OPENED
    seen = tuple((shown.query, shown.page) for shown, _ in found)
    return WatchedSite(replace(described, in_browser=how), seen, why=SEARCHES_BY_ITSELF)


async def _opened(
    renderer: Renderer, description: ConnectionDescription, query: str, known: Counter[str]
) -> ShownResults:
    """Return what a browser shows at the query's address. Raises `FetchError`, `NotHtmlError`."""
    how = BrowserSearch.OPENED
    answer = await renderer.watch(
        build_request(description, query).url,
        lambda page: page.search(query, how, 1),
        seconds=LINKED_TIME,
    )
    page = answer.pages[0].parse_answer()
    new = frozenset(page_texts(page.root) - known)
    return ShownResults(query, how, page, new - {query})


def _says(shown: ShownResults, texts: Set[str]) -> bool:
    return len(shown.texts & texts) >= SAME_ANSWER * len(shown.texts)


def _in_browser(watched: Watched, url: str, why: str, failure: DiscoveryError) -> WatchedSite:
    """Return the site as one that a browser searches; raise `failure` where it shows no results."""
    shown = [found for visit in watched.visits if (found := shown_results(visit)) is not None]
    if not follow_query(shown):
        raise failure
    # The field is on the page that was opened, wherever the results were shown.
    opened = watched.visits[0].url
    description = ConnectionDescription(
        home_url=url, form_page=opened, template=opened, in_browser=shown[0].how
    )
    return WatchedSite(description, tuple((each.query, each.page) for each in shown), why=why)


async def _search(page: "BrowsedPage", words_of: WordsOf, watched: Watched) -> None:
    """Type word after word until two have brought results, or none will.

    Where none of these showed how more is asked for, what most results had is typed as well.
    """
    waiting: list[str] = []
    typed: set[str] = set()

    def first_word(markup: str, url: str) -> str:
        page = _parsed(markup, url)
        waiting.extend(islice(words_of(page), MAX_WORDS))
        # What the page names most often is typed before it is left.
        known = {*waiting, *lexicon().probing.navigation}
        waiting.insert(UNASKED_WORDS - 1, _commonest_word([page], known))
        return waiting.pop(0)

    visit = await page.visit(first_word, more=True)
    while True:
        typed.add(visit.query)
        watched.visits.append(visit)
        if not visit.has_searched:
            return
        found = _take(watched, visit, words_of)
        waiting = [word for word in (*found, *waiting) if word and word not in typed]
        if len(typed) >= MAX_WORDS:
            return
        more = not any(later_exchanges(each) for each in watched.chosen)
        if watched.is_settled:
            if not more or len(watched.chosen) != 2:
                return
            pages = [each.page for each in watched.chosen]
            waiting = [word for word in (_commonest_word(pages, typed),) if word]
        if not waiting:
            return
        visit = await page.visit(waiting.pop(0), more=more)


def _commonest_word(pages: Iterable[Page], typed: Container[str]) -> str:
    texts = humps_apart(" ".join(visible_text(page.root) for page in pages))
    words = Counter(_LONG_WORD.findall(texts.casefold()))
    known = lexicon().probing.function
    left = (w for w, n in words.items() if n > 1 and w not in typed and w not in known)
    return max(left, key=lambda word: words[word], default="")


def _take(watched: Watched, visit: Visit, words_of: WordsOf) -> list[str]:
    always = watched.always_told()
    watched.take_back(always)
    chosen = choose_exchange(visit, always)
    if chosen is not None:
        known = [each.exchange.request for each in watched.chosen[:1]]
        if not all(asked_alike(chosen.exchange.request, each) for each in known):
            return []
        watched.chosen.append(chosen)
        return list(islice(words_of(chosen.page), MAX_WORDS))
    found: list[str] = []
    shown = shown_results(visit)
    if shown is not None:
        watched.unexplained.append(shown)
        # What is named most often on it is likely to bring as much.
        commonest = _commonest_word([shown.page], {visit.query})
        found = [commonest, *islice(words_of(shown.page), MAX_WORDS)]
    if not watched.chosen:
        found = [*_look_for_index(watched, words_of), *found]
    return found


def _look_for_index(watched: Watched, words_of: WordsOf) -> list[str]:
    known, watched.index = watched.index, find_seen_index(watched.visits)
    if watched.index is None or known is not None:
        return []
    titles = "".join(f"<p>{escape(each.title)}</p>" for each in watched.index.index.records)
    return list(islice(words_of(_parsed(titles, watched.index.url)), MAX_INDEX_WORDS))


def _parsed(markup: str, url: str) -> Page:
    return parse_page(markup.encode("utf-8", "replace"), url, "text/html; charset=utf-8")


def _pair(watched: Watched) -> tuple[ChosenExchange, ChosenExchange]:
    """Return the exchange that brought results, and the same of another visit, if there is one."""
    first = watched.chosen[0]
    if len(watched.chosen) > 1:
        return first, watched.chosen[1]
    for visit in watched.visits:
        for exchange in searches(visit):
            alike = asked_alike(exchange.request, first.exchange.request)
            if visit is not first.visit and alike:
                return first, ChosenExchange(visit, exchange, 0, first.page)
    return first, first


def _failure(watched: Watched, url: str, problem: str) -> DiscoveryError:
    typed = [visit for visit in watched.visits if visit.has_searched]
    if problem:
        state, reason = EngineState.JAVASCRIPT_ONLY, problem
    elif not typed:
        state = EngineState.NO_FORM
        reason = "In a browser too the page has no field to type a query into."
    elif watched.index is not None or watched.asks_nothing:
        state = EngineState.JAVASCRIPT_ONLY
        told = f"“{typed[0].query}” brought nothing onto it."
        if watched.index is not None:
            told = f"What it loaded is not searched here: {watched.index.measured}."
        reason = f"{SEARCHES_BY_ITSELF} {told} Collect its pages instead."
    else:
        state = EngineState.NO_RECORDS
        reason = f"In a browser none of {len(typed)} words brought results onto the page."
    return DiscoveryError(state, reason, _evidence(watched, url))


def _evidence(watched: Watched, url: str) -> dict[str, object]:
    evidence: dict[str, object] = {"url": url, "typed": [each.query for each in watched.visits]}
    # What a search brought is what the site is made of; its first page may link nothing.
    shown = [(visit.shown[-1], visit.url) for visit in watched.visits if visit.has_searched]
    shown += [(visit.shown[0], visit.url) for visit in watched.visits[:1]]
    links = (likely_content_link(_parsed(*each)) for each in shown)
    evidence["sample"] = next(filter(None, links), None)
    return evidence
