"""The commands that work on saved files alone: learn_wrapper and extract_records."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.wrappers.induction.test_pipeline import BIRDS, FISH, LAYOUTS, result_page


@pytest.fixture
def saved(tmp_path: Path) -> list[Path]:
    """Two result pages and a no-result page on disk."""
    record, before, after = LAYOUTS["dt and dd"]
    paths = []
    for query, names in (("feathers", BIRDS), ("scales", FISH), ("zqxj", [])):
        path = tmp_path / f"{query}.html"
        path.write_bytes(result_page(query, names, record, before, after).body)
        paths.append(path)
    return paths


def test_learn_and_extract(saved: list[Path], tmp_path: Path, capsys) -> None:
    wrapper, selectors = tmp_path / "w.json", tmp_path / "w.yml"
    call_command(
        "learn_wrapper",
        *map(str, saved[:2]),
        f"--no-result={saved[2]}",
        "--query=feathers",
        "--query=scales",
        f"--out={wrapper}",
        f"--selectors={selectors}",
    )
    assert "(X (<dt" in capsys.readouterr().out
    assert "results_xpath" in selectors.read_text()
    call_command(
        "extract_records", str(wrapper), str(saved[1]), "--url=http://a.example/", "--json"
    )
    document = json.loads(capsys.readouterr().out)
    assert [r["title"] for r in document["records"]] == [f"The {n} and its scales" for n in FISH]
    assert document["kind"] == "RESULTS"
    assert {"total", "next_page"} <= document.keys()


def test_learned_as_json(saved: list[Path], tmp_path: Path, capsys) -> None:
    call_command("learn_wrapper", *map(str, saved[:2]), f"--out={tmp_path / 'w.json'}", "--json")
    document = json.loads(capsys.readouterr().out)
    assert "(X (<dt" in document["formula"]
    assert document["support"] == 2
    assert document["inducer"]


def test_named_failures(saved: list[Path], tmp_path: Path) -> None:
    out = f"--out={tmp_path / 'w.json'}"
    with pytest.raises(CommandError) as missing:
        call_command("learn_wrapper", str(tmp_path / "none.html"), out)
    assert missing.value.returncode == 2
    with pytest.raises(CommandError, match="EqualPagesError") as equal:
        call_command("learn_wrapper", str(saved[0]), str(saved[0]), out)
    assert equal.value.returncode == 1
    (tmp_path / "w.json").write_text("[1]")
    with pytest.raises(CommandError, match="no wrapper") as broken:
        call_command("extract_records", str(tmp_path / "w.json"), str(saved[0]))
    assert broken.value.returncode == 1


@pytest.mark.parametrize("address", ["http://[bad", "nowhere", "file:///x", "http://a.example:x/"])
def test_an_address_that_is_none_is_a_wrong_call(
    saved: list[Path], tmp_path: Path, address: str
) -> None:
    out = tmp_path / "w.json"
    with pytest.raises(CommandError, match="no http or https address") as wrong:
        call_command("learn_wrapper", *map(str, saved[:2]), f"--url={address}", f"--out={out}")
    assert wrong.value.returncode == 2
    assert not out.exists()


@pytest.mark.parametrize("selectors", ["none/w.yml", ".", "w.json"])
def test_nothing_is_written_when_not_all_can_be(
    saved: list[Path], tmp_path: Path, selectors: str
) -> None:
    out = tmp_path / "w.json"
    with pytest.raises(CommandError) as wrong:
        call_command(
            "learn_wrapper", *map(str, saved[:2]), f"--out={out}",
            f"--selectors={tmp_path / selectors}",
        )  # fmt: skip
    assert wrong.value.returncode == 2
    assert not out.exists()


def test_other_formats_are_named(saved: list[Path], tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with pytest.raises(CommandError, match="no HTML but a picture") as refused:
        call_command("learn_wrapper", str(saved[0]), str(picture), f"--out={tmp_path / 'w.json'}")
    assert refused.value.returncode == 1


def test_a_wrapper_that_nests_too_deeply(saved: list[Path], tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 200_000)
    with pytest.raises(CommandError, match="nests too deeply") as refused:
        call_command("extract_records", str(deep), str(saved[0]))
    assert refused.value.returncode == 1
