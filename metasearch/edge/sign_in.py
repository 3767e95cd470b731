"""Searching for accounts alone: by their session, or a program's access key.

Kept before Django, so that nothing is open because it was forgotten, there or beside it.
"""

import base64
import binascii
import functools
from http import HTTPStatus
from io import BytesIO
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.urls import reverse

from metasearch.edge.accounts import account
from metasearch.edge.protocol import Scope
from metasearch.edge.rate_limit import ACCESS_KEY, PREFIX, known_key
from metasearch.edge.request_limits import RequestRefusedError
from metasearch.models import AccessKey
from wrappers.engines.registry import DATABASE_AWAY

# What a browser can show the challenge of, Basic, would ask for a password above the page.
CHALLENGE = {"WWW-Authenticate": "Bearer"}


@functools.cache
def _open_paths() -> frozenset[str]:
    return frozenset(map(reverse, ("healthz", "readyz", "metrics", "robots", "favicon")))


def is_open(path: str) -> bool:
    """Tell whether anybody may ask: probes, what guards itself, what the page to sign in needs."""
    return path in _open_paths() or path.startswith((reverse("admin:index"), settings.STATIC_URL))


async def require_sign_in(scope: Scope) -> None:
    """Raise `RequestRefusedError` for who has neither signed in nor shows an access key."""
    request = ASGIRequest(scope, BytesIO())
    try:
        async with account(scope) as user:
            if user.is_authenticated:
                return
    except DATABASE_AWAY:
        raise _away("Nobody can be signed in just now.") from None
    takes_pages = "text/html" in request.headers.get("accept", "")
    try:
        if await shown_key(scope):
            return
    except RequestRefusedError as error:
        # A browser may show it to a proxy before us.
        if not takes_pages or error.status != HTTPStatus.UNAUTHORIZED:
            raise
    if not takes_pages:
        told = "Searching here needs an access key (Authorization: Bearer), or signing in."
        raise RequestRefusedError(HTTPStatus.UNAUTHORIZED, told, CHALLENGE)
    wanted = request.get_full_path() if request.method == "GET" else request.path
    place = f"{reverse('admin:login')}?{urlencode({'next': wanted})}"
    headers = {"Location": place, "Cache-Control": "no-store"}
    raise RequestRefusedError(HTTPStatus.SEE_OTHER, "Please sign in.", headers)


def _away(told: str) -> RequestRefusedError:
    return RequestRefusedError(HTTPStatus.SERVICE_UNAVAILABLE, told, {"Retry-After": "5"})


def names_key(scope: Scope) -> bool:
    """Tell whether what looks like one of our keys is shown: not what a proxy asks for."""
    values = (value for name, value in scope["headers"] if name == b"authorization")
    return any(PREFIX.encode() in value for value in values)


async def shown_key(scope: Scope) -> AccessKey | None:
    """Return the access key that is shown, if any. Raises `RequestRefusedError` for one unknown.

    Programs that know only a name and a password give it as the password. Limits find the key in
    the request's scope.
    """
    header = ASGIRequest(scope, BytesIO()).headers.get("authorization")
    if header is None:
        return None
    method, _, shown = header.partition(" ")
    keys = {"bearer": shown.strip(), "basic": _password(shown)}
    try:
        if key := await sync_to_async(_known_key)(keys.get(method.lower(), "")):
            scope[ACCESS_KEY] = key
            return key
    except DATABASE_AWAY:
        raise _away("Keys cannot be looked up just now.") from None
    told = "This access key is not known here, or was revoked."
    raise RequestRefusedError(HTTPStatus.UNAUTHORIZED, told, CHALLENGE)


def _known_key(key: str) -> AccessKey | None:
    try:
        return known_key(key)
    finally:
        # A refused request never comes to Django, which would give the connection back.
        close_old_connections()


def _password(shown: str) -> str:
    try:
        return base64.b64decode(shown, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""
