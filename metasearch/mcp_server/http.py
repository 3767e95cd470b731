"""`/mcp`: the protocol over HTTP; host, address, head and body were bounded before."""

import asyncio
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache, partial
from http import HTTPStatus
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest

from metasearch.edge.protocol import SECURITY_HEADERS, Receive, Scope, Send
from metasearch.edge.request_limits import RequestRefusedError
from metasearch.edge.sign_in import shown_key
from metasearch.search.service import current_service, shared_client

NOT_INSTALLED = (
    "The Model Context Protocol is not served here: its package is not installed "
    "(pip install -r requirements-mcp.txt)."
)


@cache
def is_installed() -> bool:
    return find_spec("mcp") is not None


MCP_PATH = "/mcp"


async def serve_mcp(
    scope: Scope, receive: Receive, send: Send, door: Callable[[], AbstractContextManager[bool]]
) -> None:
    """Answer one message; `door` gives a search its place. Raises `RequestRefusedError`."""
    if not is_installed():
        raise RequestRefusedError(HTTPStatus.NOT_FOUND, NOT_INSTALLED)
    request = ASGIRequest(scope, io.BytesIO())
    if request.method != "POST":
        # No message of ours waits for anybody: there is no stream to open, no session to end.
        raise RequestRefusedError(
            HTTPStatus.METHOD_NOT_ALLOWED, "Messages come here by POST.", {"Allow": "POST"}
        )
    check_origin(request)
    limits = current_service().limits
    if seconds := limits.messages.seconds_to_wait(request):
        raise RequestRefusedError(
            HTTPStatus.TOO_MANY_REQUESTS,
            f"Too many messages came from your network: try again in {seconds} seconds.",
            {"Retry-After": str(seconds)},
        )
    key = await shown_key(scope)
    opens = key.opens if key else (lambda _scope: False)
    # Its loading takes a second: not on the event loop.
    await asyncio.to_thread(import_module, "metasearch.mcp_server.server")
    from metasearch.mcp_server.server import Caller, serve_request

    async with shared_client(request) as client:
        waiting = partial(limits.searches.seconds_to_wait, request)
        caller = Caller(client, opens, waiting, door)
        await serve_request(caller, scope, receive, secured(send))


def check_origin(request: ASGIRequest) -> None:
    """Raise `RequestRefusedError` for what a page of another site sends, through a browser.

    A site's name that leads to this machine (DNS rebinding) is none of `ALLOWED_HOSTS`.
    """
    origin = request.headers.get("origin")
    own = f"{request.scheme}://{request.get_host()}"
    if origin is not None and origin not in {own, *settings.CORS_ALLOWED_ORIGINS}:
        raise RequestRefusedError(
            HTTPStatus.FORBIDDEN, "Pages of other sites may not send messages here."
        )


def secured(send: Send) -> Send:
    ours = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

    async def send_secured(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *ours]}
        await send(message)

    return send_secured
