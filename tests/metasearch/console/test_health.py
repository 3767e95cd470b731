"""What is kept no longer goes, and nothing in use; health says what to do; who did what is seen."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone
from django_q.models import OrmQ, Schedule, Task
from lxml import html

from discovery.engines.registration import log_event
from discovery.jobs.crawls import CrawlState
from discovery.models import (
    CollectedKind,
    Collection,
    CollectionPage,
    Engine,
    EngineCrawl,
    EngineEvent,
    PageState,
)
from metasearch import tasks
from metasearch.console import health, tidying
from metasearch.models import AccessKey, AnswerFigures, Tidying
from metasearch.presentation.sample_sites import sample_addresses
from tests.wrappers.stored_engine import ADDRESS, store_engine, store_proposal
from wrappers.engines.versions import roll_back
from wrappers.models import LearningJob, SamplePage, SampleRole, WrapperVersion

pytestmark = pytest.mark.django_db
NOW = timezone.now()
OLD, OLDER = NOW - timedelta(days=100), NOW - timedelta(days=400)


def page(version: WrapperVersion | None, job: LearningJob, size: int = 10) -> SamplePage:
    return SamplePage.objects.create(
        job=job, version=version, role=SampleRole.RESULTS, query="q", url=ADDRESS,
        body=b"x" * size, fetched_at=OLD,
    )  # fmt: skip


@pytest.fixture
def used() -> WrapperVersion:
    """The second of five versions, each with a page of its own."""
    first = store_engine()
    first.samples.all().delete()
    job = LearningJob.objects.get()
    versions = [first]
    for number in range(2, 6):
        values = {"number": number, "wrapper": first.wrapper, "formula": "", "support": 1}
        versions.append(WrapperVersion.objects.create(engine=first.engine, **values))
    for version in versions:
        page(version, job)
    roll_back(versions[1])
    versions[1].refresh_from_db()
    return versions[1]


def numbers() -> list[int]:
    pages = SamplePage.objects.exclude(version=None)
    return sorted(pages.values_list("version__number", flat=True))


def test_pages_of_versions_in_use_or_gone_back_to_next_stay(used):
    assert tidying.tidy() == 1
    assert numbers() == [1, 2, 3, 5]
    assert used.engine.wrapper_versions.count() == 5
    roll_back(WrapperVersion.objects.get(number=5))
    assert tidying.tidy() == 3
    assert numbers() == [5]


def test_pages_of_proposals_of_work_under_way_and_of_lately_stay():
    proposed = store_proposal()
    SamplePage.objects.update(fetched_at=OLD)
    other = Engine.objects.create(slug="x", name="X", home_url="http://x.example/")
    under_way = LearningJob.objects.create(engine=other)
    ended = LearningJob.objects.create(engine=proposed.engine, finished_at=OLD)
    page(None, under_way)
    failed, lately = page(None, ended), page(None, ended)
    SamplePage.objects.filter(pk=lately.pk).update(fetched_at=NOW)
    before = set(SamplePage.objects.values_list("pk", flat=True))
    assert tidying.tidy() == 1
    assert before - set(SamplePage.objects.values_list("pk", flat=True)) == {failed.pk}


def test_of_pages_that_nobody_needs_the_newest_stay_within_their_size(used, settings):
    settings.PAGES_KEPT_FOR, settings.PAGES_KEPT_MB = 0, 1
    job = LearningJob.objects.get()
    pages = [page(None, job, 400_000) for _ in range(4)]
    for age, each in enumerate(pages):
        SamplePage.objects.filter(pk=each.pk).update(fetched_at=NOW - timedelta(hours=age))
    # The third hits the bound; the page of a far version is older still.
    assert tidying.tidy() == 3
    left = SamplePage.objects.filter(version=None)
    assert set(left.values_list("pk", flat=True)) == {pages[0].pk, pages[1].pk}
    assert numbers() == [1, 2, 3, 5]
    settings.PAGES_KEPT_MB = 0
    assert tidying.tidy() == 0


def collected(collection: Collection, run: int, **values: object) -> CollectionPage:
    return CollectionPage.objects.create(
        collection=collection, key=str(CollectionPage.objects.count()), run=run, number=1,
        state=PageState.READ, kind=CollectedKind.PAGE, first_run=1, changed_run=1,
        fetched_at=OLD, body=CollectionPage.compress(b"x"), **values,
    )  # fmt: skip


def test_of_collections_only_pages_of_earlier_crawls_are_emptied():
    values = {"samples": ["http://a.example/1"], "run": 2, "state": CrawlState.DONE}
    ended = Collection.objects.create(finished_at=OLD, **values)
    running = Collection.objects.create(**values)
    member = collected(ended, 1, is_member=True)
    now, other = collected(ended, 2), collected(running, 1)
    gone, left_out = collected(ended, 1, is_member=True, is_gone=True), collected(ended, 1)
    assert tidying.tidy() == 2
    for each, is_kept in ((member, 1), (now, 1), (other, 1), (gone, 0), (left_out, 0)):
        each.refresh_from_db()
        assert bool(each.body) == bool(is_kept)


def test_history_goes_but_the_latest_of_each_engine(used, settings):
    engine = used.engine
    EngineEvent.objects.all().delete()
    for words, evidence in (("a", {}), ("b", {"retired_sample": True}), ("c", {})):
        log_event(engine, engine.state, engine.state, words, evidence)
    EngineEvent.objects.update(at=OLDER)
    LearningJob.objects.update(finished_at=OLDER)
    LearningJob.objects.create(engine=engine, finished_at=OLDER)
    LearningJob.objects.create(engine=engine, finished_at=OLDER)
    EngineCrawl.objects.create(seeds=[], finished_at=OLDER)
    EngineCrawl.objects.create(seeds=[])
    Session.objects.create(session_key="s", session_data="", expire_date=OLD)
    for success in (True, False):
        Task.objects.create(
            id=f"{success:<032}", name="t", func="f", started=OLDER, stopped=OLDER, success=success
        )
    AnswerFigures.objects.create(engine=engine, hour=OLD, kind="RESULTS")
    AnswerFigures.objects.create(engine=engine, hour=NOW, kind="RESULTS")
    settings.PAGES_KEPT_FOR = settings.PAGES_KEPT_MB = 0
    tidying.tidy()
    assert list(EngineEvent.objects.values_list("reason", flat=True)) == ["c", "b"]
    # The one with pages, and the latest.
    assert LearningJob.objects.count() == 2
    assert (EngineCrawl.objects.count(), Session.objects.count()) == (1, 0)
    assert (Task.objects.count(), AnswerFigures.objects.count()) == (1, 1)
    removed = {each["name"]: each["removed"] for each in Tidying.objects.get().kinds}
    assert removed["history of engines"] == removed["learning and mending"] == 1
    assert removed["figures by the hour"] == 1
    settings.FIGURES_KEPT_FOR = settings.HISTORY_KEPT_FOR = 0
    AnswerFigures.objects.update(hour=OLDER)
    assert tidying.tidy() == 0


def test_what_takes_too_long_is_left_to_the_next_day(used, monkeypatch):
    monkeypatch.setattr(tidying, "LIMIT", 0.0)
    assert tidying.tidy() == 0
    monkeypatch.undo()
    monkeypatch.setattr(tidying, "BATCH", 1)
    page(None, LearningJob.objects.get())
    assert tidying.tidy() == 2


def test_it_is_done_once_a_day_by_the_task_that_was_scheduled_before():
    tasks.plan_schedules()
    schedule = Schedule.objects.get(name="tidy")
    assert (schedule.func, schedule.minutes) == ("metasearch.tasks.forget_old_figures", 1440)
    assert tasks.forget_old_figures() == 0
    assert Tidying.objects.count() == 1


def advice(client) -> dict[str, str]:
    page = html.fromstring(client.get("/admin/health/").content)
    rows = page.xpath("(//div[@class='rows']/table)[1]/tbody/tr")
    return {row[0].text_content().strip(): row[2].text_content().strip() for row in rows}


def test_health_says_what_to_do(admin_client, used, monkeypatch):
    told = advice(admin_client)
    assert told["worker"] == "Start one: `metasearch work`."
    assert told["last backup"].startswith("Run `metasearch backup")
    assert "switched off" in told["browser"]
    quiet = {"migrations", "cache", "database", "disk", "queue", "engines", "tasks"}
    assert {told[name] for name in quiet} == {"nothing"}
    Engine.objects.update(state="BROKEN")
    OrmQ.objects.create(key="k", payload="p", lock=OLD)
    Task.objects.create(id="1" * 32, name="t", func="f", started=NOW, stopped=NOW, success=False)
    monkeypatch.setattr(health, "free_disk", lambda: 1)
    monkeypatch.setattr(health, "LARGE_SQLITE", 0)
    told = advice(admin_client)
    assert "nothing" not in {told[name] for name in quiet - {"migrations", "cache", "database"}}
    assert "Make room" in told["disk"] and "inbox" in told["engines"]


def test_what_is_kept_is_shown_with_its_setting(admin_client, used, sign_in):
    assert b"What is kept" not in admin_client.get("/admin/health/").content
    tidying.tidy()
    told = html.fromstring(admin_client.get("/admin/health/").content).text_content()
    assert "pages and pictures of engines" in told and "90 days (PAGES_KEPT_FOR)" in told
    assert sign_in("viewers").get("/admin/health/").status_code == 200
    assert "nothing" in advice(admin_client)["last tidied"]


def log() -> list[tuple[str, str, str]]:
    entries = LogEntry.objects.order_by("pk").select_related("user")
    return [(str(e.user), e.object_repr, e.get_change_message()) for e in entries]


def test_who_signed_in_acted_and_left_is_in_the_log(admin_client, admin_user, used):
    key = AccessKey.objects.create(name="program", fingerprint="f")
    crawl = EngineCrawl.objects.create(seeds=["http://a.example/"])
    admin_client.post(
        "/admin/metasearch/accesskey/", {"action": "revoke", "_selected_action": key.pk}
    )
    admin_client.post(f"/admin/discovery/enginecrawl/{crawl.pk}/change/", {"_stop": "1"})
    sample = sorted(sample_addresses())[0]
    Engine.objects.create(slug="sample", name="Sample", home_url=sample, state="ACTIVE")
    admin_client.post("/admin/samples/", {"remove": "1"})
    told = [(what, how) for who, what, how in log() if who == "admin"]
    assert told[0] == ("admin", "Signed in.")
    assert ("program", "Revoked.") in told
    assert any(str(crawl) == what and "stopped" in how for what, how in told)
    assert ("Sample", "Sample sites no longer asked: 1.") in told


def test_the_log_is_searched_and_filtered_and_nobody_changes_it(admin_client, client, admin_user):
    page = admin_client.get(f"/admin/admin/logentry/?user__id__exact={admin_user.pk}&q=signed")
    assert "Signed in." in page.content.decode()
    entry = LogEntry.objects.get()
    assert admin_client.post(f"/admin/admin/logentry/{entry.pk}/delete/").status_code == 403
    # With its account it would go.
    assert admin_client.post(f"/admin/auth/user/{admin_user.pk}/delete/").status_code == 403
    fresh = User.objects.create_user("fresh")
    assert admin_client.get(f"/admin/auth/user/{fresh.pk}/delete/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_backups_are_noted_by_an_account_that_nobody_signs_in_with(tmp_path, client):
    cache.clear()
    assert health.last_backup() is None
    call_command("backup", str(tmp_path / "b.zip"))
    assert log() == [("(shell)", "(shell)", "Backed up.")]
    assert health.last_backup() is not None
    shell = User.objects.get(username="(shell)")
    assert not shell.is_active and not shell.has_usable_password()
