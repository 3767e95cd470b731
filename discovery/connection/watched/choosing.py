"""Which of a page's requests brought what it shows.

The one that carries the query, and whose answer says what came onto the page.
"""

from dataclasses import dataclass

from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.request_parts import take_apart
from discovery.connection.watched.answer_texts import answer_texts, page_texts
from discovery.connection.watched.carrying import generalise
from discovery.connection.watched.visit import Exchange, Visit
from discovery.pages.page import NotHtmlError, Page, parse_page

# Texts of an answer that are shown, below which they are shown by chance. Guess: title and
# description of one record.
MIN_SHOWN = 2


@dataclass(frozen=True, slots=True)
class ChosenExchange:
    """The exchange that brought the results of a visit, and how many of its texts were shown.

    `page` is the page as it was shown with them.
    """

    visit: Visit
    exchange: Exchange
    shown: int
    page: Page


def choose_exchange(visit: Visit) -> ChosenExchange | None:
    """Return what brought the results of a visit, None when nothing did."""
    pages = [shown_page(markup, visit.url) for markup in visit.shown]
    carrying = searches(visit)
    best: ChosenExchange | None = None
    before = page_texts(pages[0].root) if pages and pages[0] else frozenset()
    for phase, page in enumerate(pages[1:], start=1):
        if page is None:
            continue
        new = {text for text in page_texts(page.root) - before if text != visit.query}
        for exchange in carrying:
            if exchange.phase > phase:
                continue
            said = answer_texts(exchange.answer)
            joined = "\n".join(said)
            shown = sum(text in said or text in joined for text in new)
            if shown >= MIN_SHOWN and (best is None or shown >= best.shown):
                best = ChosenExchange(visit, exchange, shown, page)
    return best


def searches(visit: Visit) -> list[Exchange]:
    """Return the exchanges after typing that carry the whole query."""
    return [each for each in visit.exchanges if each.phase > 0 and _carries(each, visit)]


def same_search(first: ChosenExchange, second: ChosenExchange) -> bool:
    """Whether two visits were answered by one way to ask."""
    return asked_alike(first.exchange.request, second.exchange.request)


def _carries(exchange: Exchange, visit: Visit) -> bool:
    """Whether a request that was answered holds the whole query."""
    if not 200 <= exchange.status < 300 or not exchange.answer:
        return False
    parts = take_apart(exchange.request, "utf-8")
    if parts is None:
        return False
    body = (exchange.request.body or b"").decode("utf-8", "replace")
    held = (*parts.segments, *parts.values.values(), parts.posted_to, body)
    return any(generalise(value, visit.query) != value for value in held)


def asked_alike(first: EngineRequest, second: EngineRequest) -> bool:
    """Whether two requests ask the same thing with other values."""
    one, other = take_apart(first, "utf-8"), take_apart(second, "utf-8")
    if one is None or other is None:
        return False
    return (one.method, one.origin, len(one.segments)) == (
        other.method,
        other.origin,
        len(other.segments),
    ) and sum(a != b for a, b in zip(one.segments, other.segments, strict=True)) <= 1


def shown_page(markup: str, url: str) -> Page | None:
    """Return the page in markup that a browser gave, None for none."""
    try:
        return parse_page(markup.encode("utf-8", "replace"), url, "text/html; charset=utf-8")
    except NotHtmlError:
        return None
