"""Engines as files: given away by one installation, tried, then used by another."""

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from discovery.connection.description import Header, KeptCookie, Parameter
from discovery.connection.description_xml import from_xml, to_xml
from discovery.engine_lists.list_formats import read_engine_list
from discovery.models import Engine, EngineEvent, EngineState
from discovery.pages.outcomes import AnswerKind
from samples import SITES
from tests.programs import ROOT
from tests.small_server import Reply, Request
from tests.wrappers.learned_engine import answers_of
from tests.wrappers.redesigned_engine import Design, cards
from wrappers.engines.engine_file import MAX_FILE_LENGTH, file_schema
from wrappers.imports.exporting import NotExportableError, as_list, export_engine
from wrappers.imports.importing import IMPORTS, import_file
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import EngineImport, EngineWatch, ImportedEngine, LearningJob, WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)
STORED = Path(__file__).with_name("engine_file_1.json")


@dataclass
class Watched(Design):
    """A site that counts the pages it is asked for."""

    pages: list[str] = field(default_factory=list)

    def page(self, request: Request) -> Reply:
        if request.path != "/robots.txt":
            self.pages.append(request.path)
        return super().page(request)


def read_here(engine: Engine, queries: tuple[str, ...]) -> list[Any]:
    answers = [each for page in (1, 2) for each in answers_of(engine, *queries, page=page)]
    return [(answer.kind, answer.records, answer.total) for answer in answers]


def learn_imported(engine: Engine) -> LearningJob:
    job = LEARNING.work_now(plan_learning(engine, enqueue=False))
    engine.refresh_from_db()
    return job


def imported(*files: Any) -> EngineImport:
    """Import files into an installation without engines."""
    Engine.objects.all().delete()
    return import_file(json.dumps(files, indent=1).encode(), "engines.json")


def file_of(site: Design, served: Any) -> dict[str, Any]:
    job = add_engine(served(site))
    assert job.outcome == EngineState.ACTIVE, job.log
    found: dict[str, Any] = json.loads(export_engine(job.engine).to_text())
    return found


@pytest.mark.parametrize("site", SITES[:2], ids=lambda site: site.name)
def test_an_engine_reads_elsewhere_what_it_reads_here(samples, site):
    engine = add_engine(samples[site.name]).engine
    Engine.objects.filter(pk=engine.pk).update(
        name="Ours & theirs", bang="ours", categories="Code, News", weight=2.5
    )
    EngineWatch.objects.update(adaptation={"order": ["bigram"]}, inducers="element_groups")
    engine.refresh_from_db()
    file = export_engine(engine)
    jsonschema.validate(json.loads(file.to_text()), file_schema())
    queries = (*file.queries, "zip", "qxzvkjwpfq")
    here = read_here(engine, queries)
    assert any(kind is AnswerKind.RESULTS for kind, *_ in here)
    Engine.objects.all().delete()
    done = import_file(as_list([file]).encode(), "engines.json")
    assert (done.created, done.format, done.rejected) == (1, "engine files (JSON)", [])
    there = Engine.objects.get()
    assert there.state == EngineState.PROPOSED
    job = learn_imported(there)
    assert (there.state, job.log[-1]["name"]) == (EngineState.ACTIVE, "recall"), job.log
    assert job.samples.count() == 2
    assert read_here(there, queries) == here
    again = export_engine(there).to_json()
    changed = {name for name, value in file.to_json().items() if again[name] != value}
    assert changed <= {"queries", "provenance"}


def test_an_import_asks_few_pages_and_none_but_its_queries(served):
    site = Watched()
    file = file_of(site, served)
    site.pages.clear()
    site.asked.clear()
    imported(file)
    job = learn_imported(Engine.objects.get())
    version = WrapperVersion.objects.get()
    assert (version.strategy, version.support) == ("imported", file["provenance"]["support"])
    assert "as its file says" in job.reason
    assert len(site.pages) <= 3, site.pages
    assert site.asked[0] == file["queries"][0]


