"""The ASGI application: Django, and what the requests of one event loop share.

They share one fetcher through the scope's state (ASGI lifespan protocol, "lifespan state"); Django
answers no lifespan events.
"""

import functools
import gc
import logging
import os
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries
from django.template.loader import get_template
from django.urls import resolve, reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
django_application = get_asgi_application()

# Only now: these need Django set up.
from metasearch.edge.client_address import believe_proxies  # noqa: E402
from metasearch.edge.protocol import Receive, Scope, Send  # noqa: E402
from metasearch.edge.request_limits import LimitedRequests  # noqa: E402
from metasearch.edge.sign_in import is_open, names_key, require_sign_in, shown_key  # noqa: E402
from metasearch.mcp_server.http import MCP_PATH, serve_mcp  # noqa: E402
from metasearch.processes.admission import Admission, RequestThreads  # noqa: E402
from metasearch.search.counters import LoopLoad, count_search  # noqa: E402
from metasearch.search.service import CLIENT, current_service  # noqa: E402
from metasearch.web.refusal import ADMISSION, refuse_search  # noqa: E402
from wrappers.engines.client import open_client  # noqa: E402

logger = logging.getLogger(__name__)

# Every request would have to go through a thread for these. No connection outlives its request
# (CONN_MAX_AGE is 0), and queries are logged for developers only.
if not settings.DEBUG:
    request_started.disconnect(close_old_connections)
    request_started.disconnect(reset_queries)

# Where the lifespan leaves the event loop's threads in the scope's state.
THREADS = "threads"


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await serve_lifespan(scope, receive, send)
        return
    await limited_application(believe_proxies(scope, settings.TRUSTED_PROXIES), receive, send)


async def admit_request(scope: Scope, receive: Receive, send: Send) -> None:
    if settings.SEARCH_NEEDS_SIGN_IN and not is_open(scope["path"]):
        async with own_thread(scope):
            await require_sign_in(scope)
    elif names_key(scope) and scope["path"] != MCP_PATH:
        async with own_thread(scope):
            await shown_key(scope)
    admission = scope.get("state", {}).get(ADMISSION)
    if scope.get("path") == MCP_PATH:
        async with own_thread(scope):
            door = (lambda: nullcontext(True)) if admission is None else admission.search
            await serve_mcp(scope, receive, send, door)
        return
    if admission is None or scope.get("path") not in search_paths():
        await serve_request(scope, receive, send)
        return
    with admission.search() as is_admitted:
        if is_admitted:
            await serve_request(scope, receive, send)
        else:
            await refuse_search(scope, send)


async def serve_request(scope: Scope, receive: Receive, send: Send) -> None:
    async with own_thread(scope):
        await django_application(scope, receive, send)


def own_thread(scope: Scope) -> AbstractAsyncContextManager[None]:
    threads = scope.get("state", {}).get(THREADS)
    return threads.one() if threads is not None else nullcontext()


limited_application = LimitedRequests(admit_request)


@functools.cache
def search_paths() -> frozenset[str]:
    return frozenset({reverse("search"), reverse("api_search")})


async def serve_lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    warm_up()
    async with AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(open_client())
        except Exception as error:
            logger.exception("the client of engines could not be opened")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        # A server without lifespan state leaves these out: each search then opens its own client.
        state = scope.get("state", {})
        delay, load, threads = client.fetcher.delay, LoopLoad(), RequestThreads()
        admission = Admission(settings.SEARCHES_AT_ONCE, lambda: delay.recent, count_search)
        state |= {CLIENT: client, ADMISSION: admission, THREADS: threads}
        delay.on_beat = lambda late: load.observe(late, admission.running)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await current_service().close()
    threads.end()
    await send({"type": "lifespan.shutdown.complete"})


def warm_up() -> None:
    """Load what the first search would wait for, a quarter of a second: addresses and templates.

    The garbage collector need not scan it again and again: that takes a twentieth of a search.
    """
    resolve(reverse("home"))
    search_paths()
    folder = settings.TEMPLATES_DIR
    for template in (*folder.glob("*.html"), *folder.glob("metasearch/*.html")):
        get_template(str(template.relative_to(folder)))
    gc.collect()
    gc.freeze()
