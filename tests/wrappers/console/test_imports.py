"""Imports and connection descriptions in the operator's console."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from discovery.connection.description_xml import from_xml, to_xml
from discovery.models import Engine, EngineState
from metasearch.console import imports
from wrappers.extraction.records.record import ResultRecord
from wrappers.imports.importing import IMPORTS, import_file
from wrappers.induction.constraints import learn_data_model
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING
from wrappers.models import EngineImport, LearningJob, LearningState, WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)

ENTRIES = [
    {"s": "A", "u": "https://a.example/?q={{{s}}}"},
    {"s": "=cmd()", "u": "javascript:{{{s}}}"},
    {"s": "<b>", "u": 7},
]


ADD, IMPORT = "wrappers_engineimport_add", "wrappers_engineimport_change"
LIST = json.dumps(ENTRIES).encode()


def upload(console: Any, name: str, content: bytes, *numbers: int) -> str:
    return console.post(name, *numbers, upload=SimpleUploadedFile("list.json", content))


def test_an_upload_is_imported_and_watched(console):
    assert "Waiting for the task worker" in upload(console, ADD, LIST)
    row = EngineImport.objects.get()
    EngineImport.objects.update(phase="checking", done=200, total=1000)
    shown = console.text("wrappers_engineimport_progress", row.pk)
    assert "data-unfinished" in shown
    assert "checking: 200 of 1000" in shown
    IMPORTS.work_slice(row.pk)
    shown = console.text("wrappers_engineimport_progress", row.pk)
    assert "Still to be learned, one after the other: 1" in shown
    page = console.text(IMPORT, row.pk)
    assert all(said in page for said in ("proposed: 1", "&lt;b&gt;", "line 1"))
    assert console.get("wrappers_engineimport_changelist").status_code == 200


def test_an_import_is_stopped_by_its_button(console):
    upload(console, ADD, LIST)
    row = EngineImport.objects.get()
    assert 'name="_stop"' in console.text(IMPORT, row.pk)
    page = console.post(IMPORT, row.pk, _stop="Stop")
    assert "nothing was imported" in page
    assert 'name="_stop"' not in page
    IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists()
    assert "the import has ended" in console.post(IMPORT, row.pk, _stop="Stop")


def test_rejected_entries_are_downloaded_without_formulas(console):
    row = import_file(LIST, "list.json")
    response = console.get("wrappers_engineimport_rejected", row.pk)
    assert "attachment" in response["Content-Disposition"]
    lines = response.content.decode().splitlines()
    assert lines[0] == "line,reason,entry"
    assert "'=cmd()" in lines[1]
    assert len(lines) == 3
    page = console.text("discovery_engine_changelist")
    assert "proposed: 1" in page
    assert reverse(f"admin:{ADD}") in page


def test_a_file_too_large_empty_or_broken_is_refused(console, monkeypatch):
    monkeypatch.setattr(imports, "MAX_LIST_BYTES", 10)
    assert "larger than 10 bytes" in upload(console, ADD, b"x" * 11)
    assert "errorlist" in upload(console, ADD, b"")
    assert not EngineImport.objects.exists()
    upload(console, ADD, b"[1, 2")
    row = EngineImport.objects.get()
    IMPORTS.work_slice(row.pk)
    assert "no JSON" in console.text(IMPORT, row.pk)


UPLOAD, DOWNLOAD = "discovery_engine_upload", "discovery_engine_description"


def learned_from_upload() -> LearningJob:
    return LEARNING.work_slice(LearningJob.objects.unfinished().get().pk, 100)


def test_a_description_goes_out_and_comes_back(console, learned):
    download = reverse(f"admin:{DOWNLOAD}", args=[learned.pk])
    assert download in console.text("discovery_engine_change", learned.pk)
    response = console.client.get(download)
    assert f"{learned.slug}.xml" in response["Content-Disposition"]
    changed = response.content.replace(b'language="en"', b'language="la"')
    assert changed != response.content
    assert "being checked" in upload(console, UPLOAD, changed, learned.pk)
    learned.refresh_from_db()
    assert learned.state == EngineState.ACTIVE
    assert learned.description.encode() == response.content, "unchanged until it is checked"
    job = learned_from_upload()
    assert job.outcome == EngineState.ACTIVE, job.log
    assert "as uploaded" in job.log[0]["outcome"]
    learned.refresh_from_db()
    assert learned.connection.language == "la"
    versions = WrapperVersion.objects.order_by("number")
    assert [version.is_active for version in versions] == [False, True]


def test_a_data_model_goes_with_a_description(console, learned):
    model = learn_data_model([ResultRecord("http://a.example/", "A title")])
    description = from_xml(console.get(DOWNLOAD, learned.pk).content)
    upload(console, UPLOAD, to_xml(replace(description, data_model=model)), learned.pk)
    job = learned_from_upload()
    assert job.outcome == EngineState.ACTIVE, job.log
    held_to = WrapperVersion.objects.get(is_active=True).constraints
    assert held_to is not None and held_to["data_model"] == model.strip()
    assert from_xml(console.get(DOWNLOAD, learned.pk).content).data_model == model.strip()


def test_an_upload_that_cannot_be_asked_keeps_the_old_version(console, learned):
    before = learned.description
    action = f'action="{learned.home_url}'
    changed = before.replace(f'{action}search"', f'{action}nowhere"')
    assert changed != before
    upload(console, UPLOAD, changed.encode(), learned.pk)
    assert learned_from_upload().outcome != EngineState.ACTIVE
    learned.refresh_from_db()
    assert (learned.state, learned.description) == (EngineState.ACTIVE, before)
    assert WrapperVersion.objects.get().is_active
    assert "what is in use stays" in learned.events.first().reason


@pytest.mark.parametrize(
    "content", [b"\0" * 10, b'<connection xmlns="urn:metasearch:connection:1"><site/></connection>']
)
def test_an_upload_that_is_no_description_changes_nothing(console, content):
    engine = Engine.objects.create(slug="a", name="A", home_url="https://a.example/")
    assert "Nothing was changed" in upload(console, UPLOAD, content, engine.pk)
    assert not LearningJob.objects.exists()
    engine.refresh_from_db()
    assert (engine.state, engine.description) == (EngineState.PROPOSED, "")
    assert console.get(DOWNLOAD, engine.pk).status_code == 404, "there is none yet"


def test_an_upload_waits_for_the_learning_under_way(console, learned):
    plan_learning(learned)
    page = upload(console, UPLOAD, learned.description.encode(), learned.pk)
    assert "try again when it is done" in page
    assert LearningJob.objects.unfinished().get().state == LearningState()


def test_addresses_are_pasted_or_uploaded(console):
    assert "one of the two" in console.post(ADD, addresses=" ")
    file = SimpleUploadedFile("a.txt", b"b.example")
    assert "one of the two" in console.post(ADD, addresses="http://a.example/", upload=file)
    assert not EngineImport.objects.exists()
    console.post(ADD, addresses="http://a.example/\nhttp://b.example/\n")
    row = EngineImport.objects.get()
    IMPORTS.work_slice(row.pk)
    row.refresh_from_db()
    assert (row.created, row.problem) == (2, "")
