"""One request on the way to an answer: the first, or the one a redirect asks for."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from aiohttp import ClientResponse
from yarl import URL

from discovery.connection.requests.engine_request import EngineRequest
from discovery.pages.refresh import refresh_of
from discovery.web.cookies import CookieSession
from discovery.web.lost_time import LostTime
from discovery.web.web_address import bad_address, web_address

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
# An address with a host, after any number of slashes (WHATWG URL standard, "special authority
# ignore slashes state"): by RFC 3986 one with three would be a path of the same host.
_SLASHES = re.compile(r"^(https?):[/\\]{2,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FetchTerms:
    """What one call of `fetch` asks for on every step."""

    session: CookieSession | None
    max_bytes: int
    cut_at_limit: bool
    keep_cut: bool
    polite: bool
    obey_robots: bool
    lost: LostTime
    follow_refresh: bool = False


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """A request to send."""

    method: str
    address: URL
    headers: dict[str, str]
    body: bytes | None

    @property
    def place(self) -> str:
        """The host (and port, where it is not the usual one) as sentences name it."""
        return self.address.host_port_subcomponent or ""


def first_request(
    target: EngineRequest | str, accept: str, etag: str | None, last_modified: str | None
) -> OutgoingRequest:
    """Return the request that fetching `target` begins with. Raises `FetchError` (address)."""
    headers = {"Accept": accept}
    if etag:
        headers["If-None-Match"] = etag
    if last_modified:
        headers["If-Modified-Since"] = last_modified
    if isinstance(target, str):
        return OutgoingRequest("GET", web_address(target), headers, None)
    if target.content_type and target.body is not None:
        headers["Content-Type"] = target.content_type
    # Title case, so that one that is there already is replaced.
    headers.update((name.title(), value) for name, value in target.headers)
    return OutgoingRequest(target.method.upper(), web_address(target.url), headers, target.body)


def redirected(request: OutgoingRequest, reply: ClientResponse) -> OutgoingRequest | None:
    """Return the request that a redirect asks for, or None when `reply` is none.

    Fetch standard, "HTTP-redirect fetch": 303 always, 301 and 302 after POST go on with GET.
    Raises `FetchError` when it leads to no address of the web.
    """
    if reply.status not in _REDIRECTS:
        return None
    location = reply.headers.get("Location", "").strip()
    if not location:
        return None
    method, body = request.method, request.body
    if (reply.status == 303 and method != "HEAD") or (
        reply.status in (301, 302) and method == "POST"
    ):
        method, body = "GET", None
    return _request_at(location, request, method, body)


def refreshed(
    request: OutgoingRequest, reply: ClientResponse, page: bytes
) -> OutgoingRequest | None:
    """Return the request that an answer leads on to by a refresh, as a browser's; else None.

    A page that is shown anew at its own address leads nowhere.
    """
    target = refresh_of(page, reply.headers.get("Refresh")) if reply.status < 400 else None
    if target is None or target.startswith("#"):
        return None
    following = _request_at(target, request, "GET", None)
    is_same = request.method == "GET" and following.address == request.address
    return None if is_same else following


def _request_at(
    location: str, request: OutgoingRequest, method: str, body: bytes | None
) -> OutgoingRequest:
    """Return a request for where another one led. Raises `FetchError` for no address."""
    try:
        address = web_address(
            urljoin(str(request.address), _SLASHES.sub(r"\1://", location, count=1))
        )
    except ValueError as error:
        raise bad_address(location, str(error)) from error
    # A validator means nothing to another host, and a key is not for it; a content type means
    # nothing without a body.
    kept = {"Accept"}
    if address.origin() == request.address.origin():
        kept.update(request.headers)
    if body is not None:
        kept.add("Content-Type")
    else:
        kept.discard("Content-Type")
    headers = {name: value for name, value in request.headers.items() if name in kept}
    return OutgoingRequest(method, address, headers, body)
