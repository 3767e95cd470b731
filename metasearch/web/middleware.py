"""Middleware of the whole project.

A search passes only what runs on the event loop: Django's own layers would cost it more than 2 ms.
What only the console needs works only there.

Answers for programs are not packed: they ask from near. The console's pages are not either: they
hold tokens, which a packed length can give away (the attack named BREACH).
"""

import gzip
import logging
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from http import HTTPStatus
from typing import Any, cast

from asgiref.sync import markcoroutinefunction
from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DataError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.middleware.common import CommonMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_supported_language_variant, ngettext
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.defaults import bad_request

from metasearch.api.formats import RENDERERS
from metasearch.edge.protocol import SECURITY_HEADERS
from metasearch.search.preferences import Preferences, read_preferences
from metasearch.search.service import current_service
from wrappers.engines.registry import DATABASE_AWAY

API = "/api/"
NAMES = ("searxng_config", "searxng_autocompleter")


class DataForOtherSitesMiddleware(CorsMiddleware):
    """Answers browsers that ask whether a page of another site may read an answer of ours."""

    def is_enabled(self, request: HttpRequest) -> bool:
        path = request.path_info
        if path == reverse("search"):
            # Before a browser sends a form it asks about the address alone.
            return request.GET.get("format") in RENDERERS
        return path.startswith(API) or path in map(reverse, NAMES)


def wait_in_words(seconds: int) -> str:
    return ngettext(
        "So many searches came from your network that this one has to wait. "
        "Please try again in %(seconds)d second.",
        "So many searches came from your network that this one has to wait. "
        "Please try again in %(seconds)d seconds.",
        seconds,
    ) % {"seconds": seconds}


def with_retry_after(response: HttpResponse, seconds: int) -> HttpResponse:
    response.headers["Retry-After"] = str(seconds)
    return response


logger = logging.getLogger(__name__)

CONSOLE_PATH = "/admin"
# Seconds after which a page that needs the database may be asked for again.
RETRY_AFTER = 5


class UserRequest(HttpRequest):
    preferences: Preferences
    carried: str


class EventLoopMiddleware:
    """A middleware that runs on the event loop, as the server does."""

    sync_capable = False
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponse]]) -> None:
        self.get_response = get_response
        # What asyncio asks for, of an object that is called.
        markcoroutinefunction(cast(Callable[..., Awaitable[HttpResponse]], self))

    async def __call__(self, request: HttpRequest) -> HttpResponse:
        with self.around(request):
            refusal = self.refusal(request)
            return self.changed(
                request, await self.get_response(request) if refusal is None else refusal
            )

    def around(self, request: HttpRequest) -> AbstractContextManager[Any]:
        return nullcontext()

    def refusal(self, request: HttpRequest) -> HttpResponse | None:
        """Return the answer to a request that goes no further."""
        return None

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        return response


class FaultsMiddleware(EventLoopMiddleware):
    """Say in a sentence that the database does not answer, where a page cannot do without it.

    Refuse requests of the console with values that no row can have: numbers larger than the
    database's, dates without a day, zero bytes. Django hands them on to the database from any
    address.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DATABASE_AWAY):
            logger.error("the database does not answer: %s", error)
            response = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
            return with_retry_after(response, RETRY_AFTER)
        is_console = request.path_info.startswith(CONSOLE_PATH)
        if is_console and isinstance(error, (OverflowError, DataError)):
            logger.warning("a value that the database cannot hold was asked for", exc_info=error)
            return bad_request(request, error)
        return None


class SecurityHeadersMiddleware(EventLoopMiddleware):
    """Add the security headers to responses without; cookies given over HTTPS stay with it."""

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path_info.startswith(settings.STATIC_URL):
            # Pages in the console's sandboxed frames are of no origin, and have styles of ours.
            response.headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        for name, value in SECURITY_HEADERS.items():
            response.headers.setdefault(name, value)
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class PreferencesMiddleware(EventLoopMiddleware):
    """Read the user's `preferences` (`carried`: their token in a link); set the language."""

    def around(self, request: HttpRequest) -> AbstractContextManager[Any]:
        language = settings.LANGUAGE_CODE
        if not request.path_info.startswith(CONSOLE_PATH):
            prepared = cast(UserRequest, request)
            language, prepared.preferences, prepared.carried = read_language(request)
        return translation.override(language)

    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not request.path_info.startswith((CONSOLE_PATH, f"/{settings.STATIC_URL.lstrip('/')}")):
            response.headers.setdefault("Content-Language", translation.get_language())
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response


