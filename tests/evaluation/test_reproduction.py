"""The papers' tables beside ours."""

from pathlib import Path

from evaluation.reproduction import PARTS, Table, main, published


def test_tables_are_printed_in_markdown() -> None:
    table = Table("caption", ("a", "b"), (("1", "2"),))
    assert table.text() == "**caption**\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    assert len(published("indesit").rows) == 37


def test_nothing_to_measure_on_is_said(tmp_path: Path, capsys) -> None:
    assert main(["--shared", str(tmp_path), "--only", next(iter(PARTS))]) == 1
    assert "holds no data" in capsys.readouterr().err
