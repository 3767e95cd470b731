"""Rights in the console."""

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from discovery.models import Engine, EngineState
from metasearch.console.permissions import make_missing_groups

pytestmark = pytest.mark.django_db


def member(group: str) -> User:
    """Return an account of the console in `group`."""
    user = User.objects.create_user(group, password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


@pytest.fixture
def engine() -> Engine:
    """An engine in use."""
    return Engine.objects.create(
        slug="one", name="One", home_url="http://one.example/", state=EngineState.ACTIVE
    )


def pause(client: Client, engine: Engine) -> str:
    """Pause an engine by the action of the list; return its state after it."""
    data = {"action": "pause", "_selected_action": engine.pk}
    client.post(reverse("admin:discovery_engine_changelist"), data)
    engine.refresh_from_db()
    return engine.state


def test_viewers_look_and_change_nothing(client: Client, engine: Engine) -> None:
    client.force_login(member("viewers"))
    assert b"One" in client.get(reverse("admin:discovery_engine_changelist")).content
    change = reverse("admin:discovery_engine_change", args=[engine.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"name": "Other"}).status_code == 403
    assert client.get(reverse("admin:discovery_engine_add")).status_code == 403
    assert pause(client, engine) == EngineState.ACTIVE


def test_editors_act_and_delete_nothing(client: Client, engine: Engine) -> None:
    client.force_login(member("editors"))
    assert pause(client, engine) == EngineState.PAUSED
    delete = reverse("admin:discovery_engine_delete", args=[engine.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:auth_user_changelist")).status_code == 403


def test_a_group_changed_by_an_administrator_stays_changed() -> None:
    Group.objects.get(name="viewers").permissions.clear()
    make_missing_groups("default")
    assert not Group.objects.get(name="viewers").permissions.exists()
