"""Bytes of a page: told from what is no web page, and decoded whatever charset they claim."""

import json
import re
from contextlib import suppress

import chardet
import webencodings
from lxml.html import defs
from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

# First bytes of other formats (WHATWG MIME Sniffing standard, section 6; office documents are ZIP).
_SIGNATURES = {
    "a PDF document": (b"%PDF-",),
    "a PostScript document": (b"%!PS-Adobe-",),
    "a picture": (b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff"),
    "a picture or a sound": (b"RIFF",),
    "compressed data": (b"\x1f\x8b\x08",),
    "an archive": (b"PK\x03\x04", b"Rar \x1a\x07"),
    "an office document": (b"\xd0\xcf\x11\xe0",),
    "an RTF document": (b"{\\rtf",),
    "a web archive": (b"MIME-Version:", b"From: <Saved by", b'From: "Saved by'),
    "a sound": (b"ID3", b"OggS"),
    "a font": (b"wOFF", b"wOF2"),
    "a program": (b"MZ\x90", b"\x7fELF"),
}
# Bytes looked at, and those of them that no text has (the same standard, sections 5 and 3).
_HEADER_LENGTH = 1445
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_TAG = re.compile(rb"<[a-zA-Z!/?]")
# White space, NUL and the bytes of byte order marks: all that an empty body may hold.
BLANK = b" \t\r\n\f\v\0\xef\xbb\xbf\xff\xfe"
# Tags that pages begin with (the same standard, section 7.1, and those of later pages). Among
# compressed bytes something like a tag is soon found, one of these is not.
_PAGE_TAG = re.compile(
    rb"<(?:!doctype html|!--|html|head|body|title|meta|link|base|script|style|div|span|p|a|br|b|"
    rb"table|tr|td|ul|ol|li|dl|form|input|img|iframe|frameset|h[1-6]|center|font|header|nav|main|"
    rb"section|article|noscript)(?=[\s>/])",
    re.IGNORECASE,
)
# Tags that frame a page: a text with another tag or two in it is none yet.
_FRAME_TAG = re.compile(rb"(?i)<(?:!doctype|html|head|title|body|form|table|div|frameset)\b")
# The root of an XML document, behind declaration, comments and document type. Nothing is tried
# twice: a page may begin with a thousand comments.
_XML_ROOT = re.compile(
    rb"\s*+(?P<declared><\?xml[\s?])?[^<]*+"
    rb"(?:(?><(?:\?[^>]*+>|!--.{0,1000}?-->|![a-zA-Z][^>]*+>))\s*+)*+<(?P<root>[a-zA-Z_][\w:.-]*)",
    re.DOTALL,
)
# Roots of documents that are no pages, declared as XML or not; prefixes left out.
_XML_FORMATS = {
    "svg": "a picture",
    "rss": "a feed",
    "feed": "a feed",
    "rdf": "a feed",
    "urlset": "a sitemap",
    "sitemapindex": "a sitemap",
    "opensearchdescription": "an OpenSearch description",
    "envelope": "an answer to programs",
}
# Roots of pages; and what begins JSON, by itself, guarded, in lines or handed to a function.
_PAGE_ROOTS = frozenset(tag.encode() for tag in defs.tags) | {b"svg"}
_DATA_START = re.compile(
    rb"[{\[\"]|\)\]\}'|while\s*\(1\)|for\s*\(;;\)|(?:data|event|id|retry):|/\*|(?:var|let|const)\s"
    rb"|[A-Za-z_$][\w$.\[\]'\"]{0,200}\s*[(=]"
)
# Types of data of which there may be none: lines of JSON, events.
_DATA_TYPE = re.compile(
    r"(?:(?:application|text)/(?:[\w.-]+[+-])?(?:json(?:l|lines)?|ndjson)|text/event-stream)\b",
    re.IGNORECASE,
)
# A type that is told in the header and is that of no page. What is like a page is read all the
# same: many servers know no better than "octet-stream", or the type of a file asked for long ago.
_OTHER_TYPE = re.compile(
    r"(?:image|audio|video|font)/|text/(?:css|csv|calendar|vcard|(?:x-)?(?:java|ecma)script)|"
    r"application/(?:(?:x-)?(?:java|ecma)script|pdf|rtf|zip|json|yaml|[\w.-]+\+json)",
    re.IGNORECASE,
)
# Text without any tag that is longer (characters) is no message of an engine but a file. Guess.
MAX_BARE_TEXT = 500
# Tags of a page, closing ones counted. Guess: the heaviest of 586 real pages has 19,712; a page of
# this many takes some hundred megabytes.
MAX_TAGS = 300_000
# Attributes of one tag: the parser compares each with all before it, 100,000 take it ten seconds.
# Guess: pages write up to thirty.
MAX_ATTRIBUTES = 20_000
# Bytes that an attribute takes at least.
_BYTES_OF_ATTRIBUTE = 3
# The beginning of a tag up to what ends it. A quote begins a value behind "=" alone: elsewhere it
# is a part of a name (HTML standard, 13.2.5.33), and real pages have such. Possessive throughout:
# whatever stands there is read once.
_TAG_START = re.compile(rb"<[a-zA-Z][^>=]*+(?:=\s*+(?:\"[^\"]*+\"|'[^']*+')?+[^>=]*+)*+")
_VALUES = re.compile(rb"=\s*+(?:\"[^\"]*+\"|'[^']*+')")
_SPACES = re.compile(rb"[\s/]+")


def other_format(body: bytes, content_type: str | None = None) -> str | None:
    r"""Return what `body` is if it is certainly no web page: a PDF document, a picture, JSON.

    >>> other_format(b"%PDF-1.4 ..."), other_format(b'{"hits": []}'), other_format(b"<p>text")
    ('a PDF document', 'JSON', None)
    >>> other_format(b'<?xml version="1.0"?><rss version="2.0">'), other_format(b"a{}", "text/css")
    ('a feed', 'text/css')
    """
    for name, signatures in _SIGNATURES.items():
        if body.startswith(signatures):
            return name
    header = body[:_HEADER_LENGTH]
    if header.startswith((b"\xff\xfe", b"\xfe\xff")) or utf_16_of(header):
        return None
    if not _PAGE_TAG.search(header):
        if _BINARY.search(header):
            return "binary data"
        if content_type is not None and (told := _OTHER_TYPE.match(content_type.strip())):
            return told.string.partition(";")[0].strip()
    if _TAG.search(header):
        return _xml_format(header)
    is_told = (content_type or "").strip().lower().startswith("text/plain")
    return _text_format(body, 0 if is_told else MAX_BARE_TEXT)


def is_markup(body: bytes) -> bool:
    """Tell whether a body is written as a web page, not as a text or data with some tags in it.

    >>> is_markup(b"Not found"), is_markup(b'{"html": "<div>"}'), is_markup(b"Sorry<form>")
    (False, False, True)
    """
    start = body.lstrip(BLANK)[:1]
    return start == b"<" or (start not in (b"{", b"[") and _FRAME_TAG.search(body) is not None)


def may_be_data(body: bytes) -> bool:
    r"""Return whether a body may be JSON or XML: by its first bytes, which takes no time.

    >>> may_be_data(b'\n{"a": 1}'), may_be_data(b"<?xml version='1.0'?><r/>"), may_be_data(b"f([])")
    (True, True, True)
    >>> may_be_data(b"<!doctype html><p>text"), may_be_data(b"Not found")
    (False, False)
    """
    if any(map(body.startswith, _SIGNATURES.values())):
        return False
    header = body[:_HEADER_LENGTH].lstrip(BLANK)
    if header[:1] != b"<":
        return _DATA_START.match(header) is not None
    match = _XML_ROOT.match(header)
    if match is None:
        # A comment may be longer than what is looked at.
        return header.startswith(b"<?xml")
    return match["root"].lower() not in _PAGE_ROOTS


def is_empty_data(body: bytes, content_type: str | None) -> bool:
    """Return whether a body is empty that would be data by its header.

    >>> is_empty_data(b"", "application/x-ndjson; charset=utf-8"), is_empty_data(b"", "text/html")
    (True, False)
    """
    return not body.strip() and _DATA_TYPE.match((content_type or "").strip()) is not None


def utf_16_of(body: bytes) -> str | None:
    r"""Return the kind of UTF-16 that a body without byte order mark begins with, if it does.

    The first sign of a page is a tag, of which every other byte is zero (XML 1.0, appendix F.1).

    >>> utf_16_of("<p>".encode("utf-16-le")), utf_16_of(b"<p>")
    ('utf-16-le', None)
    """
    start = body[:_HEADER_LENGTH].replace(b"\n", b" ").replace(b"\r", b" ")
    for name, space in (("utf-16-le", b" \0"), ("utf-16-be", b"\0 ")):
        while start.startswith(space):
            start = start[2:]
        if _TAG.match(start[:4].decode(name, "replace").encode()):
            return name
    return None


def _xml_format(header: bytes) -> str | None:
    match = _XML_ROOT.match(header)
    if match is None:
        return None
    root = match["root"].decode("ascii", "replace").rpartition(":")[2].lower()
    if root in _XML_FORMATS:
        return _XML_FORMATS[root]
    return "XML" if match["declared"] and root not in defs.tags else None


def _text_format(body: bytes, most: int) -> str | None:
    """Return what a body is that begins without any tag, None for up to `most` bytes of text."""
    if body.lstrip()[:1] in (b"{", b"[", b'"'):
        with suppress(ValueError, RecursionError):
            json.loads(body)
            return "JSON"
    is_bare = len(body.strip()) > most and not _TAG.search(body)
    return "text without any tag" if is_bare else None


def has_endless_tag(data: bytes, most: int = MAX_ATTRIBUTES) -> bool:
    """Tell whether a tag has more than `most` attributes, which are thousands.

    >>> has_endless_tag(b"<a " + b"b='>'" * 4_001, 4_000), has_endless_tag(b"<a b>" * 4_001, 4_000)
    (True, False)
    """
    least = most * _BYTES_OF_ATTRIBUTE
    if len(data) < least:
        return False
    # Values may hold what ends a tag, and stand without a space between them.
    return any(
        len(_SPACES.findall(_VALUES.sub(b" ", match[0]))) > most
        for match in _TAG_START.finditer(data)
        if match.end() - match.start() >= least
    )


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
    sample = (body[:end] if end > 0 else body)[:DETECTION_SAMPLE]
    verdict = chardet.detect(
        sample, include_encodings=WEB_CHARSETS, no_match_encoding=FALLBACK_CHARSET
    )
    charset = resolve_encoding(verdict["encoding"] or FALLBACK_CHARSET) or FALLBACK_CHARSET
    return charset, to_unicode(body, charset)


def decode_as_declared(body: bytes, content_type: str | None) -> tuple[str, str] | None:
    """Return charset and text, None where the charset has to be guessed."""
    end = _end_of_page(body)
    # What servers and counters write behind the page has no say in it.
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
    return max(body.rfind(b"</html>"), body.rfind(b"</HTML>"))


def _as_utf8(found: "re.Match[bytes]") -> bytes:
    return found[0].decode("cp1252").encode()


def _declared_charsets(body: bytes, content_type: str | None) -> list[str]:
    """Return the codecs that header and markup claim, but UTF-16: these were read byte by byte."""
    names = (http_content_type_encoding(content_type), html_body_declared_encoding(body))
    known = (name for name in names if name is not None and name in _WEB_CODECS)
    return [name for name in known if not name.startswith("utf-16")]


def _is_meant(text: str) -> bool:
    """Tell whether text decoded as UTF-8 was meant to be: few characters beyond ASCII failed."""
    failed = text.count("\ufffd")
    if not failed:
        return True
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return failed / beyond_ascii < MAX_FAILED_SHARE
