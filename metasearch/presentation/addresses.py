"""Addresses as pages show them: safe to link to, readable, and signed for thumbnails.

A thumbnail has an address of ours, so that no site learns who looks at a result.
"""

import time
from collections.abc import Sequence
from html import escape
from urllib.parse import unquote, urlencode, urlsplit

from django.core.signing import TimestampSigner, b62_encode
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from discovery.pages.urls import resolve_url
from metasearch.presentation.labels import MAX_NAME_LENGTH
from metasearch.search.dispatch import EngineAnswer
from metasearch.search.highlighting import clean_text
from wrappers.engines.answer import ReadyEngine

# Longer ones would make the page heavy.
MAX_ADDRESS_LENGTH = 1_000
SALT = "metasearch.thumbnails.timed"
DAY = 86_400
# Where a site has its icon.
ICON_PATH = "/favicon.ico"
# Seconds for which a signed address is good. The page with it may be as old as the oldest answer
# that is kept (ANSWERS_KEPT_FOR), from whatever time of the day it was signed.
LIFETIME = 2 * DAY


def thumbnail_url(address: str) -> str:
    """Return the address of ours for the picture at `address`, "" when it is none to fetch."""
    if not address or len(address) > MAX_ADDRESS_LENGTH or resolve_url("", address) is None:
        return ""
    signed = PictureSigner(salt=SALT).sign(address)
    return f"{reverse('thumbnail')}?{urlencode({'u': signed})}"


def icon_url(href: str) -> str:
    """Return our address for the icon of a result's site, where sites have had it since 1999."""
    parts = urlsplit(href)
    return thumbnail_url(f"{parts.scheme}://{parts.netloc}{ICON_PATH}") if parts.netloc else ""


def read_thumbnail_address(signed: str) -> str:
    """Return the address of a picture that we signed. Raises `SignatureExpired`, `BadSignature`."""
    return PictureSigner(salt=SALT).unsign(signed, max_age=LIFETIME)


class PictureSigner(TimestampSigner):
    """Signs with the day, not the second: browsers know a picture again by its address."""

    def timestamp(self) -> str:
        return b62_encode(int(time.time()) // DAY * DAY)


# Parts of an address shown after the host, and characters of one.
MAX_ADDRESS_PARTS = 4
MAX_ADDRESS_PART_LENGTH = 40


def safe_address(url: str) -> str:
    """Return `url` if it can be linked to, else "".

    Records hold http(s) addresses only; whatever else came here is not linked.

    >>> safe_address("https://a.example/#/item/1"), safe_address("javascript:x()")
    ('https://a.example/#/item/1', '')
    """
    address = resolve_url("", url)
    _, sign, fragment = url.partition("#")
    return f"{address.partition('#')[0]}{sign}{fragment}" if address else ""


def own_page(answered: EngineAnswer) -> str:
    """Return the address of the page an engine sent, "" if another visitor would not get it."""
    engine = answered.engine
    if not isinstance(engine, ReadyEngine):
        return ""
    description = engine.description
    # What an exact request asks for is for programs.
    by_address = description.method == "get" and not description.exact
    by_address = by_address and not description.needs_form_page and not description.in_browser
    return safe_address(answered.answer.url) if by_address else ""


def address_html(host: str, parts: Sequence[str]) -> SafeString:
    """Return an address as HTML; a part written from right to left does not turn the others.

    >>> address_html("a.example", ("docs", "<b>"))
    '<b>a.example</b> › docs › &lt;b&gt;'
    """
    shown = (escape(part) if part.isascii() else f"<bdi>{escape(part)}</bdi>" for part in parts)
    return mark_safe(" › ".join((f"<b>{escape(host)}</b>", *shown)))  # noqa: S308  escaped above


def address_parts(url: str) -> tuple[str, tuple[str, ...]]:
    """Return host and last path segments of an address, readable; empty for no address.

    >>> address_parts("https://www.a.example:8080/docs/caf%C3%A9/?x=1")
    ('www.a.example:8080', ('docs', 'café', '?x=1'))
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    # A script called with parameters: the parameters are what tells its pages apart.
    if parts.query:
        segments.append(f"?{unquote(parts.query)}")
    shown = [clean_text(segment, MAX_ADDRESS_PART_LENGTH) for segment in segments]
    if len(shown) > MAX_ADDRESS_PARTS:
        shown = ["…", *shown[-MAX_ADDRESS_PARTS + 1 :]]
    return clean_text(host, MAX_NAME_LENGTH), tuple(shown)
