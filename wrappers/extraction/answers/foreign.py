"""Pages of somebody else that come in the place of an engine's.

A network that wants to be entered, a filter, a proxy, a hoster, a dealer in names: they say it in
any words. What they have in common is that nothing of the engine is on them. A redesigned engine
still asks for a query, shows the one asked, or has a list. Details ours.
"""

from collections.abc import Sequence

from discovery.forms.classification import rank_search_forms
from discovery.lexicon.words import lexicon
from discovery.pages.messages import is_said
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page
from discovery.pages.walls import headlines_of
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.constraints import query_words, typed_texts
from wrappers.extraction.lines import MASK, PageLines
from wrappers.extraction.no_result import NoResultSignature, OwnText

# Lines and links of the engine's own pages from which it is known what they all have. Guess.
MIN_KNOWN = 6
# Letters of a line that says whose page it is: "OK" stands on any. Guess.
MIN_LETTERS = 4
# Characters of a headline that is quoted.
MAX_QUOTED = 120
# What is said of such a page, before the quotation.
IN_PLACE = "another page came in place of an answer"
# What may hold another page, so that nothing is known of what is seen.
_FRAMES = ("frame", "iframe", "object", "embed")
# The kind of a link to the site's start page, which others' pages link, too.
_START = "/?"


def find_foreign(
    page: Page, query: str | None, own: OwnText, known: Sequence[NoResultSignature]
) -> Classification | None:
    """Return what `page` is if it is none of the engine's; `own` stands on none of `known`."""
    if not own.is_short or not _has_nothing_of(page, query, known):
        return None
    if _asks_or_shows(page, query):
        return None
    headlines = [text for text in headlines_of(page, "h1", "h2") if text] or own.lines[:1]
    is_failure = any(is_said(each, lexicon().sayings.failure) for each in headlines)
    reason = AnswerReason.SERVER_ERROR if is_failure else AnswerReason.REFUSED
    detail = f"{IN_PLACE}: {headlines[-1][:MAX_QUOTED]}"
    return Classification(reason, detail)


def _has_nothing_of(page: Page, query: str | None, known: Sequence[NoResultSignature]) -> bool:
    every = {line for each in known for line in each.lines}
    lines = {line for line in every if sum(map(str.isalpha, line)) >= MIN_LETTERS}
    links = {link for each in known for link in each.links if not link.endswith(_START)}
    if len(lines) + len(links) < MIN_KNOWN:
        return False
    page_lines = PageLines.of(page, query)
    return page_lines.links.keys().isdisjoint(links) and not any(map(page_lines.shows, lines))


def _asks_or_shows(page: Page, query: str | None) -> bool:
    if next(page.root.iter(*_FRAMES), None) is not None:
        return True
    if any(MASK in line for line in PageLines.of(page, query).lines):
        return True
    words = query_words(query or "")
    if any(word in text for text in typed_texts(page) for word in words):
        return True
    return bool(rank_search_forms(page))
