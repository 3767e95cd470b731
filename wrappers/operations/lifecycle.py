"""Use cases of engines: add, pause, resume, sign in, collect."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db import transaction

from discovery.connection.description import ConnectionDescription, DescriptionError, Login
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.login import PASSWORD, USER
from discovery.crawling.links import of_one_site
from discovery.engines.registration import AddressError, change_state, register_engine
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from discovery.web.proxies import HIDDEN, ProxiesError, read_proxy, shown_proxy
from wrappers.learning.jobs import LearningUnderWayError, plan_learning
from wrappers.models import LearningJob


def register_and_learn(addresses: Iterable[str]) -> int:
    planned = 0
    for address in addresses:
        engine, is_new = register_engine(address)
        if is_new:
            plan_learning(engine)
            planned += 1
    return planned


def begin_adding(address: str) -> Engine:
    """Register a site and have it learned unless it is in use. Raises `AddressError`."""
    engine, _ = register_engine(address)
    if engine.state in LEARNING_FAILURES | {EngineState.PROPOSED}:
        plan_learning(engine)
    return engine


def pause(engine: Engine) -> None:
    change_state(engine, EngineState.PAUSED, "Paused by a person.")


def resume(engine: Engine) -> None:
    """Ask a paused engine again, or learn it first. Raises `ForbiddenChangeError`."""
    if engine.state != EngineState.PAUSED:
        raise ForbiddenChangeError(engine.state, EngineState.ACTIVE)
    if _can_be_asked(engine):
        change_state(engine, EngineState.ACTIVE, "Resumed by a person.")
    else:
        change_state(engine, EngineState.LEARNING, "Resumed by a person.")
        plan_learning(engine)


def take_back_pause(engine: Engine, reason: str = "The pause was taken back by a person.") -> None:
    """Ask a paused engine again, or let it wait for its turn. Raises `ForbiddenChangeError`."""
    after = EngineState.ACTIVE if _can_be_asked(engine) else EngineState.PROPOSED
    if engine.state != EngineState.PAUSED:
        raise ForbiddenChangeError(engine.state, after)
    change_state(engine, after, reason)


def sign_in(engine: Engine, page: str, secrets: Mapping[str, str]) -> None:
    """Have an engine asked as a user who signs in at `page`; without one as anybody.

    `secrets` are those of the user's that change. What could not be asked is learned. Raises
    `LearningUnderWayError`, and `AddressError` for a page of another site.
    """
    if page and not of_one_site(page, engine.home_url):
        raise AddressError(f"{page} is not on the site of the engine, {engine.home_url}.")
    if LearningJob.objects.unfinished().filter(engine=engine).exists():
        raise LearningUnderWayError("This engine is being learned: try again when it is done.")
    login = engine.login if page else None
    if page and (login is None or login.page != page):
        login = Login(page)
    with transaction.atomic():
        for version in engine.wrapper_versions.all():
            version.description = _with_login(version.description, login)
            version.save(update_fields=["description"])
        engine.description = _with_login(engine.description, login)
        kept = engine.secrets if page else engine.secrets.keys() - {USER, PASSWORD}
        engine.secrets = {name: engine.secrets[name] for name in kept} | dict(secrets)
        engine.version += 1
        engine.save(update_fields=["description", "secrets", "version"])
        if not _can_be_asked(engine):
            plan_learning(engine)


def change_proxy(engine: Engine, text: str) -> None:
    """Have an engine asked by a proxy, `direct`, or with "" as the settings say; it is not saved.

    What is shown of the present one changes nothing. Raises `ProxiesError`.
    """
    if text == shown_proxy(engine.proxy.get("address", "")):
        return
    if HIDDEN in text:
        raise ProxiesError("Give the password of the proxy again.")
    if text:
        read_proxy(text, "This")
    engine.proxy = {"address": text} if text else {}


def _with_login(xml: str, login: Login | None) -> str:
    """Return a description with another login, empty for none; what cannot be read stays."""
    nothing = ConnectionDescription()
    try:
        before = from_xml(xml.encode(), is_whole=False) if xml else nothing
    except DescriptionError:
        return xml
    description = replace(before, login=login)
    return "" if description == nothing else to_xml(description).decode()


def _can_be_asked(engine: Engine) -> bool:
    has_wrapper = engine.wrapper_versions.filter(is_active=True).exists()
    return has_wrapper or engine.collection_id is not None


def sample_to_collect(engine: Engine) -> str:
    """Return a page of an engine that cannot be asked as a sample for a collection, or ""."""
    if engine.state not in LEARNING_FAILURES:
        return ""
    event = engine.events.first()
    return str(event.evidence.get("sample") or "") if event is not None else ""
