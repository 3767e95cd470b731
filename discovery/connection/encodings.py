"""Texts as bytes: charsets by the names of the web, and the three encodings of HTML forms.

After the HTML Living Standard, sections 4.10.22.4 to 4.10.22.8, and URL, section 5.2.
"""

import codecs
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from webencodings import LABELS, lookup

DEFAULT_CHARSET = "utf-8"
# Encodings of the WHATWG standard in which no form is sent (HTML, section 4.10.22.5), and the one
# that is; None for what is no text at all.
_NEVER_SENT = {
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
    "iso-8859-8-i": "iso-8859-8",
    "replacement": None,
    "x-user-defined": None,
}
# The Python codec that *writes* each, by its name on the web.
CODECS = {
    name: "cp950" if name == "big5" else lookup(name).codec_info.name
    for name in sorted(set(LABELS.values()) - _NEVER_SENT.keys())
}
# What Python alone calls them.
_NAMES = {codecs.lookup(codec).name: name for name, codec in CODECS.items()} | {
    "big5hkscs": "big5", "euc_kr": "euc-kr", "utf-16-le": "utf-8", "utf-16-be": "utf-8",
}  # fmt: skip


def web_charset(label: str | None) -> str | None:
    """Return the web's name of a charset given by any label or Python codec, None if unknown.

    >>> web_charset("Latin1"), web_charset("cp932"), web_charset("UTF-16"), web_charset("rot13")
    ('windows-1252', 'shift_jis', 'utf-8', None)
    """
    label = (label or "").encode("ascii", "ignore").decode()
    try:
        codec = codecs.lookup(label.strip()).name
    except (LookupError, ValueError):
        codec = ""
    encoding = lookup(label) or lookup(codec)
    if encoding is None:
        return _NAMES.get(codec)
    name: str = encoding.name
    return _NEVER_SENT.get(name, name)


def encode_text(text: str, charset: str) -> bytes:
    """Return `text` in the web charset, what it lacks as `&#NNN;` (HTML, section 4.10.22.7).

    >>> encode_text("é€漢", "windows-1252")
    b'\\xe9\\x80&#28450;'
    """
    # Browsers hold scalar values: half a surrogate pair is sent as the replacement character.
    if not text.isascii():
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.encode(CODECS[charset], "xmlcharrefreplace")


URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"
# Of no form: what programs send.
JSON = "application/json"
ENCTYPES = (URLENCODED, MULTIPART, PLAIN)

_NEWLINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class FormEntry:
    """One name and value to be sent; `is_file`: an empty file control."""

    name: str
    value: str
    is_file: bool = False


def urlencode(entries: Sequence[FormEntry], charset: str) -> str:
    r"""Return the entries as `name=value&…`, percent-encoded in the charset.

    >>> urlencode([FormEntry("q", "C++ & ~é\n")], "windows-1252")
    'q=C%2B%2B+%26+%7E%E9%0D%0A'
    """
    return "&".join(
        f"{percent_encode(entry.name, charset)}={percent_encode(entry.value, charset)}"
        for entry in entries
    )


# A search sends the same to many engines.
@lru_cache(maxsize=256)
def percent_encode(text: str, charset: str) -> str:
    """Return `text` as a name or value of a query string: space as `+`, line ends as CR LF."""
    data = encode_text(_NEWLINE.sub("\r\n", text), charset)
    # Python leaves the tilde alone and quotes the asterisk, the URL standard the other way round.
    return quote_plus(data, safe="*").replace("~", "%7E")


def encode_body(entries: Sequence[FormEntry], enctype: str, charset: str) -> tuple[bytes, str]:
    if enctype == MULTIPART:
        return _encode_multipart(entries, charset)
    if enctype == PLAIN:
        lines = [f"{entry.name}={entry.value}\r\n" for entry in entries]
        return encode_text("".join(lines), charset), PLAIN
    return urlencode(entries, charset).encode("ascii"), URLENCODED


def _encode_multipart(entries: Sequence[FormEntry], charset: str) -> tuple[bytes, str]:
    """Return the body with a boundary that depends on the entries and occurs in none of them."""
    parts = []
    for entry in entries:
        name = encode_text(_NEWLINE.sub("\r\n", entry.name), charset)
        # HTML, section 4.10.22.8: only these three are escaped in a name.
        name = name.replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")
        head = b'Content-Disposition: form-data; name="' + name + b'"'
        if entry.is_file:
            rest = b'; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'
        else:
            rest = b"\r\n\r\n" + encode_text(_NEWLINE.sub("\r\n", entry.value), charset)
        parts.append(head + rest)
    content = b"\r\n".join(parts)
    digest = hashlib.sha256(content).hexdigest()
    while digest[:32].encode() in content:
        digest = hashlib.sha256(digest.encode()).hexdigest()
    boundary = f"----FormBoundary{digest[:32]}"
    delimiter = f"--{boundary}\r\n".encode()
    body = b"".join(delimiter + part + b"\r\n" for part in parts)
    return body + f"--{boundary}--\r\n".encode(), f"{MULTIPART}; boundary={boundary}"
