"""A site whose results scripts fill: searched in a browser, to learn the request behind them.

Where no such request can be sent without the browser, its pages are what the engine answers.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice

from discovery.connection import (
    ChosenExchange,
    ConnectionDescription,
    ShownResults,
    Visit,
    are_unlike,
    choose_exchange,
    describe_request,
    later_exchanges,
    same_search,
    searches,
    shown_results,
    with_fresh_values,
)
from discovery.engines.form_survey import DiscoveryError
from discovery.engines.replaying import settle_request
from discovery.models import EngineState
from discovery.pages import Page, parse_page
from discovery.web import Fetcher
from discovery.web.rendering import Renderer, RenderingError, SearchedPage

# Words typed until two of them bring results. Guess: of the words of a start page that shows
# something, every second finds something.
MAX_WORDS = 7
# Words that brought results by no request that is known, after which none is looked for.
MAX_UNEXPLAINED = 3
# Seconds for all visits: what learning has left is needed for asking.
WATCHING_TIME = 38.0
SEARCHES_BY_ITSELF = (
    "The page asks the site for nothing when a query is typed: it searches by itself."
)
# Words to ask a site, from one of its pages, the most promising first.
WordsOf = Callable[[Page], Iterable[str]]


@dataclass(slots=True)
class Watched:
    """What was seen of a site: the visits, and those of them that brought results.

    `chosen` are those by a request that is known, `unexplained` the others.
    """

    visits: list[Visit] = field(default_factory=list)
    chosen: list[ChosenExchange] = field(default_factory=list)
    unexplained: list[ShownResults] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WatchedSite:
    """How a site is asked that scripts fill, as learned by watching, and what was seen.

    `seen` are the queries that brought results, each with the page that showed them. `with_more` is
    the visit on which more results were asked for, None where the site is asked in the browser:
    `why` then says what keeps it from being asked without.
    """

    description: ConnectionDescription
    seen: tuple[tuple[str, Page], ...]
    with_more: ChosenExchange | None = None
    why: str = ""


async def watch_site(
    renderer: Renderer, fetcher: Fetcher, url: str, words_of: WordsOf
) -> WatchedSite:
    """Return how the site is asked whose page at `url` has a search that scripts answer.

    Raises `DiscoveryError`.
    """
    watched = Watched()
    try:
        await renderer.watch(
            url, lambda page: _search(page, words_of, watched), seconds=WATCHING_TIME
        )
    except RenderingError as error:
        if not watched.chosen:
            raise _failure(watched, url, str(error)) from error
    if not watched.chosen:
        asks = any(searches(visit) for visit in watched.visits)
        why = "What the page asks for does not say what it shows." if asks else SEARCHES_BY_ITSELF
        in_browser = _searched_in_browser(watched, url, why)
        if in_browser is not None:
            return in_browser
        raise _failure(watched, url, "")
    first, second = _pair(watched)
    described = describe_request(first.exchange.request, first.visit.query)
    description = with_fresh_values(
        replace(described, form_page=first.visit.url, home_url=url), first, second
    )
    settled = await settle_request(fetcher, description, (first, second))
    if settled is None:
        reason = (
            f"The page asks {first.exchange.request.url[:200]} for its results. Asked without a "
            "browser, that address answers otherwise."
        )
        in_browser = _searched_in_browser(watched, url, reason)
        if in_browser is not None:
            return in_browser
        raise DiscoveryError(EngineState.JAVASCRIPT_ONLY, reason, _evidence(watched, url))
    with_more = next(filter(later_exchanges, watched.chosen), first)
    seen = tuple((chosen.visit.query, chosen.page) for chosen in watched.chosen)
    return WatchedSite(settled, seen, with_more)


def _searched_in_browser(watched: Watched, url: str, why: str) -> WatchedSite | None:
    """Return the site as one that a browser searches, None where its page shows no results."""
    shown = [found for visit in watched.visits if (found := shown_results(visit)) is not None]
    others = [each for each in shown[1:] if are_unlike(shown[0], each)]
    if not others:
        return None
    # The field is on the page that was opened, wherever the results were shown.
    opened = watched.visits[0].url
    description = ConnectionDescription(
        home_url=url, form_page=opened, template=opened, in_browser=shown[0].how
    )
    return WatchedSite(description, tuple((each.query, each.page) for each in shown), why=why)


async def _search(page: SearchedPage, words_of: WordsOf, watched: Watched) -> None:
    """Type word after word until two have brought results."""
    opened = await page.visit()
    waiting = list(islice(words_of(_parsed(opened)), MAX_WORDS))
    typed: set[str] = set()
    while (
        waiting
        and len(typed) < MAX_WORDS
        and len(watched.chosen) < 2
        and len(watched.unexplained) < MAX_UNEXPLAINED
    ):
        word = waiting.pop(0)
        typed.add(word)
        more = not any(later_exchanges(each) for each in watched.chosen)
        visit = await page.visit(word, more=more)
        watched.visits.append(visit)
        if not visit.has_searched:
            return
        chosen = choose_exchange(visit)
        if chosen is None:
            shown = shown_results(visit)
            if shown is not None:
                watched.unexplained.append(shown)
                waiting = _with_words_of(shown.page, waiting, words_of, typed)
            continue
        if watched.chosen and not same_search(chosen, watched.chosen[0]):
            continue
        watched.chosen.append(chosen)
        waiting = _with_words_of(chosen.page, waiting, words_of, typed)


def _with_words_of(
    page: Page, waiting: list[str], words_of: WordsOf, typed: Collection[str]
) -> list[str]:
    """Return the words to type with those of a page of results before them."""
    found = (each for each in words_of(page) if each not in typed)
    return [*islice(found, MAX_WORDS), *waiting]


def _parsed(visit: Visit) -> Page:
    """Return the page as it was opened."""
    return parse_page(
        visit.shown[0].encode("utf-8", "replace"), visit.url, "text/html; charset=utf-8"
    )


def _pair(watched: Watched) -> tuple[ChosenExchange, ChosenExchange]:
    """Return the exchange that brought results, and the same of another visit, if there is one."""
    first = watched.chosen[0]
    if len(watched.chosen) > 1:
        return first, watched.chosen[1]
    for visit in watched.visits:
        for exchange in searches(visit):
            other = ChosenExchange(visit, exchange, 0, first.page)
            if visit is not first.visit and same_search(other, first):
                return first, other
    return first, first


def _failure(watched: Watched, url: str, problem: str) -> DiscoveryError:
    """Return why nothing was learned by watching."""
    typed = [visit for visit in watched.visits if visit.has_searched]
    if problem:
        state, reason = EngineState.JAVASCRIPT_ONLY, problem
    elif not typed:
        state = EngineState.NO_FORM
        reason = "In a browser too the page has no field to type a query into."
    elif not any(searches(visit) for visit in typed):
        state = EngineState.JAVASCRIPT_ONLY
        reason = (
            f"{SEARCHES_BY_ITSELF} “{typed[0].query}” brought nothing onto it. Collect its pages "
            "instead."
        )
    else:
        state = EngineState.NO_RECORDS
        reason = f"In a browser none of {len(typed)} words brought results onto the page."
    return DiscoveryError(state, reason, _evidence(watched, url))


def _evidence(watched: Watched, url: str) -> dict[str, object]:
    return {"url": url, "typed": [visit.query for visit in watched.visits]}
