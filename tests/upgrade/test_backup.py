"""A backup of the stored installation: the same elsewhere, or refused by name."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.programs import run_python
from tests.upgrade.test_upgrade import BOOKKEEPING, FORGOTTEN, collection_slug, titles
from tests.upgrade.unpacked import Installation, Outcome

# Tables that are not carried over, or not row by row.
OTHERS = {*BOOKKEEPING, *FORGOTTEN, "django_session", "django_q_task"} - {
    "django_content_type",
    "auth_permission",
}
# What each of both notes of itself.
NOTED = {
    "auth_user": "WHERE username != '(shell)'",
    "django_admin_log": "WHERE user_id NOT IN (SELECT id FROM auth_user WHERE password = '!')",
}
# A table that came after the others, and the migrations since.
ADDED = "metasearch.accesskey"
SINCE = {"0006_access_keys", "0007_overwritten_queries"}


@pytest.fixture(scope="module")
def backup(migrated: Installation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backups") / "backup.zip"
    made = migrated.manage("backup", str(file), "--json")
    assert made.code == 0, made.printed
    document = made.document()
    assert document["rows"] > 1000 and document["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o077 == 0
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    return file


def empty(folder: Path) -> Installation:
    folder.mkdir()
    return Installation(folder)


def changed(backup: Path, target: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Write the backup anew with another manifest."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "backup.json":
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            new.writestr(name, content)
    return target


def restored(installation: Installation, file: Path, **variables: str) -> Outcome:
    environment = installation.environment() | variables
    how = {"env": environment, "timeout": 300, "check": False}
    done = run_python("manage.py", "restore", str(file), "--json", **how)
    return Outcome(done.returncode, done.stdout or done.stderr)


def test_an_empty_folder_holds_and_answers_the_same(migrated, backup, tmp_path):
    other = empty(tmp_path / "other")
    assert restored(other, backup).code == 0
    assert (other.data / "secret_key").read_text() == (migrated.data / "secret_key").read_text()
    for table in set(migrated.counts()) - OTHERS:
        if not table.startswith("wrappers_item_index"):
            rows = f'SELECT * FROM "{table}" {NOTED.get(table, "")} ORDER BY 1'
            assert other.rows(rows) == migrated.rows(rows), table
    search = ["search", "lantern", "--engine", collection_slug("museum"), "--json"]
    ((answer,), (before,)) = (each.commands(search) for each in (other, migrated))
    assert titles(before.document())
    assert answer.document()["results"] == before.document()["results"]


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(backup, tmp_path):
    def take_back(manifest: dict[str, Any]) -> None:
        assert manifest["tables"].pop(ADDED)["rows"] == 0
        manifest["migrations"] = [each for each in manifest["migrations"] if each[1] not in SINCE]

    earlier = changed(backup, tmp_path / "earlier.zip", take_back)
    other = empty(tmp_path / "other")
    assert restored(other, earlier).code == 0
    applied = {name for (name,) in other.rows("SELECT name FROM django_migrations")}
    assert applied >= SINCE
    assert other.counts()["metasearch_accesskey"] == 0


def test_what_cannot_be_done_is_named_and_changes_nothing(packed, migrated, backup, tmp_path):
    none = tmp_path / "none.zip"
    none.write_bytes(b"nothing packed")
    refused = migrated.commands(
        ["restore", str(backup)],
        ["restore", str(none)],
        ["restore", str(tmp_path / "nowhere.zip")],
        ["backup", str(backup)],
        ["backup", str(tmp_path / "no folder" / "file.zip")],
    )
    told = ("not empty", "no backup", "There is no file", "there already", "no folder")
    assert [each.code for each in refused] == [1, 1, 2, 2, 2]
    for outcome, words in zip(refused, told, strict=True):
        assert words in outcome.printed
    assert "earlier version" in packed.manage("backup", str(tmp_path / "old.zip")).printed
    assert {each.name for each in tmp_path.iterdir()} == {"none.zip"}


def test_a_backup_that_does_not_fit_leaves_the_folder_empty(backup, tmp_path):
    newer = changed(
        backup,
        tmp_path / "newer.zip",
        lambda manifest: manifest["migrations"].append(["discovery", "9999_to_come"]),
    )
    fewer = changed(
        backup,
        tmp_path / "fewer.zip",
        lambda manifest: manifest["tables"]["discovery.engine"].update(rows=1),
    )
    other = empty(tmp_path / "other")
    told = restored(other, newer)
    assert (told.code, "newer version" in told.printed) == (1, True)
    told = restored(other, backup, SECRET_KEY="another")
    assert (told.code, "SECRET_KEY is another" in told.printed) == (1, True)
    told = restored(other, fewer)
    assert (told.code, "discovery_engine has" in told.printed) == (1, True)
    assert other.counts()["discovery_engine"] == 0
