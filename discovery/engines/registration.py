"""What commands, tasks, views and admin do with engines."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.text import slugify

from discovery.models import ALLOWED_CHANGES, Engine, EngineEvent, EngineState, ForbiddenChangeError
from discovery.pages import comparison_key, resolve_url
from discovery.web import FetchError, lacks_scheme, web_address

MAX_SLUG_LENGTH = 60


class AddressError(ValueError):
    """What was given is no address of a web site."""


def clean_address(text: str) -> str:
    """Return `text` as an http(s) address; a missing scheme is taken for https.

    Raises `AddressError` with a sentence that says what is wrong.
    """
    text = text.strip()
    if not text:
        raise AddressError("Give the address of a site, such as https://example.org/.")
    if "://" not in text and not text.lower().startswith(("mailto:", "javascript:", "data:")):
        text = f"https://{text}"
    address = resolve_url("", text)
    if address is None:
        raise AddressError(f"{text[:200]!r} is no http or https address of a site.")
    try:
        web_address(address)
    except FetchError as error:
        raise AddressError(str(error)) from error
    return address


def register_engine(address: str) -> tuple[Engine, bool]:
    """Return the engine at `address` and whether it is new.

    Addresses that differ only in what does not tell pages apart are one engine. Raises
    `AddressError`.
    """
    home_url = clean_address(address)
    key = comparison_key(home_url)
    host = (urlsplit(home_url).hostname or "").removeprefix("www.")
    with transaction.atomic():
        for engine in Engine.objects.of_sites().filter(home_url__icontains=host):
            if comparison_key(engine.home_url) == key:
                return engine, False
        engine = Engine.objects.create(
            slug=free_slug(home_url),
            name=host,
            home_url=home_url,
            scheme_is_assumed=lacks_scheme(address),
        )
        return engine, True


def free_slug(address: str) -> str:
    """Return a slug made from host, port and path of `address` that no engine has yet."""
    stem = slug_stem(address)
    taken = set(Engine.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug, number = stem, 2
    while slug in taken:
        slug, number = f"{stem}-{number}", number + 1
    return slug


def slug_stem(address: str) -> str:
    """Return what the slug of an engine at `address` begins with: host, port and path."""
    parts = urlsplit(address)
    host = (parts.hostname or "engine").removeprefix("www.")
    port = f"-{parts.port}" if parts.port else ""
    path = slugify(parts.path.replace("/", "-"))
    stem = slugify(f"{host.replace('.', '-')}{port}")
    stem = f"{stem}-{path}" if path else stem
    return stem[:MAX_SLUG_LENGTH].strip("-") or "engine"


def change_state(
    engine: Engine, after: EngineState, reason: str, evidence: Mapping[str, Any] | None = None
) -> None:
    """Move `engine` into state `after` and log it with its evidence, in one transaction.

    The row is locked by the conditional update, so that of two processes one wins. Raises
    `ForbiddenChangeError` when the table of changes does not allow it from the state in the
    database.
    """
    with transaction.atomic():
        before = Engine.objects.values_list("state", flat=True).get(pk=engine.pk)
        if before != after and after not in ALLOWED_CHANGES[EngineState(before)]:
            raise ForbiddenChangeError(before, after)
        changed = Engine.objects.filter(pk=engine.pk, state=before).update(
            state=after, reason=reason
        )
        if not changed:
            raise ForbiddenChangeError(before, after)
        log_event(engine, before, after, reason, evidence)
    engine.state, engine.reason = after, reason


def log_event(
    engine: Engine,
    before: str,
    after: str,
    reason: str,
    evidence: Mapping[str, Any] | None = None,
) -> None:
    """Write one line of an engine's history."""
    EngineEvent.objects.create(
        engine=engine, before=before, after=after, reason=reason, evidence=dict(evidence or {})
    )
