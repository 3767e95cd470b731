"""Signed addresses of pictures: ours, so that no site learns who looks at a result."""

from urllib.parse import urlencode

from django.core.signing import Signer
from django.urls import reverse

from discovery.pages import resolve_url

# Longer ones would make the page heavy.
MAX_ADDRESS_LENGTH = 1_000
SALT = "metasearch.thumbnails"


def thumbnail_url(address: str) -> str:
    """Return the address of ours for the picture at `address`, "" when it is none to fetch."""
    if not address or len(address) > MAX_ADDRESS_LENGTH or resolve_url("", address) is None:
        return ""
    return f"{reverse('thumbnail')}?{urlencode({'u': signer().sign(address)})}"


def signer() -> Signer:
    """Return what signs addresses of pictures."""
    return Signer(salt=SALT)
