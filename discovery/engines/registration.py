"""What commands, tasks, views and admin do with engines."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils.text import slugify

from discovery.connection.description.description import DescriptionError
from discovery.connection.given.giving import GivenConnection, read_given
from discovery.connection.xml.writing import to_xml
from discovery.models import ALLOWED_CHANGES, Engine, EngineEvent, EngineState, ForbiddenChangeError
from discovery.pages.urls import comparison_key, resolve_url
from discovery.web.either_scheme import lacks_scheme
from discovery.web.fetch_error import FetchError
from discovery.web.web_address import web_address

MAX_SLUG_LENGTH = 60
MAX_ADDRESS = 2_000
MAX_NAME = 200
# Control characters and halves of characters, which no database stores; an address after another,
# with a space between them; a scheme that became a host for want of a colon or a slash.
_NO_ADDRESS = re.compile(
    r"[\0-\x1f\x7f\ud800-\udfff]|\shttps?://|^https?://https?(?:[:/]|$)", re.IGNORECASE
)


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
    if address is None or _NO_ADDRESS.search(address):
        raise AddressError(f"{text[:200]!r} is no http or https address of a site.")
    if len(address) > MAX_ADDRESS:
        raise AddressError(
            f"{text[:200]!r} is longer than an address of a site may be, {MAX_ADDRESS} characters."
        )
    try:
        # As it was given: what `resolve_url` leaves out, a password say, was not meant to be.
        web_address(text)
    except FetchError as error:
        raise AddressError(str(error)) from error
    return address


def register_engine(address: str) -> tuple[Engine, bool]:
    """Return the engine at `address` and whether it is new.

    Addresses that differ only in what does not tell pages apart are one engine. What says how an
    engine is asked (`read_given`) is one too: it is learned by that. Raises `AddressError`.
    """
    given = _given(address)
    if given is not None:
        return _register_given(given)
    home_url = clean_address(address)
    key = comparison_key(home_url)
    host = (urlsplit(home_url).hostname or "").removeprefix("www.")
    with transaction.atomic():
        for engine in Engine.objects.given_by_address().filter(home_url__icontains=host):
            if comparison_key(engine.home_url) == key:
                return engine, False
        engine = Engine.objects.create(
            slug=free_slug(home_url),
            name=host[:MAX_NAME],
            home_url=home_url,
            scheme_is_assumed=lacks_scheme(address),
        )
        return engine, True


def typed_address(text: str) -> str:
    """Return the address of the engine that a person typed, or whose connection he pasted.

    Raises `AddressError`.
    """
    given = _given(text)
    return clean_address(text) if given is None else _address_of(given)


def _address_of(given: GivenConnection) -> str:
    """Return where an engine is asked that is known by its connection alone."""
    return clean_address(given.description.template.partition("?")[0].partition("{")[0])


def _given(text: str) -> GivenConnection | None:
    """Return the connection that a person gave, None for the address of a site."""
    try:
        return read_given(text)
    except DescriptionError as error:
        raise AddressError(str(error)) from error


def _register_given(given: GivenConnection) -> tuple[Engine, bool]:
    """Return the engine that is asked by that address, with the connection given, and if it is new.

    Of one that is in use only the keys are replaced: its connection is changed by an upload.
    """
    home_url = _address_of(given)
    kept = {"description": to_xml(given.description).decode(), "secrets": dict(given.secrets)}
    with transaction.atomic():
        engine, is_new = Engine.objects.of_sites().get_or_create(
            home_url=home_url,
            defaults={"slug": free_slug(home_url), "name": given.description.site_name, **kept},
        )
        if not is_new:
            if engine.version:
                del kept["description"]
            for name, value in kept.items():
                setattr(engine, name, value)
            engine.version += bool(engine.version)
            engine.save(update_fields=[*kept, "version"])
    return engine, is_new


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