def test_what_a_person_chose_is_used_though_nothing_teaches_it(served, monkeypatch):
    file = file_of(Design(), served)
    imported(file)
    monkeypatch.setattr("wrappers.learning.memory._taught_by", lambda *_: [])
    job = learn_imported(Engine.objects.get())
    assert WrapperVersion.objects.get().strategy == "imported", job.log


@pytest.mark.parametrize("is_held", [True, False])
def test_a_wrapper_that_does_not_hold_is_learned_anew(served, is_held):
    site = Watched()
    file = file_of(site, served)
    site.records = cards
    if not is_held:
        del file["constraints"]
    imported(file)
    engine = Engine.objects.get()
    job = learn_imported(engine)
    assert engine.state == EngineState.ACTIVE, job.log
    assert WrapperVersion.objects.get().strategy == "learn_anew"
    titles = [record.title for record in answers_of(engine, "amber")[0].records]
    assert len(titles) == 10 and all(title.startswith("The amber") for title in titles)


def test_a_wrapper_that_reads_the_menu_is_learned_anew(served):
    site = Watched(chrome="<ul>" + "".join(f"<li><a href=/m{n}>Menu {n}</a>" for n in range(9)))
    file = file_of(site, served)
    step = {"steps": [{"tag": "ul"}, {"tag": "li"}]}
    rule = {"keys": [step], "extent": "element", "titles": [{"kind": "first"}]}
    file["wrapper"] = {"format": file["wrapper"]["format"], "sections": [rule]}
    for name in ("constraints", "no_result"):
        del file[name]
    imported(file)
    learn_imported(Engine.objects.get())
    assert WrapperVersion.objects.get().strategy == "learn_anew"


def test_no_key_no_cookie_and_no_value_of_a_visit_is_given_away(served):
    engine = add_engine(served(Design())).engine
    version = engine.wrapper_versions.get()
    before = version.connection

    def given(**changes: Any) -> str:
        version.description = to_xml(replace(before, **changes)).decode()
        version.save()
        return export_engine(engine).to_text()

    token = Parameter("csrf", "n0nce-of-mine", token=True)
    text = given(
        cookies=(KeptCookie(engine.home_url, "sid=c00kie-of-mine"),),
        parameters=(*before.parameters, token),
    )
    assert '"csrf' in text.replace("\\", "") and "of-mine" not in text
    Engine.objects.update(secrets={"secret:k": "k3y-of-mine"})
    engine.refresh_from_db()
    text = given(headers=(Header("X-Api-Key", "{secret:k}"),))
    assert "{secret:k}" in text and "k3y" not in text
    assert read_engine_list(text.encode()).proposals[0].file == json.loads(text)
    for secret in (
        {"headers": (Header("Authorization", "Bearer 1"),)},
        {"parameters": (*before.parameters, Parameter("api_key", "1"))},
        {"template": "https://a.example/?token=1&q={searchTerms}"},
        {"body": '{"auth": {"apiKey": "1"}, "q": "{searchTerms}"}'},
    ):
        with pytest.raises(NotExportableError, match="looks like a key"):
            given(**secret)


