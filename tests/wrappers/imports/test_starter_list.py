"""The starter list: well-formed, chosen from, learned one by one, stopped and taken back."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from discovery.crawling.links import site_of
from discovery.engine_lists.list_formats import read_engine_list
from discovery.jobs.leases import WorkStateError
from discovery.models import Engine, EngineState
from metasearch.presentation.labels import CATEGORY_WORDS
from wrappers import tasks
from wrappers.imports import brought_engines
from wrappers.imports.brought_engines import (
    NoStarterError,
    learn_what_is_left,
    read_starter_list,
    select_starters,
    stop_learning_of,
    undo_import,
)
from wrappers.imports.importing import import_file
from wrappers.models import EngineImport, LearningJob

# The tags of languages that the list may use: ISO 639-1.
LANGUAGE = re.compile(r"[a-z]{2}")


def test_the_list_is_well_formed_and_chosen_from():
    engines = read_starter_list()
    assert 55 <= len(engines) <= 75
    assert len({engine.name for engine in engines}) == len(engines)
    assert len({(site_of(engine.url), engine.language) for engine in engines}) == len(engines)
    assert len({engine.language for engine in engines}) >= 10
    for engine in engines:
        parts = urlsplit(engine.url)
        assert parts.scheme == "https" and parts.hostname and not parts.query, engine
        assert engine.category in CATEGORY_WORDS, engine
        assert LANGUAGE.fullmatch(engine.language), engine
    data, name = select_starters()
    found = read_engine_list(data, name)
    assert not found.rejected
    assert found.format == "addresses (JSON)"
    for each, engine in zip(found.proposals, engines, strict=True):
        said = (each.name, each.home_url, each.category, each.language)
        assert said == (engine.name, engine.url, engine.category, engine.language)
    assert all(proposal.description is None for proposal in found.proposals)
    data, _ = select_starters({"Books", "News"}, {"de", "es"})
    chosen = json.loads(data)
    assert {entry["category"] for entry in chosen} == {"Books", "News"}
    assert {entry["language"] for entry in chosen} == {"de", "es"}
    with pytest.raises(NoStarterError, match="Its categories: Books"):
        select_starters({"Food"}, {"ar"})


def learn_all() -> None:
    tasks.tend_proposals()
    while job := LearningJob.objects.unfinished().first():
        assert LearningJob.objects.unfinished().count() == 1, "one at a time"
        tasks.work_on_learning(job.pk)


@pytest.fixture
def small_list(samples: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    homes = [*list(samples.values())[:2], "http://127.0.0.1:9/"]
    entries = [
        {"name": f"Site {number}", "url": home, "category": category, "language": language}
        for number, (home, category, language) in enumerate(
            zip(homes, ("Reference", "Books", "News"), ("sv", "de", "en"), strict=True)
        )
    ]
    path = tmp_path / "starter.json"
    path.write_text(json.dumps(entries))
    monkeypatch.setattr(brought_engines, "STARTER_LIST", path)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_list")
def test_one_click_learns_the_list_one_site_after_the_other(admin_client):
    address = reverse("admin:wrappers_engineimport_starter")
    assert "none of these sites was tried" in admin_client.get(address).content.decode()
    page = admin_client.post(address, follow=True)
    row = EngineImport.objects.get()
    assert page.redirect_chain[-1][0] == reverse(
        "admin:wrappers_engineimport_change", args=[row.pk]
    )
    tasks.work_on_import(row.pk)
    assert not Engine.objects.searchable().exists(), "nothing is asked before it is learned"
    learn_all()
    first, second, gone = Engine.objects.order_by("pk")
    assert (first.state, second.state) == (EngineState.ACTIVE, EngineState.ACTIVE)
    assert (first.categories, second.categories) == ("Reference", "Books")
    assert gone.state == EngineState.UNREACHABLE
    assert gone.reason
    assert tasks.tend_proposals() == 0, "what failed is not tried for ever"
    page = admin_client.get(page.redirect_chain[-1][0])
    assert "None waits to be learned" in page.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_list")
def test_learning_is_stopped_taken_up_again_and_undone(admin_client):
    row = import_file(*select_starters())
    first, *others = Engine.objects.order_by("pk")
    tasks.tend_proposals()
    job = LearningJob.objects.get(engine=first)
    while job.finished_at is None:
        tasks.work_on_learning(job.pk)
        job.refresh_from_db()
    page = reverse("admin:wrappers_engineimport_change", args=[row.pk])
    shown = admin_client.post(page, {"_stop_learning": "x"}, follow=True).content.decode()
    assert "active: 1" in shown
    assert not LearningJob.objects.unfinished().exists()
    assert tasks.tend_proposals() == 0
    with pytest.raises(WorkStateError):
        stop_learning_of(row)

    learn_what_is_left(row)
    states = {engine.state for engine in Engine.objects.exclude(pk=first.pk)}
    assert states == {EngineState.PROPOSED, EngineState.LEARNING}

    admin_client.post(page, {"_undo": "x"})
    assert list(Engine.objects.values_list("pk", "state")) == [(first.pk, EngineState.PAUSED)]
    assert first.events.filter(reason__contains="undone by a person").exists()
    row.refresh_from_db()
    assert f"engines removed: {len(others)}" in row.problem
    assert tasks.tend_proposals() == 0


@pytest.mark.django_db(transaction=True)
def test_undoing_leaves_alone_what_was_there_before():
    before = import_file(b"https://en.wikipedia.org/", "mine.txt")
    row = import_file(*select_starters((), {"en"}))
    assert (before.created, row.merged) == (1, 1)
    undo_import(row)
    assert list(Engine.objects.values_list("home_url", flat=True)) == ["https://en.wikipedia.org/"]
    with pytest.raises(WorkStateError):
        undo_import(row)


@pytest.mark.django_db(transaction=True)
def test_the_command_chooses_from_it_and_a_file_called_starter_wins(tmp_path, monkeypatch, capsys):
    call_command("import_engines", "starter", "--language", "pl", "--language", "ar", "--json")
    assert json.loads(capsys.readouterr().out)["created"] == Engine.objects.count() >= 4
    monkeypatch.chdir(tmp_path)
    Path("starter").write_text("https://a.example/\n")
    call_command("import_engines", "starter", "--json")
    assert json.loads(capsys.readouterr().out)["created"] == 1
    with pytest.raises(CommandError, match="choose from the starter list") as refused:
        call_command("import_engines", "starter", "--category", "Books")
    assert refused.value.returncode == 2
