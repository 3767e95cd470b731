"""What a site quotes of a text: the part around the query's words, and those words marked."""

import re
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from samples.index import query_words

ELLIPSIS = "…"


def excerpt(text: str, query: str, length: int) -> str:
    """Return about `length` characters of `text` around the first word of `query` found in it.

    The text's beginning when none is found.

    >>> excerpt("one two three four five six seven", "five", 12)
    '… four five …'
    >>> excerpt("one two", "three", 12)
    'one two'
    """
    if len(text) <= length:
        return text
    pattern = _any_word(query_words(query))
    found = pattern.search(text) if pattern else None
    # Words before the match are its context; the match itself must be seen.
    start = found.start() - length // 3 if found and found.end() > length else 0
    if start > 0:
        start = text.rfind(" ", 0, start) + 1
    end = max(text.rfind(" ", start, start + length), found.end() if found and start else 0)
    if end <= start:
        end = start + length
    cut = text[start:end].strip()
    return f"{ELLIPSIS + ' ' if start > 0 else ''}{cut}{' ' + ELLIPSIS if end < len(text) else ''}"


def highlight(text: str, query: str, tag: str) -> SafeString:
    """Return `text` escaped as HTML, the words of `query` in `tag` elements.

    >>> highlight("a <b> File", "file", "em")
    'a &lt;b&gt; <em>File</em>'
    """
    pattern = _any_word(query_words(query))
    if pattern is None:
        return mark_safe(escape(text))  # noqa: S308  escaped in the same breath
    # Splitting by one group leaves the matches at the odd places.
    pieces = (
        f"<{tag}>{escape(piece)}</{tag}>" if place % 2 else escape(piece)
        for place, piece in enumerate(pattern.split(text))
    )
    return mark_safe("".join(pieces))  # noqa: S308  each piece is escaped


@lru_cache(64)
def _any_word(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    return re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)
