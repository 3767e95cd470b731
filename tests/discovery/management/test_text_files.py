"""Files that commands write: whole or not at all."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from discovery.management.command_line import check_writable, write_text


def test_written_whole_in_place_of_what_was_there(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "neu \N{SNOWMAN} \ud800")
    assert path.read_text(encoding="utf-8") == "neu \N{SNOWMAN} ?"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to("file")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


@pytest.mark.parametrize("name", ["", "none/a.txt", "loop"])
def test_places_that_cannot_be_written(tmp_path, name):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(CommandError, match="cannot be written"):
        write_text(tmp_path / name, "x")
    with pytest.raises(CommandError, match="cannot be written"):
        check_writable(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told():
    with pytest.raises(CommandError, match="No space left"):
        write_text(Path("/dev/full"), "x" * 100_000)
