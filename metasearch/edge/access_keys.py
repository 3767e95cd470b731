"""Keys of programs: made once, shown once, known again by their fingerprints."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from metasearch.models import AccessKey

# So that people and programs that look for secrets in files know one.
PREFIX = "metasearch_"
# Random bytes of a key: nobody guesses it, so that its fingerprint needs no slow function.
KEY_BYTES = 32
# How exactly it is kept when a key was last used.
USE_KEPT_TO = timedelta(minutes=1)


def new_access_key() -> tuple[str, str]:
    """Return a key, and the fingerprint by which it will be known."""
    key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
    return key, fingerprint_of(key)


def fingerprint_of(key: str) -> str:
    """Return what is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def is_access_key(key: str) -> bool:
    """Tell whether a key is one of ours that was not revoked; keep that it was used."""
    known = AccessKey.objects.filter(fingerprint=fingerprint_of(key), revoked_at=None)
    if not known.exists():
        return False
    now = timezone.now()
    old = Q(last_used_at=None) | Q(last_used_at__lt=now - USE_KEPT_TO)
    known.filter(old).update(last_used_at=now)
    return True