def read_language(request: HttpRequest) -> tuple[str, Preferences, str]:
    preferences, carried = read_preferences(request)
    wanted = request.headers.get("accept-language", "")
    return preferences.language or accepted_language(wanted), preferences, carried


def accepted_language(header: str) -> str:
    """Return the language of ours that an Accept-Language header wants most.

    >>> accepted_language("fr-CA,fr;q=0.9,en;q=0.5"), accepted_language("tlh")
    ('fr', 'en')
    """
    for code, _ in parse_accept_lang_header(header.lower()):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


class ConsoleOnly(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(CONSOLE_PATH):
            return super().__call__(request)
        return self.get_response(request)


class ConsoleSessionMiddleware(ConsoleOnly, SessionMiddleware):
    """Sessions, in the console."""


class ConsoleCommonMiddleware(ConsoleOnly, CommonMiddleware):
    """Redirects to addresses with their slash, in the console."""


class ConsoleAuthenticationMiddleware(ConsoleOnly, AuthenticationMiddleware):
    """Accounts, in the console."""


class LoginLimitMiddleware(EventLoopMiddleware):
    """Bound how often one client may try to sign in to any accounts: each try costs much work."""

    def refusal(self, request: HttpRequest) -> HttpResponse | None:
        is_try = request.method == "POST" and request.path_info == reverse("admin:login")
        # Who comes back from there is known, or refused at no cost.
        is_try |= request.path_info == reverse("single_sign_on") and "state" not in request.GET
        limit = current_service().limits.logins
        seconds = limit.seconds_to_wait(request) if is_try else 0
        if not seconds:
            return None
        told = (
            f"Too many attempts to sign in came from your network. Try again in {seconds} seconds."
        )
        return with_retry_after(
            HttpResponse(told, status=HTTPStatus.TOO_MANY_REQUESTS, content_type="text/plain"),
            seconds,
        )


class ConsoleMessageMiddleware(ConsoleOnly, MessageMiddleware):
    """Messages to the operator."""


# Of zlib's levels; measured on pages of results, 4 packs within 5 % of 9 in a third of the time.
GZIP_LEVEL = 4
# zlib's parameter for the gzip format with the largest window.
GZIP_FORMAT = 31
# Bytes below which packing gains nothing: all fits into one packet of the network either way.
LEAST_LENGTH = 500

PACKED_TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class CompressionMiddleware(EventLoopMiddleware):
    def changed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if request.path_info.startswith(CONSOLE_PATH) or not _can_be_packed(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return response
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = compressed(response.streaming_content)
            del response.headers["Content-Length"]
        else:
            response.content = gzip.compress(response.content, GZIP_LEVEL)
            response.headers["Content-Length"] = str(len(response.content))
        # A tag names these very bytes; the date of change serves both forms.
        del response.headers["ETag"]
        response.headers["Content-Encoding"] = "gzip"
        return response


def _can_be_packed(response: HttpResponse) -> bool:
    return (
        response.headers.get("Content-Type", "").startswith(PACKED_TYPES)
        and "Content-Encoding" not in response.headers
        # Neither a part of a file nor a page without a body.
        and response.status_code not in {206, 304}
        and (response.streaming or len(response.content) >= LEAST_LENGTH)
    )


async def compressed(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield `chunks` packed with gzip, each in full before the next is waited for."""
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_FORMAT)
    async for chunk in chunks:
        yield packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
