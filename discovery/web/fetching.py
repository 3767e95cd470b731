"""The one way to the web: through the guard, within a deadline and limits, or a `FetchError`."""

import asyncio
from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, nullcontext, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Self

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.resolver import AsyncResolver
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from w3lib.encoding import html_to_unicode
from yarl import URL

from discovery.connection.login import AS_USUAL
from discovery.connection.requests import EngineRequest
from discovery.crawling.links import site_of
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page
from discovery.pages.visibility import wanted_sheets
from discovery.pages.walls import ConsentPolicy
from discovery.web.fetch_error import (
    FetchError,
    circle_error,
    failure_of,
    late_error,
    refused_by_guard,
)
from discovery.web.guard import (
    DNS_TIMEOUT,
    DNS_TRIES,
    AllowedHosts,
    AllowedHostsError,
    Guard,
    open_session,
)
from discovery.web.local_delay import LocalDelay, LoopDelay, Stage
from discovery.web.politeness import (
    DEFAULT_DELAY,
    MAX_ROBOTS_BYTES,
    HostRateLimiter,
    Robots,
    RobotsRules,
    forbidden_error,
)
from discovery.web.proxies import PROXY_ERRORS, Proxies, ProxiesError
from discovery.web.response import (
    ACCEPT_PAGES,
    CookieSession,
    FetchTerms,
    OutgoingRequest,
    Response,
    content_type,
    first_request,
    read_body,
    redirected,
    refreshed,
    retry_after,
)
from discovery.web.visitor import Visitor
from discovery.web.web_address import literal_address, web_address

# Walls of one site, each of which is answered by one click: consent, age, country.
MAX_WALLS = 3


def consent_policy() -> ConsentPolicy:
    return ConsentPolicy(settings.WALLS)


# Bytes of a body, after decompression. Guess: the largest result page in the shared data is below
# 2 MB, and a page of this size takes a tenth of a second to parse.
MAX_BODY_BYTES = 8_000_000
# Guess: browsers follow 20, and each redirect costs the searching user a round trip.
MAX_REDIRECTS = 10
# Seconds for a robots.txt, apart from the deadline of the page it is fetched for.
ROBOTS_DEADLINE = 10.0
# Answers that ask to come back later (RFC 6585 section 4, RFC 9110 section 15.6.4).
_COME_BACK_LATER = frozenset((429, 503))

# Status and body of robots.txt files, by address.
RobotsFiles = MutableMapping[str, tuple[int, bytes]]


@dataclass(slots=True)
class RequestBudget:
    """Counts requests `sent` to each site, whatever for; refuses those beyond `most`, if not 0."""

    most: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    refusal: str = ""

    def take(self, address: URL) -> None:
        """Raises `FetchError`."""
        if not self.most:
            return
        site = site_of(str(address))
        if self.sent[site] >= self.most:
            told = "the most for one learning (REQUESTS_OF_A_LEARNING)"
            self.refusal = f"{site} was sent {self.most} requests, {told}."
            raise FetchError(AnswerReason.OVERLOADED, self.refusal)
        self.sent[site] += 1


