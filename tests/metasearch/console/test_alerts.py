"""Alerts: told once, by a webhook on this machine; what cannot be told breaks nothing."""

import json
import logging
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone
from django_q.models import Schedule, Task

from discovery.engines.registration import change_state
from discovery.jobs.crawls import CrawlState
from discovery.models import Engine, EngineCrawl, EngineEvent, EngineState
from metasearch import tasks
from metasearch.console.alerts import MAX_LINE, SETTLED, SHOWN_LINES, send_alerts
from metasearch.models import ToldUntil
from metasearch.settings.environment import read_alert_addresses
from tests.small_server import Reply, serving_site
from tests.wrappers.stored_engine import store_proposal

pytestmark = pytest.mark.django_db

NOBODY = "json://127.0.0.1:9/"


@pytest.fixture
def told(settings):
    """What a webhook on loopback was sent; alerts are on since an hour ago."""
    messages: list[dict[str, str]] = []

    def hook(request):
        messages.append(json.loads(request.body))
        return Reply("ok")

    ToldUntil.objects.create(pk=1, at=timezone.now() - timedelta(hours=1))
    with serving_site(hook) as address:
        settings.ALERTS = f"{NOBODY} {address.replace('http', 'json')}"
        yield messages


def engine(slug: str, *states: EngineState, reason: str = "why") -> Engine:
    """An engine that went through these states, some while ago."""
    made = Engine.objects.create(
        slug=slug, name=slug, home_url="http://a.example/", state=states[0]
    )
    for state in states[1:]:
        change_state(made, state, reason)
    EngineEvent.objects.update(at=timezone.now() - 2 * SETTLED)
    return made


def test_what_happened_is_told_once_in_one_message(told, caplog):
    engine("down", EngineState.ACTIVE, EngineState.BROKEN, reason="a\nb " * 200)
    engine("up", EngineState.BROKEN, EngineState.ACTIVE)
    engine("unlearned", EngineState.LEARNING, EngineState.NO_FORM)
    long_ago = timezone.now() - timedelta(minutes=2)
    type(version := store_proposal()).objects.filter(pk=version.pk).update(created_at=long_ago)
    EngineCrawl.objects.create(
        seeds=["http://b.example/"], state=CrawlState.FAILED, reason="lost", finished_at=long_ago
    )
    title = send_alerts()
    assert title == (
        "Metasearch: 1 broken, 1 mended, 1 not learned, 1 waiting for a person, 1 failed jobs"
    )
    (message,) = told
    assert message["title"] == title
    lines = message["message"].splitlines()
    assert "- One: repair to accept or reject: of 8 records" in message["message"]
    assert "- crawl from http://b.example/: lost" in lines
    assert lines[-1] == "See /admin/inbox/"
    assert max(map(len, lines)) <= MAX_LINE + 2
    # The other address is away: that is in the log, by its number.
    assert "address 1 of 2 took no alert" in caplog.text
    assert send_alerts() == ""
    assert len(told) == 1


def test_what_is_still_down_is_not_told_again(told):
    engine("down", EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED)
    assert send_alerts() == "Metasearch: 1 broken"


def test_of_many_some_are_named(told):
    for number in range(SHOWN_LINES + 3):
        engine(f"down-{number}", EngineState.ACTIVE, EngineState.BROKEN)
    assert send_alerts() == f"Metasearch: {SHOWN_LINES + 3} broken"
    assert "- and 3 more" in told[0]["message"]


def test_a_task_that_fails_every_minute_is_told_once_a_day(told):
    def fail(minutes: int) -> None:
        at = timezone.now() - timedelta(minutes=minutes)
        Task.objects.create(
            id=f"{minutes:032}", name="t", func="a.task", started=at, stopped=at, success=False,
            result="no such table",
        )  # fmt: skip

    fail(20)
    fail(10)
    assert send_alerts() == "Metasearch: 1 failed jobs"
    assert "- a.task: no such table" in told[0]["message"]
    ToldUntil.objects.update(at=timezone.now() - timedelta(minutes=5))
    fail(2)
    assert send_alerts() == ""


def test_a_digest_waits_for_its_day(told, settings):
    settings.ALERTS_SENT = "daily"
    engine("down", EngineState.ACTIVE, EngineState.BROKEN)
    assert send_alerts() == ""
    ToldUntil.objects.update(at=timezone.now() - timedelta(days=1, hours=1))
    assert send_alerts() == "Metasearch: 1 broken"


def test_what_no_address_takes_is_told_later(told, settings, caplog):
    engine("down", EngineState.ACTIVE, EngineState.BROKEN)
    answering, settings.ALERTS = settings.ALERTS, f"{NOBODY} nosuchservice://x"
    with caplog.at_level(logging.WARNING):
        assert send_alerts() == ""
    assert "address 2 of 2" in caplog.text
    settings.ALERTS = answering
    assert send_alerts() == "Metasearch: 1 broken"


def test_after_the_clock_was_set_back_nothing_is_told_twice_and_all_that_is_new(told, monkeypatch):
    engine("down", EngineState.ACTIVE, EngineState.BROKEN)
    assert send_alerts() == "Metasearch: 1 broken"
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() - timedelta(hours=2))
    assert send_alerts() == ""
    EngineEvent.objects.create(
        engine=Engine.objects.get(), at=timezone.now() + timedelta(hours=1),
        before=EngineState.BROKEN, after=EngineState.ACTIVE,
    )  # fmt: skip
    monkeypatch.setattr(timezone, "now", real)
    assert send_alerts() == "Metasearch: 1 mended"
    assert len(told) == 2


def test_what_happened_before_alerts_were_on_is_not_told(told):
    engine("down", EngineState.ACTIVE, EngineState.BROKEN)
    ToldUntil.objects.all().delete()
    assert send_alerts() == ""
    assert send_alerts() == ""
    assert told == []


def test_alerts_are_scheduled_where_there_are_addresses(settings):
    tasks.plan_schedules()
    assert not Schedule.objects.filter(func__endswith="send_alerts").exists()
    settings.ALERTS = NOBODY
    tasks.plan_schedules()
    assert Schedule.objects.get(func__endswith="send_alerts").minutes == 1


def test_addresses_that_are_none_stop_the_start(monkeypatch):
    monkeypatch.setenv("ALERTS", f"{NOBODY} somebody@a.example")
    with pytest.raises(ImproperlyConfigured, match="number 2 is none"):
        read_alert_addresses("ALERTS")
