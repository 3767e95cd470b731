"""The query that an engine proposes instead of the one asked: "did you mean …?".

Details ours: it is a link whose text resembles the query, and whose address asks for that text at
the same place. The words "did you mean" of many languages help, but are not needed.
"""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote_plus, urlsplit

from rapidfuzz import fuzz

from discovery.lexicon.reading import any_text, lexicon
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import query_pairs, resolve_url
from wrappers.extraction.lines.text_lines import text_lines
from wrappers.extraction.paging.page_address import same_site

# Nobody asks longer queries than these (characters), no spelling correction is longer either.
MAX_LENGTH = 100
MAX_LINKS = 2_000
MAX_LINES = 150
MAX_LINE_LENGTH = 500
MAX_TEXT_LENGTH = 20_000
# Similarity (rapidfuzz ratio, 0 to 100) of a correction to the query. Guess: "recieve" and
# "receive" have 86, "pyhton" and "python" 83, "racing" and "action" 67, "haus" and "baum" 50.
MIN_SIMILARITY = 70.0
MIN_SIMILARITY_WITH_WORDS = 45.0
# More look-alikes than this are related searches, not a correction.
MAX_SIMILAR_QUERIES = 2

_WORDS = lexicon().no_result.suggesting
_SUGGESTING = re.compile(any_text(_WORDS), re.IGNORECASE)
_TRIMMED = " \t:;,.?!¿¡\"'“”„«»‘’…()[]<>"


def find_suggestion(page: Page, query: str) -> str | None:
    """Return the query that `page` proposes instead of `query`, None when it proposes none."""
    asked = fold_space(query)
    if not asked or len(asked) > MAX_LENGTH:
        return None
    look_alikes = dict.fromkeys(_similar_queries(page, asked))
    corrections = [text for text in look_alikes if not _extends(text, asked)]
    if corrections and len(look_alikes) <= MAX_SIMILAR_QUERIES:
        return max(corrections, key=lambda text: _similarity(text, asked))
    return _said_suggestion(page, asked)


def _similarity(text: str, asked: str) -> float:
    return float(fuzz.ratio(text.casefold(), asked.casefold()))


def _extends(text: str, asked: str) -> bool:
    """Tell whether one of two queries is the other with words added: a related search."""
    words, known = set(text.casefold().split()), set(asked.casefold().split())
    return words > known or words < known


def _similar_queries(page: Page, asked: str) -> Iterator[str]:
    """Yield the texts of links that resemble the query and ask for what they say."""
    for link in islice(page.root.iter("a"), MAX_LINKS):
        shown = link.text_content() if len(link) else link.text
        # Most links are longer than the query by far, and need no closer look.
        if not shown or len(shown) > 2 * MAX_LENGTH or len(shown.strip()) > 3 * len(asked):
            continue
        text = fold_space(shown).strip(_TRIMMED)
        if not 0.5 * len(asked) <= len(text) <= min(2 * len(asked), MAX_LENGTH):
            continue
        if text.casefold() == asked.casefold() or _similarity(text, asked) < MIN_SIMILARITY:
            continue
        address = resolve_url(page.base_url, link.get("href"))
        if address and same_site(page.url, address) and _asks_for(address, text):
            yield text


def _asks_for(address: str, text: str) -> bool:
    """Tell whether an address carries `text` as the value of a parameter or a part of its path."""
    values = [value for _, value in query_pairs(address)]
    values.append(unquote_plus(urlsplit(address).path.rstrip("/").rpartition("/")[2]))
    wanted = _plain(text)
    return any(_plain(value) == wanted for value in values)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _said_suggestion(page: Page, asked: str) -> str | None:
    """Return what follows the words "did you mean" in their line, if it resembles the query."""
    # A quick look first: making the lines of a page takes as long as reading all its records.
    text = fold_space(page.root.text_content()[:MAX_TEXT_LENGTH]).casefold()
    if not any(words in text for words in _WORDS):
        return None
    lines = [line.text[:MAX_LINE_LENGTH] for line in islice(text_lines(page.root), MAX_LINES)]
    for line in lines:
        for said in _SUGGESTING.finditer(line):
            text = line[said.end() :].strip(_TRIMMED)
            if _could_be_meant(text, asked):
                return text
    return None


def _could_be_meant(text: str, asked: str) -> bool:
    if not 0 < len(text) <= 2 * len(asked) or text.casefold() == asked.casefold():
        return False
    return _similarity(text, asked) >= MIN_SIMILARITY_WITH_WORDS and not _extends(text, asked)