class Fetcher:
    """Fetches from the web within limits; an asynchronous context manager, one per event loop.

    `resolver` replaces DNS. What `robots_files` holds is not fetched again; what is fetched now is
    added. `delay` tells how busy the event loop is, `budget` bounds what is sent, `visitor` is who
    asks.
    """

    def __init__(
        self,
        allowed: AllowedHosts | None = None,
        *,
        resolver: AbstractResolver | None = None,
        robots_files: RobotsFiles | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        self._guard = Guard(allowed or AllowedHosts())
        self._robots_files = robots_files
        self._resolver = resolver
        self._proxies = proxies or Proxies()
        # By the proxy that they ask by; the one that asks directly under "".
        self._sessions: dict[str, aiohttp.ClientSession] = {}
        self.delay = LoopDelay()
        self.budget = RequestBudget()
        self.visitor = Visitor(AS_USUAL)
        self._rate_limiter = HostRateLimiter()
        self._robots = Robots(self._fetch_robots)

    async def __aenter__(self) -> Self:
        if self._resolver is None:
            # DNS with a deadline, off the thread pool, for the running event loop.
            self._resolver = AsyncResolver(timeout=DNS_TIMEOUT, tries=DNS_TRIES)
        self._sessions[""] = open_session(self._guard, self._resolver)
        self.delay.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.delay.stop()
        await self._robots.close()
        while self._sessions:
            await self._sessions.popitem()[1].close()
        if self._resolver is not None:
            await self._resolver.close()
            self._resolver = None

    def as_visitor(self, visitor: Visitor) -> Self:
        """Return this very fetcher, with all that it holds, as one by which `visitor` asks."""
        if visitor is self.visitor:
            return self
        fetcher = copy(self)
        fetcher.visitor = visitor
        return fetcher

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
        lost: LocalDelay | None = None,
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
        request = first_request(target, accept, etag, last_modified)
        lost = lost or LocalDelay(self.delay, deadline)
        session = self.visitor.cookies or session
        terms = FetchTerms(
            session, max_bytes, cut_at_limit, keep_cut, polite, obey_robots, lost, follow_refresh
        )
        follow = partial(self._follow, terms=terms, deadline=deadline)
        return await self.visitor.ask(follow, request)

    async def _follow(
        self, request: OutgoingRequest, terms: FetchTerms, deadline: float
    ) -> Response:
        try:
            async with asyncio.timeout(deadline) as clock:
                for _ in range(MAX_REDIRECTS + 1):
                    if terms.polite or terms.obey_robots:
                        outcome = await self._take_in_turn(request, terms, clock)
                    else:
                        outcome = await self._take(request, terms)
                    if isinstance(outcome, Response):
                        return outcome
                    request = outcome
        except TimeoutError as error:
            raise late_error(request.place, terms.lost) from error
        raise circle_error(request.place, MAX_REDIRECTS)

    async def robots_of(self, url: str) -> RobotsRules:
        return await self._robots.rules(str(web_address(url).origin()))

    def is_private(self, url: str) -> bool:
        return self._guard.is_ours(web_address(url))

    def pause_after(self, url: str) -> float:
        """Return the seconds that a polite crawl leaves after asking. Raises `FetchError`."""
        if self.visitor.access.pause is not None:
            return self.visitor.access.pause
        address = web_address(url)
        if self._guard.is_private(address.raw_host or ""):
            return 0.0
        rules = self._robots.known(str(address.origin()))
        return DEFAULT_DELAY if rules is None else rules.delay

    async def _take(
        self, request: OutgoingRequest, terms: FetchTerms
    ) -> Response | OutgoingRequest:
        """Send one request; return the answer, or the next step when it is a redirect."""
        self._check(request)
        try:
            terms.lost.stage = Stage.WAITING
            reply = await self._send(request, terms)
            try:
                if terms.session is not None:
                    terms.session.keep(request.address, reply.headers.getall("Set-Cookie", ()))
                following = redirected(request, reply)
                if following is not None:
                    return following
                terms.lost.stage = Stage.BODY
                body, is_cut = await read_body(request, reply, terms)
                following = refreshed(request, reply, body) if terms.follow_refresh else None
                if following is not None:
                    return following
            finally:
                # Returns the connection for reuse, or closes it when unread bytes are left.
                reply.release()
        except (aiohttp.ClientError, OSError, ValueError, *PROXY_ERRORS) as error:
            raise failure_of(error, request.place) from error
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
            is_cut=is_cut,
        )

    async def _send(self, request: OutgoingRequest, terms: FetchTerms) -> aiohttp.ClientResponse:
        if self._resolver is None:
            raise RuntimeError("the fetcher is used outside of its `async with`")
        headers = request.headers
        cookies = terms.session.header(request.address) if terms.session is not None else None
        if cookies is not None:
            headers = {**headers, "Cookie": cookies}
        # No proxy is told of hosts of our own.
        is_ours = self._guard.is_ours(request.address)
        own = self.visitor.access.proxy
        other = self._proxies.of(request.address.raw_host or "") if own is None else own
        proxy = "" if is_ours else other
        if proxy not in self._sessions:
            self._sessions[proxy] = open_session(self._guard, self._resolver, proxy)
        ask = partial(
            self._sessions[proxy].request,
            request.method,
            request.address,
            data=request.body,
            headers=headers,
            allow_redirects=False,
            trace_request_ctx=terms.lost,
        )
        self.budget.take(request.address)
        try:
            return await ask()
        except aiohttp.ServerDisconnectedError:
            # A kept connection that the server had just closed: aiohttp itself asks again only for
            # GET. A search form changes nothing, so its POST may be repeated too.
            if request.method != "POST":
                raise
            self.budget.take(request.address)
            return await ask()

    def _check(self, request: OutgoingRequest) -> None:
        """Refuse an address given as IP address before anything is done for it."""
        literal = literal_address(request.address.raw_host or "")
        if literal is None:
            return
        kind = self._guard.refusal(literal, request.address.port or 0)
        if kind is not None:
            raise refused_by_guard(kind, request.place)

    async def _take_in_turn(
        self, request: OutgoingRequest, terms: FetchTerms, clock: asyncio.Timeout
    ) -> Response | OutgoingRequest:
        """Take when robots.txt allows it and the host's turn has come: no time of the deadline."""
        self._check(request)
        loop = asyncio.get_running_loop()
        until, stopped, lost_before = clock.when() or 0.0, loop.time(), terms.lost.seconds
        clock.reschedule(None)
        origin = str(request.address.origin())
        if terms.obey_robots:
            rules = await self._robots.rules(origin)
            if not rules.allows(str(request.address)):
                raise forbidden_error(request.address, rules)
        # Nothing is waited for at our own private hosts.
        pause = self.pause_after(str(request.address)) if terms.polite else 0.0
        turn = self._rate_limiter.turn(request.address.raw_host or "", pause)
        async with turn if pause else nullcontext():
            clock.reschedule(until + loop.time() - stopped)
            terms.lost.leave_out(lost_before)
            return await self._take(request, terms)

    async def _fetch_robots(self, url: str) -> tuple[int, bytes]:
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


