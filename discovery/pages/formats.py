"""What is no web page, told by its first bytes; and pages that no parser gets through in time."""

import json
import re

# First bytes of formats that sites send where a page is expected (WHATWG MIME Sniffing standard,
# section 6; ZIP is also what office documents are).
_SIGNATURES = {
    b"%PDF-": "a PDF document",
    b"%!PS-Adobe-": "a PostScript document",
    b"\x89PNG\r\n\x1a\n": "a picture",
    b"GIF87a": "a picture",
    b"GIF89a": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"RIFF": "a picture or a sound",
    b"\x1f\x8b\x08": "compressed data",
    b"PK\x03\x04": "an archive",
    b"Rar \x1a\x07": "an archive",
    b"\xd0\xcf\x11\xe0": "an office document",
}
# Bytes looked at, and those of them that no text has (the same standard, sections 5 and 3).
_HEADER_LENGTH = 1445
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_TAG = re.compile(rb"<[a-zA-Z!/?]")
# Attributes of one tag: the parser compares each with all before it, 100,000 take it ten seconds.
# Guess: pages write up to thirty.
MAX_ATTRIBUTES = 20_000
# So many distinct names take more bytes than this.
_LEAST_BYTES = 4 * MAX_ATTRIBUTES
# Possessive throughout: whatever stands there is read once.
_WHOLE_TAG = re.compile(rb"<[a-zA-Z](?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+")
_VALUES = re.compile(rb"\"[^\"]*+\"|'[^']*+'")
_SPACES = re.compile(rb"[\s/]+")


def other_format(body: bytes) -> str | None:
    r"""Return what `body` is if it is certainly no web page: a PDF document, a picture, JSON.

    >>> other_format(b"%PDF-1.4 ..."), other_format(b'{"hits": []}'), other_format(b"<p>text")
    ('a PDF document', 'JSON', None)
    """
    for signature, name in _SIGNATURES.items():
        if body.startswith(signature):
            return name
    header = body[:_HEADER_LENGTH]
    if not header.startswith((b"\xff\xfe", b"\xfe\xff")) and not _TAG.search(header):
        if _BINARY.search(header):
            return "binary data"
        if header.lstrip()[:1] in (b"{", b"[") and _is_json(body):
            return "JSON"
    return None


def has_endless_tag(data: bytes) -> bool:
    """Tell whether a tag has more than `MAX_ATTRIBUTES` attributes."""
    if len(data) < _LEAST_BYTES or max(map(len, data.split(b">"))) < _LEAST_BYTES:
        return False
    tags = (match[0] for match in _WHOLE_TAG.finditer(data))
    return any(
        len(_SPACES.findall(_VALUES.sub(b"", tag))) > MAX_ATTRIBUTES
        for tag in tags
        if len(tag) >= _LEAST_BYTES
    )


def _is_json(body: bytes) -> bool:
    """Tell whether all of `body` is one JSON document."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True
