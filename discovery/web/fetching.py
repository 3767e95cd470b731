"""Fetching: the only module through which the product asks the web for anything.

Every answer comes through the guard, within a deadline and within limits; what fails, fails as a
`FetchError` with a reason and a plain sentence.
"""

import asyncio
import time
from collections.abc import Iterable, MutableMapping
from contextlib import AbstractAsyncContextManager, nullcontext
from types import TracebackType
from typing import Self

import aiohttp
from aiohttp.abc import AbstractResolver
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from yarl import URL

from discovery.connection.requests.engine_request import EngineRequest
from discovery.web.connections import open_resolver, open_session
from discovery.web.cookies import CookieSession
from discovery.web.fetch_error import (
    circle_error,
    failure_of,
    late_error,
    refused_by_guard,
)
from discovery.web.guard import AllowedHosts, AllowedHostsError, Guard
from discovery.web.loop_delay import LoopDelay
from discovery.web.lost_time import LostTime, Stage
from discovery.web.politeness import (
    DEFAULT_DELAY,
    MAX_ROBOTS_BYTES,
    HostRateLimiter,
    Robots,
    RobotsRules,
    forbidden_error,
)
from discovery.web.request_step import (
    FetchTerms,
    OutgoingRequest,
    first_request,
    redirected,
    refreshed,
)
from discovery.web.response import Response, content_type, read_body, retry_after
from discovery.web.web_address import literal_address, web_address

# Bytes of a body, after decompression. Guess: the largest result page in the shared data is below
# 2 MB, and a page of this size takes a tenth of a second to parse.
MAX_BODY_BYTES = 8_000_000
# Guess: browsers follow 20, and each redirect costs the searching user a round trip.
MAX_REDIRECTS = 10
ACCEPT_PAGES = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
# Seconds for a robots.txt, apart from the deadline of the page it is fetched for.
ROBOTS_DEADLINE = 10.0
# Answers that ask to come back later (RFC 6585 section 4, RFC 9110 section 15.6.4).
_COME_BACK_LATER = frozenset((429, 503))

# Status and body of robots.txt files, by address.
RobotsFiles = MutableMapping[str, tuple[int, bytes]]


