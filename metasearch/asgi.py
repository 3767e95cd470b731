"""The ASGI application: Django, and one `Fetcher` per event loop around it.

Django answers no lifespan events. This wrapper does: the server's event loop gets one fetcher when
it starts, shared by all its requests through the scope's state (ASGI lifespan protocol, "lifespan
state"), and closes it when it ends.
"""

import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
django_application = get_asgi_application()

# Only now: these need Django set up.
from discovery.fetching import open_fetcher  # noqa: E402
from metasearch.sharing import FETCHER  # noqa: E402

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection, or the life of one event loop."""
    if scope["type"] == "lifespan":
        await serve_lifespan(scope, receive, send)
    else:
        await django_application(scope, receive, send)


async def serve_lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Open the fetcher at startup, close it at shutdown, and say so."""
    await receive()
    async with AsyncExitStack() as stack:
        try:
            fetcher = await stack.enter_async_context(open_fetcher())
        except Exception as error:
            logger.exception("the fetcher could not be opened")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        # A server without lifespan state leaves it out: each search then opens its own fetcher.
        scope.get("state", {})[FETCHER] = fetcher
        await send({"type": "lifespan.startup.complete"})
        await receive()
    await send({"type": "lifespan.shutdown.complete"})
