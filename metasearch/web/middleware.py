"""Middleware of the whole project.

A search passes only what runs on the event loop. Each of Django's own layers would cost it a trip
through a thread (measured: more than 2 ms a request for all of them). What only the operator's
console needs — sessions, accounts, messages, redirects to a missing slash — works only there.
"""

import contextlib
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.middleware.common import CommonMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.defaults import bad_request

from metasearch.edge.security_headers import SECURITY_HEADERS
from metasearch.search.preferences import Preferences
from metasearch.search.service import current_service
from metasearch.web.kept_preferences import read_preferences
from metasearch.web.rate_limits import too_many_logins
from wrappers.engines.last_known import DATABASE_AWAY

logger = logging.getLogger(__name__)

CONSOLE_PATH = "/admin"
# Seconds after which a page that needs the database may be asked for again.
RETRY_AFTER = 5


class UserRequest(HttpRequest):
    """A request that has passed `PreferencesMiddleware`."""

    preferences: Preferences
    carried: str


class SyncAndAsyncMiddleware:
    """A middleware that runs on the event loop where the server does, and in a thread elsewhere."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            # What asyncio asks for (`markcoroutinefunction`), of an object that is called.
            markcoroutinefunction(cast(Callable[..., Awaitable[HttpResponse]], self))

    def __call__(self, request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        """Answer synchronously or asynchronously, as the server runs."""
        is_on_loop = iscoroutinefunction(self.get_response)
        return self.answer(request) if is_on_loop else self.answer_here(request)

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop."""
        raise NotImplementedError

    def answer_here(self, request: HttpRequest) -> HttpResponse:
        """Answer in this thread."""
        raise NotImplementedError


class ResponseMiddleware(SyncAndAsyncMiddleware):
    """A middleware that does nothing but change responses."""

    def answer_here(self, request: HttpRequest) -> HttpResponse:
        """Answer in this thread."""
        return self.changed(request, self.get_response(request))

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop."""
        return self.changed(request, await self.get_response(request))

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return what becomes of `response`."""
        raise NotImplementedError


class DatabaseAwayMiddleware(ResponseMiddleware):
    """Say in a sentence that the database does not answer, where a page cannot do without it."""

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return `response` as it is."""
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that says so, None for other faults."""
        if not isinstance(error, DATABASE_AWAY):
            return None
        logger.error("the database does not answer: %s", error)
        response = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = str(RETRY_AFTER)
        return response


class ImpossibleValuesMiddleware(ResponseMiddleware):
    """Refuse requests of the console with values that no row can have.

    Such are numbers larger than the database's, dates without a day, texts with a zero byte. Django
    hands them on to the database from any filter, identifier or page number in an address.
    """

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return `response` as it is."""
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that says so, None for other faults and other pages."""
        is_console = request.path_info.startswith(CONSOLE_PATH)
        if not is_console or not isinstance(error, (OverflowError, DataError)):
            return None
        logger.warning("a value that the database cannot hold was asked for", exc_info=error)
        return bad_request(request, error)


class SecurityHeadersMiddleware(ResponseMiddleware):
    """Add the security headers to every response that does not set its own.

    Cookies given over HTTPS, here or at a trusted proxy, are sent back over nothing else.
    """

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return `response` with its headers."""
        if request.path_info.startswith(settings.STATIC_URL):
            # Pages in the console's sandboxed frames are of no origin, and have styles of ours.
            response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class AllowedHostsMiddleware(SyncAndAsyncMiddleware):
    """Refuse requests for a host that is not ours, whatever is asked for.

    Django itself looks at the host only where an answer contains it.
    """

    def answer_here(self, request: HttpRequest) -> HttpResponse:
        """Answer in this thread."""
        refusal = refuse_foreign_host(request)
        return self.get_response(request) if refusal is None else refusal

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop."""
        refusal = refuse_foreign_host(request)
        return await self.get_response(request) if refusal is None else refusal


def refuse_foreign_host(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a request for a host that ALLOWED_HOSTS lacks, None for others."""
    try:
        request.get_host()
    except DisallowedHost as error:
        logger.warning("%s", error)
        return bad_request(request, error)
    return None


class PreferencesMiddleware(SyncAndAsyncMiddleware):
    """Read the user's preferences and answer in the user's language.

    The request gets `preferences`, and `carried`: their token where a link carried them. The
    console has its own ways.
    """

    def answer_here(self, request: HttpRequest) -> HttpResponse:
        """Answer in this thread."""
        with translation.override(_prepare(request)):
            return _in_language(request, self.get_response(request))

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop."""
        with translation.override(_prepare(request)):
            return _in_language(request, await self.get_response(request))


def _prepare(request: HttpRequest) -> str:
    """Give the request its preferences; return the language to answer in."""
    if request.path_info.startswith(CONSOLE_PATH):
        return settings.LANGUAGE_CODE
    prepared = cast(UserRequest, request)
    language, prepared.preferences, prepared.carried = read_language(request)
    return language


def read_language(request: HttpRequest) -> tuple[str, Preferences, str]:
    """Return the language to answer in, the user's preferences, their token if it was carried."""
    preferences, carried = read_preferences(request)
    wanted = request.headers.get("accept-language", "")
    return preferences.language or accepted_language(wanted), preferences, carried


def accepted_language(header: str) -> str:
    """Return the language of ours that an Accept-Language header wants most.

    >>> accepted_language("fr-CA,fr;q=0.9,en;q=0.5"), accepted_language("tlh")
    ('fr', 'en')
    """
    for code, _ in parse_accept_lang_header(header.lower()):
        with contextlib.suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def _in_language(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if not request.path_info.startswith((CONSOLE_PATH, f"/{settings.STATIC_URL.lstrip('/')}")):
        response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response


class ConsoleOnly(MiddlewareMixin):
    """Makes a middleware of Django's work under the console's path alone."""

    def __call__(self, request: HttpRequest) -> Any:
        """Do the middleware's work, or pass the request on at once."""
        if request.path_info.startswith(CONSOLE_PATH):
            return super().__call__(request)
        return self.get_response(request)


class ConsoleSessionMiddleware(ConsoleOnly, SessionMiddleware):
    """Sessions, in the console."""


class ConsoleCommonMiddleware(ConsoleOnly, CommonMiddleware):
    """Redirects to addresses with their slash, in the console."""


class ConsoleAuthenticationMiddleware(ConsoleOnly, AuthenticationMiddleware):
    """Accounts, in the console."""


class LoginLimitMiddleware(SyncAndAsyncMiddleware):
    """Bound how often one client may try to sign in to any accounts: each try costs much work."""

    def answer_here(self, request: HttpRequest) -> HttpResponse:
        """Answer in this thread."""
        response: HttpResponse = self.get_response(request)
        return response

    async def answer(self, request: HttpRequest) -> HttpResponse:
        """Answer on an event loop, where clients are counted."""
        if request.method == "POST" and request.path_info == reverse("admin:login"):
            seconds = current_service().limits.logins.seconds_to_wait(request)
            if seconds:
                return too_many_logins(seconds)
        response: HttpResponse = await self.get_response(request)
        return response


class ConsoleMessageMiddleware(ConsoleOnly, MessageMiddleware):
    """Messages to the operator."""
