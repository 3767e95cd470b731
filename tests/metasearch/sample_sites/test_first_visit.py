"""What a newcomer is shown while the samples are asked, and that it goes with them."""

from dataclasses import replace

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.timezone import now
from lxml import html

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from metasearch.presentation.sample_sites import (
    first_visit,
    redesign_address,
    retire_old_samples,
    sample_addresses,
    sample_engines,
)
from metasearch.search.preferences import COOKIE, Preferences
from samples import EXAMPLE_QUERIES, SITES
from tests.metasearch.engines import engine, gives
from wrappers.learning.jobs import EngineBeingLearned, engines_being_learned, plan_learning
from wrappers.models import EngineWatch, LearningJob, WrapperVersion
from wrappers.operations.lifecycle import resume

pytestmark = pytest.mark.django_db


def sample(place: int = 0) -> object:
    return replace(engine("sample"), home_url=list(sample_addresses())[place])


VERSION = {"number": 1, "is_active": True, "wrapper": {}, "support": 1}


def in_use(address: str) -> Engine:
    engine, _ = register_engine(address)
    Engine.objects.filter(pk=engine.pk).update(state=EngineState.ACTIVE)
    engine.refresh_from_db()
    return engine


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


def test_only_first_learnings_are_told():
    fresh, _ = register_engine("https://fresh.example/")
    plan_learning(fresh, enqueue=False)
    plan_learning(in_use("https://known.example/"), enqueue=False)
    assert [each.home_url for each in engines_being_learned()] == [fresh.home_url]
    assert engines_being_learned()[0].done == 0
    fresh.learning_jobs.update(step="check")
    assert 0.5 < engines_being_learned()[0].done < 1


def test_samples_are_removed_and_brought_back_by_one_click(admin_client):
    for address in sample_addresses():
        WrapperVersion.objects.create(engine=in_use(address), **VERSION)
    own = in_use("https://own.example/")
    page = reverse("samples")
    assert 'name="remove"' in admin_client.get(page).content.decode()
    shown = admin_client.post(page, {"remove": ""}, follow=True).content.decode()
    assert 'name="bring_back"' in shown
    assert list(Engine.objects.searchable()) == [own]
    admin_client.post(page, {"bring_back": ""})
    assert Engine.objects.searchable().count() == len(sample_addresses()) + 1


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


def test_a_check_that_found_all_well_leaves_a_trace(admin_client):
    engine = in_use(redesign_address())
    WrapperVersion.objects.create(engine=engine, last_checked_at=now(), **VERSION)
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    for kind, is_well in ((AnswerKind.RESULTS, True), (AnswerKind.TIMEOUT, False)):
        EngineWatch.objects.filter(pk=watch.pk).update(last_kind=kind)
        shown = admin_client.get(reverse("samples")).content.decode()
        assert "Checked <time" in shown
        assert ("all well" in shown) is is_well


NAMES = (
    *("Modulary", "Glyphothek – Zeichen finden", "Esperluette - les entités HTML en français"),
    *("Buscador - Reinhardteca", "Phrasarium, il frasario delle interfacce"),
)


def description_of(name: str) -> str:
    template = "http://127.0.0.1/search?q={searchTerms}"
    return to_xml(ConnectionDescription(site_name=name, template=template)).decode()


def learned(offset: int, name: str, state: EngineState = EngineState.ACTIVE) -> Engine:
    home = f"http://127.0.0.1:{settings.SAMPLES_PORT + offset}/"
    engine, _ = register_engine(home)
    engine.name, engine.state = name, state
    engine.description = description_of(name)
    engine.save()
    WrapperVersion.objects.create(engine=engine, description=engine.description, **VERSION)
    return engine


def states() -> list[str]:
    return list(Engine.objects.order_by("pk").values_list("state", flat=True))


def test_old_samples_are_paused_with_a_reason_and_keep_all_they_have():
    in_use, broken, away, *_ = (
        learned(number, name, state)
        for number, (name, state) in enumerate(
            zip(NAMES, ("ACTIVE", "BROKEN", "SUSPENDED", "ACTIVE", "PAUSED"), strict=True)
        )
    )
    plan_learning(in_use, enqueue=False)
    assert retire_old_samples() == 4
    assert states() == [EngineState.PAUSED] * 5
    assert not LearningJob.objects.unfinished().exists()
    for each in (in_use, broken, away):
        each.refresh_from_db()
        assert "no longer comes with the product" in each.reason
        assert each.wrapper_versions.filter(is_active=True).exists()
    assert retire_old_samples() == 0


def test_who_resumes_a_retired_sample_keeps_it():
    engine = learned(0, NAMES[0])
    retire_old_samples()
    engine.refresh_from_db()
    resume(engine)
    assert retire_old_samples() == 0
    assert states() == [EngineState.ACTIVE]


def test_an_engine_of_ones_own_at_such_an_address_stays():
    """Whether its site is another, or nothing is learned."""
    learned(0, "Our wiki")
    register_engine(f"http://127.0.0.1:{settings.SAMPLES_PORT + 2}/")
    renamed = learned(3, NAMES[3])
    Engine.objects.filter(pk=renamed.pk).update(name="Called otherwise by a person")
    assert retire_old_samples() == 1
    assert states() == ["ACTIVE", "PROPOSED", "PAUSED"]


def test_the_samples_of_this_version_stay():
    for port in settings.SAMPLES_PORTS:
        engine, _ = register_engine(f"http://127.0.0.1:{port}/")
        engine.description = description_of("Modulary")
        engine.state = EngineState.ACTIVE
        engine.save()
    assert sample_engines().count() == len(settings.SAMPLES_PORTS)
    assert retire_old_samples() == 0
    change_state(engine, EngineState.PAUSED, "by hand")
    assert states().count(EngineState.ACTIVE) == len(settings.SAMPLES_PORTS) - 1


async def test_what_is_off_is_told_until_it_is_chosen(engines, async_client):
    engines.active = [sample()]
    assert "icons of sites" in (await async_client.get("/")).content.decode()
    async_client.cookies[COOKIE] = Preferences(icons=True).to_token()
    assert "icons of sites" not in (await async_client.get("/")).content.decode()
