"""Limits of a request: refused before anything of it is read further.

An ASGI wrapper around Django, which reads the whole body before it looks at the address. Time-outs
of the head are kept by the connection (`metasearch.processes.connection`).
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.utils.http import parse_header_parameters

from discovery.engine_lists.proposals import MAX_LIST_BYTES
from metasearch.edge.accounts import account
from metasearch.edge.protocol import SECURITY_HEADERS, Application, Receive, Scope, Send
from wrappers.engines.registry import DATABASE_AWAY

# Bytes of the largest list, and of the form around it.
LARGE_BODY = MAX_LIST_BYTES + 100_000
IMPORT_PAGE = "admin:wrappers_engineimport_add"
IMPORT_PERMISSION = "wrappers.add_engineimport"


async def may_send_large_body(scope: Scope) -> bool:
    if scope["method"] != "POST" or scope["path"] != reverse(IMPORT_PAGE):
        return False
    try:
        async with account(scope) as user:
            return user.is_active and user.is_staff and await user.ahas_perm(IMPORT_PERMISSION)
    except DATABASE_AWAY:
        return False


logger = logging.getLogger(__name__)

# Bytes of path and parameters: a link with preferences, engines and a long query stays below.
MAX_ADDRESS = 16_384
# Headers of a request, and bytes of all of them. Browsers send some 20, of 2,000 bytes.
MAX_HEADERS = 100
MAX_HEADER_BYTES = 32_768
# Bytes of a body, and seconds until all of it has come; a larger one has longer. No form of ours is
# nearly as large.
MAX_BODY = 2_000_000
BODY_SECONDS = 30.0
# For which a refused body is still taken off the line: closed over unread bytes, a connection is
# reset, and the client never sees why.
DRAIN_SECONDS = 1.0
DRAIN_BYTES = 10_000_000


class RequestRefusedError(Exception):
    """A request is not served: `status` and `headers` are the answer's, `str(error)` a sentence."""

    def __init__(
        self, status: HTTPStatus, sentence: str, headers: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.headers = headers


class LimitedRequests:
    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            check_head(scope)
            limit = await body_limit(scope)
            await self._application(scope, LimitedBody(receive, limit).receive, send)
        except RequestRefusedError as error:
            await refuse(scope, receive, send, error)


class LimitedBody:
    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        seconds = BODY_SECONDS * limit / MAX_BODY
        self._until = asyncio.get_running_loop().time() + seconds
        self._size = 0
        self._ended = False

    async def receive(self) -> Mapping[str, Any]:
        """Return the next message. Raises `RequestRefusedError` beyond the limit."""
        if self._ended:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            raise RequestRefusedError(
                HTTPStatus.REQUEST_TIMEOUT, "The body of the request came too slowly."
            ) from None
        self._size += len(message.get("body", b""))
        self._ended = not message.get("more_body", False)
        if self._size > self._limit:
            raise too_large(self._limit)
        return message


def check_head(scope: Scope) -> None:
    address = (scope.get("raw_path") or scope["path"].encode()) + b"?" + scope["query_string"]
    if len(address) > MAX_ADDRESS:
        raise RequestRefusedError(
            HTTPStatus.REQUEST_URI_TOO_LONG, f"The address is longer than {MAX_ADDRESS:,} bytes."
        )
    headers = scope["headers"]
    if (
        len(headers) > MAX_HEADERS
        or sum(len(name) + len(value) for name, value in headers) > MAX_HEADER_BYTES
    ):
        raise RequestRefusedError(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request has too many headers."
        )
    if not is_allowed_host(scope):
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "No such host is served here.")
    if not is_utf8(scope):
        raise RequestRefusedError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Forms are read in UTF-8 alone."
        )
    if not is_text(address):
        raise RequestRefusedError(
            HTTPStatus.BAD_REQUEST, "The address is not text in UTF-8, or holds a zero byte."
        )


def is_utf8(scope: Scope) -> bool:
    """Tell whether a form is in UTF-8, or says nothing: Django takes any codec of Python's."""
    for name, value in scope["headers"]:
        if name == b"content-type":
            try:
                _, parameters = parse_header_parameters(value.decode("latin1"))
            except ValueError:
                return False
            if parameters.get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
                return False
    return True


def is_allowed_host(scope: Scope) -> bool:
    hosts = [value.decode("latin1") for name, value in scope["headers"] if name == b"host"]
    host = ",".join(hosts)
    if not hosts:
        # Only the oldest protocol knows requests without one (RFC 9112, 3.2).
        return bool(scope.get("http_version", "1.0") == "1.0")
    if validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return True
    logger.warning("refused a request for %r: ALLOWED_HOSTS does not hold it", host[:200])
    return False


def is_text(address: bytes) -> bool:
    """Tell whether an address stands for text; a per cent sign alone stands for itself.

    >>> is_text(b"/search?q=caf%C3%A9+100%"), is_text(b"/search?q=caf%E9"), is_text(b"/%00")
    (True, False, False)
    """
    decoded = unquote_to_bytes(address)
    try:
        decoded.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in decoded


async def body_limit(scope: Scope) -> int:
    length, limit = content_length(scope), MAX_BODY
    if (length is None or length > limit) and await may_send_large_body(scope):
        limit = LARGE_BODY
    if length is not None and length > limit:
        raise too_large(limit)
    return limit


def content_length(scope: Scope) -> int | None:
    headers = dict(scope["headers"])
    if b"content-length" in headers:
        # The server's parser lets nothing but digits through.
        return int(headers[b"content-length"])
    return None if b"transfer-encoding" in headers else 0


def too_large(limit: int) -> RequestRefusedError:
    return RequestRefusedError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"The body of the request is larger than {limit:,} bytes.",
    )


async def refuse(scope: Scope, receive: Receive, send: Send, error: RequestRefusedError) -> None:
    for_programs = scope["path"].startswith("/api/")
    sentence = str(error)
    body = (json.dumps({"error": sentence}) if for_programs else sentence).encode()
    kind = "application/json" if for_programs else "text/plain; charset=utf-8"
    headers = {"Content-Type": kind, "Connection": "close", **error.headers}
    await send_answer(send, error.status, headers, body, more_body=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            await _drain(receive)
    await send({"type": "http.response.body"})


async def send_answer(
    send: Send,
    status: HTTPStatus,
    headers: Mapping[str, str],
    body: bytes,
    *,
    without_body: bool = False,
    more_body: bool = False,
) -> None:
    all_headers = {**SECURITY_HEADERS, "Content-Length": str(len(body)), **headers}
    await send(
        {
            "type": "http.response.start",
            "status": status.value,
            "headers": [
                (name.lower().encode(), text.encode()) for name, text in all_headers.items()
            ],
        }
    )
    sent = b"" if without_body else body
    await send({"type": "http.response.body", "body": sent, "more_body": more_body})


async def _drain(receive: Receive) -> None:
    size = 0
    while size < DRAIN_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return
