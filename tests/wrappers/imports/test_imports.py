"""Import of engines: whole or not at all, duplicates merged, learned in their order."""

import json
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_q.models import OrmQ

from discovery.connection.description_xml import to_xml
from discovery.connection.form_description import describe_template
from discovery.engine_lists.proposals import EngineListError
from discovery.engines.registration import register_engine
from discovery.jobs.leases import MAX_ATTEMPTS, Lease, WorkStateError
from discovery.models import Engine, EngineEvent, EngineState
from tests.faults import Killed, expire_leases, kill, work_with_mortals
from wrappers import tasks
from wrappers.imports import importing
from wrappers.imports.brought_engines import plan_next_proposals
from wrappers.imports.importing import (
    IMPORTS,
    accept_file,
    import_file,
    stop_import,
)
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING
from wrappers.models import EngineImport, ImportedEngine, LearningJob
from wrappers.operations.lifecycle import pause

pytestmark = pytest.mark.django_db(transaction=True)


def bang(name: str, host: str, path: str = "/?q={{{s}}}", rank: int = 0) -> dict[str, Any]:
    return {"s": name, "d": host, "u": f"https://{host}{path}", "r": rank}


def as_file(*entries: Any) -> bytes:
    return json.dumps(entries, indent=0).encode()


def do_import(*entries: Any) -> EngineImport:
    return import_file(as_file(*entries), "list.json")


def test_entries_become_proposals():
    done = do_import(bang("A", "a.example", rank=5), bang("B", "b.example"), {"s": "bad"})
    assert (done.created, done.merged, len(done.rejected)) == (2, 0, 1)
    assert done.finished_at
    engine = Engine.objects.get(name="A")
    assert (engine.state, engine.wanted, engine.slug) == (EngineState.PROPOSED, 5, "a-example")
    description = engine.connection
    assert description.template == "https://a.example/?q={searchTerms}"
    assert "list.json, line 2" in EngineEvent.objects.get(engine=engine).reason
    before = list(Engine.objects.values("slug", "wanted", "description", "state"))
    again = do_import(bang("A", "a.example", rank=5), bang("B", "b.example"))
    assert (again.created, again.merged) == (0, 2)
    assert list(Engine.objects.values("slug", "wanted", "description", "state")) == before
    assert done.rejected == [{"line": 14, "reason": "there is no address in the entry",
                              "excerpt": "bad"}]  # fmt: skip


def test_addresses_that_could_never_be_asked_are_named_and_progress_is_told():
    told: list[tuple[str, int, int]] = []
    good = [f"http://good{number}.example/" for number in range(450)]
    lines = ("http://1http://1", "http://a.example:0/", "https://https://a.example/", "http://c d/")
    done = import_file(
        "\n".join((*good, *lines)).encode(), "list.txt", lambda *progress: told.append(progress)
    )
    assert (done.created, len(done.rejected)) == (len(good), len(lines))
    assert all(entry["reason"] for entry in done.rejected)
    ended = [phase for phase, so_far, total in told if phase != "reading" and so_far == total]
    assert ended == ["checking", "writing"]
    assert ("checking", 200, 454) in told


def test_duplicates_are_merged_by_host_and_template():
    done = do_import(
        bang("A", "a.example", rank=1),
        bang("A again", "www.a.example", rank=7),
        bang("Pictures of A", "a.example", "/pictures?q={{{s}}}"),
        {"s": "A by address", "u": "https://a.example/"},
        {"s": "A by http", "u": "http://a.example"},
    )
    assert (done.created, done.merged) == (2, 3)
    assert Engine.objects.get(name="A").wanted == 7
    assert sorted(Engine.objects.values_list("slug", flat=True)) == ["a-example", "a-example-2"]


def test_known_engines_are_merged_whatever_their_state():
    learned, _ = register_engine("https://learned.example/")
    description = describe_template("https://learned.example/?q={searchTerms}")
    Engine.objects.filter(pk=learned.pk).update(
        state=EngineState.ACTIVE, version=1, description=to_xml(description).decode()
    )
    by_address, _ = register_engine("https://address.example/")
    done = do_import(
        bang("Learned", "learned.example", rank=3),
        bang("Address", "address.example", rank=4),
        bang("New", "new.example"),
    )
    assert (done.created, done.merged) == (1, 2)
    by_address.refresh_from_db()
    assert by_address.wanted == 4
    assert "address.example/?q=" in by_address.description
    learned.refresh_from_db()
    assert (learned.wanted, learned.state) == (3, EngineState.ACTIVE)
    assert learned.description == to_xml(description).decode()


