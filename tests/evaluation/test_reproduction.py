"""The papers' tables beside ours: how the page is put together."""

from pathlib import Path

from evaluation.reproduction.__main__ import PARTS, TITLE, main, merged
from evaluation.reproduction.section import Section, Table


def test_parts_take_the_place_of_those_of_their_title() -> None:
    first = Section("One", ("words", Table("caption", ("a", "b"), (("1", "2"),)))).text()
    second = Section("Two", ("more",)).text()
    page = merged(TITLE, [first, second])
    assert page == (
        f"{TITLE}\n## One\n\nwords\n\n**caption**\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n"
        "## Two\n\nmore\n"
    )
    again = merged(page, [Section("One", ("other words",)).text()])
    assert again == f"{TITLE}\n## One\n\nother words\n\n## Two\n\nmore\n"
    assert merged(again, []) == again


def test_nothing_to_measure_on_is_said(tmp_path: Path, capsys) -> None:
    assert main(["--shared", str(tmp_path), "--only", next(iter(PARTS))]) == 1
    assert "holds no data" in capsys.readouterr().err
