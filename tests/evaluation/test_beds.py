"""What the pages of packed beds are said to show stands on them."""

import json
import tarfile
from pathlib import Path
from urllib.parse import urljoin

import pytest
from lxml import etree, html

from evaluation.beds.packed import BEDS, archived, archived_cases, read_cases, unpacked
from evaluation.quality import extraction
from evaluation.quality.items.__main__ import BED, LABELS, score_page, score_program
from evaluation.quality.record_matching import unwrap
from evaluation.quality.themes import BED as THEMES
from evaluation.quality.themes import BUILD, HOST, UNOPENED, looks_of, programs
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

ARCHIVES = sorted(BEDS.rglob("*.tar.xz"))
# Beds whose pages link and name every record in full.
LINKED = [path for path in ARCHIVES if path.parent.name in {"items", "remembered_programs"}]
SITES_OF_HALVES = {"volume_1": 29, "volume_2": 35, "volume_3": 16}


def _name(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("archive", ARCHIVES, ids=_name)
def test_every_bed_says_how_it_was_made(archive):
    assert archive.name in (archive.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("archive", LINKED, ids=_name)
def test_true_records_stand_on_their_pages(archive):
    with unpacked(archive) as folder:
        for case in read_cases(folder):
            markup = (folder / case["html"]).read_bytes()
            page = etree.fromstring(markup, etree.HTMLParser(encoding="utf-8"))
            hrefs = {unwrap(urljoin(case["url"], href)) for href in page.xpath("//a/@href")}
            text = " ".join("".join(page.itertext()).split())
            records = case["records"] + case["ads"]
            assert case["no_result"] == (not records)
            for record in records:
                assert unwrap(record["url"]) in hrefs, case["id"]
                assert record["title"] in text, case["id"]


@pytest.mark.parametrize(("name", "count"), SITES_OF_HALVES.items())
def test_halves_have_no_program_in_common(name, count):
    with unpacked(BEDS / "remembered_programs" / f"{name}.tar.xz") as folder:
        sites = [
            {case["site"] for case in read_cases(folder, half)} for half in ("build", "unopened")
        ]
        assert len(read_cases(folder)) == 2 * 5 * count
    assert [len(half) for half in sites] == [count, count]
    assert not set.intersection(*sites)


def test_a_folder_is_read_as_it_is_an_archive_never_beside_itself_and_a_half_needs_pages(
    tmp_path, capsys
):
    with unpacked(tmp_path) as folder:
        assert folder == tmp_path
    (tmp_path / "page.html").write_text("<p>", encoding="utf-8")
    with tarfile.open(tmp_path / "bad.tar.xz", "w:xz") as archive:
        archive.add(tmp_path / "page.html", "../page.html")
    with pytest.raises(tarfile.FilterError), unpacked(tmp_path / "bad.tar.xz"):
        pass
    archive = BEDS / "remembered_programs" / "volume_3.tar.xz"
    assert extraction.main([str(archive), "--half", "neither"]) == 1
    assert "no page to measure" in capsys.readouterr().err


def test_cases_of_themes_have_their_pages_and_pairs_their_looks():
    for case in archived_cases(THEMES):
        assert len(case["records"]) >= 2, case["id"]
        assert archived(THEMES)[case["html"]], case["id"]
    halves = {
        half: json.loads(archived(THEMES)[f"PAIRS-{half}.json"]) for half in (BUILD, UNOPENED)
    }
    assert not {p["site"] for p in halves[BUILD]} & {p["site"] for p in halves[UNOPENED]}
    for pair in (*halves[BUILD], *halves[UNOPENED]):
        assert (len(pair["old"]), len(pair["new"])) in ((4, 5), (4, 3)), pair["kind"]


def test_an_engine_answers_with_the_page_of_the_rarest_word_and_with_nothing():
    program = next(each for each in programs() if each.name == "landscape")
    look = looks_of(program)[0]
    word, page = min(look.pages.items(), key=lambda each: len(each[1].records))
    assert look.found(f"{word} qxzv") is page
    assert look.found("qxzvkwjyfh") is None
    nothing = look.answer("qxzvkwjyfh", "http://127.0.0.1:1").decode()
    assert "No results found." in nothing
    assert HOST not in nothing


PAGE = {
    "url": "http://bed.example/s?q=tea",
    "records": [
        {
            "url": "http://bed.example/1",
            "title": "Green tea",
            "labels": [
                *(("title", "Green tea"), ("link", "http://bed.example/1")),
                *(("date", "2016-01-15 07:26"), ("author", "Ann Ode"), ("other", "Bristol")),
            ],
        },
        {
            "url": "http://bed.example/2",
            "title": "Black tea",
            "labels": [("title", "Black tea"), ("link", "http://bed.example/2")],
        },
    ],
}


@pytest.fixture(scope="module")
def bed():
    with unpacked(BED) as folder:
        yield folder


def test_every_labelled_text_stands_in_one_of_a_hundred_pages(bed):
    cases = read_cases(bed)
    real = {case["site"] for case in cases if case["half"] != "written"}
    assert len(cases) >= 100
    assert len(real) >= 15
    labels = {
        label for case in cases for record in case["records"] for label, _ in record["labels"]
    }
    assert labels == set(LABELS)
    for case in read_cases(bed):
        body = (bed / case["html"]).read_bytes()
        root = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
        attributes = [value for node in root.iter() for value in node.attrib.values()]
        shown = "".join("".join([root.text_content(), *attributes]).split())
        for record in case["records"]:
            for label, text in record["labels"]:
                if label not in ("link", "image", "rating"):
                    assert "".join(text.split()) in shown, (case["id"], label, text)
    cases = [case for case in read_cases(bed) if case["site"] == "gitweb"]
    figures = score_program(bed, cases).figures()
    assert figures["author"]["recall"] == figures["date"]["recall"] == 1.0


def test_fields_are_counted_by_label():
    read = ResultRecord(
        url="http://bed.example/1",
        original_url="http://bed.example/1",
        title="Green tea",
        date="2016-01-15",
        author="Bristol",
        items=(RecordItem("author", ItemKind.AUTHOR, "Bristol"),),
    )
    counts = score_page(PAGE, [read])
    figures = counts.figures()
    assert (counts.records, counts.found) == (2, 1)
    assert figures["title"] == {"precision": 1.0, "recall": 0.5, "true": 2}
    assert figures["date"] == {"precision": 1.0, "recall": 1.0, "true": 1}
    assert figures["author"] == {"precision": 0.0, "recall": 0.0, "true": 1}
    assert figures["other"] == {"precision": None, "recall": 0.0, "true": 1}