WRITES: list[tuple[Any, str]] = [
    *((importing, "read_engine_list"), (importing, "ImportPlan"), (Engine.objects, "bulk_create")),
    *((EngineEvent.objects, "bulk_create"), (ImportedEngine.objects, "bulk_create")),
]


@pytest.mark.parametrize(("where", "name"), WRITES)
def test_a_killed_import_leaves_nothing_and_is_done_again_whole_in_the_background(
    monkeypatch, where, name
):
    content = as_file(bang("A", "a.example"), bang("B", "b.example"))
    with monkeypatch.context() as patch:
        patch.setattr(where, name, kill)
        with pytest.raises(Killed):
            import_file(content, "list.json")
        for model in (Engine, EngineEvent, EngineImport, ImportedEngine):
            assert not model.objects.exists(), "in the shell nothing is left"
        row = accept_file(content, "list.json")
        with pytest.raises(Killed):
            IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists()
    IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists(), "the dead worker's lease still holds"
    expire_leases(EngineImport)
    OrmQ.objects.all().delete()
    tasks.tend_proposals()
    assert OrmQ.objects.count() == 1
    tasks.work_on_import(row.pk)
    row.refresh_from_db()
    assert (row.created, bytes(row.file)) == (2, b"")
    assert row.finished_at
    assert Engine.objects.count() == 2


def test_an_import_stopped_while_it_is_done_leaves_nothing(monkeypatch):
    row = accept_file(as_file(bang("A", "a.example")), "list.json")
    read = importing.read_engine_list

    def stop_and_go_on(*args: Any) -> Any:
        stop_import(row)
        return read(*args)

    monkeypatch.setattr(importing, "read_engine_list", stop_and_go_on)
    IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists()
    row.refresh_from_db()
    assert "Stopped by a person" in row.problem
    assert (bytes(row.file), row.created) == (b"", 0)
    assert not ImportedEngine.objects.exists()
    with pytest.raises(WorkStateError):
        stop_import(row)


@pytest.mark.parametrize(
    ("content", "fault", "said"),
    [
        (b"[1, 2", None, "no JSON"),
        (as_file(bang("A", "a.example")), ZeroDivisionError("a fault"), "a fault"),
        (as_file(bang("A", "a.example")), Killed(), "killed, or out of memory"),
    ],
)
def test_an_import_that_cannot_be_done_ends_with_its_reason(monkeypatch, content, fault, said):
    if fault:
        monkeypatch.setattr(importing, "ImportPlan", Mock(side_effect=fault))
    row = accept_file(content, "list.json")
    work_with_mortals(EngineImport, lambda: ended(row), MAX_ATTEMPTS + 1)
    assert said in row.problem
    assert row.finished_at
    assert not Engine.objects.exists()
    assert not EngineImport.objects.abandoned().exists()
    with pytest.raises(EngineListError):
        import_file(b"", "empty")


def ended(row: EngineImport) -> bool:
    IMPORTS.work_slice(row.pk)
    row.refresh_from_db()
    return row.finished_at is not None


def test_the_most_wanted_is_learned_first_and_one_at_a_time():
    do_import(
        bang("late", "a.example"), bang("first", "b.example", rank=9), bang("next", "c.example")
    )
    assert plan_next_proposals() == 1
    assert plan_next_proposals() == 0
    job = LearningJob.objects.get()
    assert job.engine.name == "first"
    assert job.engine.state == EngineState.LEARNING
    LearningJob.objects.update(finished_at=timezone.now())
    # The order is decided by the rows when there is room, not when they came.
    Engine.objects.filter(name="next").update(wanted=1)
    assert plan_next_proposals() == 1
    assert LearningJob.objects.unfinished().get().engine.name == "next"


