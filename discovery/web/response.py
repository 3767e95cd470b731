"""Requests on the way to an answer, and the answer: what is kept of it, its cookies, its body."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import formatdate, parsedate_to_datetime
from urllib.parse import unquote, urljoin

import aiohttp
from aiohttp import ClientResponse, CookieJar
from aiohttp.http_exceptions import ContentEncodingError
from yarl import URL

from discovery.connection.description import KeptCookie
from discovery.connection.requests import EngineRequest
from discovery.pages.data.roles import DataView
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page, parse_answer, parse_page
from discovery.pages.tree import refresh_of
from discovery.web.fetch_error import FetchError, circle_error, without_secrets
from discovery.web.local_delay import LocalDelay
from discovery.web.web_address import bad_address, web_address

# Cookies of a conversation that are kept for later ones, and characters of each (RFC 6265,
# section 6.1: browsers keep 50 a host, of 4,096).
MAX_KEPT = 50
MAX_LINE = 4_096
_MAX_AGE = re.compile(r";\s*max-age\s*=\s*\"?(-?\d{1,10})\"?\s*(?=;|$)", re.IGNORECASE)
_EXPIRES = re.compile(r";\s*expires\s*=[^;]*", re.IGNORECASE)


class CookieSession:
    """Cookies that one engine set, sent back to it as a browser would; for one event loop.

    Each conversation has its own, perhaps with `cookies` of an earlier one; making one costs
    nothing until a cookie is set.
    """

    def __init__(self, cookies: Iterable[KeptCookie] = ()) -> None:
        self._jar: CookieJar | None = None
        self._lines: list[tuple[URL, str, float]] = []
        for cookie in cookies:
            self.set(cookie)

    def header(self, address: URL) -> str | None:
        if self._jar is None:
            return None
        cookies = self._jar.filter_cookies(address).values()
        return "; ".join(f"{cookie.key}={cookie.coded_value}" for cookie in cookies) or None

    def value(self, address: URL, name: str) -> str:
        cookies = {} if self._jar is None else self._jar.filter_cookies(address)
        return unquote(cookies[name].value) if name in cookies else ""

    def set(self, cookie: KeptCookie) -> None:
        """Take over a cookie of an earlier conversation; one for no address of the web is left."""
        with suppress(FetchError):
            self.keep(web_address(cookie.url), (cookie.line,))

    def kept(self) -> tuple[KeptCookie, ...]:
        """Return what was set so far, for later conversations; what ends has a date on it."""
        last: dict[tuple[str | None, str], KeptCookie] = {}
        for address, line, at in self._lines:
            key = (address.raw_host, line.partition("=")[0].strip())
            last.pop(key, None)
            last[key] = KeptCookie(str(address.origin()), _dated(line, at))
        return tuple(last.values())

    def keep(self, address: URL, lines: Sequence[str]) -> None:
        """Keep what headers `Set-Cookie` of an answer from `address` say."""
        if not lines:
            return
        if self._jar is None:
            # "Unsafe" keeps the cookies of hosts that are IP addresses too, as browsers do.
            self._jar = CookieJar(unsafe=True, quote_cookie=False)
        now = time.time()
        self._jar.update_cookies_from_headers(lines, address)
        short = [(address, line, now) for line in lines if len(line) <= MAX_LINE]
        self._lines = [*self._lines, *short][-MAX_KEPT:]


def _dated(line: str, at: float) -> str:
    """Return a cookie with the date of its end in place of its age; `at` is when it was set."""
    age = _MAX_AGE.search(line)
    if age is None:
        return line
    date = formatdate(max(0.0, at + int(age[1])), usegmt=True)
    return f"{_EXPIRES.sub('', _MAX_AGE.sub('', line))}; Expires={date}"


_REDIRECTS = frozenset((301, 302, 303, 307, 308))
# An address with a host, after any number of slashes (WHATWG URL standard, "special authority
# ignore slashes state"): by RFC 3986 one with three would be a path of the same host.
_SLASHES = re.compile(r"^(https?):[/\\]{2,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchTerms:
    """What one call of `Fetcher.fetch` asks for, which tells what each means, on every step."""

    session: CookieSession | None
    max_bytes: int
    cut_at_limit: bool
    keep_cut: bool
    polite: bool
    obey_robots: bool
    lost: LocalDelay
    follow_refresh: bool


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    method: str
    address: URL
    headers: dict[str, str]
    body: bytes | None

    @property
    def place(self) -> str:
        """The host (and port, where it is not the usual one) as sentences name it."""
        return self.address.host_port_subcomponent or ""


ACCEPT_PAGES = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def first_request(
    target: EngineRequest | str,
    accept: str = ACCEPT_PAGES,
    etag: str | None = None,
    last_modified: str | None = None,
) -> OutgoingRequest:
    """Return the request that fetching `target` begins with. Raises `FetchError` (address)."""
    headers = {"Accept": accept}
    if etag:
        headers["If-None-Match"] = etag
    if last_modified:
        headers["If-Modified-Since"] = last_modified
    if isinstance(target, str):
        return OutgoingRequest("GET", web_address(target), headers, None)
    if target.content_type and target.body is not None:
        headers["Content-Type"] = target.content_type
    # Title case, so that one that is there already is replaced.
    headers.update((name.title(), value) for name, value in target.headers)
    return OutgoingRequest(target.method.upper(), web_address(target.url), headers, target.body)


def redirected(request: OutgoingRequest, reply: ClientResponse) -> OutgoingRequest | None:
    """Return the request that a redirect asks for, or None when `reply` is none.

    Fetch standard, "HTTP-redirect fetch": 303 always, 301 and 302 after POST go on with GET.
    Raises `FetchError` when it leads to no address of the web.
    """
    if reply.status not in _REDIRECTS:
        return None
    location = reply.headers.get("Location", "").strip()
    if not location:
        return None
    method, body = request.method, request.body
    if (reply.status == 303 and method != "HEAD") or (
        reply.status in (301, 302) and method == "POST"
    ):
        method, body = "GET", None
    return _request_at(location, request, method, body)


def refreshed(
    request: OutgoingRequest, reply: ClientResponse, page: bytes
) -> OutgoingRequest | None:
    """Return the request that an answer leads on to by a refresh, as a browser's; else None.

    A page shown anew at its own address leads nowhere. Raises `FetchError` if that is at once.
    """
    refresh = refresh_of(page, reply.headers.get("Refresh")) if reply.status < 400 else None
    if refresh is None or refresh[1].startswith("#"):
        return None
    seconds, target = refresh
    following = _request_at(target, request, "GET", None)
    if target and (request.method != "GET" or following.address != request.address):
        return following
    if seconds == 0:
        raise circle_error(request.place)
    return None


def _request_at(
    location: str, request: OutgoingRequest, method: str, body: bytes | None
) -> OutgoingRequest:
    try:
        address = web_address(
            urljoin(str(request.address), _SLASHES.sub(r"\1://", location, count=1))
        )
    except ValueError as error:
        raise bad_address(location, str(error)) from error
    # A validator means nothing to another host, and a key is not for it; a content type means
    # nothing without a body.
    kept = {"Accept"}
    if address.origin() == request.address.origin():
        kept.update(request.headers)
    if body is not None:
        kept.add("Content-Type")
    else:
        kept.discard("Content-Type")
    headers = {name: value for name, value in request.headers.items() if name in kept}
    return OutgoingRequest(method, address, headers, body)


# Nobody asks for a part of a page here: an answer that is one was cut (RFC 9110, section 15.3.7).
PARTIAL_CONTENT = 206


# Seconds: the longest that an answer can ask to wait.
MAX_RETRY_AFTER = 86_400.0
MAX_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP answer of any status.

    `url` is the address after redirects, `body` is decompressed; `is_cut`: it did not come whole.
    """

    url: str
    status: int
    content_type: str | None
    headers: Mapping[str, str]
    body: bytes
    is_cut: bool = False

    def without(self, secrets: Iterable[str]) -> "Response":
        """Return the answer with stars for secrets in its address, which is shown and kept."""
        url = without_secrets(self.url, secrets)
        return self if url == self.url else replace(self, url=url)

    def parse(self) -> Page:
        """Return the page in the body. Raises `NotHtmlError` when there is nothing to parse."""
        return parse_page(self.body, self.url, self.content_type, self.status)

    def parse_answer(self, view: DataView | None = None) -> Page:
        """Return the page in the body, or that which shows its data. Raises `NotHtmlError`."""
        return parse_answer(self.body, self.url, self.content_type, self.status, view)


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What a page showed to one visitor: as it was `opened`, then `pages` of results.

    Further pages may show those before, too. There are none where nothing could be typed.
    """

    opened: Response
    pages: tuple[Response, ...]


async def read_body(
    request: OutgoingRequest, reply: ClientResponse, terms: FetchTerms
) -> tuple[bytes, bool]:
    """Return the decompressed body, and whether it broke off.

    Never more than the limit and one buffer is read. Raises `FetchError` beyond it, and
    `aiohttp.ClientPayloadError` for one that breaks off, unless the terms have it cut or kept.
    """
    stream, max_bytes = reply.content, terms.max_bytes
    if (reply.content_length or 0) <= max_bytes or terms.cut_at_limit:
        # A list of chunks would cost a hundred times their size when they are of one byte each.
        body = bytearray()
        is_cut = reply.status == PARTIAL_CONTENT
        try:
            body += await stream.readany()
            while len(body) <= max_bytes and not stream.at_eof():
                body += await stream.readany()
        except aiohttp.ClientPayloadError as error:
            is_garbled = isinstance(error.__cause__, ContentEncodingError)
            if not terms.keep_cut or not body or is_garbled:
                raise
            is_cut = True
        if len(body) <= max_bytes:
            return bytes(body), is_cut
        if terms.cut_at_limit:
            return bytes(body[:max_bytes]), is_cut
    raise FetchError(
        AnswerReason.TOO_LARGE,
        f"{request.place} sends more than {max_bytes:,} bytes; only smaller answers are read.",
    )


def content_type(reply: ClientResponse) -> str | None:
    """Return the header's value if there is one; bytes that were no UTF-8 are replaced."""
    value = reply.headers.get("Content-Type")
    if value is None or value.isascii():
        return value
    return value.encode("utf-8", "replace").decode("utf-8")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that an answer asks to wait, told or until a date; None for neither.

    A day is the longest (RFC 9110 section 10.2.3 sets no limit; clocks and senders err).
    """
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        # More digits than a day has are too many to be made a number.
        return MAX_RETRY_AFTER if len(text) > MAX_DIGITS else min(float(text), MAX_RETRY_AFTER)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    # A date without its zone is in UTC: HTTP knows no other.
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return min(max((date - datetime.now(UTC)).total_seconds(), 0.0), MAX_RETRY_AFTER)
