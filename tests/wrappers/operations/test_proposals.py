"""A person decides on a repair that was not trusted."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django_q.models import OrmQ

from discovery.models import EngineState
from tests.wrappers.proposed_repair import store_proposal
from wrappers.models import EngineWatch, Proposal, WrapperVersion
from wrappers.operations.lifecycle import (
    ProposalGoneError,
    UnusableVersionError,
    accept_proposal,
    reject_proposal,
    roll_back,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_paused", [False, True])
def test_what_is_accepted_is_used_and_checked(is_paused):
    proposed = store_proposal()
    if is_paused:
        proposed.engine.state = EngineState.PAUSED
        proposed.engine.save()
    accept_proposal(proposed, "ada")
    version = WrapperVersion.objects.get(is_active=True)
    assert (version.pk, version.proposal) == (proposed.pk, Proposal.ACCEPTED)
    engine = version.engine
    assert engine.state == (EngineState.PAUSED if is_paused else EngineState.ACTIVE)
    if not is_paused:
        event = engine.events.first()
        assert event is not None and event.reason.startswith("ada accepted version 2")
        assert EngineWatch.objects.get().failures == 0
        assert OrmQ.objects.count() == 1


def test_what_is_rejected_stays_out_of_use():
    proposed = store_proposal()
    reject_proposal(proposed, "ada")
    proposed.refresh_from_db()
    assert (proposed.proposal, proposed.is_active) == (Proposal.REJECTED, False)
    assert proposed.engine.state == EngineState.BROKEN
    assert not proposed.samples.exists()
    with pytest.raises(ProposalGoneError):
        accept_proposal(proposed, "bob")
    assert WrapperVersion.objects.get(is_active=True).number == 1


def test_nobody_rolls_back_to_what_was_never_used():
    proposed = store_proposal()
    with pytest.raises(UnusableVersionError):
        roll_back(proposed)
    with pytest.raises(CommandError, match="never in use"):
        call_command("roll_back", proposed.engine.slug, "2")
    later = WrapperVersion.objects.get(pk=proposed.pk)
    later.pk, later.number, later.proposal = None, 3, ""
    WrapperVersion.objects.filter(is_active=True).update(is_active=False)
    later.is_active = True
    later.save()
    out = StringIO()
    call_command("roll_back", proposed.engine.slug, "--json", stdout=out)
    assert json.loads(out.getvalue())["version"] == 1
