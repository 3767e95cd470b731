"""The ASGI application: Django, and what the requests of one event loop share.

Django answers no lifespan events. This wrapper does: the server's event loop gets one fetcher when
it starts, and closes it when it ends. All its requests share it through the scope's state (ASGI
lifespan protocol, "lifespan state").
"""

import gc
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.template.loader import get_template
from django.urls import resolve, reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
django_application = get_asgi_application()

# Only now: these need Django set up.
from discovery.web import open_fetcher  # noqa: E402
from metasearch.processes.request_threads import RequestThreads  # noqa: E402
from metasearch.web import FETCHER  # noqa: E402

logger = logging.getLogger(__name__)

# Every request would have to go through a thread for these. No connection outlives its request
# (CONN_MAX_AGE is 0): none is old when the next one starts; queries are logged for developers only.
if not settings.DEBUG:
    request_started.disconnect(close_old_connections)
    request_started.disconnect(reset_queries)

threads = RequestThreads()

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection, or the life of one event loop."""
    if scope["type"] == "lifespan":
        await serve_lifespan(scope, receive, send)
    else:
        async with threads.one():
            await django_application(scope, receive, send)


async def serve_lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Open the fetcher at startup, close it at shutdown, and say so."""
    await receive()
    warm_up()
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
    threads.end()
    await send({"type": "lifespan.shutdown.complete"})


def warm_up() -> None:
    """Load what the first search would wait for, a quarter of a second: addresses and templates.

    What was loaded by then stays. The garbage collector need not scan it again and again, which
    takes a twentieth of the time of a search.
    """
    resolve(reverse("home"))
    folder = settings.BASE_DIR / "templates"
    for template in (*folder.glob("*.html"), *folder.glob("metasearch/*.html")):
        get_template(str(template.relative_to(folder)))
    gc.collect()
    gc.freeze()