def test_a_paused_proposal_waits_and_all_do_while_somebody_adds_an_engine():
    do_import(bang("A", "a.example"))
    pause(Engine.objects.get())
    assert plan_next_proposals() == 0
    do_import(bang("B", "b.example"))
    engine, _ = register_engine("https://by-hand.example/")
    plan_learning(engine)
    assert plan_next_proposals() == 0


def learn(engine: Engine) -> LearningJob:
    job = LEARNING.work_slice(plan_learning(engine, enqueue=False).pk, 100)
    engine.refresh_from_db()
    return job


@pytest.mark.parametrize(
    ("path", "name", "told"),
    [("search?q=", "Modules", "as proposed"), ("gone?x=", "Gone", "")],
    ids=["its template", "the form of its site"],
)
def test_an_engine_is_learned_by_its_template_or_where_that_is_gone_by(samples, path, name, told):
    home = samples["modulary"]
    do_import({"s": name, "u": f"{home}{path}{{{{{{s}}}}}}"})
    engine = Engine.objects.get()
    job = learn(engine)
    assert engine.state == EngineState.ACTIVE, job.log
    description = engine.connection
    if told:
        assert engine.name == name
        assert (description.action, description.template) == ("", f"{home}{path}{{searchTerms}}")
    else:
        assert description.query_field == "q"
    assert told in job.log[0]["outcome"]


def test_of_several_engines_of_a_site_none_gets_its_form(samples):
    home = samples["modulary"]
    do_import(
        {"s": "Gone", "u": f"{home}gone?x={{{{{{s}}}}}}"},
        {"s": "Good", "u": f"{home}search?q={{{{{{s}}}}}}"},
    )
    engine = Engine.objects.get(name="Gone")
    job = learn(engine)
    assert job.outcome in {EngineState.NO_RECORDS, EngineState.FAILED}, job.log
    assert engine.state == job.outcome


def test_a_finished_learning_begins_the_next(samples):
    do_import({"s": "A", "u": f"{samples['modulary']}search?q={{{{{{s}}}}}}", "r": 2},
              bang("B", "b.example"))  # fmt: skip
    plan_next_proposals()
    job = LearningJob.objects.get()
    # Its worker is killed, and its place in the queue is lost.
    assert Lease.claim(LearningJob, job.pk)
    expire_leases(LearningJob)
    OrmQ.objects.all().delete()
    assert tasks.take_up_abandoned_learning() == 1
    for _ in range(5):
        tasks.work_on_learning(job.pk)
    job.refresh_from_db()
    assert job.finished_at
    assert LearningJob.objects.unfinished().get().engine.name == "B"


def run(path: Path, *options: str) -> int:
    """Return the exit code of the command that imports a file."""
    try:
        call_command("import_engines", str(path), *options)
    except (CommandError, SystemExit) as ended:
        return ended.returncode if isinstance(ended, CommandError) else int(ended.code)
    return 0


def test_the_command_and_its_failures(tmp_path, capsys):
    path = tmp_path / "list.json"
    for content in (b"", b"{", b'["x"]'):
        path.write_bytes(content)
        assert run(path) == 1
    assert not Engine.objects.exists()
    assert run(Path("/nowhere/at/all")) == 1
    with pytest.raises(CommandError):
        call_command("import_engines")
    path.write_bytes(as_file(bang("A", "a.example"), bang("A", "a.example"), 7))
    capsys.readouterr()
    assert run(path, "--json") == 0
    told = capsys.readouterr()
    outcome = json.loads(told.out)
    assert (outcome["created"], outcome["merged"]) == (1, 1)
    assert outcome["rejected"][0]["line"] == 14
    assert outcome["states"] == {"PROPOSED": 1}
    assert "checking" in told.err
    assert run(path) == 0
    assert "line 14" in capsys.readouterr().out


def test_of_two_workers_only_one_imports(monkeypatch):
    row = accept_file(as_file(bang("A", "a.example")), "list.json")
    real = importing.ImportPlan

    def taken_over(drafts: Any) -> Any:
        EngineImport.objects.filter(pk=row.pk).update(lease_holder="somebody else")
        return real(drafts)

    monkeypatch.setattr(importing, "ImportPlan", taken_over)
    IMPORTS.work_slice(row.pk)
    assert not Engine.objects.exists()
    assert not ImportedEngine.objects.exists()
