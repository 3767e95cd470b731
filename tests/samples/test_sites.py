"""What all sample sites promise: real records, real search, pages that do not overlap."""

import json
import re
import signal
import socket
import sys
from io import BytesIO
from typing import Any

import imagesize
import pytest
from lxml.html import document_fromstring

from samples import SITES
from samples.ahnengalerie.pages import HEIGHT, WIDTH
from samples.catalogue import indexed_words, query_words
from tests.programs import ROOT, start_python
from tests.samples.visiting import LEADING
from tests.test_architecture import imported_modules

QUERIES = {
    "modulary": ("string", "file error", "json"),
    "ahnengalerie": ("error", "Methoden", "Klasse aus"),
    "versionary": ("file", "path", "new class"),
    "syntaxia": ("statement", "module", "function call"),
}
IMPOSSIBLE = "xqvzkwjyhq"
HOSTILE = "\"'><script>alert(1)</script>"
every_site = pytest.mark.parametrize("site", SITES, ids=[site.name for site in SITES])


def test_ports_are_those_of_existing_installations():
    # At others listened other sites, of which those have engines.
    assert [site.port_offset for site in SITES] == [10, 11, 12, 16]


@every_site
def test_each_site_has_many_records(site):
    records = site.catalogue.records
    assert len(records) >= 280
    assert all(r.path.startswith("/") and r.title.strip() and r.text.strip() for r in records)
    assert len({record.path for record in records}) == len(records)


@pytest.mark.parametrize(("site", "query"), [(s, q) for s in SITES for q in QUERIES[s.name]])
async def test_search_finds_exactly_the_records_with_all_words_and_pages_hold_them_once_in_order(
    site, query, visit
):
    wanted = set(query_words(query))
    expected = {
        record.path
        for record in site.catalogue.records
        if wanted <= set(indexed_words(f"{record.title} {record.text}"))
    }
    assert {record.path for record in site.search(query)} == expected
    assert len(expected) > 5
    visitor = await visit(site.name)
    truth = [(record.path, record.title) for record in site.search(query)]
    pages = await visitor.ask_for_all_pages(query)
    shown = [result for page in pages for result in visitor.results(page)]
    assert len(pages) > 1
    assert len(set(shown)) == len(shown)
    assert shown == truth


@every_site
async def test_an_impossible_query_finds_nothing_and_a_hostile_one_is_text(site, visit):
    visitor = await visit(site.name)
    page = await visitor.ask(IMPOSSIBLE)
    assert site.search(IMPOSSIBLE) == ()
    assert page.status == 200
    assert visitor.results(page) == []
    assert not page.root.xpath(visitor.layout.next_link)
    assert IMPOSSIBLE in page.text
    # Beside it stands what stands beside results too.
    assert len(page.root.xpath("//a[@href]")) > 5
    visitor = await visit(site.name)
    page = await visitor.ask(HOSTILE)
    assert page.status == 200
    assert not any("alert" in (script.text or "") for script in page.root.iter("script"))
    assert b"<script>alert" not in page.body
    assert "alert" in page.text


@every_site
@pytest.mark.parametrize("query", ["", "   ", "!?", "\x00", "a" * 5_000, "\N{BLACK HEART SUIT}"])
async def test_queries_without_words_and_long_ones_are_answered(site, query, visit):
    visitor = await visit(site.name)
    page = await visitor.ask(query)
    assert page.status == 200
    assert visitor.results(page) == []


@every_site
@pytest.mark.parametrize("number", ["0", "-1", "999999999", "1e9", "x", "9" * 400, "²"])
async def test_page_numbers_out_of_range_lead_to_a_page_there_is(site, number, visit):
    visitor = await visit(site.name)
    query = QUERIES[site.name][0]
    first = await visitor.ask(query)
    (link, *_) = first.root.xpath(visitor.layout.next_link)
    address = first.resolve(link.get("href"))
    # The number is the last run of digits in every site's addresses.
    changed = re.sub(r"\d+(?=\D*$)", number, address)
    page = await visitor.get(changed)
    assert page.status == 200
    assert set(visitor.results(page)) <= {(r.path, r.title) for r in site.search(query)}


