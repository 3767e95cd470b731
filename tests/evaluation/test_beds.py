"""Packed beds: what their pages are said to show stands on them, and their sites answer so."""

import tarfile
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

import pytest
from lxml import etree, html

from discovery.web.fetch_error import FetchError
from evaluation.beds.packed import BEDS, read_cases, unpacked
from evaluation.engines.dangerous_forms.case import Case, Kind, languages, load_cases
from evaluation.engines.dangerous_forms.measuring import Site, serving
from evaluation.engines.slots import fill
from evaluation.quality import extraction
from evaluation.quality.items.__main__ import BED, LABELS, score_program
from evaluation.quality.record_matching import unwrap
from evaluation.quality.saved_pages import SavedFiles

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


@pytest.fixture(scope="module")
def bed():
    with unpacked(BED) as folder:
        yield folder


def test_every_labelled_text_stands_in_one_of_a_hundred_pages(bed):
    cases, known = read_cases(bed), set()
    assert len(cases) >= 100
    assert len({case["site"] for case in cases if case["half"] != "written"}) >= 15
    for case in cases:
        body = (bed / case["html"]).read_bytes()
        root = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
        attributes = [value for node in root.iter() for value in node.attrib.values()]
        shown = "".join("".join([root.text_content(), *attributes]).split())
        for record in case["records"]:
            for label, text in record["labels"]:
                known.add(label)
                if label not in ("link", "image", "rating"):
                    assert "".join(text.split()) in shown, (case["id"], label, text)
    assert known == set(LABELS)
    figures = score_program(bed, [case for case in cases if case["site"] == "gitweb"]).figures()
    assert figures["author"]["recall"] == figures["date"]["recall"] == 1.0


async def test_a_browser_gets_what_is_saved_with_a_page_and_nothing_else(tmp_path):
    saved = tmp_path / "saved"
    (saved / "a page").mkdir(parents=True)
    (saved / "a page" / "load.php").write_bytes(b"p {}")
    (tmp_path / "secret.css").write_bytes(b"p {}")
    files = SavedFiles(saved)
    sheet = await files.fetch("http://saved.invalid/a%20page/load.php?m=1", accept="text/css,*/*")
    assert (sheet.body, sheet.content_type) == (b"p {}", "text/css")
    for path in ("http://saved.invalid/%2e%2e/secret.css", "http://other.invalid/load.php", ""):
        with pytest.raises(FetchError):
            await files.fetch(path)


CASES = load_cases()


def sites(cases: dict[str, Case]) -> list[object]:
    return [pytest.param(case, id=name) for name, case in cases.items()]


def test_there_are_enough_cases_of_each_sort_in_languages_with_words():
    with_search = sum(case.search is not None for case in CASES.values())
    assert len(CASES) >= 72 and with_search >= 30 and len(CASES) - with_search >= 36
    assert len({case.facts["language"] for case in CASES.values()}) >= 14
    assert 0.4 < sum(case.is_opened for case in CASES.values()) / len(CASES) < 0.6
    assert {case.facts["language"] for case in CASES.values()} <= set(languages())
    assert all({"words", "search", "hits", "none"} <= set(each) for each in languages().values())


@pytest.mark.parametrize("case", sites(CASES))
def test_a_case_says_what_each_of_its_forms_is(case):
    assert "/" in case.pages and any(line.kind is Kind.ACT for line in case.lines)
    forms = [form for path in case.pages for form in case.forms(path)]
    acts = [line.path for line in case.lines if line.kind is Kind.ACT]
    assert forms or all(any(act in body for body in case.pages.values()) for act in acts)
    assert all(kind is not Kind.PAGE for kind, *_ in forms)
    assert any(kind is Kind.SEARCH for kind, *_ in forms) == (case.search is not None)


@pytest.mark.parametrize("case", sites(CASES))
def test_a_site_answers_each_form_as_its_case_says(case):
    word = case.facts["words"].split()[-1]
    site = Site(case)
    for path in case.pages:
        status, page = site.answer("GET", path, "")
        assert status == 200 and case.facts["site"] in page and "{" not in page, path
        for kind, method, action, fields in case.forms(path):
            if case.search is not None and kind is Kind.SEARCH:
                fields = {**fields, case.search.parameter: word}
            sent = urlencode(fields)
            query = (f"{action}?{sent}", "") if method == "GET" else (action, sent)
            status, page = site.answer(method, *query)
            assert site.log[-1][0] is kind
            if kind is Kind.SEARCH:
                assert status == 200 and page.count("/item/") > 5
                assert fill(case.facts["none"], {"query": word}) not in page


def test_a_site_logs_what_comes_over_the_network():
    with serving(CASES["de-bestellungen"]) as site:
        order = Request(f"{site.address}bestellen", data=b"menge=1")
        with urlopen(f"{site.address}suche?begriff=garten") as found, urlopen(order) as done:
            assert found.status == done.status == 200
        assert site.requests(Kind.ACT) == ["POST /bestellen menge=1"]
        assert site.requests(Kind.SEARCH) == ["GET /suche?begriff=garten"]
