"""As whom sites are asked: as anybody, or as a user who is signed in."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.core.cache import cache

from discovery.connection.description import DescriptionError, KeptCookie, Login
from discovery.connection.login import Access, login_form, login_request
from discovery.crawling.links import of_one_site, site_of
from discovery.forms.form import SearchForm
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError
from discovery.web.fetch_error import FetchError
from discovery.web.politeness import on_own_connection
from discovery.web.response import CookieSession, OutgoingRequest, Response, first_request

logger = logging.getLogger(__name__)

# Statuses by which a site turns away who is not signed in.
_NOT_SIGNED_IN = frozenset((401, 403))
# Bytes of a page that may ask to sign in: more is an answer.
MAX_BYTES = 600_000
# Seconds in which no process tries again what a site refused: sites lock users out who try often.
REST = 300
# Sends a request and follows where it leads.
Follow = Callable[[OutgoingRequest], Awaitable[Response]]


class _UserCookies(CookieSession):
    """What shows that a user is signed in: it is kept by this process alone."""

    def kept(self) -> tuple[KeptCookie, ...]:
        return ()


class Visitor:
    """Who asks sites: with a login a user of the site that has it. For one event loop."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.cookies = None if access.login is None else _UserCookies()
        self._secrets = dict(access.secrets)
        self._turn = asyncio.Lock()
        self._times_signed_in = 0
        # Some sites show the form to everybody, on all pages.
        self._always_shows_form = False

    def session(self, cookies: Iterable[KeptCookie] = ()) -> CookieSession:
        """Return the cookies of a conversation: its own, or those of the user."""
        if self.cookies is None:
            return CookieSession(cookies)
        for cookie in cookies:
            self.cookies.set(cookie)
        return self.cookies

    async def ask(self, follow: Follow, request: OutgoingRequest) -> Response:
        """Return the answer to a request, of a user who is signed in before. Raises `FetchError`.

        Where the site asks to sign in again, that is done once.
        """
        login = self.access.login
        if login is None or not of_one_site(str(request.address), login.page):
            return await follow(request)
        times = self._times_signed_in or await self._sign_in(login, follow, 0)
        response = await follow(request)
        if await self._is_forgotten(login, response):
            await self._sign_in(login, follow, times)
            response = await follow(request)
            if await self._is_forgotten(login, response):
                how = f"asks to sign in again as soon as that is done (status {response.status})"
                raise await self._refused(login, how)
        return response

    async def _sign_in(self, login: Login, follow: Follow, times: int) -> int:
        """Sign in unless that was done since it had been done so many `times`; return how often."""
        async with self._turn:
            if self._times_signed_in == times:
                await self._send_form(login, follow)
                self._times_signed_in += 1
            return self._times_signed_in

    async def _send_form(self, login: Login, follow: Follow) -> None:
        told = await self._cached(cache.get, self._key(login))
        if told:
            raise FetchError(AnswerReason.LOGIN, told)
        response = await follow(first_request(login.page))
        form = await asyncio.to_thread(_form_of, login, response)
        if form is None:
            if self._times_signed_in:
                # Who is signed in still is led elsewhere.
                return
            raise await self._refused(login, f"has no form to sign in by at {login.page}")
        if not of_one_site(form.action or "", login.page):
            raise await self._refused(login, "would send the password to another site")
        try:
            request = login_request(login, form, self._secrets)
        except DescriptionError as error:
            raise await self._refused(login, f"is not signed in to: {error}") from error
        answer = await follow(first_request(request))
        shows_form = await asyncio.to_thread(_form_of, login, answer) is not None
        is_there = _place(answer.url) in (_place(login.page), _place(request.url))
        if is_there and (shows_form or answer.status >= 400):
            how = f"does not take the user and password (status {answer.status})"
            raise await self._refused(login, how)
        self._always_shows_form = shows_form

    async def _is_forgotten(self, login: Login, response: Response) -> bool:
        if response.status in _NOT_SIGNED_IN:
            return True
        if len(response.body) > MAX_BYTES or b"password" not in response.body.lower():
            return False
        form = await asyncio.to_thread(_form_of, login, response)
        is_there = _place(response.url) == _place(login.page)
        return form is not None and (is_there or not self._always_shows_form)

    async def _refused(self, login: Login, how: str) -> FetchError:
        """Return the error for a sign-in that failed, which nobody tries again for a while."""
        told = f"{site_of(login.page)} {how}; it is tried again after {REST // 60} minutes."
        await self._cached(cache.set, self._key(login), told, REST)
        return FetchError(AnswerReason.LOGIN, told)

    def _key(self, login: Login) -> str:
        # Another password is another try.
        known = repr((login, sorted(self._secrets.items())))
        return f"login:{hashlib.sha256(known.encode()).hexdigest()[:32]}"

    async def _cached(self, action: Callable[..., Any], *given: Any) -> Any:
        try:
            return await asyncio.to_thread(on_own_connection, action, *given)
        except Exception as error:
            logger.warning("refused logins are not remembered for now: %s", error)
            return None


def _form_of(login: Login, response: Response) -> SearchForm | None:
    try:
        return login_form(login, response.parse())
    except NotHtmlError:
        return None


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path.rstrip('/')}"
