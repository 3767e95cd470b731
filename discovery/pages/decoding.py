"""Bytes of a page decoded, whatever charset they claim to be in."""

import re

import chardet
import webencodings
from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from discovery.pages.formats import utf_16_of

# HTML's own default for pages that declare nothing (WHATWG Encoding standard).
FALLBACK_CHARSET = "cp1252"
# The legacy charsets of the WHATWG Encoding standard: a page on the web is in one of these.
WEB_CHARSETS = (
    "utf-8",
    *(f"windows-125{digit}" for digit in range(9)),
    *("iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-8", "koi8-r", "koi8-u", "windows-874"),
    *("shift_jis", "cp932", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr", "cp949"),
)
# The Python codecs of the WHATWG Encoding standard, but for those that it replaces (section 4.3).
# Python knows codecs that are no charsets of texts ("hex", "zlib", "punycode"): a page that names
# one would make decoding raise, or take minutes.
_WEB_CODECS = frozenset(
    resolve_encoding(name)
    for name in webencodings.LABELS.values()
    if name not in {"hz-gb-2312", "iso-2022-kr"}
) - {None}
# A page of which decoding replaces more than this share of the characters was declared wrongly.
# Guess: a few cut multi-byte characters are common in snippets, whole pages of them are not.
MAX_REPLACED_SHARE = 0.005
# Of the characters beyond ASCII in a UTF-8 page less than this share are cut. Guess: pages of other
# charsets read as UTF-8 fail in more than nine of ten.
MAX_FAILED_SHARE = 0.25
# Bytes given to the statistical detector: enough for a verdict, bounded for speed. Guess.
DETECTION_SAMPLE = 50_000
# Bytes of windows-1252 in a UTF-8 page: marks, and letters within words, with ASCII on both sides.
# In UTF-8 no byte beyond ASCII stands alone, and one cut off does not stand within a word.
_STRAY_BYTE = re.compile(
    rb"(?<=[\x20-\x7e])[\x80\x82\x84\x85\x91-\x97\x99](?=[\x20-\x7e])"
    rb"|(?<=[A-Za-z])[\xc0-\xd6\xd8-\xf6\xf8-\xff](?=[A-Za-z])"
)


def decode(body: bytes, content_type: str | None = None) -> tuple[str, str]:
    r"""Return `(charset, text)` of an HTML body, whatever it declares.

    The first of these decides: byte order mark, a first tag in UTF-16, UTF-8, the HTTP header, the
    page's `<meta>`, statistical detection. UTF-8 decides when the bytes beyond ASCII are valid
    UTF-8 (no other text happens to be). It also decides when nearly all are (snippets cut by
    bytes). A declaration under which too much fails to decode is not believed.

    >>> decode("<meta charset=latin-1>日本".encode())
    ('utf-8', '<meta charset=latin-1>日本')
    >>> decode(b"caf\xe9", "text/html; charset=utf-8")[1]
    'café'
    """
    known = decode_as_declared(body, content_type)
    if known is not None:
        return known
    end = _end_of_page(body)
    charset = _detect_charset(body[:end] if end > 0 else body)
    return charset, to_unicode(body, charset)


def decode_as_declared(body: bytes, content_type: str | None) -> tuple[str, str] | None:
    """Return charset and text, None where the charset has to be guessed.

    What servers and counters write behind the page has no say in it.
    """
    end = _end_of_page(body)
    if end > 0 and not body[end:].isascii():
        known = decode_as_declared(body[:end], content_type)
        return None if known is None else (known[0], known[1] + to_unicode(body[end:], known[0]))
    bom_charset, bom = read_bom(body)
    if bom_charset is not None and bom is not None:
        return bom_charset, to_unicode(body[len(bom) :], bom_charset)
    unmarked = utf_16_of(body)
    if unmarked is not None:
        return unmarked, to_unicode(body, unmarked)
    declared = _declared_charsets(body, content_type)
    if body.isascii():
        # ISO-2022-JP is the one web charset that writes beyond ASCII in ASCII bytes.
        charset = declared[0] if declared else "utf-8"
        return charset, to_unicode(body, charset)
    text = to_unicode(body, "utf-8")
    if "\ufffd" in text and _is_meant(text):
        text = to_unicode(_STRAY_BYTE.sub(_as_utf8, body), "utf-8")
    if _is_meant(text):
        return "utf-8", text
    for charset in declared:
        text = to_unicode(body, charset)
        if text.count("\ufffd") <= MAX_REPLACED_SHARE * len(text):
            return charset, text
    return None


def _end_of_page(body: bytes) -> int:
    """Return where the last tag of a page stands, -1 where there is none."""
    return max(body.rfind(b"</html>"), body.rfind(b"</HTML>"))


def _as_utf8(found: "re.Match[bytes]") -> bytes:
    """Return a byte of windows-1252 in UTF-8."""
    return found[0].decode("cp1252").encode()


def _declared_charsets(body: bytes, content_type: str | None) -> list[str]:
    """Return the charsets that header and markup claim, as Python codec names.

    A page whose declaration could be read byte by byte is not in UTF-16, whatever it says.
    """
    names = (http_content_type_encoding(content_type), html_body_declared_encoding(body))
    known = (name for name in names if name is not None and name in _WEB_CODECS)
    return [name for name in known if not name.startswith("utf-16")]


def _is_meant(text: str) -> bool:
    """Tell whether text decoded as UTF-8 was meant to be: few characters beyond ASCII failed.

    Of text in any other charset nearly all fail.
    """
    failed = text.count("\ufffd")
    if not failed:
        return True
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return failed / beyond_ascii < MAX_FAILED_SHARE


def _detect_charset(body: bytes) -> str:
    """Guess the charset of bytes that are neither UTF-8 nor what they declare."""
    verdict = chardet.detect(
        body[:DETECTION_SAMPLE], include_encodings=WEB_CHARSETS, no_match_encoding=FALLBACK_CHARSET
    )
    return resolve_encoding(verdict["encoding"] or FALLBACK_CHARSET) or FALLBACK_CHARSET
