"""A proposed repair in the console: shown beside what is in use, accepted or rejected."""

import json
from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.urls import reverse
from django_q.models import OrmQ
from lxml import html

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


@pytest.fixture
def proposed() -> WrapperVersion:
    return store_proposal()


def address_of(version: WrapperVersion) -> str:
    return reverse("admin:wrappers_wrapperversion_proposal", args=[version.pk])


def test_a_proposal_is_led_to_and_shown_beside_what_is_in_use(console, proposed):
    page = console.tree("index")
    (tile,) = page.xpath("//*[@class='tiles']/a[contains(., 'accept or reject')]")
    assert "alarming" in tile.get("class")
    listed = html.fromstring(console.client.get(tile.get("href")).content)
    assert listed.xpath(f"//a[@href='{address_of(proposed)}']")
    page = console.tree("discovery_engine_change", proposed.engine_id)
    assert page.xpath(f"//*[@class='errornote']/a[@href='{address_of(proposed)}']")
    assert "of 8 records 0 have an address" in page.text_content()
    page = console.tree("wrappers_wrapperversion_proposal", proposed.pk)
    assert len(page.xpath("//*[@class='objections']/li")) == 2
    frames = page.xpath("//*[@class='side-by-side']//iframe/@src")
    assert len(frames) == 2
    assert all(console.client.get(frame).status_code == 200 for frame in frames)
    known, today = page.xpath("//*[@class='side-by-side']//ol")
    assert known.xpath(".//b/text()")[0] == today.xpath(".//b/text()")[0]
    assert page.xpath("//button[@name='decision']/@value") == ["accept", "reject"]
    page = console.act("wrappers_wrapperversion", "make_active", proposed.pk)
    assert "never in use" in page
    assert WrapperVersion.objects.get(is_active=True).number == 1


@pytest.mark.parametrize(
    ("decision", "active", "state", "standing"),
    [("accept", 2, EngineState.ACTIVE, Proposal.ACCEPTED),
     ("reject", 1, EngineState.BROKEN, Proposal.REJECTED)],
)  # fmt: skip
def test_the_decision_is_done_and_logged(admin_client, proposed, decision, active, state, standing):
    response = admin_client.post(address_of(proposed), {"decision": decision}, follow=True)
    assert response.status_code == 200
    proposed.refresh_from_db()
    proposed.engine.refresh_from_db()
    assert (proposed.proposal, proposed.engine.state) == (standing, state)
    assert WrapperVersion.objects.get(is_active=True).number == active
    assert LogEntry.objects.filter(object_id=str(proposed.engine_id)).exists()
    again = admin_client.get(address_of(proposed), follow=True)
    assert b"does not wait for a decision any more" in again.content
    second = admin_client.post(address_of(proposed), {"decision": "accept"}, follow=True)
    assert b"does not wait for a decision any more" in second.content


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
