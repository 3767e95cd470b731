"""The commands that work on saved files alone: learn_wrapper and extract_records."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.wrappers.induction.test_pipeline import BIRDS, FISH, LAYOUTS, result_page


@pytest.fixture
def saved(tmp_path: Path) -> list[Path]:
    record, before, after = LAYOUTS["dt and dd"]
    paths = []
    for query, names in (("feathers", BIRDS), ("scales", FISH), ("zqxj", [])):
        path = tmp_path / f"{query}.html"
        path.write_bytes(result_page(query, names, record, before, after).body)
        paths.append(path)
    return paths


def test_learn_and_extract(saved, tmp_path, capsys):
    wrapper = tmp_path / "w.json"
    call_command(
        "learn_wrapper",
        *map(str, saved[:2]),
        f"--no-result={saved[2]}",
        "--query=feathers",
        "--query=scales",
        f"--out={wrapper}",
        "--json",
    )
    learned = json.loads(capsys.readouterr().out)
    assert "(X (<dt" in learned["formula"]
    assert learned["support"] == 2 and learned["inducer"]
    call_command(
        "extract_records", str(wrapper), str(saved[1]), "--url=http://a.example/", "--json"
    )
    document = json.loads(capsys.readouterr().out)
    assert [r["title"] for r in document["records"]] == [f"The {n} and its scales" for n in FISH]
    assert document["kind"] == "RESULTS"
    assert {"total", "next_page"} <= document.keys()


@pytest.mark.parametrize(
    ("command", "files", "options", "said", "code"),
    [
        ("learn_wrapper", "none.html", (), "", 2),
        ("learn_wrapper", "feathers.html feathers.html", (), "EqualPagesError", 1),
        ("learn_wrapper", "feathers.html picture.png", (), "no HTML but a picture", 1),
        *(
            ("learn_wrapper", "feathers.html scales.html", (f"--url={url}",), "no http or https", 2)
            for url in ("http://[bad", "nowhere", "file:///x", "http://a.example:x/")
        ),
        ("learn_wrapper", "feathers.html scales.html", ("--out=none/w.json",), "", 2),
        ("learn_wrapper", "feathers.html scales.html", ("--out=.",), "", 2),
        ("extract_records", "list.json feathers.html", (), "no wrapper", 1),
        ("extract_records", "deep.json feathers.html", (), "no wrapper", 1),
    ],
)
def test_failures_are_named_and_nothing_is_written(
    saved, tmp_path, monkeypatch, command, files, options, said, code
):
    monkeypatch.chdir(tmp_path)
    Path("picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    Path("list.json").write_text("[1]")
    Path("deep.json").write_text("[" * 200_000)
    out = ("--out=w.json",) if command == "learn_wrapper" else ()
    with pytest.raises(CommandError, match=said or None) as failed:
        call_command(command, *files.split(), *out, *options)
    assert failed.value.returncode == code
    assert not Path("w.json").exists()