@every_site
async def test_records_have_pages_and_what_is_not_there_is_said_with_404(site, visit):
    visitor = await visit(SITES[0].name if site.name in LEADING else site.name)
    records = site.catalogue.records
    for record in records[:: len(records) // 25]:
        page = await visitor.get(record.path)
        assert page.status == 200
        heading = page.root.xpath("//h1 | //h2")
        assert any(record.title in " ".join(h.text_content().split()) for h in heading)
    visitor = await visit(site.name)
    page = await visitor.get("/nothing/here")
    assert page.status == 404
    assert site.title in page.text or document_fromstring(page.body).xpath("//a[@href='/']")
    assert (await visitor.get(site.catalogue.records[0].path + "zzz")).status == 404


# Seconds; generous, for a machine that is busy with other tests.
PATIENCE = 30


def start(port: int) -> Any:
    return start_python("-m", "samples", "--port", str(port))


def test_the_process_lists_its_sites_and_stops_when_told():
    with start(0) as process:
        lines = [json.loads(process.stdout.readline()) for _ in SITES]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
    assert [line["name"] for line in lines] == [site.name for site in SITES]
    assert all(line["url"].startswith("http://127.0.0.1:") for line in lines)
    assert process.returncode == 0
    assert errors == ""
    with start("x") as process:
        assert "--port" in process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 2


def test_a_busy_port_gets_one_clear_line():
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with start(port - SITES[0].port_offset) as process:
            output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert output == ""
    assert errors.count("\n") == 1
    assert str(port) in errors


SAMPLES = ROOT / "samples"
PRODUCT_FOLDERS = ("discovery", "wrappers", "metasearch", "templates")
COMPILED = {".pyc", ".mo"}
# What came with earlier versions is told by its name.
RETIREMENT = ROOT / "metasearch" / "presentation" / "sample_sites.py"
# What the samples may import beside the standard library and themselves: no ORM, no settings.
LIBRARIES = ("aiohttp", "rapidfuzz", "django.core.paginator", "django.template", "django.utils")


def test_samples_and_the_project_know_nothing_of_each_other():
    for path in SAMPLES.rglob("*.py"):
        for module in imported_modules(path):
            known = module.split(".")[0] in sys.stdlib_module_names or any(
                f"{module}.".startswith(f"{package}.") for package in ("samples", *LIBRARIES)
            )
            assert known, f"{path.relative_to(ROOT)} imports {module}"
    names = {site.name for site in SITES}
    for name in names:
        for path in (SAMPLES / name).rglob("*"):
            if path.is_file() and path.suffix not in COMPILED:
                text = path.read_text(encoding="utf-8").casefold()
                assert not [other for other in names - {name} if other in text]
    marks = {site.name for site in SITES} | {site.title.casefold() for site in SITES}
    for path in SAMPLES.rglob("pages.py"):
        marks |= set(re.findall(r"[\w-]+\.example\b", path.read_text(encoding="utf-8")))
    for path in (path for folder in PRODUCT_FOLDERS for path in (ROOT / folder).rglob("*")):
        if not path.is_file() or path.suffix in COMPILED or path == RETIREMENT:
            continue
        text = path.read_text(encoding="utf-8", errors="replace").casefold()
        found = sorted(mark for mark in marks if mark in text or mark in path.name.casefold())
        assert not found, f"{path.relative_to(ROOT)} names {found}"


async def test_pictures_of_results_are_files(visit):
    visitor = await visit("ahnengalerie")
    page = await visitor.ask("error")
    sources = page.root.xpath("//figure//img/@src")
    assert len(sources) == len(visitor.results(page)) == len(set(sources))
    picture = await visitor.get(sources[0])
    assert picture.content_type == "image/png"
    assert imagesize.get(BytesIO(picture.body)) == (WIDTH, HEIGHT)


@pytest.mark.parametrize("name", ["no.Such", "..%2f..%2fetc%2fpasswd", "a" * 3000])
async def test_what_has_no_picture_is_not_found(name, visit):
    visitor = await visit("ahnengalerie")
    assert (await visitor.get(f"/bild/{name}.png")).status == 404


async def test_a_slip_is_answered(visit):
    visitor = await visit("modulary")
    page = await visitor.ask("serialzie")
    (link,) = page.root.xpath("//p[@class='suggestion']/a")
    assert link.text == "serialize"
    assert visitor.results(await visitor.get(page.resolve(link.get("href"))))
    assert not (await visitor.ask("xqvzkwjyhq")).root.xpath("//p[@class='suggestion']")


QUERY = "function"


@pytest.fixture
def site():
    return next(site for site in SITES if site.name == "syntaxia")


def skeleton(page) -> set[tuple[str, str]]:
    return {(each.tag, each.get("class", "")) for each in page.root.body.iter("*")}


async def test_a_click_redesigns_the_markup_alone_and_a_second_brings_it_back(site, visit):
    visitor = await visit(site.name)
    before = await visitor.ask(QUERY)
    await visitor.post(site.redesign_path, {})
    after = await visitor.ask(QUERY)
    assert after.address == before.address
    assert visitor.results(after) == visitor.results(before) != []
    kept = skeleton(before) & skeleton(after)
    assert {tag for tag, name in kept if name} == set()
    pages = await visitor.ask_for_all_pages(QUERY)
    shown = [path for page in pages for path, _ in visitor.results(page)]
    assert shown == [record.path for record in site.search(QUERY)]
    first = await visitor.ask(QUERY)
    for _ in range(2):
        page = await visitor.post(site.redesign_path, {})
        assert page.address == site.redesign_path
    assert (await visitor.ask(QUERY)).body == first.body
    for _ in range(2):
        for address in ("/", site.redesign_path, "/category/Modules", "/wiki/Module_json"):
            page = await visitor.get(address)
            buttons = page.root.xpath("//form[@method='post'][@action='/redesign']/button/text()")
            assert any("design" in text for text in buttons)
        assert visitor.search_form(page).method == "GET"
        assert (await visitor.get("/nothing/here")).status == 404
        await visitor.post(site.redesign_path, {})
