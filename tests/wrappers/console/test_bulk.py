"""Actions on many engines: in the background, stopped, undone, and not lost with their worker."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from discovery.models import Engine, EngineState
from metasearch.models import SavedFilter
from tests.wrappers.stored_engine import store_engine
from wrappers import tasks
from wrappers.models import EngineAction, LearningJob
from wrappers.operations import bulk

pytestmark = pytest.mark.django_db

MANY = 60
LISTED = "discovery_engine_changelist"


@pytest.fixture
def many() -> list[Engine]:
    """Sixty engines that wait to be learned, and one in use."""
    made = [
        Engine(slug=f"p{n}", name=f"p{n}", home_url=f"http://p{n}.example/") for n in range(MANY)
    ]
    return [*Engine.objects.bulk_create(made), store_engine().engine]


def act_on_all(console, action: str, listed: int = 50, **query: str) -> EngineAction:
    """Do what "select all" and an action do; return the row of the action."""
    shown = list(Engine.objects.values_list("pk", flat=True)[:listed])
    console.client.post(
        reverse(f"admin:{LISTED}", query=query),
        {"action": action, "_selected_action": shown, "select_across": "1"},
    )
    return EngineAction.objects.first()


def states() -> dict[str, int]:
    return {state.value: number for state, number in Engine.objects.count_by_state()}


def test_many_are_paused_in_the_background_and_put_back(console, many):
    row = act_on_all(console, "pause")
    assert states() == {"PROPOSED": MANY, "ACTIVE": 1}
    assert (row.total, row.by) == (MANY + 1, "admin")
    page = console.text("wrappers_engineaction_change", row.pk)
    assert "Waiting for the task worker" in page
    assert 'name="_stop"' in page
    assert tasks.work_on_engine_action(row.pk) == f"{MANY + 1} of {MANY + 1}"
    assert states() == {"PAUSED": MANY + 1}
    page = console.text("wrappers_engineaction_progress", row.pk)
    assert f"Paused: {MANY + 1} of {MANY + 1} engines" in page
    console.post("wrappers_engineaction_change", row.pk, _undo="1")
    undoing = EngineAction.objects.first()
    assert undoing.action == "take_back_pause"
    tasks.work_on_engine_action(undoing.pk)
    assert states() == {"PROPOSED": MANY, "ACTIVE": 1}


def test_many_are_deleted_in_the_background_once_a_person_said_so(console, many):
    shown = [engine.pk for engine in many]
    asked = {"action": "delete_selected", "_selected_action": shown[:50], "select_across": "1"}
    page = console.client.post(reverse(f"admin:{LISTED}"), asked).content.decode()
    assert f"{MANY + 1} engines, with all that was learned of each" in page
    assert Engine.objects.count() == MANY + 1 and not EngineAction.objects.exists()
    console.client.post(reverse(f"admin:{LISTED}"), {**asked, "post": "yes"})
    row = EngineAction.objects.get()
    assert tasks.work_on_engine_action(row.pk) == f"{MANY + 1} of {MANY + 1}"
    assert not Engine.objects.exists()
    assert "_undo" not in console.text("wrappers_engineaction_change", row.pk)


def test_the_list_is_taken_out_as_a_table_and_in_again(console, many, tmp_path):
    Engine.objects.filter(slug="p0").update(name="=HYPERLINK(1)")
    asked = {"action": "as_table", "_selected_action": [many[0].pk], "select_across": "1"}
    answer = console.client.post(reverse(f"admin:{LISTED}"), asked)
    assert answer["Content-Type"].startswith("text/csv")
    lines = answer.content.decode().splitlines()
    assert len(lines) == MANY + 2 and "'=HYPERLINK(1)" in answer.content.decode()
    addresses = {engine.home_url for engine in many}
    Engine.objects.all().delete()
    (tmp_path / "engines.csv").write_bytes(answer.content)
    call_command("import_engines", str(tmp_path / "engines.csv"))
    assert set(Engine.objects.values_list("home_url", flat=True)) == addresses


def test_only_what_was_changed_is_put_back(console, many):
    Engine.objects.filter(slug__in=("p0", "p1")).update(state=EngineState.PAUSED)
    row = act_on_all(console, "resume")
    gone = row.engines[-1]
    Engine.objects.filter(pk=gone).delete()
    tasks.work_on_engine_action(row.pk)
    row.refresh_from_db()
    assert row.changed == 2
    assert "cannot become ACTIVE" in row.problem
    assert LearningJob.objects.unfinished().count() == 2
    undoing = bulk.undo_action(row, "admin")
    assert len(undoing.engines) == 2
    assert undoing.action == "pause"


def test_filters_are_kept_and_few_are_done_at_once(console, many):
    row = act_on_all(console, "pause", state__exact="PROPOSED")
    assert row.total == MANY
    bulk.stop_action(row)
    act_on_all(console, "pause", listed=1, state__exact="ACTIVE")
    assert states() == {"PROPOSED": MANY, "PAUSED": 1}
    assert EngineAction.objects.count() == 1


def test_it_is_stopped_between_two_engines_and_what_is_done_is_kept(console, many, monkeypatch):
    row = act_on_all(console, "pause")
    bulk.ENGINE_ACTIONS.work_slice(row.pk, seconds=-1)
    monkeypatch.setattr(bulk, "monotonic", iter((0.0, 0.0, 9.0)).__next__)
    bulk.ENGINE_ACTIONS.work_slice(row.pk, seconds=5)
    console.post("wrappers_engineaction_change", row.pk, _stop="1")
    tasks.work_on_engine_action(row.pk)
    row.refresh_from_db()
    assert (row.done, row.problem) == (25, "Stopped by a person.")
    assert states()["PAUSED"] == 25
    assert "it has ended" in console.post("wrappers_engineaction_change", row.pk, _stop="1")


def test_a_person_who_stops_it_meanwhile_wins(many, monkeypatch):
    row = bulk.queue_action("pause", [engine.pk for engine in many], "admin")
    do = bulk._do

    def do_and_stop(*given) -> None:
        do(*given)
        bulk.stop_action(EngineAction.objects.get(pk=row.pk))

    monkeypatch.setattr(bulk, "_do", do_and_stop)
    bulk.ENGINE_ACTIONS.work_slice(row.pk)
    row.refresh_from_db()
    # What stopped it stands in the transaction that is rolled back here: nothing is half done.
    assert row.done == Engine.objects.filter(state=EngineState.PAUSED).count()


def test_what_a_worker_left_is_taken_up_once(many):
    row = bulk.queue_action("check_now", [engine.pk for engine in many], "admin")
    queued = OrmQ.objects.count()
    assert tasks.take_up_abandoned_learning() == 0
    EngineAction.objects.update(heartbeat_at=timezone.now() - tasks.QUEUE_PATIENCE)
    assert tasks.take_up_abandoned_learning() == 1
    assert OrmQ.objects.count() == queued + 1
    tasks.work_on_engine_action(row.pk)
    row.refresh_from_db()
    assert row.done == row.total
    assert not bulk.can_be_undone(row)
    assert OrmQ.objects.count() == queued + 1 + MANY + 1


def test_a_filter_is_kept_by_name_for_the_account_that_saved_it(console, many, client):
    saved = "admin:discovery_engine_filters"
    query = "state__exact=PAUSED&p=2&q=a%26b"
    answer = console.client.post(reverse(saved), {"query": query, "name": " Mine <b> "})
    assert answer["Location"].endswith("?state__exact=PAUSED&q=a%26b")
    page = console.tree(LISTED)
    assert page.xpath("//a[text()='Mine <b>']/@href") == ["?state__exact=PAUSED&q=a%26b"]
    console.client.post(reverse(saved), {"query": "q=b", "name": "Mine <b>"})
    other = User.objects.create_superuser("other")
    SavedFilter.objects.create(user=other, name="theirs", query="q=c")
    text = console.text(LISTED, q="b")
    assert "?q=b" in text and "theirs" not in text and "Save filter" in text
    console.client.post(reverse(saved), {"forget": "theirs"})
    console.client.post(reverse(saved), {"forget": "Mine <b>"})
    assert list(SavedFilter.objects.values_list("name", flat=True)) == ["theirs"]
    assert console.client.get(reverse(saved)).status_code == 404
    assert client.post(reverse(saved), {"query": "q=b", "name": "x"}).status_code == 302
    assert SavedFilter.objects.count() == 1
