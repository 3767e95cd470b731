"""The search result record (SRR), and its texts repaired where that is certain.

The repair of encodings is that of ftfy (Speer 2019). It changes a text only as a whole, and only
where what comes out is likelier text by its own measure. What looks harmless is not given to it.
"""

import html
import re
from collections.abc import Iterable

import ftfy
from ftfy.badness import is_bad

from discovery.documents.document import Document
from wrappers.extraction.items.pieces import RecordItem

# Encodings alone: quotes, widths, ligatures and the like are as the site has them.
_ENCODING_ALONE = ftfy.TextFixerConfig(
    unescape_html=False,
    remove_terminal_escapes=False,
    restore_byte_a0=True,
    replace_lossy_sequences=False,
    decode_inconsistent_utf8=False,
    fix_c1_controls=True,
    fix_latin_ligatures=False,
    fix_character_width=False,
    uncurl_quotes=False,
    fix_line_breaks=False,
    fix_surrogates=False,
    remove_control_chars=False,
    normalization=None,
)
# The charsets of the web that UTF-8 is read as by mistake.
_MISTAKEN = ("cp1252", "latin-1", "cp1250", "cp1251", "cp1254", "iso-8859-2", "mac-roman", "cp437")


def _trace(charset: str) -> str:
    first = "".join(bytes([byte]).decode(charset, "ignore") for byte in range(0xC2, 0xF5))
    following = "".join(bytes([byte]).decode(charset, "ignore") for byte in range(0x80, 0xC0))
    return f"[{re.escape(first)}][{re.escape(following)}]"


# Without it nothing is read wrongly. Ten times as fast as asking ftfy, which most texts need not.
_TRACES = re.compile("|".join(map(_trace, _MISTAKEN)))
# References that texts of titles and snippets hold when they were escaped once too often. Not those
# of `<` and `>`: who writes them means to show markup.
_REFERENCE = re.compile(
    r"&(?:amp;)?(?:#[0-9]{2,5}|#[xX][0-9a-fA-F]{2,4}|amp|quot|apos|nbsp|ndash|mdash|[lrsb][sd]?quo"
    r"|[lr]dquo|hellip|laquo|raquo|middot|bull|copy|reg|trade|euro|szlig"
    r"|[A-Za-z](?:uml|acute|grave|circ|tilde|cedil|ring|slash));"
)
# Texts about markup show references on purpose.
_ABOUT_MARKUP = re.compile(
    r"[<>`{}]|&[lg]t;|\b(?:x?html|xml|sgml|entit(?:y|ies|é|à)|entidad|un?escap|escap|encod|decod"
    r"|ampersand|charact|charset|zeichen|markup|nbsp|php|css|javascript|unicode|ascii|regex|url)",
    re.IGNORECASE,
)


def repair_text(text: str) -> str:
    """Return a text without the traces of one wrong decoding or escaping; the same for any other.

    >>> repair_text("CafÃ© â€” Tom &amp; Jerry&#8217;s")
    'Café — Tom & Jerry’s'
    >>> repair_text("SÃO PAULO"), repair_text("How to escape &amp; in XML")
    ('SÃO PAULO', 'How to escape &amp; in XML')
    """
    if not text.isascii() and _TRACES.search(text) and is_bad(text):
        text = ftfy.fix_encoding(text, _ENCODING_ALONE)
    if "&" in text and ";" in text and not _ABOUT_MARKUP.search(text):
        text = _REFERENCE.sub(lambda found: html.unescape(html.unescape(found[0])), text)
    return text


class ResultRecord(Document, frozen=True):
    """One search result record (SRR; Zhao et al. 2005, section 3).

    `url` is the target, redirectors unwrapped; `original_url` is the address as the page links it.
    Both are absolute http(s) addresses, or None where the record has no such link. All texts are
    plain text with white space folded, empty where the record does not have them. `items` is all
    that the record says, piece by piece, where the wrapper has learned its columns: the other
    fields are then filled from them. `sort` is what sort of thing was found: a section, a format.
    """

    url: str | None
    title: str
    snippet: str = ""
    original_url: str | None = None
    date: str = ""
    thumbnail: str = ""
    price: str = ""
    author: str = ""
    size: str = ""
    breadcrumb: str = ""
    rating: str = ""
    sort: str = ""
    items: tuple[RecordItem, ...] = ()

    @property
    def said(self) -> tuple[RecordItem, ...]:
        return said_by(self.items)


def said_by(items: Iterable[RecordItem]) -> tuple[RecordItem, ...]:
    """Return items, those that say several things cut into these."""
    return tuple([part for item in items for part in item.parts or (item,)])
