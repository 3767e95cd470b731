"""How engines are reached: by the console and the shell alike."""

import json
import time
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from tests.small_server import Reply, Request
from tests.wrappers.small_sites.entries import ENGINE
from tests.wrappers.stored_engine import store_engine
from wrappers.engines.check_schedule import record_check, record_good_answers
from wrappers.engines.registry import ready_engine
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import EngineWatch
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db
PROXY = "socks5://me:s3cret@proxy.example:1080"
SHOWN = "socks5://me:***@proxy.example:1080"
PLACE = "discovery_engine_change"


@pytest.fixture
def engine() -> Engine:
    engine = store_engine().engine
    description = ConnectionDescription(template="http://one.example/?q={searchTerms}")
    engine.wrapper_versions.update(description=to_xml(description).decode())
    record_check(engine, AnswerKind.RESULTS)
    return engine


def hours_until_check(engine: Engine) -> float:
    watch = EngineWatch.objects.get(engine=engine)
    return (watch.next_check_at - timezone.now()).total_seconds() / 3600


def test_a_proxy_and_times_are_set_on_the_engines_page(console, engine):
    watched = {"watch-0-adaptation": ""}
    console.save(PLACE, engine.pk, proxy_address=PROXY, pause="2.5", check_hours="100", **watched)
    changed = Engine.objects.get()
    assert (changed.access.proxy, changed.access.pause) == (PROXY, 2.5)
    assert changed.version == engine.version + 1
    assert ready_engine(engine.slug).access == changed.access
    assert "s3cret" not in repr(ready_engine(engine.slug))
    assert 79 < hours_until_check(engine) < 121
    record_good_answers({engine.slug})
    assert 79 < hours_until_check(engine) < 121
    with connection.cursor() as cursor:
        cursor.execute("SELECT proxy FROM discovery_engine")
        assert "s3cret" not in cursor.fetchone()[0]
    page = console.text(PLACE, engine.pk)
    assert SHOWN in page and "s3cret" not in page
    console.save(PLACE, engine.pk, pause="3", **watched)
    assert Engine.objects.get().access.proxy == PROXY, "what is shown changes nothing"
    for wrong in ("proxy.example:1080", SHOWN.replace("1080", "1081"), "s3cret=x@host:1"):
        page = console.save(PLACE, engine.pk, proxy_address=wrong, **watched)
        assert "errorlist" in page
        assert Engine.objects.get().access.proxy == PROXY
    console.save(PLACE, engine.pk, proxy_address="direct", **watched)
    assert Engine.objects.get().access.proxy == ""
    console.save(PLACE, engine.pk, proxy_address="", **watched)
    assert Engine.objects.get().access.proxy is None


@pytest.mark.django_db(transaction=True)
def test_checks_and_learning_leave_the_time_that_is_set(served):
    asked: list[float] = []

    def site(request: Request) -> Reply:
        if request.query:
            asked.append(time.monotonic())
        return ENGINE(request)

    engine = add_engine(served(site)).engine
    assert engine.state == EngineState.ACTIVE, engine.reason
    engine.pause = 0.4
    engine.save()
    asked.clear()
    check_engine(engine)
    gaps = [later - before for before, later in pairwise(asked)]
    assert len(gaps) > 1 and min(gaps) > 0.35, gaps
    asked.clear()
    LEARNING.work_now(plan_learning(engine))
    gaps = [later - before for before, later in pairwise(asked)]
    # Pages that follow each other are asked for as a person turns them.
    assert sum(gap > 0.35 for gap in gaps) >= len(gaps) - 4, gaps


def test_the_shell_sets_the_same(monkeypatch, engine):

    def told(*given: str, typed: str = "") -> dict[str, object]:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        out = StringIO()
        call_command("set_engine", engine.slug, *given, "--json", stdout=out)
        return json.loads(out.getvalue())

    outcome = told("--proxy=-", "--pause=2", "--check-hours=1", typed=f"{PROXY}\n")
    assert outcome["proxy"] == SHOWN and outcome["pause"] == 2
    assert Engine.objects.get().access.proxy == PROXY
    assert hours_until_check(engine) < 1.3
    outcome = told("--login=https://one.example/in", "--user=ann", typed="open & shut\n")
    assert outcome["login"] == "https://one.example/in"
    changed = Engine.objects.get()
    assert changed.secrets == {"secret:user": "ann", "secret:password": "open & shut"}
    assert changed.wrapper_versions.in_use().connection.login == changed.login
    assert told("--login=", "--pause=0", "--proxy=")["login"] == ""
    changed = Engine.objects.get()
    assert (changed.secrets, changed.proxy, changed.pause) == ({}, {}, None)
    for wrong in ("--pause=99", "--proxy=ftp://a:1", "--login=mailto:a@b.example"):
        with pytest.raises(CommandError) as raised:
            told(wrong)
        assert raised.value.returncode == 2
    with pytest.raises(CommandError, match="not on the site of the engine"):
        told("--login=https://elsewhere.example/", typed="open & shut")
    assert Engine.objects.get().login is None