HOSTILE = {
    "another version": ({"format": "metasearch-engine/9"}, "its format is"),
    "no wrapper": ({"wrapper": {"format": "metasearch-wrapper/1", "sections": []}}, "length"),
    "huge": ({"name": "x" * MAX_FILE_LENGTH}, "at most"),
    "no XML": ({"connection": ["<connection"]}, "well-formed"),
    "an entity": ({"connection": ['<!DOCTYPE a [<!ENTITY b "c">]>', "<a/>"]}, "document type"),
    "no address": ({"home_url": "javascript:alert(1)"}, "no http or https address"),
    "a password in the address": ({"home_url": "https://me:it@a.example/"}, "password|name"),
    "a bang": ({"bang": "A b"}, "bang"),
    "no signature": ({"no_result": {"lines": 7}}, "no_result"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_does_harm_is_named_and_leaves_nothing(name):
    changes, said = HOSTILE[name]
    row = imported({**json.loads(STORED.read_bytes()), **changes})
    assert (row.created, len(row.rejected)) == (0, 1)
    assert re.search(said, row.rejected[0]["reason"]), row.rejected
    for model in (Engine, ImportedEngine, EngineEvent, EngineWatch):
        assert not model.objects.exists()


def test_markup_in_names_is_text_and_a_private_address_is_not_asked(served, settings, client):
    site = Watched()
    file = file_of(site, served)
    site.pages.clear()
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = []
    imported({**file, "name": "<script>alert(1)</script>", "categories": "<b>"})
    engine = Engine.objects.get()
    job = learn_imported(engine)
    assert engine.state == EngineState.UNREACHABLE, job.log
    assert "private" in engine.reason.casefold() and not site.pages
    Engine.objects.update(state=EngineState.BROKEN)
    assert "<script>alert" not in client.get("/engines").content.decode()


def test_the_commands_write_a_folder_that_is_imported_and_name_what_they_cannot(
    served, tmp_path, capsys
):
    first, second = (add_engine(served(Design())).engine for _ in range(2))
    Engine.objects.create(slug="new", name="New", home_url="https://new.example/")
    folder = tmp_path / "engines"
    call_command("export_engines", "--out", str(folder), "--json")
    outcome = json.loads(capsys.readouterr().out)
    assert outcome == {
        "out": str(folder),
        "engines": sorted([first.slug, second.slug]),
        "left_out": [],
    }
    assert {path.name for path in folder.iterdir()} == {f"{first.slug}.json", f"{second.slug}.json"}
    written = (folder / f"{first.slug}.json").read_text(encoding="utf-8")
    assert written == export_engine(first).to_text()
    call_command("export_engines", first.slug, "--out", str(tmp_path / "one.json"))
    assert "1 engines" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        call_command("export_engines", "new", "--out", str(folder), "--json")
    assert ended.value.code == 1
    assert "PROPOSED" in json.loads(capsys.readouterr().out)["left_out"][0]["reason"]
    with pytest.raises(CommandError) as failed:
        call_command("export_engines", "nobody")
    assert failed.value.returncode == 1
    with pytest.raises(CommandError) as wrong:
        call_command("export_engines", "--out", str(tmp_path / "one.json" / "folder"))
    assert wrong.value.returncode == 2
    Engine.objects.all().delete()
    call_command("import_engines", str(folder), "--json")
    assert json.loads(capsys.readouterr().out)["created"] == 2
    (folder / "bad.json").write_text("{", encoding="utf-8")
    Engine.objects.all().delete()
    with pytest.raises(CommandError, match=r"bad\.json") as bad:
        call_command("import_engines", str(folder))
    assert bad.value.returncode == 1 and not Engine.objects.exists()


def test_the_schema_that_is_documented_is_that_of_the_files(capsys):
    jsonschema.Draft202012Validator.check_schema(file_schema())
    call_command("export_engines", "--schema")
    documented = ROOT / "docs" / "engine-file.schema.json"
    assert capsys.readouterr().out == documented.read_text(encoding="utf-8")


def test_stored_files_stay_readable():
    row = import_file(STORED.read_bytes(), STORED.name)
    assert (row.created, row.rejected) == (1, [])
    assert from_xml(Engine.objects.get().description.encode()).query_field == "q"


def test_engines_are_exported_and_imported_in_the_console(served, console):
    engine = add_engine(served(Design())).engine
    new = Engine.objects.create(slug="new", name="New", home_url="https://new.example/")
    chosen = {"action": "export", "_selected_action": [engine.pk, new.pk]}
    answer = console.client.post(reverse("admin:discovery_engine_changelist"), chosen)
    assert "engines.json" in answer["Content-Disposition"]
    assert answer.content.decode() == as_list([export_engine(engine)])
    assert "PROPOSED" in console.text("discovery_engine_changelist")
    assert "Not exported" in console.act("discovery_engine", "export", new.pk)
    Engine.objects.all().delete()
    upload = SimpleUploadedFile("engines.json", answer.content)
    console.post("wrappers_engineimport_add", upload=upload)
    IMPORTS.work_slice(EngineImport.objects.get().pk)
    assert Engine.objects.get().name == engine.name
