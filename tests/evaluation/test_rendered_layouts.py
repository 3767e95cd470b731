"""Labelled pages: their layouts rendered once, kept, read back; their style sheets as saved."""

import io
import json
import tarfile
from pathlib import Path

from django.conf import settings

from discovery.pages.page import parse_page
from evaluation.quality.rendered_layouts import read_layouts, render_cases, sample_of, saved_sheets
from wrappers.induction.samples import Sample

PAGE = b"<link rel=stylesheet href='files/a.css'><p>text<img src=http://far.example/i.png>"


def pack(folder: Path, files: dict[str, bytes]) -> None:
    with tarfile.open(folder / "render.tar.xz", "w:xz") as archive:
        for name, data in files.items():
            head = tarfile.TarInfo(name)
            head.size = len(data)
            archive.addfile(head, io.BytesIO(data))


def test_pages_are_rendered_once_and_their_layouts_fit(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "METASEARCH_BROWSER", "")
    pack(tmp_path, {"one/page.html": PAGE, "one/files/a.css": b"p{width:123px}"})
    kept = tmp_path / "layouts.jsonl"
    (first,) = render_cases(tmp_path, ["one"], kept)
    assert first.seconds > 0
    page = parse_page(PAGE, "http://elsewhere.example/")
    sample = sample_of(page, {"id": "one", "query": "x"}, read_layouts(kept))
    assert sample.layout is not None
    assert sample.layout.boxes[page.root.find(".//p")].width == 123
    (tmp_path / "render.tar.xz").unlink()
    (again,) = render_cases(tmp_path, ["one"], kept)
    assert (again.id, again.seconds) == (first.id, first.seconds)
    assert len(kept.read_text().splitlines()) == 1
    assert json.loads(kept.read_text())["id"] == "one"
    assert sample_of(page, {"id": "two"}, {}).layout is None


def test_style_sheets_saved_tell_what_is_seen(tmp_path):
    pack(tmp_path, {"one/page.html": PAGE, "one/files/a.css": b"p{display:none}"})
    sample = Sample(parse_page(PAGE, "http://elsewhere.example/"))
    text = sample.page.root.find(".//p")

    def is_seen(ids: list[str]) -> bool:
        with saved_sheets(tmp_path) as saved:
            (seen,) = saved.as_seen([sample], ids)
        assert seen.seen is not None
        return seen.seen.shows(text)

    assert not is_seen(["one", "never saved"])
    assert is_seen(["never saved"])
    (tmp_path / "render.tar.xz").unlink()
    assert is_seen(["one"])
