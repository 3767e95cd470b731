"""The inbox: what waits for a person, newest first, accepted or refused on one page."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone
from lxml import html

from discovery.engines.registration import change_state
from discovery.jobs.crawls import CrawlState
from discovery.models import Collection, Engine, EngineState
from tests.wrappers.stored_engine import store_engine, store_proposal
from wrappers.models import EngineImport, ImportedEngine, LearningJob, Proposal, WrapperVersion

pytestmark = pytest.mark.django_db

READING = {"basis": "words", "pages": 3, "examples": ["http://c.example/y"], "choice": "null"}


def engine(slug: str, state: EngineState, minutes: int) -> Engine:
    made = Engine.objects.create(
        slug=slug, name=slug, home_url=f"http://{slug}.example/", state=state, reason=f"{slug}!"
    )
    made.created_at = timezone.now() - timedelta(minutes=minutes)
    made.save()
    return made


@pytest.fixture
def waiting() -> dict[str, int]:
    """One of each kind, the newest first: what its place on the page ends in."""
    now = timezone.now()
    collection = Collection.objects.create(
        name="pages", samples=["http://c.example/a"], entry_url="http://c.example/",
        state=CrawlState.DONE, found=5, readings=[READING], finished_at=now - timedelta(minutes=1),
    )  # fmt: skip
    batch = EngineImport.objects.create(file_name="a", created_at=now - timedelta(minutes=4))
    file = ImportedEngine(engine_import=batch, engine=engine("file", EngineState.ACTIVE, 5), line=1)
    file.waits = True
    file.save()
    return {
        "repair": store_proposal().pk,
        "reading": collection.pk,
        "failed": engine("failed", EngineState.NO_FORM, 2).pk,
        "file": file.engine_id,
        "proposed": engine("proposed", EngineState.PROPOSED, 3).pk,
    }


def decide(client, place: str, decision: str):
    sent = {"place": place, "decision": decision}
    return client.post(reverse("inbox"), sent)


def places(client, **query: str) -> list[str]:
    page = html.fromstring(client.get(reverse("inbox"), query).content)
    return page.xpath("//article/@id")


def test_all_that_waits_is_on_one_page_the_newest_first(admin_client, console, waiting):
    found = places(admin_client)
    assert found == [f"{kind}-{number}" for kind, number in waiting.items()]
    assert places(admin_client, kind="failed") == found[2:3]
    page = console.tree("index")
    counts = page.xpath("//section[h2/a[contains(@href, 'inbox')]]//li")
    assert [each.text_content().split()[0] for each in counts] == ["1"] * 5
    repair = html.fromstring(admin_client.get(reverse("inbox")).content).find(".//article")
    frames = repair.xpath(".//iframe/@src")
    assert len(frames) == 2
    assert all(admin_client.get(frame).status_code == 200 for frame in frames)


def test_what_is_accepted_is_done_and_leads_to_the_next(admin_client, waiting):
    answer = decide(admin_client, f"repair-{waiting['repair']}", "accept")
    assert answer["Location"] == f"{reverse('inbox')}#reading-{waiting['reading']}"
    assert WrapperVersion.objects.get(is_active=True).number == 2
    for kind, decision in (
        ("reading", "take-1"), ("failed", "accept"), ("file", "refuse"), ("proposed", "accept"),
    ):  # fmt: skip
        decide(admin_client, f"{kind}-{waiting[kind]}", decision)
    collection = Collection.objects.get()
    assert (collection.chosen_reading, collection.finished_at) == ("null", None)
    learned = LearningJob.objects.unfinished().values_list("engine", flat=True)
    assert set(learned) == {waiting["failed"], waiting["proposed"]}
    assert places(admin_client) == []
    assert LogEntry.objects.exclude(change_message="Signed in.").count() == 5


def test_what_is_refused_does_not_come_again(admin_client, waiting):
    for kind, number in waiting.items():
        decide(admin_client, f"{kind}-{number}", "refuse")
    assert places(admin_client) == [f"failed-{Engine.objects.get(slug='one').pk}"]
    assert WrapperVersion.objects.get(number=2).proposal == Proposal.REJECTED
    assert Collection.objects.get().chosen_reading == ""
    paused = Engine.objects.filter(state=EngineState.PAUSED)
    assert {each.slug for each in paused} == {"failed", "proposed"}


def test_a_broken_engine_waits_once_nothing_mends_it(admin_client):
    broken = store_engine().engine
    change_state(broken, EngineState.BROKEN, "redesigned")
    job = LearningJob.objects.create(engine=broken)
    assert places(admin_client) == []
    LearningJob.objects.filter(pk=job.pk).update(finished_at=timezone.now())
    assert places(admin_client) == [f"failed-{broken.pk}"]


@pytest.mark.parametrize("place", ["", "repair-9", "failed-x", "proposed-" + "9" * 30])
def test_what_does_not_wait_is_not_decided(admin_client, waiting, place):
    answer = admin_client.post(
        reverse("inbox"), {"place": place, "decision": "accept"}, follow=True
    )
    assert b"does not wait" in answer.content
    assert decide(admin_client, f"failed-{waiting['failed']}", "no such").status_code == 404
    assert not LogEntry.objects.exclude(change_message="Signed in.").exists()


def test_who_may_look_decides_nothing(sign_in, waiting):
    viewer = sign_in("viewers")
    assert b"data-key" not in viewer.get(reverse("inbox")).content
    assert decide(viewer, f"failed-{waiting['failed']}", "accept").status_code == 403
