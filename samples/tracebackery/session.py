"""Sessions of visitors: a cookie, and the token in the form that must belong to it."""

import hashlib
import hmac
import secrets

from aiohttp import web

COOKIE = "tracebackery_visit"
# A longer value is none that was given out here.
MAX_COOKIE_LENGTH = 64
_SECRET = secrets.token_bytes(32)


def session_of(request: web.Request) -> str:
    """Return the visitor's session, or a new one for a visitor without."""
    return _read_cookie(request) or secrets.token_urlsafe(16)


def token_for(session: str) -> str:
    """Return the token that forms of a session carry. It is worth nothing after a restart."""
    return hmac.new(_SECRET, session.encode(), hashlib.sha256).hexdigest()[:32]


def has_valid_token(request: web.Request, token: str) -> bool:
    """Return whether a form's token belongs to the session of the visitor's cookie."""
    session = _read_cookie(request)
    if not session:
        return False
    return hmac.compare_digest(token.encode(), token_for(session).encode())


def _read_cookie(request: web.Request) -> str:
    """Return the session in the visitor's cookie, empty when none of ours can be in it."""
    session = request.cookies.get(COOKIE, "")
    return session if session.isascii() and len(session) <= MAX_COOKIE_LENGTH else ""
