"""Addresses as they go onto the wire: http or https, escaped, no disguises, no secrets."""

import re
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import quote_from_bytes, urlsplit

import idna
from yarl import URL

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError

# Long enough for a query of 10,000 characters with every byte escaped; servers stop earlier.
MAX_ADDRESS_LENGTH = 131_072
# RFC 1035 section 2.3.4, without the root's empty label.
MAX_HOST_LENGTH = 253
# How much of an address a sentence shows.
SHOWN_LENGTH = 200
# What may stand in path and query unescaped (RFC 3986), `%` because escapes are kept as given
# and the square brackets because parameters like `a[]=1` are common.
_SAFE = "/?:@!$&'()*+,;=-._~%[]"
# The addresses programs build: they need no further care, only their host is looked at.
_PLAIN = re.compile(
    r"https?://[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?(?::(?:[1-5]\d{4}|[1-9]\d{0,3}))?/"
    r"[A-Za-z0-9/?:@!$&'()*+,;=._~%\[\]-]*"
)
_HOST_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")
# WHATWG URL standard, "ends in a number": such a host is an IPv4 address or an error.
_NUMBER_LABEL = re.compile(r"\d+|0x[0-9a-f]*")
# Python 3.11 reads past what follows the bracket of an IPv6 address.
_AFTER_BRACKET = re.compile(r"\](?!(?::\d*)?$)")
_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))


def web_address(text: str) -> URL:
    """Return `text` as the address to request: fragment dropped, everything else escaped.

    Escapes already there are kept byte for byte, because a query may be in any charset. Raises
    `FetchError`: REFUSED for another scheme, a user name or password, an IP address in disguise;
    BAD_ADDRESS for what is no address.

    >>> str(web_address("HTTP://Bücher.example/a b?q=%E9|ü#top"))
    'http://xn--bcher-kva.example/a%20b?q=%E9%7C%C3%BC'
    """
    if len(text) > MAX_ADDRESS_LENGTH:
        raise bad_address(text, f"it is longer than {MAX_ADDRESS_LENGTH} characters")
    if _PLAIN.fullmatch(text):
        address = URL(text, encoded=True)
        host = address.raw_host or ""
        if len(host) <= MAX_HOST_LENGTH and _is_plain_host(host):
            return address
    return _escaped_address(text)


@lru_cache(maxsize=4096)
def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that `host` is the canonical writing of, or None for a name.

    >>> literal_address("127.0.0.1"), literal_address("[::1]"), literal_address("a.example")
    (IPv4Address('127.0.0.1'), IPv6Address('::1'), None)
    """
    if ":" not in host and not host[-1:].isdigit():
        return None
    try:
        return IPv6Address(host.strip("[]")) if ":" in host else IPv4Address(host)
    except AddressValueError:
        return None


def bad_address(text: str, why: str) -> FetchError:
    sentence = f"{text[:SHOWN_LENGTH]!r} is no address of the web: {why}."
    return FetchError(AnswerReason.BAD_ADDRESS, sentence)


def refused_address(text: str, why: str) -> FetchError:
    return FetchError(
        AnswerReason.REFUSED_ADDRESS, f"{text[:SHOWN_LENGTH]!r} is not fetched: {why}."
    )


def _escaped_address(text: str) -> URL:
    """Do what `web_address` says for an address that is not plain."""
    # Browsers drop the white space around an address, and tabs and line breaks within.
    cleaned = re.sub(r"[\t\r\n]", "", text.strip(_CONTROL_OR_SPACE)).partition("#")[0]
    try:
        parts = urlsplit(cleaned)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise bad_address(text, str(error)) from error
    if parts.scheme not in ("http", "https"):
        if parts.scheme:
            raise refused_address(text, "only http and https are")
        raise bad_address(text, "it does not begin with http:// or https://")
    if "@" in parts.netloc:
        raise refused_address(text, "it holds a user name or password; give it without")
    if ("[" in parts.netloc) != (":" in (host or "")) or _AFTER_BRACKET.search(parts.netloc):
        raise bad_address(text, "its host is neither a name nor an IP address")
    if parts.netloc.endswith(":") and parts.path.startswith("//"):
        raise bad_address(text, "it holds the beginning of another address")
    if not host or port == 0:
        raise bad_address(text, "it names no host" if not host else "there is no port 0")
    query = f"?{parts.query}" if parts.query else ""
    rest = quote_from_bytes(_header_bytes(parts.path + query), safe=_SAFE)
    slash = "" if rest.startswith("/") else "/"
    place = _escaped_host(text, host) + (f":{port}" if port is not None else "")
    return URL(f"{parts.scheme}://{place}{slash}{rest}", encoded=True)


def _header_bytes(text: str) -> bytes:
    """Return the bytes of `text`, those that a header held outside of UTF-8 as they came."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _escaped_host(text: str, host: str) -> str:
    if ":" in host:
        address = literal_address(host)
        if not isinstance(address, IPv6Address) or address.scope_id:
            raise bad_address(text, "its IPv6 address is malformed or tied to one interface")
        return f"[{address.compressed}]"
    if not host.isascii() and len(host) <= MAX_HOST_LENGTH:
        try:
            host = idna.encode(host, uts46=True).decode("ascii")
        except idna.IDNAError as error:
            raise bad_address(text, f"its host name is not allowed: {error}") from error
    if not _HOST_NAME.fullmatch(host) or len(host) > MAX_HOST_LENGTH:
        raise bad_address(text, "its host name is not allowed")
    if not _is_plain_host(host):
        raise refused_address(text, "it writes an IP address in disguise")
    return host


def _is_plain_host(host: str) -> bool:
    """Tell whether `host` is a name or a canonical IPv4 address, not `0x7f.1` or `2130706433`."""
    last_label = host.removesuffix(".").rpartition(".")[2]
    return not _NUMBER_LABEL.fullmatch(last_label) or literal_address(host) is not None
