"""Wrapper versions brought into use: learned, proposed and accepted, or gone back to."""

from collections.abc import Collection, Mapping
from math import ceil
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max
from msgspec.structs import asdict

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import from_xml
from discovery.engines.registration import change_state, give_bang, log_event
from discovery.models import LEARNING_FAILURES, Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from wrappers.engines.check_schedule import enqueue_check, record_check
from wrappers.models import FoundWrapper, Proposal, SamplePage, WrapperVersion


class UnusableVersionError(RuntimeError):
    """A version was never in use: it waits for a decision, or was rejected."""


def new_version(
    engine: Engine, description: str, found: FoundWrapper, reason: str, of_others: str = ""
) -> WrapperVersion:
    """Return what was found as a version that is neither stored nor in use yet.

    `of_others`: why it was made where there are versions before.
    """
    last = engine.wrapper_versions.aggregate(last=Max("number"))["last"] or 0
    return WrapperVersion(
        engine=engine,
        number=last + 1,
        description=description,
        form_key=form_key_of(description),
        reason=of_others if last and of_others else reason,
        **asdict(found),
    )


def found_version(version: WrapperVersion) -> FoundWrapper:
    """Return what a version has as something that was found."""
    return FoundWrapper(*(getattr(version, name) for name in FoundWrapper.__struct_fields__))


# The key of what cannot be read as a description: nothing is asked alike.
UNREADABLE = "?"


def form_key_of(description: str) -> str:
    """Return the key by which versions whose engines are asked alike are found."""
    try:
        return from_xml(description.encode()).form_key
    except (DescriptionError, ValueError):
        return UNREADABLE


def use_version(
    engine: Engine, version: WrapperVersion, name: str = "", beside: Collection[int] = ()
) -> None:
    """Have an engine asked and read by `version` from now on, in all processes.

    The versions of the keys `beside` read the other designs in which its site answers.
    """
    engine.wrapper_versions.filter(is_active=True).update(is_active=False)
    engine.wrapper_versions.beside().exclude(pk__in=beside).update(is_beside=False)
    engine.wrapper_versions.filter(pk__in=beside).update(is_beside=True)
    version.is_active, version.is_beside = True, False
    version.save(update_fields=["is_active", "is_beside"] if version.pk else None)
    name = name or engine.name
    try:
        language = version.connection.language
    except DescriptionError:
        # One that a person goes back to is asked as it was, or says why it cannot be.
        language = ""
    Engine.objects.filter(pk=engine.pk).update(
        description=version.description,
        # What a list of engines said holds where the site itself says nothing.
        language=language or engine.language,
        name=name[:200],
        version=F("version") + 1,
    )
    give_bang(engine, name)


def activate_engine(engine: Engine, reason: str, evidence: Mapping[str, Any] | None = None) -> None:
    if engine.state == EngineState.PAUSED:
        log_event(engine, engine.state, engine.state, reason, evidence)
        return
    if engine.state in LEARNING_FAILURES:
        change_state(engine, EngineState.LEARNING, reason, evidence)
    change_state(engine, EngineState.ACTIVE, reason, evidence)


def withdraw_proposal(engine: Engine) -> bool:
    """Delete what waits for a person's decision; tell whether there was anything."""
    return bool(engine.wrapper_versions.proposed().delete()[0])


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


# Of the time that searches wait for any engine, what a slow one takes; how many times what it took
# it is given, and seconds at most. Guesses.
SLOW_SHARE, SLOW_FACTOR, LONGEST = 0.5, 2, 20


def give_time(engine: Engine, version: WrapperVersion, seconds: float) -> None:
    """Have searches wait for an engine that took so many seconds; what a person set stays.

    One that is searched in a browser has its time.
    """
    wanted = min(LONGEST, ceil(SLOW_FACTOR * seconds))
    usual = settings.ENGINE_DEADLINE
    is_slow = seconds > SLOW_SHARE * usual and wanted > usual
    if not is_slow or version.connection.in_browser:
        return
    slow = Engine.objects.filter(pk=engine.pk, deadline=None)
    if slow.update(deadline=wanted, version=F("version") + 1):
        reason = f"It took {seconds:.1f} s to answer: searches wait {wanted} s for it from now on."
        log_event(engine, engine.state, engine.state, reason)


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
