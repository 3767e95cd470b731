"""Constraints and adaptation settings in the console; rolling back by command."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from samples import SITES
from tests.wrappers.stored_engine import store_engine
from wrappers.engines.registry import make_ready_engine
from wrappers.models import EngineWatch, WrapperVersion
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)


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
