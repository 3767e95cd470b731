"""HTTP answers: what is kept of them, and how their body is read within limits."""

from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import ClientResponse, StreamReader

from discovery.pages import Page, parse_page
from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.request_step import OutgoingRequest


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP answer of any status.

    `url` is the address after redirects, `content_type` the header's value if there is one,
    `headers` all headers (names in any case). `body` is the bytes after decompression, `seconds`
    the time from the call to the last byte.
    """

    url: str
    status: int
    content_type: str | None
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    def parse(self) -> Page:
        """Return the page in the body. Raises `NotHtmlError` when there is nothing to parse."""
        return parse_page(self.body, self.url, self.content_type, self.status)


async def read_body(
    request: OutgoingRequest, reply: ClientResponse, max_bytes: int, cut_at_limit: bool
) -> bytes:
    """Read the decompressed body, never more than `max_bytes` and one buffer of it.

    A longer one is cut there, or raises `FetchError`.
    """
    stream = reply.content
    if (reply.content_length or 0) <= max_bytes or cut_at_limit:
        body = await stream.readany()
        if not stream.at_eof():
            body = await _read_on(stream, body, max_bytes)
        if len(body) <= max_bytes:
            return body
        if cut_at_limit:
            return body[:max_bytes]
    raise FetchError(
        FetchFailure.TOO_LARGE,
        f"{request.place} sends more than {max_bytes:,} bytes; only smaller answers are read.",
        str(request.address),
    )


async def _read_on(stream: StreamReader, start: bytes, limit: int) -> bytes:
    """Return `start` and what follows, ending soon after `limit` bytes."""
    # A list of chunks would cost a hundred times their size when they are of one byte each.
    body = bytearray(start)
    while len(body) <= limit and not stream.at_eof():
        body += await stream.readany()
    return bytes(body)


def content_type(reply: ClientResponse) -> str | None:
    """Return the header's value if there is one; bytes that were no UTF-8 are replaced."""
    value = reply.headers.get("Content-Type")
    if value is None or value.isascii():
        return value
    return value.encode("utf-8", "replace").decode("utf-8")


def retry_after(reply: ClientResponse) -> float | None:
    """Return the seconds that the answer asks to wait; None when it says none, or a date."""
    text = reply.headers.get("Retry-After", "").strip()
    return float(text) if text.isascii() and text.isdigit() else None
