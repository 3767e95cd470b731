"""What a newcomer is shown while the samples are asked, and that it goes with them."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils.timezone import now
from lxml import html

from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from metasearch.presentation.sample_sites import first_visit, redesign_address, sample_addresses
from samples import EXAMPLE_QUERIES, SITES
from tests.metasearch.engines import engine, gives
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.learning.jobs import EngineBeingLearned, engines_being_learned, plan_learning
from wrappers.models import EngineWatch, WrapperVersion


def sample(place: int = 0) -> object:
    return replace(engine("sample"), home_url=list(sample_addresses())[place])


def test_queries_are_offered_while_a_sample_is_asked_and_sites_being_learned_titled():
    visit = first_visit([sample(), engine("other")], ())
    assert (visit["queries"], visit["samples"]) == (EXAMPLE_QUERIES, 1)
    visit = first_visit([engine("other")], ())
    assert (visit["queries"], visit["samples"], visit["redesign"]) == ((), 0, None)
    address = next(iter(sample_addresses()))
    learning = (
        EngineBeingLearned("127.0.0.1", address, 0.25),
        EngineBeingLearned("a.example", "https://a.example/", 0.0),
    )
    shown = [tuple(site.values()) for site in first_visit((), learning)["learning"]]
    assert shown == [(SITES[0].title, 25), ("a.example", 0)]


async def test_the_home_page_offers_queries_and_says_what_one_sees(engines, async_client):
    engines.active.append(sample())
    engines.behaviours["sample"] = gives("sample")
    html = (await async_client.get("/")).content.decode()
    assert f'href="/search?q={EXAMPLE_QUERIES[0]}"' in html
    assert "come with the product" in html
    # Who does not sit at the machine can neither redesign a site of it nor remove any.
    html = (await async_client.get("/", headers={"x-forwarded-for": "192.0.2.1"})).content.decode()
    assert "come with the product" not in html
    assert "/search?q=" in html


async def test_while_nothing_is_learned_the_page_shows_how_far_it_is(engines, async_client):
    engines.learning.append(EngineBeingLearned("<b>Site</b>", "https://a.example/", 0.5))
    html = (await async_client.get("/")).content.decode()
    assert 'value="50"' in html
    assert "&lt;b&gt;Site&lt;/b&gt;" in html
    assert "learning.js" in html
    engines.add("one", gives("one"))
    html = (await async_client.get("/")).content.decode()
    assert "1 more site is being learned" in html
    assert "learning.js" not in html


@pytest.mark.django_db
def test_only_first_learnings_are_told():
    fresh, _ = register_engine("https://fresh.example/")
    plan_learning(fresh, enqueue=False)
    known, _ = register_engine("https://known.example/")
    Engine.objects.filter(pk=known.pk).update(state=EngineState.ACTIVE)
    known.refresh_from_db()
    plan_learning(known, enqueue=False)
    assert [each.home_url for each in engines_being_learned()] == [fresh.home_url]
    assert engines_being_learned()[0].done == 0
    fresh.learning_jobs.update(step="check")
    assert 0.5 < engines_being_learned()[0].done < 1


@pytest.mark.django_db
def test_samples_are_removed_and_brought_back_by_one_click(admin_client):
    for address in sample_addresses():
        row, _ = register_engine(address)
        Engine.objects.filter(pk=row.pk).update(state=EngineState.ACTIVE)
        WrapperVersion.objects.create(
            engine=row, number=1, is_active=True, wrapper={}, support=1, description=""
        )
    own, _ = register_engine("https://own.example/")
    Engine.objects.filter(pk=own.pk).update(state=EngineState.ACTIVE)
    page = reverse("samples")
    assert 'name="remove"' in admin_client.get(page).content.decode()
    shown = admin_client.post(page, {"remove": ""}, follow=True).content.decode()
    assert 'name="bring_back"' in shown
    assert list(Engine.objects.searchable()) == [own]
    admin_client.post(page, {"bring_back": ""})
    assert Engine.objects.searchable().count() == len(sample_addresses()) + 1


@pytest.mark.django_db
def test_the_page_of_samples_tells_anew_how_the_redesigned_one_is(admin_client):
    engine, _ = register_engine(redesign_address())
    shown = html.fromstring(admin_client.get(reverse("samples")).content)
    part = shown.xpath("string(//*[@class='progress-panel']/@data-source)")
    assert "proposed" in admin_client.get(part).content.decode()
    change_state(engine, EngineState.LEARNING, "It has begun.")
    again = admin_client.get(part).content.decode()
    assert "learning" in again
    assert "It has begun." in again
    assert "<html" not in again


@pytest.mark.django_db
def test_a_check_that_found_all_well_leaves_a_trace(admin_client):
    engine, _ = register_engine(redesign_address())
    Engine.objects.filter(pk=engine.pk).update(state=EngineState.ACTIVE)
    WrapperVersion.objects.create(
        engine=engine, number=1, is_active=True, wrapper={}, support=1, last_checked_at=now()
    )
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    for kind, is_well in ((AnswerKind.RESULTS, True), (AnswerKind.TIMEOUT, False)):
        EngineWatch.objects.filter(pk=watch.pk).update(last_kind=kind)
        shown = admin_client.get(reverse("samples")).content.decode()
        assert "Checked <time" in shown
        assert ("all well" in shown) is is_well


@pytest.mark.django_db
def test_who_may_only_look_removes_nothing(client, django_user_model):
    user = django_user_model.objects.create_user("viewer", password="x", is_staff=True)
    page = reverse("samples")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    assert client.get(page).status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="view_engine"))
    assert client.get(page).status_code == 200
    assert 'name="remove"' not in client.get(page).content.decode()
    assert client.post(page, {"remove": ""}).status_code == 403


@pytest.mark.django_db
def test_the_console_offers_the_starter_list_until_there_is_an_engine_of_ones_own(admin_client):
    register_engine(next(iter(sample_addresses())))
    starter = reverse("admin:wrappers_engineimport_starter")
    assert starter in admin_client.get("/admin/").content.decode()
    register_engine("https://own.example/")
    assert starter not in admin_client.get("/admin/").content.decode()
