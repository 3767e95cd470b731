"""The operator's console, through Django's test client."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django_q.models import OrmQ
from lxml import html

from discovery.engines.registration import change_state, register_engine
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.models import Engine, EngineEvent, EngineState
from samples import SITES
from tests.wrappers.stored_engine import store_engine
from wrappers.engines.registry import make_ready_engine
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.models import EngineWatch, LearningJob, SampleRole, WrapperVersion
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)


def run_action(client: Client, model: str, action: str, pk: int) -> str:
    address = reverse(f"admin:{model}_changelist")
    data = {"action": action, "_selected_action": [pk]}
    return client.post(address, data, follow=True).content.decode()


def test_what_is_known_of_an_engine_is_shown(admin_client, learned):
    version, job = WrapperVersion.objects.get(), LearningJob.objects.get()
    for name, pk, words in (
        ("discovery_engine_changelist", None, ("active", escape(version.formula))),
        ("discovery_engine_change", learned.pk, ("Learned and checked", "&lt;connection")),
        ("wrappers_learningjob_change", job.pk, ("ask_impossible",)),
    ):
        page = admin_client.get(reverse(f"admin:{name}", args=[pk] if pk else [])).content.decode()
        assert all(word in page for word in words)


def test_actions_of_the_list(admin_client):
    engine = store_engine().engine

    def act(action: str) -> str:
        page = run_action(admin_client, "discovery_engine", action, engine.pk)
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


def test_adding_starts_learning_and_shows_its_progress(admin_client, samples):
    address = reverse("admin:discovery_engine_add")
    assert "Address of the site" in admin_client.get(address).content.decode()
    response = admin_client.post(address, {"home_url": samples[SITES[0].name]}, follow=True)
    page = response.content.decode()
    assert "Waiting for the task worker" in page
    job = LearningJob.objects.get()
    assert OrmQ.objects.count() == 1
    progress = reverse("admin:discovery_engine_progress", args=[job.engine_id])
    assert "data-unfinished" in admin_client.get(progress).content.decode()
    LEARNING.work_slice(job.pk, 60)
    finished = admin_client.get(progress).content.decode()
    assert "data-unfinished" not in finished
    assert "Last learning: done" in finished


@pytest.mark.parametrize("address", ["", "javascript:alert(1)", "ftp://a.example/"])
def test_a_bad_address_is_explained(admin_client, address):
    page = admin_client.post(reverse("admin:discovery_engine_add"), {"home_url": address})
    assert "errorlist" in page.content.decode()
    assert not Engine.objects.exists()


def test_a_version_shows_its_sample_pages_as_text(admin_client, learned):
    version = WrapperVersion.objects.get()
    address = reverse("admin:wrappers_wrapperversion_change", args=[version.pk])
    assert admin_client.get(address).status_code == 200
    sample = version.samples.filter(role=SampleRole.RESULTS).first()
    assert sample
    source = admin_client.get(reverse("admin:wrappers_wrapperversion_source", args=[sample.pk]))
    assert source["Content-Type"].startswith("text/plain")
    assert source["X-Content-Type-Options"] == "nosniff"
    assert source.content == sample.html()
    picture = reverse("admin:wrappers_wrapperversion_picture", args=[sample.pk])
    assert admin_client.get(picture).status_code == 404
    sample.picture = b"\xff\xd8picture"
    sample.save()
    assert picture in admin_client.get(address).content.decode()
    shown = admin_client.get(picture)
    assert (shown["Content-Type"], shown.content) == ("image/jpeg", b"\xff\xd8picture")


def test_learning_is_stopped_and_the_worker_drops_what_it_has(admin_client):
    engine, _ = register_engine("http://slow.example/")
    job = plan_learning(engine, enqueue=False)
    lease = Lease.claim(LearningJob, job.pk)
    assert lease is not None
    run_action(admin_client, "discovery_engine", "stop_learning", engine.pk)
    engine.refresh_from_db()
    assert (engine.state, engine.reason) == (EngineState.FAILED, "Stopped by a person.")
    with pytest.raises(LeaseLostError):
        lease.update(step="connect")
    again = run_action(admin_client, "discovery_engine", "stop_learning", engine.pk)
    assert "nothing is being learned" in again


def test_a_version_in_use_is_checked_by_a_button_stays_and_goes_with_its_engine(admin_client, db):
    version = store_engine()
    address = reverse("admin:discovery_engine_change", args=[version.engine_id])
    page = html.fromstring(admin_client.get(address).content)
    form = page.get_element_by_id("engine_form")
    assert form.xpath(".//input[@name='_check_now']")
    fields = dict(form.form_values()) | {"_check_now": "Save and check now"}
    response = admin_client.post(address, fields, follow=True)
    assert "Checking 1" in response.content.decode()
    assert [task.func() for task in OrmQ.objects.all()] == ["wrappers.tasks.check"]
    address = reverse("admin:wrappers_wrapperversion_delete", args=[version.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    page = run_action(admin_client, "wrappers_wrapperversion", "delete_selected", version.pk)
    assert "is in use" in page
    chosen = {"action": "delete_selected", "_selected_action": [version.pk], "post": "yes"}
    admin_client.post(reverse("admin:wrappers_wrapperversion_changelist"), chosen)
    assert WrapperVersion.objects.filter(pk=version.pk).exists()
    change_state(version.engine, EngineState.PAUSED, "Paused by a person.")
    address = reverse("admin:discovery_engine_delete", args=[version.engine_id])
    assert "Are you sure" in admin_client.get(address).content.decode()
    admin_client.post(address, {"post": "yes"})
    assert not Engine.objects.exists()
    assert not EngineEvent.objects.exists()
    assert not WrapperVersion.objects.exists()


def test_a_bang_is_edited_and_held_to_be_one_of_its_own(admin_client):
    register_engine("https://elm.example/")
    engine, _ = register_engine("https://oak.example/")
    address = reverse("admin:discovery_engine_change", args=(engine.pk,))

    def edit(bang: str) -> str:
        inlines = {
            f"{prefix}-{count}_FORMS": "0"
            for prefix in ("wrapper_versions", "watch", "events")
            for count in ("TOTAL", "INITIAL")
        }
        data = {"name": "Oak", "bang": bang, "categories": "", "weight": "1", **inlines}
        return admin_client.post(address, data, follow=True).content.decode()

    for wrong, sentence in (
        ("elm-example", "Another engine is called “!elm-example” already."),
        ("Two Words", "A bang has the letters a to z"),
    ):
        assert sentence in edit(wrong)
        engine.refresh_from_db()
        assert engine.bang is None
    before = engine.version
    edit("oak")
    engine.refresh_from_db()
    assert (engine.bang, engine.version) == ("oak", before + 1)
    edit("")
    engine.refresh_from_db()
    assert engine.bang is None


@pytest.mark.parametrize("model", ["discovery_engine", "wrappers_learningjob"])
def test_every_filter_of_a_list_has_words(admin_client, model):
    for language in ("", "de"):
        engine, _ = register_engine(f"http://{language or 'no'}.example/")
        Engine.objects.filter(pk=engine.pk).update(language=language)
        LearningJob.objects.create(engine=engine, outcome=language and "learned")
    page = html.fromstring(admin_client.get(reverse(f"admin:{model}_changelist")).content)
    words = [
        link.text_content().strip() for link in page.iterfind(".//*[@id='changelist-filter']//a")
    ]
    assert len(words) > 5 and all(words)
    assert "none" in words


def posted(client: Client, address: str, **values: str) -> Any:
    """Post the form at an address as it stands, but for `values`."""
    context = client.get(address).context
    data: dict[str, Any] = {}
    forms = [context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for form in forms:
        for field in form:
            value = field.value()
            if hasattr(value, "strftime"):
                data[f"{field.html_name}_0"] = value.strftime("%Y-%m-%d")
                data[f"{field.html_name}_1"] = value.strftime("%H:%M:%S")
            data[field.html_name] = "" if value is None else value
    return client.post(address, {**data, **values}, follow=True)


def test_constraints_that_cannot_be_read_are_refused_as_they_were_typed(admin_client):
    address = reverse("admin:wrappers_wrapperversion_change", args=[store_engine().pk])
    for text in (
        *("[" * 3_000, "9" * 5_000, "-1", '{"minimum": 1e999}', "[]" * 600, "nonsense"),
        *('{"minimum": -2}', '{"mandatory": ["colour"]}'),
    ):
        page = posted(admin_client, address, constraints=text).content.decode()
        assert "errorlist" in page and text.replace('"', "&quot;") in page
    assert WrapperVersion.objects.get().constraints is None


def test_rows_that_are_only_looked_at_need_nothing_sent(admin_client):
    engine = store_engine().engine
    address = reverse("admin:discovery_engine_change", args=[engine.pk])
    posted(admin_client, address, **{"name": "New", "wrapper_versions-INITIAL_FORMS": "x"})
    engine.refresh_from_db()
    assert engine.name == "New" and engine.wrapper_versions.count() == 1


def test_constraints_and_adaptation_settings_can_be_changed(admin_client, learned):
    address = reverse("admin:discovery_engine_change", args=[learned.pk])
    text = json.dumps({"format": "metasearch-adaptation/1", "order": ["oracle", "clustered"]})
    page = posted(admin_client, address, **{"watch-0-adaptation": text})
    assert page.status_code == 200
    watch = EngineWatch.objects.get()
    assert watch.adaptation == json.loads(text), page.content.decode()[:2000]
    posted(admin_client, address, **{"watch-0-adaptation": '{"order": ["magic"]}'})
    assert EngineWatch.objects.get().adaptation == watch.adaptation
    version = WrapperVersion.objects.get()
    assert version.constraints
    before = learned.version
    address = reverse("admin:wrappers_wrapperversion_change", args=[version.pk])
    posted(admin_client, address, constraints='{"minimum": 2, "mandatory": ["url", "date"]}')
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


def test_a_data_model_is_accepted_given_away_and_refused(admin_client, learned):
    version = WrapperVersion.objects.get()
    address = reverse("admin:wrappers_wrapperversion_change", args=[version.pk])
    posted(admin_client, address, constraints=json.dumps(version.constraints), accept_learned="on")
    accepted = make_ready_engine(learned, WrapperVersion.objects.get()).constraints
    assert '<xs:element name="title"' in accepted.data_model
    file = admin_client.get(f"{address}data-model.xsd")
    assert file.content.decode() == accepted.data_model
    page = posted(
        admin_client, address, constraints="{}", data_model=f"<!DOCTYPE a>{accepted.data_model}"
    )
    assert "Nothing was changed" in page.content.decode()
    posted(admin_client, address, constraints="{}", data_model=accepted.data_model)
    assert WrapperVersion.objects.get().constraints["data_model"] == accepted.data_model.strip()
