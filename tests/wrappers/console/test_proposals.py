"""Proposed repairs, another of a site's forms, and advice, in the console."""

import json
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError
from django.urls import reverse
from django_q.models import OrmQ
from lxml import html

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import ALLOWED_CHANGES, Engine, EngineState
from metasearch.console.engines import ADVICE
from tests.programs import called
from tests.wrappers.stored_engine import store_proposal
from wrappers.engines.versions import (
    ProposalGoneError,
    UnusableVersionError,
    accept_proposal,
    roll_back,
)
from wrappers.models import EngineWatch, LearningJob, Proposal, WrapperVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposed() -> WrapperVersion:
    return store_proposal()


def address_of(version: WrapperVersion) -> str:
    return reverse("admin:wrappers_wrapperversion_proposal", args=[version.pk])


def test_a_proposal_is_led_to_and_shown_beside_what_is_in_use(console, proposed):
    page = console.tree("index")
    (tile,) = page.xpath("//li/a[contains(., 'accept or reject')]")
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
    ("decision", "before", "state"),
    [
        ("accept", EngineState.BROKEN, EngineState.ACTIVE),
        ("accept", EngineState.PAUSED, EngineState.PAUSED),
        ("reject", EngineState.BROKEN, EngineState.BROKEN),
    ],
)
def test_the_decision_is_done_and_logged(console, proposed, decision, before, state):
    is_accepted, engine = decision == "accept", proposed.engine
    engine.state = before
    engine.save()
    console.post("wrappers_wrapperversion_proposal", proposed.pk, decision=decision)
    for row in (proposed, engine):
        row.refresh_from_db()
    assert engine.state == state
    assert proposed.proposal == (Proposal.ACCEPTED if is_accepted else Proposal.REJECTED)
    assert WrapperVersion.objects.get(is_active=True).number == (2 if is_accepted else 1)
    assert proposed.samples.exists() is is_accepted
    assert LogEntry.objects.filter(object_id=str(engine.pk)).exists()
    if state == EngineState.ACTIVE:
        assert engine.events.first().reason.startswith("admin accepted version 2")
        assert EngineWatch.objects.get().failures == 0
        assert OrmQ.objects.count() == 1
    for follow in (console.client.get, partial(console.client.post, data={"decision": "accept"})):
        again = follow(address_of(proposed), follow=True)
        assert b"does not wait for a decision any more" in again.content
    with pytest.raises(ProposalGoneError):
        accept_proposal(proposed, "bob")


def test_nobody_rolls_back_to_what_was_never_used(proposed):
    with pytest.raises(UnusableVersionError):
        roll_back(proposed)
    with pytest.raises(CommandError, match="never in use"):
        called("roll_back", proposed.engine.slug, "2")
    later = WrapperVersion.objects.get(pk=proposed.pk)
    later.pk, later.number, later.proposal = None, 3, ""
    WrapperVersion.objects.filter(is_active=True).update(is_active=False)
    later.is_active = True
    later.save()
    assert json.loads(called("roll_back", proposed.engine.slug, "--json")[0])["version"] == 1


XML = {
    name: to_xml(
        ConnectionDescription(
            site_name="One",
            home_url="http://one.example/",
            template=f"http://one.example/{name}?q={{searchTerms}}",
        )
    ).decode()
    for name in ("goods", "help")
}


@pytest.fixture
def engine() -> Engine:
    engine = Engine.objects.create(
        slug="one", name="One", home_url="http://one.example/", state=EngineState.NO_RECORDS
    )
    candidates = [{"xml": xml, "cues": ["type=search", name]} for name, xml in XML.items()]
    LearningJob.objects.create(
        engine=engine,
        finished_at=engine.created_at,
        progress={
            "candidates": candidates,
            "candidate": 1,
            "failures": [{"state": "NO_RECORDS", "reason": "No records there.", "evidence": {}}],
        },
    )
    return engine


def address(engine: Engine) -> str:
    return reverse("admin:discovery_engine_forms", args=[engine.pk])


def test_all_forms_are_shown_and_what_to_do_in_trouble(admin_client, engine):
    page = html.fromstring(admin_client.get(address(engine)).content)
    rows = [row.text_content() for row in page.xpath("//tbody/tr")]
    assert "goods" in rows[0] and "type=search" in rows[0] and "tried last" in rows[1]
    assert "No records there." in page.text_content()
    for form in ("2", "-1", "x", "", "9" * 5_000):
        assert admin_client.post(address(engine), {"form": form}).status_code == 404
    page = admin_client.get(reverse("admin:discovery_engine_change", args=[engine.pk])).content
    assert ADVICE[EngineState.NO_RECORDS].encode() in page
    LearningJob.objects.all().delete()
    assert b"Upload a connection description" in admin_client.get(address(engine)).content
    without = {state for state in ALLOWED_CHANGES if state not in ADVICE}
    assert without == {EngineState.ACTIVE, EngineState.LEARNING}


def test_the_form_chosen_is_learned_and_nothing_else_begun_meanwhile(admin_client, engine):
    admin_client.post(address(engine), {"form": "0"})
    job = LearningJob.objects.unfinished().get(engine=engine)
    assert "goods" in str(job.progress)
    assert LogEntry.objects.filter(object_id=str(engine.pk)).exists()
    job.log = [{"name": "connect", "seconds": 1, "outcome": "so far"}]
    job.progress |= {"candidates": [{"xml": XML["help"], "cues": []}], "candidate": 0}
    job.save()
    response = admin_client.post(address(engine), {"form": "0"}, follow=True)
    assert b"being learned" in response.content
