"""Text of engines made fit for a page: cleaned, cut to length, the query's words marked."""

import re
import unicodedata
from html import escape

from django.utils.safestring import SafeString, mark_safe

from discovery.pages.tree import fold_space

MAX_MARKED_WORDS = 32
# Shorter words are marked only when they stand alone: "a" or "to" begins half of all words.
MIN_PREFIX_LENGTH = 3

_WORD = re.compile(r"\w+")
# Explicit embeddings, overrides and isolates: they turn the text after them around. Marks of
# direction (U+200E, U+200F, U+061C) stay, languages need them.
_TURNING = "\u202a-\u202e\u2066-\u2069"
# Control characters but white space, lone surrogates (no charset can send them), interlinear
# annotation, and the two that are no characters: one of them and a feed is no XML (XML 1.0, 2.2).
_CONTROLS = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufff9-\ufffb\ufffe\uffff"
_UNWANTED = re.compile(f"[{_TURNING}{_CONTROLS}]")


def clean_text(text: str, limit: int) -> str:
    r"""Return `text` as one line of at most `limit` characters, without turning characters.

    >>> clean_text("a\u202eb\n c", 20)
    'ab c'
    >>> clean_text("one two three", 10)
    'one two …'
    """
    # Twice the limit is looked at, so that a text of a megabyte costs no more than a short one.
    text = fold_space(_UNWANTED.sub("", text[: limit * 2]))
    if len(text) <= limit:
        return text
    cut = text[: limit - 2]
    # At the last space, unless the language writes none or the word is endless.
    head, space, _ = cut.rpartition(" ")
    return f"{head if space and len(head) >= limit // 2 else cut.rstrip()} …"


class QueryHighlighter:
    def __init__(self, query: str) -> None:
        words = {word.casefold(): word for word in _WORD.findall(query)[:MAX_MARKED_WORDS]}
        # Longest first: the first alternative that fits is taken.
        patterns = [_word_pattern(word) for word in sorted(words.values(), key=len, reverse=True)]
        self._pattern = re.compile(f"({'|'.join(patterns)})", re.IGNORECASE) if patterns else None

    def mark(self, text: str) -> SafeString:
        """Return `text` escaped, the query's words in `<mark>`.

        >>> QueryHighlighter("b file").mark("<b> files & profile")
        '&lt;<mark>b</mark>&gt; <mark>file</mark>s &amp; profile'
        """
        # With one group, `split` gives text and match by turns.
        pieces = self._pattern.split(text) if self._pattern else [text]
        html = "".join(
            f"<mark>{escape(piece)}</mark>" if index % 2 else escape(piece)
            for index, piece in enumerate(pieces)
        )
        return mark_safe(html)  # noqa: S308  every piece is escaped above


def _word_pattern(word: str) -> str:
    """Return a pattern of `word` at the beginning of words, or anywhere in unspaced writing."""
    # Letters without case (Lo) are those of writings that use no spaces, or join articles and
    # prepositions to the word, as Arabic and Hebrew do.
    if any(unicodedata.category(character) == "Lo" for character in word):
        return re.escape(word)
    end = "" if len(word) >= MIN_PREFIX_LENGTH else r"(?!\w)"
    return rf"(?<!\w){re.escape(word)}{end}"
