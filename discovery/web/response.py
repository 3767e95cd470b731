"""HTTP answers: what is kept of them, and how their body is read within limits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp
from aiohttp import ClientResponse
from aiohttp.http_exceptions import ContentEncodingError

from discovery.pages.data.view import DataView
from discovery.pages.page import Page, parse_answer, parse_page
from discovery.web.fetch_error import FetchError, FetchFailure, without_secrets
from discovery.web.request_step import OutgoingRequest

# Nobody asks for a part of a page here: an answer that is one was cut (RFC 9110, section 15.3.7).
PARTIAL_CONTENT = 206


# Seconds: the longest that an answer can ask to wait.
MAX_RETRY_AFTER = 86_400.0
MAX_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP answer of any status.

    `url` is the address after redirects, `content_type` the header's value if there is one,
    `headers` all headers (names in any case). `body` is the bytes after decompression, `seconds`
    the time from the call to the last byte. `is_cut`: the connection ended before the body did.
    """

    url: str
    status: int
    content_type: str | None
    headers: Mapping[str, str]
    body: bytes
    seconds: float
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


async def read_body(
    request: OutgoingRequest,
    reply: ClientResponse,
    max_bytes: int,
    cut_at_limit: bool,
    keep_cut: bool,
) -> tuple[bytes, bool]:
    """Read the decompressed body; return it, and whether it broke off.

    Never more than `max_bytes` and one buffer of it: a longer one is cut there, or raises
    `FetchError`. One that breaks off raises `aiohttp.ClientPayloadError`, unless `keep_cut`.
    """
    stream = reply.content
    if (reply.content_length or 0) <= max_bytes or cut_at_limit:
        body = bytearray()
        is_cut = reply.status == PARTIAL_CONTENT
        try:
            await _read_into(body, stream, max_bytes)
        except aiohttp.ClientPayloadError as error:
            if not keep_cut or not body or isinstance(error.__cause__, ContentEncodingError):
                raise
            is_cut = True
        if len(body) <= max_bytes:
            return bytes(body), is_cut
        if cut_at_limit:
            return bytes(body[:max_bytes]), is_cut
    raise FetchError(
        FetchFailure.TOO_LARGE,
        f"{request.place} sends more than {max_bytes:,} bytes; only smaller answers are read.",
        str(request.address),
    )


async def _read_into(body: bytearray, stream: aiohttp.StreamReader, limit: int) -> None:
    """Read what comes into `body`, ending soon after `limit` bytes."""
    # A list of chunks would cost a hundred times their size when they are of one byte each.
    body += await stream.readany()
    while len(body) <= limit and not stream.at_eof():
        body += await stream.readany()


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
