"""Engines as rows: added, known again by their connection, named by bangs."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.utils.text import slugify

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import to_xml
from discovery.connection.given import GivenConnection, read_given
from discovery.crawling.links import without_session
from discovery.engine_lists.proposals import engine_key
from discovery.models import (
    ALLOWED_CHANGES,
    LEARNING_FAILURES,
    MAX_BANG_LENGTH,
    Engine,
    EngineEvent,
    EngineState,
    ForbiddenChangeError,
)
from discovery.pages.urls import comparison_key, resolve_url
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import lacks_scheme
from discovery.web.web_address import web_address

# Words of a site's name that are taken, and characters of them all: it is to be typed.
MAX_WORDS = 3
MAX_LENGTH = 20
# What stands between a site's name and what it says of itself.
_REST = re.compile(r"\s+[-–—|·•»/]\s.*|\s*[|,:;(–—].*", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")
NAMELESS = "engine"


def bang_stem(name: str, address: str) -> str:
    """Return what a bang begins with, in ASCII; of a name without Latin letters it is of the host.

    >>> bang_stem("Café Müller – die Suche", "https://a.example/")
    'cafe-muller'
    >>> bang_stem("ويكيبيديا", "https://ar.wikipedia.org/"), bang_stem("書", "http://127.0.0.1:81/")
    ('wikipedia', 'engine')
    """
    first = _words(_REST.sub("", name.strip())) or _words(name)
    stem = ""
    for word in first[:MAX_WORDS]:
        longer = f"{stem}-{word}" if stem else word[:MAX_LENGTH]
        if len(longer) > MAX_LENGTH:
            break
        stem = longer
    return stem if re.search("[a-z]", stem) else _host_word(address)


def free_name(stem: str, taken: Collection[str]) -> str:
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def give_bang(engine: Engine, name: str) -> None:
    unnamed = Engine.objects.filter(pk=engine.pk, bang=None)
    if not unnamed.exists():
        return
    stem = bang_stem(name, engine.home_url)
    unnamed.update(bang=free_name(stem, taken_bangs(engine, stem))[:MAX_BANG_LENGTH])


def taken_bangs(engine: Engine, stem: str) -> set[str]:
    others = Engine.objects.exclude(pk=engine.pk)
    rows = others.filter(Q(bang__istartswith=stem) | Q(slug__istartswith=stem))
    return {
        called.casefold() for row in rows.values_list("bang", "slug") for called in row if called
    }


def _words(text: str) -> list[str]:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(each for each in decomposed if not unicodedata.combining(each))
    return _WORD.findall(folded)


def _host_word(address: str) -> str:
    labels = (urlsplit(address).hostname or "").split(".")[:-1]
    words = [word for label in labels for word in _words(label) if re.search("[a-z]", word)]
    return max(words, key=len, default=NAMELESS)[:MAX_LENGTH]


# Engines of one host whose descriptions are compared. Guess: of more, most are imported lists.
_MAX_COMPARED = 200


def engines_asked_alike(engine: Engine, description: ConnectionDescription) -> list[Engine]:
    """Return the other learned engines that are asked by the same address, the oldest first."""
    host = urlsplit(description.action or description.template).hostname or ""
    try:
        key = engine_key(description)
    except DescriptionError:
        return []
    others = (
        Engine.objects.of_sites()
        .filter(description__icontains=host.removeprefix("www."))
        .exclude(pk=engine.pk)
        .exclude(state__in=(EngineState.PROPOSED, EngineState.LEARNING, *LEARNING_FAILURES))
        .order_by("pk")[:_MAX_COMPARED]
    )
    alike = []
    for other in others:
        with suppress(DescriptionError):
            if engine_key(other.connection) == key:
                alike.append(other)
    return alike


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
    """Return `text` as an http(s) address, https by default. Raises `AddressError`."""
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


def clean_addresses(texts: Iterable[str]) -> list[str]:
    """Return addresses of pages without sessions, each once. Raises `AddressError`."""
    return list(dict.fromkeys(without_session(clean_address(text)) for text in texts))


def register_engine(address: str) -> tuple[Engine, bool]:
    """Return the engine at `address` and whether it is new.

    What says how an engine is asked (`read_given`) is an address too: it is learned by that. Raises
    `AddressError`.
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
    """Return the address of what a person typed or pasted. Raises `AddressError`."""
    given = _given(text)
    return clean_address(text) if given is None else _address_of(given)


def _address_of(given: GivenConnection) -> str:
    return clean_address(given.description.template.partition("?")[0].partition("{")[0])


def _given(text: str) -> GivenConnection | None:
    try:
        return read_given(text)
    except DescriptionError as error:
        raise AddressError(str(error)) from error


def _register_given(given: GivenConnection) -> tuple[Engine, bool]:
    """Of an engine in use only keys change."""
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
    stem = slug_stem(address)
    taken = set(Engine.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return free_name(stem, taken)


def slug_stem(address: str) -> str:
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
    """Move `engine` into state `after` and log it; of two processes one wins.

    Raises `ForbiddenChangeError` when that is not allowed from the state in the database.
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
    engine: Engine, before: str, after: str, reason: str, evidence: Mapping[str, Any] | None = None
) -> None:
    EngineEvent.objects.create(
        engine=engine, before=before, after=after, reason=reason, evidence=dict(evidence or {})
    )
