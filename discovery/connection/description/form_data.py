"""A form data set as bytes: the three encodings of HTML forms.

After the HTML Living Standard, sections 4.10.22.4 to 4.10.22.8, and URL, section 5.2.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from discovery.connection.description.charsets import encode_text

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
    """Return `(body, content type)` of a POST request in one of `ENCTYPES`."""
    if enctype == MULTIPART:
        return _encode_multipart(entries, charset)
    if enctype == PLAIN:
        lines = [f"{entry.name}={entry.value}\r\n" for entry in entries]
        return encode_text("".join(lines), charset), PLAIN
    return urlencode(entries, charset).encode("ascii"), URLENCODED


def _encode_multipart(entries: Sequence[FormEntry], charset: str) -> tuple[bytes, str]:
    """Return the body with a boundary that depends on the entries and occurs in none of them."""
    parts = [_multipart_part(entry, charset) for entry in entries]
    content = b"\r\n".join(parts)
    digest = hashlib.sha256(content).hexdigest()
    while digest[:32].encode() in content:
        digest = hashlib.sha256(digest.encode()).hexdigest()
    boundary = f"----FormBoundary{digest[:32]}"
    delimiter = f"--{boundary}\r\n".encode()
    body = b"".join(delimiter + part + b"\r\n" for part in parts)
    return body + f"--{boundary}--\r\n".encode(), f"{MULTIPART}; boundary={boundary}"


def _multipart_part(entry: FormEntry, charset: str) -> bytes:
    """Return headers and value of one part."""
    name = encode_text(_NEWLINE.sub("\r\n", entry.name), charset)
    # HTML, section 4.10.22.8: only these three are escaped in a name.
    name = name.replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")
    head = b'Content-Disposition: form-data; name="' + name + b'"'
    if entry.is_file:
        return head + b'; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'
    return head + b"\r\n\r\n" + encode_text(_NEWLINE.sub("\r\n", entry.value), charset)
