"""Repairs that were found and not trusted: a person accepts or rejects them."""

from django.db import transaction

from discovery.engines.registration import change_state, log_event
from discovery.models import Engine, EngineState
from wrappers.engines.check_schedule import record_mended
from wrappers.learning.learned_version import put_in_use
from wrappers.models import Proposal, SamplePage, WrapperVersion
from wrappers.operations.lifecycle import enqueue_check


class ProposalGoneError(RuntimeError):
    """What a person decides on does not wait any more."""


def accept_proposal(version: WrapperVersion, by: str) -> None:
    """Use a proposed version, as the person named `by` wants; have it checked.

    A pause stands. Raises `ProposalGoneError`.
    """
    with transaction.atomic():
        engine = _decide(version, Proposal.ACCEPTED)
        engine.wrapper_versions.filter(is_active=True).update(is_active=False)
        WrapperVersion.objects.filter(pk=version.pk).update(is_active=True)
        put_in_use(engine, version, engine.name)
        record_mended(engine)
        reason = f"{by} accepted version {version.number}, although {version.proposed_because}."
        if engine.state in {EngineState.PAUSED, EngineState.ACTIVE}:
            log_event(engine, engine.state, engine.state, reason)
        else:
            change_state(engine, EngineState.ACTIVE, reason)
    enqueue_check(engine)


def reject_proposal(version: WrapperVersion, by: str) -> None:
    """Leave a proposed version out of use, for the person named `by`.

    The engine stays as it is. It is mended again later, but what was rejected is not proposed
    again. Raises `ProposalGoneError`.
    """
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
