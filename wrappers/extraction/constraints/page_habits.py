"""Habits of an engine's pages: they are whole, show what was asked, and speak of it.

An answer that breaks a habit of all pages learned from is cut, answers another query, or ignores
what is asked. Details ours.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from discovery.pages.page import Page
from discovery.pages.urls import query_pairs
from wrappers.extraction.records.record import ResultRecord

# Bytes at the end of a page in which its last tag stands: comments of servers may follow. Guess.
END_OF_PAGE = 2_000
# Input fields and links looked at for the query.
MAX_FIELDS = 60
MAX_LINKS = 400
# Characters of an address that are looked at.
MAX_ADDRESS = 4_000
# Letters of a word that a page repeats in one form or another.
LETTERS_OF_A_WORD = 3
# Records, all silent of the query, that show that it was ignored. Guess: a few may be so by chance.
MIN_RECORDS = 5
# What a page may end with whose last tags are left out: parts that hold more than a record.
_END = re.compile(rb"</(?:\w+:)?html")
_BEGINNINGS = (b"<html", b"<!doctype", b"<head", b"<body")
_PARTS = "body div table script center footer main section form".split()
_ENDS_OF_PARTS = (*(f"</{tag}>".encode() for tag in _PARTS), b"-->")
_TYPED_INTO = frozenset(("", "text", "search"))
# Scripts whose words no space divides: Thai, Lao, Khmer, kana, Han.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_TYPED_OR_HIDDEN = _TYPED_INTO | {"hidden"}


def is_closed(body: bytes) -> bool:
    """Tell whether a page ends as a whole page does.

    >>> is_closed(b"<html><p>All of it</html>"), is_closed(b"<html><p>All o")
    (True, False)
    """
    end = _plain(body[-END_OF_PAGE:])
    return b"</html>" in end or _END.search(end) is not None


def breaks_off(body: bytes) -> bool:
    """Tell whether a page ends in the midst: not even with the end of a part of it.

    >>> breaks_off(b"<html><p>All o"), breaks_off(b"<html><div><p>All of it</div>")
    (True, False)
    >>> breaks_off(b"no page at all")
    False
    """
    if is_closed(body) or not any(mark in _plain(body[:END_OF_PAGE]) for mark in _BEGINNINGS):
        return False
    return not _plain(body[-END_OF_PAGE:]).rstrip().endswith(_ENDS_OF_PARTS)


def _plain(part: bytes) -> bytes:
    """Return a part of a page in lower case, as it would be in an encoding of single bytes."""
    return part.replace(b"\0", b"").lower()


def shows_query(page: Page, query: str) -> bool:
    """Tell whether a page says which query it answers: in a field, its title, or a link's address.

    One word of the query is enough; a query without a word is shown by any page.
    """
    words = query_words(query)
    return not words or any(any(w in text for w in words) for text in _shown_texts(page))


def shown_query(page: Page) -> str:
    """Return what stands in the fields of a page into which a query is typed, nothing when none."""
    return next((text for text in _field_texts(page, _TYPED_INTO) if text.strip()), "")


def names_query(records: Sequence[ResultRecord], query: str) -> int:
    """Return how many records have a word of the query, in whatever form, or a link with it.

    Forms of a word begin alike; in scripts without spaces two signs together are a word.
    """
    return sum(_name_query(records, query))


def _name_query(records: Sequence[ResultRecord], query: str) -> Iterator[bool]:
    """Yield of each record whether it has anything of a query; nothing for one without a word."""
    forms = _forms_of(query)
    if forms is None:
        return
    for record in records:
        text = f"{record.title} {record.snippet} {record.url or ''}"
        yield forms.search(text.casefold()) is not None


@lru_cache(maxsize=256)
def _forms_of(query: str) -> re.Pattern[str] | None:
    """Return a pattern of the forms that a query's words have in a text, None for no word."""
    words = query_words(query)
    return re.compile("|".join(form for w in words for form in _forms(w))) if words else None


def _forms(word: str) -> Iterator[str]:
    """Yield patterns of the forms that a word has in a text."""
    yield re.escape(word)
    if _UNSPACED.match(word):
        yield from (re.escape(word[n : n + 2]) for n in range(len(word) - 1))
    else:
        yield rf"(?<![^\W_]){re.escape(word[: max(LETTERS_OF_A_WORD, len(word) // 2 + 1)])}"


def leaves_out_signs(query: str, records: Sequence[ResultRecord]) -> bool:
    """Tell whether `query` is signs alone, and none of them is in any record.

    Engines that leave signs out show what they show when nothing is asked.
    """
    if not query or any(character.isalnum() for character in query):
        return False
    texts = [f"{record.title} {record.snippet}" for record in records]
    return not any(sign in text for sign in query.split() for text in texts)


def ignores_query(records: Sequence[ResultRecord], query: str) -> bool:
    """Tell whether none of several records has anything of the query."""
    if len(records) < MIN_RECORDS or not query_words(query):
        return False
    # The first record of most answers settles it.
    return not any(_name_query(records, query))


def is_beyond_ascii(query: str) -> bool:
    """Tell whether a query has a word that a page may write in another charset, or form."""
    return any(not word.isascii() for word in query_words(query))


@lru_cache(maxsize=256)
def query_words(query: str) -> tuple[str, ...]:
    """Return the words of a query that a page repeats: not the short ones of ASCII letters."""
    words = "".join(c if c.isalnum() else " " for c in query.casefold()).split()
    return tuple(word for word in words if not word.isascii() or len(word) >= LETTERS_OF_A_WORD)


def _shown_texts(page: Page) -> Iterator[str]:
    yield from _field_texts(page, _TYPED_OR_HIDDEN)
    yield page.title.casefold()
    for link in islice(page.root.iter("a"), MAX_LINKS):
        asked = link.get("href", "")[:MAX_ADDRESS].partition("?")[2]
        if "=" in asked:
            yield from (value.casefold() for _, value in query_pairs(f"?{asked}"))


def _field_texts(page: Page, types: frozenset[str]) -> Iterator[str]:
    for field in islice(page.root.iter("input"), MAX_FIELDS):
        if field.get("type", "").casefold() in types:
            yield field.get("value", "").casefold()
