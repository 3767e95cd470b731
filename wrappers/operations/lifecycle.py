"""Use cases of engines: add, pause, resume, collect."""

from collections.abc import Iterable

from discovery.engines.registration import change_state, register_engine
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from wrappers.learning.jobs import plan_learning


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


def _can_be_asked(engine: Engine) -> bool:
    has_wrapper = engine.wrapper_versions.filter(is_active=True).exists()
    return has_wrapper or engine.collection_id is not None


def sample_to_collect(engine: Engine) -> str:
    """Return a page of an engine that cannot be asked as a sample for a collection, or ""."""
    if engine.state not in LEARNING_FAILURES:
        return ""
    event = engine.events.first()
    return str(event.evidence.get("sample") or "") if event is not None else ""
