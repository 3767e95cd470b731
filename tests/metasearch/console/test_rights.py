"""Who only looks changes nothing, by whatever address of the console, button and action."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ, Schedule, Task
from lxml import html

from discovery.jobs.crawls import CrawlState
from discovery.models import Collection, Engine, EngineCrawl, EngineState
from metasearch.console.permissions import make_missing_groups
from metasearch.models import StoredProfile
from tests.metasearch.edge.test_hostile_requests import ADDRESSES, VARIABLE
from tests.wrappers.stored_engine import store_proposal
from wrappers.models import EngineAction, EngineImport

pytestmark = pytest.mark.django_db

# Kept by the console of those who ask, not of what they ask for.
OF_THE_VISIT = {"sessions.Session", "axes.AccessAttempt", "admin.LogEntry"}
BUTTONS = (
    *("_save", "_stop", "_pause", "_resume", "_again", "_further", "_reading_1", "_undo", "check"),
    *("_stop_learning", "_learn_rest", "_check_now", "remove", "bring_back", "post", "name"),
)
SENT = {**dict.fromkeys(BUTTONS, "1"), "decision": "accept", "form": "0", "func": "os.system"}


@pytest.fixture(autouse=True)
def rows() -> None:
    engine = store_proposal().engine
    StoredProfile.objects.create(engine=engine, made_of=1, data={}, subjects=[["Books", "isbn"]])
    now = timezone.now()
    Collection.objects.create(
        samples=["http://one.example/a"],
        entry_url="http://one.example/",
        readings=[{"basis": "b", "pages": 3, "examples": ["http://a.example/y"], "choice": "null"}],
        state=CrawlState.DONE,
        finished_at=now,
    )
    EngineCrawl.objects.create(seeds=["http://one.example/"])
    EngineAction.objects.create(
        action="pause", engines=[engine.pk], total=1, done=1, finished_at=now
    )
    EngineImport.objects.create(file_name="list.txt", file=b"http://one.example/")
    task = {"func": "wrappers.tasks.nothing", "args": (), "kwargs": {}}
    for success in (True, False):
        key = str(int(success)) * 32
        Task.objects.create(id=key, name=key, started=now, stopped=now, success=success, **task)
    Schedule.objects.get_or_create(name="own", func="wrappers.tasks.nothing")
    OrmQ.objects.create(key="metasearch", payload="none", lock=now)


def account(verb: str) -> User:
    user = User.objects.create_user(verb, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith=f"{verb}_"))
    return user


def stored() -> dict[str, str]:
    return {
        model._meta.label: repr(list(model._base_manager.order_by("pk").values_list()))
        for model in apps.get_models()
        if not model._meta.proxy and model._meta.label not in OF_THE_VISIT
    }


def addresses() -> Iterator[str]:
    for address in ADDRESSES:
        if not address.startswith("/admin"):
            continue
        names = address.split("/")
        label = f"{names[2]}.{names[3]}" if len(names) > 3 else ""
        model = next((m for m in admin.site._registry if m._meta.label_lower == label), None)
        row = model._base_manager.first() if model and VARIABLE.search(address) else None
        yield VARIABLE.sub(str(row.pk) if row else "1", address)


def test_following_every_link_changes_nothing(admin_client):
    before = stored()
    statuses = {address: admin_client.get(address).status_code for address in addresses()}
    assert {address for address, status in statuses.items() if status >= 500} == set()
    assert sum(status == 200 for status in statuses.values()) > 60
    assert stored() == before


def test_strangers_are_led_to_the_login(client):
    for address in addresses():
        answer = client.get(address)
        if address == "/admin/sign-out/":
            assert answer.status_code == 405
        elif address != "/admin/login/":
            assert (answer.status_code, answer["Location"][:13]) == (302, "/admin/login/"), address


def test_who_may_look_sees_pages_without_buttons_and_actions(sign_in):
    client = sign_in("viewers")
    answers = [client.get(address) for address in addresses()]
    shown = [each for each in answers if each.status_code == 200]
    pages = [each for each in shown if each["Content-Type"].startswith("text/html")]
    assert len(pages) > 30
    for page in pages:
        assert b"put_under_proposed" not in page.content
        names = html.fromstring(page.content).xpath("//*[@type='submit' or self::button]/@name")
        assert not set(names) & {*BUTTONS, "decision", "_reading_0"}


def test_nothing_that_is_sent_by_who_may_look_changes_anything(client):
    client.force_login(account("view"))
    before = stored()
    assert {a for a in addresses() if client.post(a, SENT).status_code >= 500} == set()
    assert stored() == before


def test_no_action_is_done_for_who_may_look(client):
    client.force_login(account("view"))
    before = stored()
    for model, pages in admin.site._registry.items():
        keys = list(model._base_manager.values_list("pk", flat=True))
        for action in (*(pages.actions or ()), "delete_selected"):
            name = getattr(action, "__name__", action)
            address = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
            client.post(address, {"action": name, "_selected_action": keys, "post": "yes"})
            assert stored() == before, (address, name)


def test_nobody_has_a_function_of_their_choice_run(admin_client):
    sent = {**SENT, "schedule_type": "I", "minutes": "1", "repeats": "-1", "args": "'true'"}
    sent |= {"next_run_0": "2026-11-23", "next_run_1": "10:00:00"}
    row = Schedule.objects.get(name="own")
    assert admin_client.post("/admin/django_q/schedule/add/", sent).status_code == 403
    assert admin_client.post(f"/admin/django_q/schedule/{row.pk}/change/", sent).status_code == 302
    assert set(Schedule.objects.filter(name="own").values_list("func", "args", "minutes")) == {
        ("wrappers.tasks.nothing", None, 1)
    }


def pause(client: Client, engine: Engine) -> str:
    data = {"action": "pause", "_selected_action": engine.pk}
    client.post(reverse("admin:discovery_engine_changelist"), data)
    engine.refresh_from_db()
    return engine.state


def test_editors_act_and_delete_nothing_and_changed_groups_stay(sign_in):
    client, engine = sign_in("editors"), Engine.objects.get()
    assert pause(client, engine) == EngineState.PAUSED
    delete = reverse("admin:discovery_engine_delete", args=[engine.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:auth_user_changelist")).status_code == 403
    Group.objects.get(name="viewers").permissions.clear()
    make_missing_groups("default")
    assert not Group.objects.get(name="viewers").permissions.exists()
