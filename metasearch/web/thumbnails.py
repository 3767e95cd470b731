"""`/thumbnail`: pictures of results, fetched by us, so that no site learns who looks.

Addresses are signed for a day or two: only what an engine's answer carried is fetched, through the
guard and within limits. What comes must be a picture of a kind that cannot hold a program.
"""

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from django.core.cache import caches
from django.core.signing import BadSignature, SignatureExpired
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from discovery.web.fetch_error import FetchError
from metasearch.presentation.presenter import ICON_PATH, read_thumbnail_address
from metasearch.search.service import current_service, shared_client
from metasearch.web.middleware import with_retry_after

# Bytes of a picture. Guess: a preview of a hand's width has a tenth of that.
MAX_BYTES = 1_000_000
# Bytes of an icon: a thousand of them are kept. Guess: four sizes in one file have less.
MAX_ICON_BYTES = 50_000
# What stands for the icon of a site without one: a letter, readable on light and dark pages.
LETTER_TYPE = "image/svg+xml"
LETTER_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<rect width="16" height="16" rx="3" fill="#667085"/><text x="8" y="12" font-size="11" '
    'font-family="sans-serif" fill="#fff" text-anchor="middle">{letter}</text></svg>'
)
# Seconds; a picture that comes later is missed by nobody.
DEADLINE = 5.0
# Seconds for which browsers keep a picture.
CACHE_SECONDS = 86_400
ACCEPTED = "image/avif,image/webp,image/png,image/jpeg,image/gif"
# Whatever a picture is taken for, nothing in it runs or loads.
POLICY = "default-src 'none'; sandbox"


@require_safe
async def thumbnail(request: HttpRequest) -> HttpResponse:
    try:
        address = read_thumbnail_address(request.GET.get("u", ""))
    except SignatureExpired:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    except BadSignature:
        return HttpResponse(status=HTTPStatus.FORBIDDEN)
    is_icon = address.endswith(ICON_PATH)
    body = caches["icons"].get(address) if is_icon else None
    if body is None:
        seconds = current_service().limits.pictures.seconds_to_wait(request)
        if seconds:
            return with_retry_after(HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS), seconds)
        body = await fetch_picture(request, address, MAX_ICON_BYTES if is_icon else MAX_BYTES)
        if is_icon:
            caches["icons"].set(address, body)
    if not body and not is_icon:
        return HttpResponse(status=HTTPStatus.NOT_FOUND)
    response = (
        HttpResponse(body, content_type=picture_type(body))
        if body
        else HttpResponse(letter_icon(address), content_type=LETTER_TYPE)
    )
    response.headers["Cache-Control"] = f"private, max-age={CACHE_SECONDS}"
    response.headers["Content-Security-Policy"] = POLICY
    return response


def letter_icon(address: str) -> str:
    """Return a picture of the letter or digit by which the host of `address` begins.

    >>> letter_icon("https://www.oak.example/favicon.ico").count(">O<")
    1
    """
    host = (urlsplit(address).hostname or "").removeprefix("www.")
    found = re.search("[a-z0-9]", host)
    return LETTER_ICON.format(letter=found[0].upper() if found else "")


async def fetch_picture(request: HttpRequest, address: str, max_bytes: int) -> bytes:
    try:
        async with shared_client(request) as client:
            fetched = await client.fetcher.fetch(
                address, deadline=DEADLINE, max_bytes=max_bytes, accept=ACCEPTED
            )
    except FetchError:
        return b""
    is_picture = fetched.status == HTTPStatus.OK and picture_type(fetched.body)
    return fetched.body if is_picture else b""


def picture_type(body: bytes) -> str | None:
    r"""Return the media type of a picture by its first bytes, None for anything else.

    >>> picture_type(b"\x89PNG\r\n\x1a\n"), picture_type(b"<svg onload=alert(1)>")
    ('image/png', None)
    """
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if body.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if body.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if body.startswith(b"\x00\x00\x01\x00"):
        return "image/x-icon"
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    if body[4:12] in {b"ftypavif", b"ftypavis"}:
        return "image/avif"
    return None
