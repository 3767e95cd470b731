"""Use cases of engines: add, check, pause, resume, collect, accept or reject a repair."""

from collections.abc import Iterable

from django.db import transaction
from django_q.tasks import async_task

from discovery.engines.registration import change_state, log_event, register_engine
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from discovery.pages.outcomes import AnswerKind
from wrappers.engines.check_schedule import claim_due_checks, record_check
from wrappers.learning.jobs import LEARNING, Report, plan_learning
from wrappers.learning.learned_version import activate_engine, use_version
from wrappers.models import LearningJob, Proposal, SamplePage, WrapperVersion


class UnusableVersionError(RuntimeError):
    """A version was never in use: it waits for a decision, or was rejected."""


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


def add_engine(address: str, report: Report = lambda _step: None) -> LearningJob:
    """Register the site at `address` and learn it here and now. Raises `AddressError`.

    Returns the finished job; for a site whose index we search, the one that found it.
    """
    engine, _ = register_engine(address)
    if engine.collection_id is not None:
        return engine.learning_jobs.latest("pk")
    return LEARNING.work_now(plan_learning(engine, enqueue=False), report)


def pause(engine: Engine) -> None:
    change_state(engine, EngineState.PAUSED, "Paused by a person.")


def resume(engine: Engine) -> None:
    """Ask a paused engine again, or learn it first. Raises `ForbiddenChangeError`."""
    if engine.state != EngineState.PAUSED:
        raise ForbiddenChangeError(engine.state, EngineState.ACTIVE)
    has_wrapper = engine.wrapper_versions.filter(is_active=True).exists()
    if has_wrapper or engine.collection_id is not None:
        change_state(engine, EngineState.ACTIVE, "Resumed by a person.")
    else:
        change_state(engine, EngineState.LEARNING, "Resumed by a person.")
        plan_learning(engine)


def roll_back(version: WrapperVersion) -> None:
    """Make an older version the active one. Raises `UnusableVersionError`."""
    engine = version.engine
    if not engine.wrapper_versions.usable().filter(pk=version.pk).exists():
        raise UnusableVersionError(
            f"Version {version.number} was never in use: it was proposed, and is to be accepted "
            "or rejected on its page in the console."
        )
    with transaction.atomic():
        use_version(engine, version)
        reason = f"Rolled back to version {version.number} by a person."
        log_event(engine, engine.state, engine.state, reason)


def enqueue_due_checks() -> int:
    engines = claim_due_checks()
    for engine in engines:
        enqueue_check(engine)
    return len(engines)


def enqueue_check(engine: Engine) -> None:
    async_task("wrappers.tasks.check", engine.pk, task_name=f"check {engine.slug}")


def sample_to_collect(engine: Engine) -> str:
    """Return a page of an engine that cannot be asked as a sample for a collection, or ""."""
    if engine.state not in LEARNING_FAILURES:
        return ""
    event = engine.events.first()
    return str(event.evidence.get("sample") or "") if event is not None else ""


class ProposalGoneError(RuntimeError):
    """What a person decides on does not wait any more."""


def accept_proposal(version: WrapperVersion, by: str) -> None:
    """Use a proposed version and have it checked. Raises `ProposalGoneError`."""
    with transaction.atomic():
        engine = _decide(version, Proposal.ACCEPTED)
        use_version(engine, version)
        record_check(engine, AnswerKind.RESULTS)
        reason = f"{by} accepted version {version.number}, although {version.proposed_because}."
        activate_engine(engine, reason)
    enqueue_check(engine)


def reject_proposal(version: WrapperVersion, by: str) -> None:
    """Leave a proposed version out of use for good. Raises `ProposalGoneError`."""
    with transaction.atomic():
        engine = _decide(version, Proposal.REJECTED)
        SamplePage.objects.filter(version=version).delete()
        reason = f"{by} rejected version {version.number}: {version.proposed_because}."
        log_event(engine, engine.state, engine.state, reason)


def _decide(version: WrapperVersion, decision: Proposal) -> Engine:
    """Note the decision, of two persons the first's; return the engine, locked."""
    engine = Engine.objects.select_for_update().get(pk=version.engine_id)
    waiting = WrapperVersion.objects.proposed().filter(pk=version.pk)
    if not waiting.update(proposal=decision):
        raise ProposalGoneError("This repair does not wait for a decision any more.")
    return engine