class Fetcher:
    """Fetches from the web within limits; an asynchronous context manager, one per event loop.

    `allowed` are the private hosts that may be fetched; `resolver` replaces DNS (tests).
    `robots_files` holds robots.txt files fetched before (status and body by address), which are
    not fetched again; those fetched now are added. `delay` tells how busy the event loop is.
    """

    def __init__(
        self,
        allowed: AllowedHosts | None = None,
        *,
        resolver: AbstractResolver | None = None,
        robots_files: RobotsFiles | None = None,
    ) -> None:
        self._guard = Guard(allowed or AllowedHosts())
        self._robots_files = robots_files
        self._resolver = resolver
        self._http: aiohttp.ClientSession | None = None
        self.delay = LoopDelay()
        self._rate_limiter = HostRateLimiter()
        self._robots = Robots(self._fetch_robots)

    async def __aenter__(self) -> Self:
        if self._resolver is None:
            self._resolver = open_resolver()
        self._http = open_session(self._guard, self._resolver)
        self.delay.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.delay.stop()
        await self._robots.close()
        if self._http is not None:
            await self._http.close()
            self._http = None
        if self._resolver is not None:
            await self._resolver.close()
            self._resolver = None

    async def fetch(
        self,
        target: EngineRequest | str,
        *,
        deadline: float,
        session: CookieSession | None = None,
        max_bytes: int = MAX_BODY_BYTES,
        accept: str = ACCEPT_PAGES,
        polite: bool = False,
        obey_robots: bool = False,
        etag: str | None = None,
        last_modified: str | None = None,
        cut_at_limit: bool = False,
        keep_cut: bool = False,
        lost: LostTime | None = None,
        follow_refresh: bool = False,
    ) -> Response:
        """Fetch `target` and return the answer, whatever its status.

        `deadline` (seconds) covers everything: DNS, connecting, redirects, body. Only the waiting
        for the rate limit that `polite` brings does not count. `polite` (crawls, learning) leaves a
        pause between the requests to a host. `obey_robots` (crawls) fetches nothing that its
        robots.txt forbids. A user's own search does neither. `etag` and `last_modified` are of an
        earlier answer and make the request conditional (status 304). A body longer than `max_bytes`
        is an error, or with `cut_at_limit` cut there. One that breaks off is an error, or with
        `keep_cut` an answer (`Response.is_cut`). `follow_refresh` has what only leads on, by a tag
        or a header, followed as a redirect (searches). `lost` is told what we ourselves lose of the
        deadline: where that is much, the failure is OVERLOADED instead of TIMEOUT.

        Raises `FetchError`.
        """
        started = time.monotonic()
        request = first_request(target, accept, etag, last_modified)
        lost = lost or LostTime(self.delay, deadline)
        terms = FetchTerms(
            session, max_bytes, cut_at_limit, keep_cut, polite, obey_robots, lost, follow_refresh
        )
        try:
            async with asyncio.timeout(deadline) as clock:
                for _ in range(MAX_REDIRECTS + 1):
                    if polite or obey_robots:
                        outcome = await self._take_in_turn(request, terms, clock, started)
                    else:
                        outcome = await self._take(request, terms, started)
                    if isinstance(outcome, Response):
                        return outcome
                    request = outcome
        except TimeoutError as error:
            raise late_error(request.place, str(request.address), lost) from error
        raise circle_error(request.place, str(request.address), MAX_REDIRECTS)

    async def robots_of(self, url: str) -> RobotsRules:
        """Return the robots.txt rules of the site of `url`. Raises `FetchError` (address)."""
        return await self._robots.rules(str(web_address(url).origin()))

    def is_private(self, url: str) -> bool:
        """Tell whether `url` leads to one of our own hosts. Raises `FetchError` (address)."""
        return self._guard.is_ours(web_address(url))

    def pause_after(self, url: str) -> float:
        """Return the seconds that a polite crawl leaves after asking the host of `url`.

        Raises `FetchError` (address).
        """
        address = web_address(url)
        if self._guard.is_private(address.raw_host or ""):
            return 0.0
        rules = self._robots.known(str(address.origin()))
        return DEFAULT_DELAY if rules is None else rules.delay

    async def _take(
        self, request: OutgoingRequest, terms: FetchTerms, started: float
    ) -> Response | OutgoingRequest:
        """Send one request; return the answer, or the next step when it is a redirect."""
        self._check(request)
        try:
            terms.lost.stage = Stage.WAITING
            reply = await self._send(request, terms)
            try:
                if terms.session is not None:
                    terms.session.keep(request.address, reply.headers)
                following = redirected(request, reply)
                if following is not None:
                    return following
                terms.lost.stage = Stage.BODY
                body, is_cut = await read_body(
                    request, reply, terms.max_bytes, terms.cut_at_limit, terms.keep_cut
                )
                following = refreshed(request, reply, body) if terms.follow_refresh else None
                if following is not None:
                    return following
            finally:
                # Returns the connection for reuse, or closes it when unread bytes are left.
                reply.release()
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise failure_of(error, str(request.address), request.place) from error
        if reply.status in _COME_BACK_LATER:
            await self._rate_limiter.postpone(
                request.address.raw_host or "", retry_after(reply.headers) or DEFAULT_DELAY
            )
        return Response(
            url=str(request.address),
            status=reply.status,
            content_type=content_type(reply),
            headers=reply.headers,
            body=body,
            seconds=time.monotonic() - started,
            is_cut=is_cut,
        )

    async def _send(self, request: OutgoingRequest, terms: FetchTerms) -> aiohttp.ClientResponse:
        """Send one request and return its reply, the body not yet read."""
        if self._http is None:
            raise RuntimeError("the fetcher is used outside of its `async with`")
        headers = request.headers
        cookies = terms.session.header(request.address) if terms.session is not None else None
        if cookies is not None:
            headers = {**headers, "Cookie": cookies}
        for attempt in (1, 2):
            try:
                return await self._http.request(
                    request.method,
                    request.address,
                    data=request.body,
                    headers=headers,
                    allow_redirects=False,
                    trace_request_ctx=terms.lost,
                )
            except aiohttp.ServerDisconnectedError:
                # A kept connection that the server had just closed: aiohttp itself asks again
                # only for GET. A search form changes nothing, so its POST may be repeated too.
                if request.method != "POST" or attempt == 2:
                    raise
        raise AssertionError("the second attempt returns or raises")

    def _check(self, request: OutgoingRequest) -> None:
        """Refuse an address given as IP address before anything is done for it."""
        literal = literal_address(request.address.raw_host or "")
        if literal is None:
            return
        kind = self._guard.refusal(literal, request.address.port or 0)
        if kind is not None:
            raise refused_by_guard(kind, request.place, str(request.address))

    async def _take_in_turn(
        self, request: OutgoingRequest, terms: FetchTerms, clock: asyncio.Timeout, started: float
    ) -> Response | OutgoingRequest:
        """Do `_take` when robots.txt allows it and the host's turn has come.

        The deadline's clock stands still while waiting for that.
        """
        self._check(request)
        loop = asyncio.get_running_loop()
        until, stopped, lost_before = clock.when() or 0.0, loop.time(), terms.lost.seconds
        clock.reschedule(None)
        origin = str(request.address.origin())
        if terms.obey_robots:
            rules = await self._robots.rules(origin)
            if not rules.allows(str(request.address)):
                raise forbidden_error(request.address, rules)
        async with self._place_in_line(request.address, terms.polite):
            clock.reschedule(until + loop.time() - stopped)
            terms.lost.leave_out(lost_before)
            return await self._take(request, terms, started)

    def _place_in_line(self, address: URL, polite: bool) -> AbstractAsyncContextManager[None]:
        """Return what is held while `address` is asked: nothing for our own private hosts."""
        pause = self.pause_after(str(address)) if polite else 0.0
        return self._rate_limiter.turn(address.raw_host or "", pause) if pause else nullcontext()

    async def _fetch_robots(self, url: str) -> tuple[int, bytes]:
        """Fetch a robots.txt for `Robots`, unless it is held already."""
        if self._robots_files is not None and url in self._robots_files:
            return self._robots_files[url]
        response = await self.fetch(
            url,
            deadline=ROBOTS_DEADLINE,
            max_bytes=MAX_ROBOTS_BYTES,
            cut_at_limit=True,
            accept="text/plain,*/*;q=0.5",
        )
        # A server's failure is not the file.
        if self._robots_files is not None and response.status < 500:
            self._robots_files[url] = (response.status, response.body)
        return response.status, response.body


def open_fetcher(
    more_allowed: Iterable[str] = (), *, robots_files: RobotsFiles | None = None
) -> Fetcher:
    """Return a fetcher for which the settings' private hosts, and `more_allowed`, are allowed.

    Raises `ImproperlyConfigured` naming an entry that is no host:port or network.
    """
    try:
        allowed = AllowedHosts.parse((*settings.METASEARCH_ALLOWED_PRIVATE_HOSTS, *more_allowed))
    except AllowedHostsError as error:
        raise ImproperlyConfigured(str(error)) from error
    return Fetcher(allowed, robots_files=robots_files)
