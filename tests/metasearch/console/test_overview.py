"""How engines answered, counted; and the console's first page."""

import asyncio
import re
from typing import Any

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import OperationalError
from django.urls import reverse
from django_q.conf import Conf
from lxml import html
from lxml.html import document_fromstring
from prometheus_client.parser import text_string_to_metric_families

from discovery.engines.registration import change_state
from discovery.models import Collection, Engine, EngineState
from discovery.pages.outcomes import AnswerReason
from metasearch.console import metrics, readiness
from metasearch.console.overview import stacked_bars
from metasearch.models import AnswerFigures, StoredProfile
from metasearch.presentation.sample_sites import sample_addresses
from metasearch.search import counters, engine_profiles
from metasearch.search.counters import AnswerCounts
from tests.metasearch.engines import crashes, gives, records
from tests.metasearch.search.test_engine_profiles import store_collection_engine
from tests.wrappers.stored_engine import result_page, store_engine
from wrappers.engines.answer import Answer
from wrappers.models import LearningJob

ANSWERS = [
    Answer("one", AnswerReason.RECORDS, 0.5),
    Answer("one", AnswerReason.RECORDS, 1.5),
    Answer("two", AnswerReason.NOT_UNDERSTOOD, 0.1),
    Answer("gone", AnswerReason.RECORDS, 0.1),
]


@pytest.fixture
def two_engines(db: Any) -> None:
    for slug in ("one", "two"):
        Engine.objects.create(
            slug=slug, name=slug.title(), home_url=f"http://{slug}.example/",
            state=EngineState.ACTIVE,
        )  # fmt: skip


async def count_without_writing(counts: AnswerCounts) -> None:
    """Count the answers; the event loop ends before they are written."""
    counts.count(ANSWERS)


def rows() -> list[tuple[str, str, int, float]]:
    found = AnswerFigures.objects.order_by("engine__slug")
    return list(found.values_list("engine__slug", "kind", "answers", "seconds"))


@pytest.mark.django_db(transaction=True)
def test_what_an_ended_event_loop_counted_is_written_by_the_next(two_engines):
    counts = AnswerCounts()
    for _ in range(2):
        asyncio.run(count_without_writing(counts))
    asyncio.run(counts.close())
    assert rows() == [("one", "RESULTS", 4, 4.0), ("two", "BROKEN", 2, 0.2)]


def test_figures_wait_while_the_database_is_away(two_engines, monkeypatch):
    def away(**_: object) -> None:
        raise OperationalError("connection refused")

    counts = AnswerCounts()
    asyncio.run(count_without_writing(counts))
    with monkeypatch.context() as patch, pytest.raises(OperationalError):
        patch.setattr(AnswerFigures.objects, "get_or_create", away)
        counts.write()
    counts.write()
    counts.write()
    assert rows() == [("one", "RESULTS", 2, 2.0), ("two", "BROKEN", 1, 0.1)]


def test_the_first_page_tells_states_events_and_answers(two_engines, admin_client):
    counts = AnswerCounts()
    asyncio.run(count_without_writing(counts))
    counts.write()
    change_state(Engine.objects.get(slug="two"), EngineState.BROKEN, "Two <b>odd</b> answers.")
    page = html.fromstring(admin_client.get("/admin/").content)
    tiles = {tile.text_content().strip(): tile for tile in page.xpath("//*[@class='tiles']/a")}
    assert set(tiles) == {"1 active", "1 broken"}
    assert "alarming" in tiles["1 broken"].get("class")
    assert admin_client.get("/admin/" + tiles["1 broken"].get("href")[7:]).status_code == 200
    assert "Two <b>odd</b> answers." in page.text_content()
    assert len(page.xpath("//rect[@class='results']")) == 1
    assert page.xpath("//*[name()='svg']/@aria-label")
    assert "Answers in 24 hours: 3" in page.text_content()


