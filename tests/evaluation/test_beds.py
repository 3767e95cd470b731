"""Packed beds: what their pages are said to show stands on them, and their sites answer so."""

import tarfile
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from discovery.web.fetch_error import FetchError
from evaluation.beds.packed import BEDS, unpacked
from evaluation.engines.dangerous_forms.case import Case, Kind, load_cases
from evaluation.engines.dangerous_forms.measuring import Site, serving
from evaluation.engines.slots import fill
from evaluation.quality import extraction
from evaluation.quality.saved_pages import SavedFiles

ARCHIVES = sorted(BEDS.rglob("*.tar.xz"))


def _name(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("archive", ARCHIVES, ids=_name)
def test_every_bed_says_how_it_was_made(archive):
    assert archive.name in (archive.parent / "README.md").read_text(encoding="utf-8")


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
