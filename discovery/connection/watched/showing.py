"""What a page shows for a query, however it came by it: what only a browser can search."""

from dataclasses import dataclass
from urllib.parse import unquote_plus, urlsplit

from discovery.connection.description.browser_search import BrowserSearch
from discovery.connection.watched.answer_texts import page_texts
from discovery.connection.watched.choosing import shown_page
from discovery.connection.watched.visit import Visit
from discovery.pages.page import Page

# New texts of a page from which on it shows results. Guess: titles and descriptions of three
# records; a page that found nothing says less.
MIN_NEW = 6
# Share of the texts of the smaller of two lists beyond which they are one list, whatever is asked.
SAME_LIST = 0.5


@dataclass(frozen=True, slots=True)
class ShownResults:
    """The page of a visit with what came for its query, how it came, and the texts that are new."""

    query: str
    how: BrowserSearch
    page: Page
    texts: frozenset[str]


def shown_results(visit: Visit) -> ShownResults | None:
    """Return what a visit brought onto the page, None when it brought nothing."""
    pages = [shown_page(markup, visit.url) for markup in visit.shown]
    if len(pages) < 3 or pages[0] is None:
        return None
    before = page_texts(pages[0].root) | {visit.query}
    found = []
    for how, page in zip((BrowserSearch.TYPED, BrowserSearch.SENT), pages[1:3], strict=True):
        texts = page_texts(page.root) - before if page else frozenset()
        found.append(page and ShownResults(visit.query, how, page, texts))
    typed, sent = (each if each and len(each.texts) >= MIN_NEW else None for each in found)
    return typed if sent is None or (typed and _leads_away(visit, typed, sent)) else sent


def are_unlike(first: ShownResults, second: ShownResults) -> bool:
    """Whether what two visits brought follows from what was asked."""
    shared = len(first.texts & second.texts)
    return shared <= SAME_LIST * min(len(first.texts), len(second.texts))


def _leads_away(visit: Visit, typed: ShownResults, sent: ShownResults) -> bool:
    """Whether Enter led from the list to another page, as it does where it opens the first hit."""
    before, after = (urlsplit(address) for address in visit.addresses[1:3])
    moved = (before.netloc, before.path) != (after.netloc, after.path)
    carried = visit.query.casefold() in unquote_plus(after.geturl()).casefold()
    return moved and not carried and len(typed.texts & sent.texts) < SAME_LIST * len(typed.texts)
