"""The operator's console, through Django's test client."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils.html import escape
from django_q.models import OrmQ

from discovery.engines.registration import change_state, register_engine
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.models import Engine, EngineEvent, EngineState
from metasearch.console import engines
from samples import SITES
from tests.wrappers.stored_engine import store_engine
from wrappers.engines.registry import make_ready_engine
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import EngineWatch, LearningJob, SampleRole, WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_known_of_an_engine_is_shown(console, learned):
    version, job = WrapperVersion.objects.get(), LearningJob.objects.get()
    page = console.text("discovery_engine_changelist")
    assert "active" in page and escape(version.formula) not in page
    page = console.text("discovery_engine_change", learned.pk)
    assert "Learned and checked" in page and "&lt;connection" in page
    assert escape(version.formula) not in page
    assert escape(version.formula) in console.text("wrappers_wrapperversion_change", version.pk)
    assert "ask_impossible" in console.text("wrappers_learningjob_change", job.pk)


def test_actions_of_the_list(console):
    engine = store_engine().engine

    def act(action: str) -> str:
        page = console.act("discovery_engine", action, engine.pk)
        engine.refresh_from_db()
        return page

    act("pause")
    assert engine.state == EngineState.PAUSED
    assert not Engine.objects.searchable().exists()
    act("resume")
    assert engine.state == EngineState.ACTIVE
    assert "cannot become" in act("resume")
    for number, long_work in enumerate(("check_now", "learn_anew"), 1):
        act(long_work)
        assert OrmQ.objects.count() == number, "it goes into the queue"


def test_engines_of_one_template_are_listed_together(console):
    first, second, other = (store_engine(slug=name).engine for name in ("one", "two", "odd-one"))
    alike = WrapperVersion.objects.filter(engine__in=(first, second))
    alike.update(form_key="get find?q", formula="C (X (<li>S))")
    assert "2 engines" in console.text("discovery_engine_change", second.pk)
    assert "this engine alone" in console.text("discovery_engine_change", other.pk)
    version = second.wrapper_versions.get()
    listed = console.client.get(f"/admin/discovery/engine/?template={version.pk}").content.decode()
    assert [each.home_url[7:-1] in listed for each in (first, second, other)] == [True, True, False]
    assert f"{first.name} (2)" in listed
    for hostile in ("x", "9" * 30, "-1"):
        page = console.client.get(f"/admin/discovery/engine/?template={hostile}")
        assert page.status_code == 200 and "0 engines" in page.content.decode()


def test_the_history_tells_what_became_of_an_engine_and_who_did_what(console, monkeypatch):
    engine = store_engine().engine
    change_state(engine, EngineState.BROKEN, "Its pages <changed>.")
    console.act("discovery_engine", "pause", engine.pk)
    page = console.text("discovery_engine_history", engine.pk)
    told = ("broken: Its pages &lt;changed&gt;.", "Paused.", "admin")
    assert all(words in page for words in told)
    assert page.index("Paused.") < page.index(told[0])
    event = EngineEvent.objects.get(engine=engine, after=EngineState.BROKEN)
    assert reverse("admin:discovery_engineevent_change", args=[event.pk]) in page
    assert "Edits by people" not in console.text("discovery_engine_change", engine.pk)
    monkeypatch.setattr(engines, "HISTORY_PAGE", 1)
    assert "?p=2" in console.text("discovery_engine_history", engine.pk)


def test_adding_starts_learning_and_shows_its_progress(console, samples):
    assert "Address of the site" in console.text("discovery_engine_add")
    page = console.post("discovery_engine_add", home_url=samples[SITES[0].name])
    assert "Waiting for the task worker" in page
    job = LearningJob.objects.get()
    assert OrmQ.objects.count() == 1
    assert "data-unfinished" in console.text("discovery_engine_progress", job.engine_id)
    LEARNING.work_slice(job.pk, 60)
    finished = console.text("discovery_engine_progress", job.engine_id)
    assert "data-unfinished" not in finished
    assert "Last learning: done" in finished


@pytest.mark.parametrize("address", ["", "javascript:alert(1)", "ftp://a.example/"])
def test_a_bad_address_is_explained(console, address):
    assert "errorlist" in console.post("discovery_engine_add", home_url=address)
    assert not Engine.objects.exists()


def test_a_version_shows_its_sample_pages_as_text(console, learned):
    version = WrapperVersion.objects.get()
    sample = version.samples.filter(role=SampleRole.RESULTS).first()
    source = console.get("wrappers_wrapperversion_source", sample.pk)
    assert source["Content-Type"].startswith("text/plain")
    assert source["X-Content-Type-Options"] == "nosniff"
    assert source.content == sample.html()
    picture = reverse("admin:wrappers_wrapperversion_picture", args=[sample.pk])
    assert console.client.get(picture).status_code == 404
    sample.picture = b"\xff\xd8picture"
    sample.save()
    assert picture in console.text("wrappers_wrapperversion_change", version.pk)
    shown = console.client.get(picture)
    assert (shown["Content-Type"], shown.content) == ("image/jpeg", b"\xff\xd8picture")


def test_learning_is_stopped_and_the_worker_drops_what_it_has(console):
    engine, _ = register_engine("http://slow.example/")
    job = plan_learning(engine, enqueue=False)
    lease = Lease.claim(LearningJob, job.pk)
    assert lease is not None
    console.act("discovery_engine", "stop_learning", engine.pk)
    engine.refresh_from_db()
    assert (engine.state, engine.reason) == (EngineState.FAILED, "Stopped by a person.")
    with pytest.raises(LeaseLostError):
        lease.update(step="connect")
    again = console.act("discovery_engine", "stop_learning", engine.pk)
    assert "nothing is being learned" in again


def test_a_version_in_use_is_checked_by_a_button_stays_and_goes_with_its_engine(console, db):
    version = store_engine()
    engine = version.engine
    assert 'name="_check_now"' in console.text(ENGINE, engine.pk)
    assert "Queued a check: 1" in console.save(ENGINE, engine.pk, _check_now="Save and check now")
    assert [task.func() for task in OrmQ.objects.all()] == ["wrappers.tasks.check"]
    delete = reverse("admin:wrappers_wrapperversion_delete", args=[version.pk])
    assert console.client.post(delete, {"post": "yes"}).status_code == 403
    assert "is in use" in console.act("wrappers_wrapperversion", "delete_selected", version.pk)
    console.act("wrappers_wrapperversion", "delete_selected", version.pk, post="yes")
    assert WrapperVersion.objects.filter(pk=version.pk).exists()
    change_state(engine, EngineState.PAUSED, "Paused by a person.")
    assert "Are you sure" in console.text("discovery_engine_delete", engine.pk)
    console.post("discovery_engine_delete", engine.pk, post="yes")
    for model in (Engine, EngineEvent, WrapperVersion):
        assert not model.objects.exists()


def test_a_bang_is_edited_and_held_to_be_one_of_its_own(console):
    register_engine("https://elm.example/")
    engine, _ = register_engine("https://oak.example/")

    def edit(bang: str) -> str:
        page = console.save("discovery_engine_change", engine.pk, bang=bang)
        engine.refresh_from_db()
        return page

    for wrong, sentence in (
        ("elm-example", "Another engine is called “!elm-example” already."),
        ("Two Words", "A bang has the letters a to z"),
    ):
        assert sentence in edit(wrong)
        assert engine.bang is None
    before = engine.version
    edit("oak")
    assert (engine.bang, engine.version) == ("oak", before + 1)
    edit("")
    assert engine.bang is None


VERSION, ENGINE = "wrappers_wrapperversion_change", "discovery_engine_change"


def test_constraints_that_cannot_be_read_are_refused_as_they_were_typed(console):
    version = store_engine()
    for text in (
        *("[" * 3_000, "9" * 5_000, "-1", '{"minimum": 1e999}', "[]" * 600, "nonsense"),
        *('{"minimum": -2}', '{"mandatory": ["colour"]}'),
    ):
        page = console.save(VERSION, version.pk, constraints=text)
        assert "errorlist" in page and text.replace('"', "&quot;") in page
    assert WrapperVersion.objects.get().constraints is None


def test_rows_that_are_only_looked_at_need_nothing_sent(console):
    engine = store_engine().engine
    console.save(ENGINE, engine.pk, **{"name": "New", "wrapper_versions-INITIAL_FORMS": "x"})
    engine.refresh_from_db()
    assert engine.name == "New" and engine.wrapper_versions.count() == 1


def test_inducers_are_chosen_for_an_engine(console, learned, samples):
    def choose(*names: str) -> None:
        chosen = {"watch-0-inducers": [*names], "watch-0-adaptation": ""}
        console.save(ENGINE, learned.pk, **chosen)

    assert WrapperVersion.objects.get().inducer == "element_groups"
    choose("tag_prefix", "vints")
    assert EngineWatch.objects.get().inducers == "tag_prefix vints"
    page = console.tree("discovery_engine_change", learned.pk)
    assert len(page.xpath("//input[@name='watch-0-inducers'][@checked]")) == 2
    choose("guessing")
    assert EngineWatch.objects.get().inducers == "tag_prefix vints"
    job = LEARNING.work_now(plan_learning(learned, enqueue=False))
    assert learned.wrapper_versions.in_use().inducer in ("tag_prefix", "vints"), job.log
    call_command("add_engine", samples[SITES[0].name], "--inducers", "element_groups")
    assert EngineWatch.objects.get().inducers == "element_groups"
    assert learned.wrapper_versions.in_use().inducer == "element_groups"


def test_constraints_and_adaptation_settings_can_be_changed(console, learned):
    given = {"format": "metasearch-adaptation/1", "order": ["oracle", "clustered"]}
    for text in (json.dumps(given), '{"order": ["magic"]}'):
        console.save(ENGINE, learned.pk, **{"watch-0-adaptation": text})
        assert EngineWatch.objects.get().adaptation == given
    version, before = WrapperVersion.objects.get(), learned.version
    assert version.constraints
    text = '{"minimum": 2, "mandatory": ["url", "date"]}'
    console.save(VERSION, version.pk, constraints=text)
    version.refresh_from_db()
    assert version.constraints["minimum"] == 2
    learned.refresh_from_db()
    assert learned.version > before
    assert make_ready_engine(learned, version).constraints.mandatory == ("url", "date")


def test_rolling_back_by_command(learned, samples, capsys):
    slug = learned.slug
    with pytest.raises(CommandError, match="no older version"):
        call_command("roll_back", slug)
    with pytest.raises(CommandError, match="There is no engine 'nobody'"):
        call_command("roll_back", "nobody")
    add_engine(samples[SITES[0].name])
    call_command("roll_back", slug)
    assert WrapperVersion.objects.get(is_active=True).number == 1
    call_command("roll_back", slug, "2")
    assert WrapperVersion.objects.get(is_active=True).number == 2
    with pytest.raises(CommandError, match="no version 9"):
        call_command("roll_back", slug, "9")
    assert "version 2" in capsys.readouterr().out
    call_command("roll_back", slug, "1", "--json")
    document = json.loads(capsys.readouterr().out)
    assert document == {"slug": slug, "version": 1, "reason": "learned"}


def test_a_data_model_is_accepted_given_away_and_refused(console, learned):
    version = WrapperVersion.objects.get()
    text = json.dumps(version.constraints)
    console.save(VERSION, version.pk, constraints=text, accept_learned="on")
    accepted = make_ready_engine(learned, WrapperVersion.objects.get()).constraints.data_model
    assert '<xs:element name="title"' in accepted
    address = reverse(f"admin:{VERSION}", args=[version.pk])
    assert console.client.get(f"{address}data-model.xsd").content.decode() == accepted
    for model, is_taken in ((f"<!DOCTYPE a>{accepted}", False), (accepted, True)):
        page = console.save(VERSION, version.pk, constraints="{}", data_model=model)
        assert ("Nothing was changed" in page) is not is_taken
    assert WrapperVersion.objects.get().constraints["data_model"] == accepted.strip()
