"""Imports and connection descriptions in the operator's console."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from discovery.connection.description_xml import from_xml, to_xml
from discovery.models import Engine, EngineState
from wrappers.console import imports
from wrappers.extraction.records.record import ResultRecord
from wrappers.imports.importing import IMPORTS, import_file
from wrappers.induction.constraints import learn_data_model
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.models import EngineImport, LearningJob, LearningState, WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)

ENTRIES = [
    {"s": "A", "u": "https://a.example/?q={{{s}}}"},
    {"s": "=cmd()", "u": "javascript:{{{s}}}"},
    {"s": "<b>", "u": 7},
]


def upload(client: Client, name: str, content: bytes, *arguments: Any) -> Any:
    file = SimpleUploadedFile("list.json", content)
    return client.post(reverse(f"admin:{name}", args=arguments), {"upload": file}, follow=True)


def test_an_upload_is_imported_and_watched(admin_client):
    page = upload(admin_client, "wrappers_engineimport_add", json.dumps(ENTRIES).encode())
    assert "Waiting for the task worker" in page.content.decode()
    row = EngineImport.objects.get()
    progress = reverse("admin:wrappers_engineimport_progress", args=[row.pk])
    EngineImport.objects.update(phase="checking", done=200, total=1000)
    shown = admin_client.get(progress).content.decode()
    assert "data-unfinished" in shown
    assert "checking: 200 of 1000" in shown
    IMPORTS.work_slice(row.pk)
    assert (
        "Still to be learned, one after the other: 1" in admin_client.get(progress).content.decode()
    )
    address = reverse("admin:wrappers_engineimport_change", args=[row.pk])
    page = admin_client.get(address).content.decode()
    assert "proposed: 1" in page
    assert "&lt;b&gt;" in page
    assert "line 1" in page
    assert admin_client.get(reverse("admin:wrappers_engineimport_changelist")).status_code == 200


def test_an_import_is_stopped_by_its_button(admin_client):
    upload(admin_client, "wrappers_engineimport_add", json.dumps(ENTRIES).encode())
    row = EngineImport.objects.get()
    address = reverse("admin:wrappers_engineimport_change", args=[row.pk])
    assert 'name="_stop"' in admin_client.get(address).content.decode()
    page = admin_client.post(address, {"_stop": "Stop"}, follow=True).content.decode()
    assert "nothing was imported" in page
    assert 'name="_stop"' not in page
    IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists()
    stopped_twice = admin_client.post(address, {"_stop": "Stop"}, follow=True).content.decode()
    assert "the import has ended" in stopped_twice


def test_rejected_entries_are_downloaded_without_formulas(admin_client):
    row = import_file(json.dumps(ENTRIES).encode(), "list.json")
    address = reverse("admin:wrappers_engineimport_rejected", args=[row.pk])
    response = admin_client.get(address)
    assert "attachment" in response["Content-Disposition"]
    lines = response.content.decode().splitlines()
    assert lines[0] == "line,reason,entry"
    assert "'=cmd()" in lines[1]
    assert len(lines) == 3
    page = admin_client.get(reverse("admin:discovery_engine_changelist")).content.decode()
    assert "proposed: 1" in page
    assert reverse("admin:wrappers_engineimport_add") in page


def test_a_file_too_large_empty_or_broken_is_refused(admin_client, monkeypatch):
    monkeypatch.setattr(imports, "MAX_LIST_BYTES", 10)
    page = upload(admin_client, "wrappers_engineimport_add", b"x" * 11).content.decode()
    assert "larger than 10 bytes" in page
    assert "errorlist" in upload(admin_client, "wrappers_engineimport_add", b"").content.decode()
    assert not EngineImport.objects.exists()
    upload(admin_client, "wrappers_engineimport_add", b"[1, 2")
    row = EngineImport.objects.get()
    IMPORTS.work_slice(row.pk)
    address = reverse("admin:wrappers_engineimport_change", args=[row.pk])
    assert "no JSON" in admin_client.get(address).content.decode()


def test_a_description_goes_out_and_comes_back(admin_client, learned):
    page = admin_client.get(reverse("admin:discovery_engine_change", args=[learned.pk]))
    download = reverse("admin:discovery_engine_description", args=[learned.pk])
    assert download in page.content.decode()
    response = admin_client.get(download)
    assert f"{learned.slug}.xml" in response["Content-Disposition"]
    changed = response.content.replace(b'language="en"', b'language="la"')
    assert changed != response.content
    page = upload(admin_client, "discovery_engine_upload", changed, learned.pk)
    assert "being checked" in page.content.decode()
    learned.refresh_from_db()
    assert learned.state == EngineState.ACTIVE
    assert learned.description.encode() == response.content, "unchanged until it is checked"
    job = LEARNING.work_slice(LearningJob.objects.unfinished().get().pk, 100)
    assert job.outcome == EngineState.ACTIVE, job.log
    assert "as uploaded" in job.log[0]["outcome"]
    learned.refresh_from_db()
    assert from_xml(learned.description.encode()).language == "la"
    versions = WrapperVersion.objects.order_by("number")
    assert [version.is_active for version in versions] == [False, True]


def test_a_data_model_goes_with_a_description(admin_client, learned):
    download = reverse("admin:discovery_engine_description", args=[learned.pk])
    model = learn_data_model([ResultRecord("http://a.example/", "A title")])
    description = from_xml(admin_client.get(download).content)
    file = to_xml(replace(description, data_model=model))
    upload(admin_client, "discovery_engine_upload", file, learned.pk)
    job = LEARNING.work_slice(LearningJob.objects.unfinished().get().pk, 100)
    assert job.outcome == EngineState.ACTIVE, job.log
    held_to = WrapperVersion.objects.get(is_active=True).constraints
    assert held_to is not None and held_to["data_model"] == model.strip()
    assert from_xml(admin_client.get(download).content).data_model == model.strip()


def test_an_upload_that_cannot_be_asked_keeps_the_old_version(admin_client, learned):
    home = learned.home_url.encode()
    changed = learned.description.encode().replace(
        b'action="' + home + b'search"', b'action="' + home + b'nowhere"'
    )
    assert changed != learned.description.encode()
    upload(admin_client, "discovery_engine_upload", changed, learned.pk)
    job = LEARNING.work_slice(LearningJob.objects.unfinished().get().pk, 100)
    assert job.outcome != EngineState.ACTIVE
    before = learned.description
    learned.refresh_from_db()
    assert (learned.state, learned.description) == (EngineState.ACTIVE, before)
    assert WrapperVersion.objects.get().is_active
    assert "what is in use stays" in learned.events.first().reason


@pytest.mark.parametrize(
    "content",
    [
        b"<connection>",
        b"not xml",
        b'<!DOCTYPE c [<!ENTITY a "b">]><connection xmlns="urn:metasearch:connection:1"/>',
        b'<connection xmlns="urn:metasearch:connection:1"><site/><parameters/></connection>',
        b"\0" * 10,
    ],
)
def test_an_upload_that_is_no_description_changes_nothing(admin_client, content):
    engine = Engine.objects.create(slug="a", name="A", home_url="https://a.example/")
    page = upload(admin_client, "discovery_engine_upload", content, engine.pk).content.decode()
    assert "Nothing was changed" in page
    assert not LearningJob.objects.exists()
    engine.refresh_from_db()
    assert (engine.state, engine.description) == (EngineState.PROPOSED, "")
    download = reverse("admin:discovery_engine_description", args=[engine.pk])
    assert admin_client.get(download).status_code == 404, "there is none yet"


def test_an_upload_waits_for_the_learning_under_way(admin_client, learned):
    plan_learning(learned)
    content = learned.description.encode()
    page = upload(admin_client, "discovery_engine_upload", content, learned.pk).content.decode()
    assert "try again when it is done" in page
    assert LearningJob.objects.unfinished().get().state == LearningState()


def test_addresses_are_pasted_or_uploaded(admin_client):
    address = reverse("admin:wrappers_engineimport_add")
    assert b"one of the two" in admin_client.post(address, {"addresses": " "}).content
    both = {"addresses": "http://a.example/", "upload": SimpleUploadedFile("a.txt", b"b.example")}
    assert b"one of the two" in admin_client.post(address, both).content
    assert not EngineImport.objects.exists()
    admin_client.post(address, {"addresses": "http://a.example/\nhttp://b.example/\n"})
    row = EngineImport.objects.get()
    IMPORTS.work_slice(row.pk)
    row.refresh_from_db()
    assert (row.created, row.problem) == (2, "")
