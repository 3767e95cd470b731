"""Engines that accounts of some groups alone see."""

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db.models import F
from django.test import AsyncClient

from discovery.models import Collection, Engine
from metasearch.search.service import SearchService
from wrappers.engines.registry import EngineRegistry, publish_collection, unavailable_engines

pytestmark = pytest.mark.django_db(transaction=True)


def closed_engine(seen_by: str) -> Engine:
    for name, groups in (("Open", ""), ("Papers", seen_by)):
        address = f"http://{name.lower()}.example/"
        collection = Collection.objects.create(name=name, samples=[address])
        engine = publish_collection(collection)
        Engine.objects.filter(pk=engine.pk).update(slug=name.lower(), seen_by=groups)
    return Engine.objects.get(slug="papers")


@pytest.fixture
def account(monkeypatch):
    """Give a client of an account in some groups, None for nobody's; engines are read anew."""
    monkeypatch.setattr(apps.get_app_config("metasearch"), "service", SearchService())

    def make(*groups: str, is_superuser: bool = False) -> AsyncClient:
        client = AsyncClient()
        user = User.objects.create(username=" ".join(("a", *groups)), is_superuser=is_superuser)
        user.groups.set([Group.objects.get_or_create(name=name)[0] for name in groups])
        client.force_login(user)
        return client

    return make


def read(client: AsyncClient, path: str, status: int = 200) -> str:
    response = async_to_sync(client.get)(path)
    assert response.status_code == status, path
    return response.content.decode()


PLACES = ("/", "/engines", "/preferences", "/api/v1/engines", "/config", "/help")


def test_what_is_for_some_is_for_nobody_else(account):
    closed_engine("staff, board")
    for client in (account("board", "other"), account(is_superuser=True)):
        for place in PLACES:
            assert "papers" in read(client, place).lower(), place
        assert "Papers" in read(client, "/api/v1/search?q=x")
        assert "Papers" in read(client, "/api/v1/search?q=x&engine=papers")
    for client in (AsyncClient(), account("other")):
        for place in PLACES:
            page = read(client, place).lower()
            assert "papers" not in page, place
            assert "open" in page, place
        assert "Papers" not in read(client, "/api/v1/search?q=x")
        told = read(client, "/api/v1/search?q=x&engine=papers", 404)
        assert told == read(client, "/api/v1/search?q=x&engine=papers", 404)
        assert "There is no engine" in told
        assert "There is no engine" in read(client, "/api/v1/search?q=x&engine=Papers", 404)
        assert "Papers" not in read(client, "/api/v1/search?q=x+!papers")


def test_a_group_that_goes_opens_nothing_and_a_change_counts_at_once(account):
    engine = closed_engine("board")
    member, anybody = account("board"), AsyncClient()
    assert "Papers" in read(member, "/api/v1/engines")
    Group.objects.all().delete()
    for client in (member, anybody):
        assert "Papers" not in read(client, "/api/v1/engines")
    Engine.objects.filter(pk=engine.pk).update(state="BROKEN")
    assert not unavailable_engines()
    Engine.objects.filter(pk=engine.pk).update(collection=None)
    assert "There is no engine" in read(anybody, "/api/v1/search?q=x&engine=papers", 404)
    Engine.objects.filter(pk=engine.pk).update(collection=engine.collection)
    Engine.objects.filter(pk=engine.pk).update(state="ACTIVE", seen_by="", version=F("version") + 1)
    apps.get_app_config("metasearch").service.engines = EngineRegistry()
    assert "Papers" in read(anybody, "/api/v1/engines")


def test_the_console_takes_groups_that_there_are(console):
    engine = closed_engine("")
    place = ("discovery_engine_change", engine.pk)
    assert "There is no group “board”" in console.save(*place, seen_by="board")
    Group.objects.create(name="board")
    console.save(*place, seen_by="board")
    engine.refresh_from_db()
    assert engine.groups() == {"board"}
