"""Monitoring: alive, ready, figures."""

import re

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django_q.conf import Conf
from prometheus_client.parser import text_string_to_metric_families

from discovery.models import Engine, EngineState
from metasearch.console import metrics, readiness
from metasearch.search import counters
from tests.metasearch.engines import crashes, gives, records
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.models import LearningJob


@pytest.fixture
def worker():
    cache.set_many({Conf.Q_STAT: ["cluster"], "cluster": "alive"})
    yield
    cache.delete_many([Conf.Q_STAT, "cluster"])


def fails(*arguments):
    raise OperationalError("no connection")


async def test_a_process_that_lives_says_so_whatever_is_away(async_client, monkeypatch):
    monkeypatch.setitem(readiness.CHECKS, "database", fails)
    response = await async_client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_ready_is_who_has_all_it_needs(client, worker, monkeypatch):
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"ready": True, "away": []})
    cache.delete(Conf.Q_STAT)
    response = client.get("/readyz")
    assert (response.status_code, response.json()) == (503, {"ready": False, "away": ["worker"]})
    assert readiness.are_tables_current()
    plan = "django.db.migrations.executor.MigrationExecutor.migration_plan"
    monkeypatch.setattr(plan, lambda *arguments: [("one", False)])
    assert not readiness.are_tables_current()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["migrations", "cache", "worker"])
def test_what_is_away_is_named_and_the_rest_still_tried(client, monkeypatch, worker, name):
    monkeypatch.setitem(readiness.CHECKS, name, fails)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["away"]) == (503, [name])
    for each in readiness.CHECKS:
        monkeypatch.setitem(readiness.CHECKS, each, fails)
    assert client.get("/readyz").json()["away"] == ["database"], "without it nothing else is tried"


def figures(response):
    families = text_string_to_metric_families(response.content.decode())
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.django_db(transaction=True)
def test_figures_tell_of_engines_jobs_and_searches(client, engines):
    one = Engine.objects.create(slug="a", name="A", home_url="http://a.example/", state="ACTIVE")
    LearningJob.objects.create(engine=one, progress={"mending": 1}, step="ask_again")
    before = figures(client.get("/metrics"))
    engines.add("metrics-one", gives("metrics-one", *records("a", "b")))
    engines.add("metrics-two", crashes)
    assert client.get("/api/v1/search?q=x").status_code == 200
    after = figures(client.get("/metrics"))
    assert after["metasearch_engines", ("state", EngineState.ACTIVE)] == 1
    assert after["metasearch_jobs", ("kind", "mending"), ("state", "unfinished")] == 1
    assert after["metasearch_jobs", ("kind", "learning"), ("state", "unfinished")] == 0
    assert after[("metasearch_database_up",)] == 1
    results = ("engine", "metrics-one"), ("kind", "RESULTS"), ("reason", "records")
    assert after["metasearch_engine_answers_total", *results] == 1
    assert after["metasearch_engine_records_total", ("engine", "metrics-one")] == 2
    assert after["metasearch_engine_seconds_count", ("engine", "metrics-two")] == 1
    merges = ("metasearch_merge_seconds_count",)
    assert after[merges] == before[merges] + 1


@pytest.mark.django_db
def test_figures_without_a_database_are_those_of_the_process(client, monkeypatch):
    monkeypatch.setattr(Engine.objects, "count_by_state", fails)
    told = figures(client.get("/metrics"))
    assert told[("metasearch_database_up",)] == 0
    assert ("metasearch_merge_seconds_count",) in told
    assert not [key for key in told if key[0] == "metasearch_engines"]


def test_ten_thousand_engines_have_few_figures():
    given = [Answer(f"many-{n}", AnswerReason.NO_ANSWER, 0.1) for n in range(10_000)]
    counters.count_engine_answers(named := set(), given)
    assert len(named) == counters.MAX_NAMED_ENGINES
    counted = metrics.expose_counted().decode()
    assert 'engine="many-1",' in counted
    assert 'engine="many-9999",' not in counted
    assert f'engine="{counters.OTHER_ENGINES}"' in counted
    for line in metrics.expose_counted().decode().splitlines():
        assert re.match(r"# (HELP|TYPE) |[a-z_]+(\{.*\})? \S+$", line), line


@pytest.mark.django_db
def test_what_is_away_is_no_fault_in_the_log(client, caplog, capsys, monkeypatch, engines):
    monkeypatch.setitem(readiness.CHECKS, "cache", fails)
    assert client.get("/readyz").status_code == 503
    assert client.get("/search?q=anything").status_code == 503, "nobody can be asked"
    assert "ERROR" not in {record.levelname for record in caplog.records}


ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "headers", "status"),
    [
        ("", {"REMOTE_ADDR": "127.0.0.1"}, 200),
        ("", {"REMOTE_ADDR": "10.1.2.3"}, 200),
        ("", {"REMOTE_ADDR": "::1"}, 200),
        ("", {"REMOTE_ADDR": "::ffff:192.168.0.9"}, 200),
        ("", ELSEWHERE, 403),
        ("", {"REMOTE_ADDR": "2600::1"}, 403),
        ("", {"REMOTE_ADDR": ""}, 403),
        ("", {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "10.0.0.1"}, 403),
        ("", {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=10.0.0.1"}, 403),
        ("right", {**ELSEWHERE, "HTTP_AUTHORIZATION": "Bearer right"}, 200),
        ("right", {**ELSEWHERE, "HTTP_AUTHORIZATION": "Bearer wrong"}, 403),
        ("right", {**ELSEWHERE, "HTTP_AUTHORIZATION": ""}, 403),
        ("right", {**ELSEWHERE, "HTTP_AUTHORIZATION": "Bearer"}, 403),
    ],
)
def test_figures_are_for_private_networks_or_who_has_the_token(
    client, settings, token, headers, status
):
    settings.METRICS_TOKEN = token
    assert client.get("/metrics", **headers).status_code == status