def test_the_first_page_asks_the_database_as_often_whatever_there_is(
    two_engines, admin_client, django_assert_max_num_queries
):
    for number in range(30):
        engine = Engine.objects.create(
            slug=f"e{number}", name=f"E{number}", home_url="http://e.example/"
        )
        change_state(engine, EngineState.PAUSED, "Paused.")
    with django_assert_max_num_queries(19):
        response = admin_client.get("/admin/")
    assert "30 paused" in html.fromstring(response.content).text_content()


def test_the_index_is_in_groups_of_what_people_do(admin_client):
    response = admin_client.get("/admin/")
    index = html.fromstring(response.content).get_element_by_id("content-main")
    groups = [" ".join(each.text_content().split()) for each in index.xpath(".//caption")]
    assert groups[0] == "Engines"
    assert len(groups) == 4
    shown = [row["object_name"] for app in response.context["app_list"] for row in app["models"]]
    flat = [row["object_name"] for app in site._build_app_dict(response.wsgi_request).values()
            for row in app["models"]]  # fmt: skip
    assert sorted(shown) == sorted(flat)
    hint = "No site of your own yet"
    Engine.objects.create(slug="sample", name="Sample", home_url=sorted(sample_addresses())[0])
    assert hint in admin_client.get("/admin/").content.decode()
    collection = Collection.objects.create(samples=["http://own.example/a"])
    Engine.objects.create(slug="own", name="Own", collection=collection)
    assert hint not in admin_client.get("/admin/").content.decode()


def test_bars_are_as_high_as_their_values_and_there_is_an_overview_for_who_may_see_engines(
    two_engines, client
):
    bars = html.fromstring(stacked_bars("A", ["1", "2"], {"a": [1, 2], "b": [1, 0]}))
    heights = [float(height) for height in bars.xpath("//rect/@height")]
    assert heights[0] * 2 == pytest.approx(heights[2], abs=0.2) and heights[0] == heights[1]
    client.force_login(User.objects.create_user("new", password="x", is_staff=True))
    response = client.get("/admin/")
    assert response.status_code == 200 and b'class="tiles"' not in response.content


@pytest.mark.parametrize("values", [[], [0.0, 0.0]])
def test_a_plot_without_values_is_drawn_all_the_same(values):
    labels = [str(number) for number in range(len(values))]
    drawn = stacked_bars("Empty <b>", labels, {"seconds": values})
    assert "<svg" in drawn and "<b>" not in drawn


LIST = "admin:metasearch_storedprofile_changelist"
HEAD = b"<html><head><meta name=description content='Class reference of a library'></head>"


@pytest.fixture
def proposals(db: Any) -> Engine:
    pages = {
        word: result_page(word, "function").replace(b"<html>", HEAD)
        for word in ("vector", "template")
    }
    engine = store_engine(pages).engine
    Engine.objects.filter(pk=engine.pk).update(name="C++ programming", categories="C++")
    store_collection_engine("mine", ["One page", "Another page"])
    assert engine_profiles.profile_engines() == 2
    return engine


def test_the_operator_sees_what_engines_say_of_themselves_and_puts_them_under_it(
    proposals, admin_client
):
    profile = StoredProfile.objects.get(engine=proposals)
    assert profile.proposed_categories() == ("Software",)
    assert {"programming", "class", "library"} <= set(profile.subjects[0])
    assert StoredProfile.objects.get(engine__slug="mine").subjects == []
    page = document_fromstring(admin_client.get(reverse(LIST)).content).text_content()
    assert "C++ programming" in page
    assert "programming, class" in page
    assert "mine" not in page
    profile = StoredProfile.objects.get(engine=proposals)
    version = Engine.objects.get(pk=proposals.pk).version
    for _ in range(2):
        admin_client.post(
            reverse(LIST), {"action": "put_under_proposed", "_selected_action": profile.pk}
        )
    engine = Engine.objects.get(pk=proposals.pk)
    assert (engine.categories, engine.version) == ("C++, Software", version + 2)
    listed = admin_client.get(f"{reverse(LIST)}?categories=none").content
    assert b"C++ programming" not in listed


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
    for shown in counted.splitlines():
        assert re.match(r"# (HELP|TYPE) |[a-z_]+(\{.*\})? \S+$", shown), shown


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