def open_fetcher(robots_files: RobotsFiles | None = None) -> Fetcher:
    """Return a fetcher that may ask the settings' private hosts, by the settings' proxies."""
    try:
        allowed = AllowedHosts.parse(settings.METASEARCH_ALLOWED_PRIVATE_HOSTS)
        proxies = Proxies.parse(settings.PROXIES)
    except (AllowedHostsError, ProxiesError) as error:
        raise ImproperlyConfigured(str(error)) from error
    return Fetcher(allowed, robots_files=robots_files, proxies=proxies)


HTTPS = "https://"
# What another scheme, and so another port, may do better.
_CANNOT_CONNECT = frozenset(
    {AnswerReason.CONNECTION, AnswerReason.TLS, AnswerReason.PROTOCOL, AnswerReason.NO_ANSWER}
)


def lacks_scheme(text: str) -> bool:
    """Tell whether an address was typed without its scheme.

    >>> lacks_scheme(" a.example/x"), lacks_scheme("https://a.example/")
    (True, False)
    """
    return "://" not in text


def by_http(address: str) -> str:
    return f"http://{address[len(HTTPS) :]}" if address.startswith(HTTPS) else address


async def fetch_by_either_scheme(fetcher: Fetcher, address: str, **options: Any) -> Response:
    """Fetch an https address whose scheme nobody typed, else by http. Raises `FetchError`."""
    try:
        return await fetcher.fetch(address, **options)
    except FetchError as error:
        if error.reason not in _CANNOT_CONNECT or not address.startswith(HTTPS):
            raise
        try:
            return await fetcher.fetch(by_http(address), **options)
        except FetchError as second:
            sentence = f"by https: {error}; by http: {second}"
            raise FetchError(error.reason, sentence) from second


# Sheets of one page, and bytes of one. Guess: of 174 real pages nine in ten have fewer, and none
# is larger.
MAX_SHEETS = 12
MAX_SHEET_BYTES = 1_000_000
# Seconds for the sheets of one page, pauses between requests to a host included. Guess: half of
# what rendering may take.
FETCHING_TIME = 5.0
# What sheets import is asked for once, what these import is not.
ROUNDS = 2
ACCEPT = "text/css,*/*;q=0.1"


async def fetch_style_sheets(fetcher: Fetcher, page: Page, kept: MutableMapping[str, str]) -> None:
    """Add the external style sheets of `page` to `kept`, by address.

    A sheet that cannot be had is there empty, so that nobody asks again; one that is late is not.
    """
    left = MAX_SHEETS
    # What came in time is used.
    with suppress(TimeoutError):
        async with asyncio.timeout(FETCHING_TIME):
            for _ in range(ROUNDS):
                wanted = list(islice(wanted_sheets(page.root, page.base_url, kept), left))
                left -= len(wanted)
                await asyncio.gather(*(_fetch(fetcher, address, kept) for address in wanted))


async def _fetch(fetcher: Fetcher, address: str, kept: MutableMapping[str, str]) -> None:
    try:
        response = await fetcher.fetch(
            address,
            deadline=FETCHING_TIME,
            max_bytes=MAX_SHEET_BYTES,
            accept=ACCEPT,
            polite=True,
            cut_at_limit=True,
        )
    except FetchError:
        kept[address] = ""
        return
    body = response.body if response.status == 200 else b""
    # By the header or the byte order mark; what hides is ASCII either way.
    kept[address] = html_to_unicode(response.content_type, body)[1]


@contextmanager
def open_sync_fetcher(
    robots_files: RobotsFiles | None = None,
) -> Iterator[tuple[asyncio.Runner, Fetcher]]:
    """Open an event loop with a fetcher on it; both are closed at the end."""
    with asyncio.Runner() as runner:
        fetcher = runner.run(open_fetcher(robots_files).__aenter__())
        try:
            yield runner, fetcher
        finally:
            runner.run(fetcher.__aexit__())
