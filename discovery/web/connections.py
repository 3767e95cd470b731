"""The connections to the web: guarded, reused, with bounded DNS, headers and numbers."""

import ssl
from functools import cache
from pathlib import Path
from socket import AddressFamily

import aiohttp
import certifi
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import AsyncResolver

from discovery.web.guard import Guard
from discovery.web.lost_time import trace_queue

# Says what we are, in the form servers expect of a browser.
USER_AGENT = "Mozilla/5.0 (compatible; Metasearch/0.1)"
ACCEPT_LANGUAGE = "en,*;q=0.5"
# Only what aiohttp decompresses piece by piece within a limit.
ACCEPT_ENCODING = "gzip, deflate"
# Connections at once: to all hosts (a process has 1,024 files by default), and to one host, so
# that one that hangs leaves the others theirs.
MAX_CONNECTIONS = 500
MAX_CONNECTIONS_PER_HOST = 32
# Seconds an unused connection is kept. Servers close theirs after 5 to 75.
KEEP_ALIVE = 30.0
# Seconds an address found by DNS is used again.
DNS_LIFETIME = 300
# Seconds for one try of one name server, and tries: an unknown name fails before most deadlines.
DNS_TIMEOUT = 2.0
DNS_TRIES = 2
# Header limits in bytes and number. Guess: content security policies of 10 KB are seen.
MAX_STATUS_LINE = 8_192
MAX_HEADER_BYTES = 32_768
MAX_HEADERS = 200


class GuardedResolver(AbstractResolver):
    """DNS that tells the guard what it finds; the guard decides when sockets are made."""

    def __init__(self, guard: Guard, resolver: AbstractResolver) -> None:
        self._guard = guard
        self._resolver = resolver

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Resolve `host`; raises `OSError` when there is no such name."""
        results = await self._resolver.resolve(host, port, family)
        self._guard.resolved(host, port, (result["host"] for result in results))
        return results

    async def close(self) -> None:
        """Stop all look-ups."""
        await self._resolver.close()


def open_resolver() -> AbstractResolver:
    """Return DNS with a deadline, off the thread pool, for the running event loop."""
    return AsyncResolver(timeout=DNS_TIMEOUT, tries=DNS_TRIES)


def open_session(guard: Guard, resolver: AbstractResolver) -> aiohttp.ClientSession:
    """Return a session all of whose sockets are made by `guard`, for the running event loop.

    Closing it does not close `resolver`.
    """
    connector = aiohttp.TCPConnector(
        resolver=GuardedResolver(guard, resolver),
        socket_factory=guard.make_socket,
        ssl=trusted_certificates(),
        limit=MAX_CONNECTIONS,
        limit_per_host=MAX_CONNECTIONS_PER_HOST,
        keepalive_timeout=KEEP_ALIVE,
        ttl_dns_cache=DNS_LIFETIME,
    )
    return aiohttp.ClientSession(
        connector=connector,
        # Cookies belong to conversations (`CookieSession`), deadlines to calls.
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        headers={
            "User-Agent": USER_AGENT,
            "Accept-Language": ACCEPT_LANGUAGE,
            "Accept-Encoding": ACCEPT_ENCODING,
        },
        max_line_size=MAX_STATUS_LINE,
        max_field_size=MAX_HEADER_BYTES,
        max_headers=MAX_HEADERS,
        trust_env=False,
        trace_configs=[trace_queue()],
    )


@cache
def trusted_certificates() -> ssl.SSLContext:
    """Return the system's trusted certificates, or certifi's where the system has none.

    A bare machine or container has none, and every https site would fail there.
    """
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    folder = Path(paths.capath) if paths.capath else None
    if paths.cafile is None and (folder is None or not any(folder.iterdir())):
        context.load_verify_locations(certifi.where())
    return context
