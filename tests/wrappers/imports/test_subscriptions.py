"""Engines published by one installation and taken over by another, as far as they are signed."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import minisign
import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from discovery.models import Engine, EngineEvent, EngineState
from tests.small_server import Reply, Request
from tests.wrappers.learned_engine import answers_of
from tests.wrappers.redesigned_engine import Design, cards
from wrappers import tasks
from wrappers.engines.engine_file import EngineFile
from wrappers.imports import subscriptions
from wrappers.imports.exporting import export_engine
from wrappers.imports.publishing import INDEX, SIGNATURE, own_public_key
from wrappers.imports.subscriptions import begin_update, subscribe
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.management.commands.export_engines import write_index
from wrappers.models import (
    ImportedEngine,
    LearningJob,
    PublishingKey,
    Subscription,
    WrapperVersion,
)
from wrappers.operations.correction import CHOSEN

pytestmark = pytest.mark.django_db(transaction=True)

FILE = Path(__file__).with_name("engine_file_1.json").read_text(encoding="utf-8")


def work_all() -> None:
    """Do what the task worker does until nothing waits."""
    tasks.plan_next_proposals()
    while job := LearningJob.objects.unfinished().first():
        LEARNING.work_now(job)
        tasks.plan_next_proposals()


def update(row: Subscription) -> str:
    """Update a subscription; return what is told of it."""
    row.refresh_from_db()
    if row.finished_at is not None:
        begin_update(row)
    tasks.work_on_subscription(row.pk)
    row.refresh_from_db()
    assert row.finished_at is not None
    return row.news[0]["told"] if row.news else ""


def update_and_learn(row: Subscription) -> str:
    told = update(row)
    work_all()
    return told


def read_here(engine: Engine) -> list[Any]:
    answers = answers_of(engine, "amber", "candle", "qxzvkjwpfq")
    return [(answer.kind, answer.records, answer.total) for answer in answers]


def write(folder: Path, texts: dict[str, str]) -> None:
    files = {name: EngineFile.from_text(text) for name, text in texts.items()}
    for name, file in files.items():
        (folder / f"{name}.json").write_text(file.to_text())
    write_index(folder, files)


def served_folder(folder: Path) -> Callable[[Request], Reply]:
    def answer(request: Request) -> Reply:
        path = folder / request.path.lstrip("/")
        return Reply(path.read_bytes()) if path.is_file() else Reply("", 404)

    return answer


@pytest.fixture
def published(tmp_path) -> Path:
    write(tmp_path, {"one": FILE, "two": FILE.replace("shed.", "barn.")})
    return tmp_path


@pytest.fixture
def resigned(published, settings) -> Callable[..., None]:
    """Sign an index anew by the publisher, after changes to it."""

    def sign(**changes: Any) -> None:
        index = json.loads((published / INDEX).read_text()) | changes
        data = json.dumps(index).encode()
        key = minisign.SecretKey.from_bytes(PublishingKey.objects.get().text.encode())
        key.decrypt(settings.SECRET_KEY)
        (published / INDEX).write_bytes(data)
        (published / SIGNATURE).write_bytes(bytes(key.sign(data)))

    return sign


def test_what_is_published_is_taken_over_changed_withdrawn_and_taken_back(served, tmp_path, capsys):
    sites = Design(), Design()
    slugs = [add_engine(served(site)).engine.slug for site in sites]
    here = read_here(Engine.objects.get(slug=slugs[0]))
    call_command("export_engines", "--sign", "--out", str(tmp_path), "--json")
    outcome = json.loads(capsys.readouterr().out)
    assert sorted(outcome["engines"]) == sorted(slugs)
    written = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    call_command("export_engines", "--sign", "--out", str(tmp_path))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == written
    texts = {slug: export_engine(Engine.objects.get(slug=slug)).to_text() for slug in slugs}

    Engine.objects.all().delete()
    row = subscribe(served(served_folder(tmp_path)), outcome["public_key"])
    assert update_and_learn(row) == "new: 2"
    assert set(Engine.objects.values_list("state", flat=True)) == {EngineState.ACTIVE}
    there = Engine.objects.get(slug=slugs[0])
    assert WrapperVersion.objects.get(engine=there).strategy == "imported"
    assert read_here(there) == here
    assert update_and_learn(row) == "new: 2" and len(row.news) == 1

    # The publisher mends it: what is changed is tried, then used.
    before = texts[slugs[0]]
    sites[0].records = cards
    LEARNING.work_now(plan_learning(there, enqueue=False))
    texts[slugs[0]] = export_engine(there).to_text()
    there.wrapper_versions.filter(number=2).delete()
    there.wrapper_versions.update(is_active=True)
    write(tmp_path, texts)
    assert update_and_learn(row) == "changed, tried: 1"
    used = there.wrapper_versions.in_use()
    assert (used.number, used.strategy) == (2, "imported")
    assert len(answers_of(there, "amber")[0].records) == 10
    # What does not hold is learned anew.
    write(tmp_path, texts | {slugs[0]: before})
    assert update_and_learn(row) == "changed, tried: 1"
    assert there.wrapper_versions.in_use().strategy == "learn_anew"
    assert len(answers_of(there, "amber")[0].records) == 10

    write(tmp_path, {slugs[1]: texts[slugs[1]]})
    assert not (tmp_path / f"{slugs[0]}.json").exists()
    assert update_and_learn(row) == "withdrawn, paused: 1"
    there.refresh_from_db()
    assert there.state == EngineState.PAUSED and row.address in there.reason
    write(tmp_path, texts)
    assert update_and_learn(row) == "changed, tried: 1"
    there.refresh_from_db()
    assert there.state == EngineState.ACTIVE


def cut(folder: Path) -> None:
    (folder / INDEX).write_bytes((folder / INDEX).read_bytes()[:-40])


def forge(folder: Path) -> None:
    text = (folder / INDEX).read_text()
    (folder / INDEX).write_text(text.replace("two", "evil"))


def sign_with_another(folder: Path) -> None:
    key = minisign.KeyPair.generate().secret_key
    signature = key.sign((folder / INDEX).read_bytes())
    (folder / SIGNATURE).write_bytes(bytes(signature))


def enlarge(folder: Path) -> None:
    with (folder / INDEX).open("ab") as file:
        file.truncate(subscriptions.MAX_INDEX_BYTES + 1)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (cut, "verification failed"),
        (forge, "verification failed"),
        (sign_with_another, "incompatible key"),
        (enlarge, "is no file"),
        (lambda folder: (folder / SIGNATURE).unlink(), "is no file"),
        (lambda folder: (folder / SIGNATURE).write_text("untrusted"), "number of lines"),
        (lambda folder: (folder / INDEX).unlink(), "is no file"),
    ],
)
def test_an_index_that_was_harmed_is_named_and_takes_nothing(published, harm, told):
    row = subscribe(str(published), own_public_key())
    harm(published)
    assert told in update(row) and told in row.problem
    assert not (Engine.objects.exists() or ImportedEngine.objects.exists() or row.files)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"engines": {"../../etc/passwd": "0" * 64}}, "matching regex"),
        ({"engines": {"one": "../x"}}, "matching regex"),
        ({"engines": {f"e{n}": "0" * 64 for n in range(50_001)}}, "length <= 50000"),
        ({"format": "metasearch-index/9"}, "its format is"),
        ({"published": "yesterday"}, "published"),
        ({"published": "2026-01-01T00:00:00Z"}, "older than the one taken last"),
    ],
)
def test_a_signed_index_that_does_harm_is_named_and_changes_nothing(
    published, resigned, changes, told
):
    row = subscribe(str(published), own_public_key())
    assert update(row) == "new: 2"
    before = list(Engine.objects.values_list("slug", "reason"))
    files = Subscription.objects.get().files
    resigned(**changes)
    assert told in update(row)
    assert list(Engine.objects.values_list("slug", "reason")) == before and row.files == files


def test_a_forged_file_alone_is_refused(published):
    path = published / "two.json"
    path.write_text(path.read_text().replace("weight", "wEight"))
    row = subscribe(str(published), own_public_key())
    assert update(row) == "new: 1; two.json is not the file that was signed"
    assert Engine.objects.count() == 1 and list(row.files) == ["one"]
    path.unlink()
    assert "is no file" in update(row)


def test_a_publisher_changes_no_engine_of_another_site_and_none_it_did_not_bring(published):
    Engine.objects.create(
        slug="own",
        name="own",
        home_url=json.loads(FILE)["home_url"],
        description="\n".join(json.loads(FILE)["connection"]),
        state=EngineState.PAUSED,
    )
    row = subscribe(str(published), own_public_key())
    told = update(row)
    assert "here already, left as they are: 1" in told and "new: 1" in told
    texts = {"one": FILE.replace('"support": ', '"support": 1'), "two": FILE}
    write(published, texts)
    told = update(row)
    assert "of engines that are not the publisher's here: 1" in told
    assert "two: its file is of another site" in told
    write(published, {"two": FILE})
    update(row)
    assert not EngineEvent.objects.filter(engine__slug="own").exists()


def test_what_a_person_changed_waits_in_the_inbox(served, tmp_path, console, admin_client):
    site = Design()
    text = export_engine(add_engine(served(site)).engine).to_text()
    write(tmp_path, {"one": text})
    Engine.objects.all().delete()
    row = subscribe(str(tmp_path), own_public_key())
    update_and_learn(row)
    engine = Engine.objects.get()
    engine.wrapper_versions.update(strategy=CHOSEN)
    for decision, number in (("refuse", 1), ("accept", 2)):
        write(tmp_path, {"one": text.replace('"support": ', f'"support": {number}')})
        assert update_and_learn(row) == "changed, waiting for a person: 1"
        page = admin_client.get(reverse("inbox")).content.decode()
        assert "publisher has changed its file" in page
        sent = {"place": f"file-{engine.pk}", "decision": decision}
        admin_client.post(reverse("inbox"), sent)
        work_all()
        assert engine.wrapper_versions.in_use().number == number
        assert not ImportedEngine.objects.filter(waits=True).exists()
    # What was taken since is the publisher's again.
    assert not subscriptions.is_changed_by_hand(engine)


def test_a_subscription_is_made_updated_and_ended_in_the_console(published, console):
    own = own_public_key()
    page = console.post("wrappers_subscription_add", address=str(published), public_key="x")
    assert "no public key of minisign" in page
    for address in ("ftp://a.example/", "../engines", "https://a.example/?x=1"):
        page = console.post("wrappers_subscription_add", address=address, public_key=own)
        assert "errornote" in page, address
    assert not Subscription.objects.exists()
    page = console.post("wrappers_subscription_add", address=str(published), public_key=own)
    row = Subscription.objects.get()
    assert "Waiting for the task worker" in page and own in page
    assert "already exists" in console.post(
        "wrappers_subscription_add", address=str(published), public_key=own
    )
    tasks.work_on_subscription(row.pk)
    assert "new: 2" in console.text("wrappers_subscription_change", row.pk)
    console.post("wrappers_subscription_change", row.pk, _update="1")
    row.refresh_from_db()
    assert row.finished_at is None
    tasks.work_on_subscription(row.pk)
    console.act("wrappers_subscription", "delete_selected", row.pk, post="yes")
    assert not Subscription.objects.exists() and Engine.objects.count() == 2


def test_an_update_comes_by_itself_when_it_is_due_and_goes_on_where_it_was_cut(
    published, monkeypatch
):
    monkeypatch.setattr(subscriptions, "MAX_LIST_BYTES", 2)
    row = subscribe(str(published), own_public_key())
    tasks.work_on_subscription(row.pk)
    row.refresh_from_db()
    assert (list(row.files), row.finished_at) == (["one"], None)
    tasks.work_on_subscription(row.pk)
    tasks.work_on_subscription(row.pk)
    row.refresh_from_db()
    assert list(row.files) == ["one", "two"] and row.finished_at is not None
    subscriptions.begin_due_updates()
    row.refresh_from_db()
    assert row.finished_at is not None
    Subscription.objects.update(finished_at=timezone.now() - timedelta(hours=7))
    subscriptions.begin_due_updates()
    row.refresh_from_db()
    assert row.finished_at is None


def test_the_key_is_stored_encrypted(published):
    stored = minisign.SecretKey.from_bytes(PublishingKey.objects.get().text.encode())
    assert stored.is_encrypted()
