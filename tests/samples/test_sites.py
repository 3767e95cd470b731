"""What all sample sites promise: real records, real search, pages that do not overlap."""

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import aiohttp
import pytest
from lxml.html import document_fromstring

from samples import EXAMPLE_QUERIES, SITES
from samples.catalogue import indexed_words, query_words
from samples.serving import serve
from tests.samples.visiting import LEADING, REFERENCE
from tests.test_architecture import ROOT, imported_modules

QUERIES = {
    "modulary": ("string", "file error", "json"),
    "ahnengalerie": ("error", "Methoden", "Klasse aus"),
    "versionary": ("file", "path", "new class"),
    "signatheque": ("file", "paramètres", "error"),
    "tracebackery": ("error", "value error", "documentation"),
    "wheelyard": ("python", "library", "python library"),
    "syntaxia": ("statement", "module", "function call"),
}
IMPOSSIBLE = "xqvzkwjyhq"
HOSTILE = "\"'><script>alert(1)</script>"
NAMES = [site.name for site in SITES]
SITE_QUERIES = [(site, query) for site in SITES for query in QUERIES[site.name]]
every_site = pytest.mark.parametrize("site", SITES, ids=NAMES)
every_query = pytest.mark.parametrize(("site", "query"), SITE_QUERIES)


def test_ports_are_those_of_existing_installations():
    # Below them listened other sites, of which those have engines.
    assert [site.port_offset for site in SITES] == [10, 11, 12, 13, 14, 15, 16]


@every_site
def test_each_site_has_many_records(site):
    records = site.catalogue().records
    # As many packages as are installed, which may be few.
    assert len(records) >= (30 if site.name == "wheelyard" else 280)
    assert all(r.path.startswith("/") and r.title.strip() and r.text.strip() for r in records)
    assert len({record.path for record in records}) == len(records)


@every_query
async def test_search_finds_exactly_the_records_with_all_words_and_pages_hold_them_once_in_order(
    site, query, visit
):
    wanted = set(query_words(query))
    expected = {
        record.path
        for record in site.catalogue().records
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
    records = site.catalogue().records
    for record in records[:: len(records) // 25]:
        page = await visitor.get(record.path)
        assert page.status == 200
        heading = page.root.xpath("//h1 | //h2")
        assert any(record.title in " ".join(h.text_content().split()) for h in heading)
    visitor = await visit(site.name)
    page = await visitor.get("/nothing/here")
    assert page.status == 404
    assert site.title in page.text or document_fromstring(page.body).xpath("//a[@href='/']")
    assert (await visitor.get(site.catalogue().records[0].path + "zzz")).status == 404


@every_site
async def test_sections_are_linked_from_home_and_list_their_records(site, visit):
    visitor = await visit(site.name)
    home = await visitor.get("/")
    for name in list(site.catalogue().sections)[:3]:
        address = next(
            href for href in home.root.xpath("//a/@href") if re.search(rf"[/=]{quote(name)}$", href)
        )
        page = await visitor.get(home.resolve(address))
        links = map(page.resolve, page.root.xpath("//a/@href"))
        linked = {link.removeprefix(REFERENCE) for link in links}
        assert {record.path for record in site.catalogue().sections[name]} <= linked


@pytest.mark.parametrize("name", ["modulary", "wheelyard"])
async def test_advertisements_look_like_records_but_lead_elsewhere(name, visit):
    visitor = await visit(name)
    counts = []
    for query in ("python", "library", "a", "file", "of", "support", "and", "the", "for", "to"):
        page = await visitor.ask(query)
        advertisements = visitor.advertisements(page)
        assert all(re.match(r"https?://[\w.]+\.example/\w+\?", link) for link in advertisements)
        counts.append(len(advertisements))
    # Some questions find an advertiser, others do not.
    assert max(counts) > 0
    assert min(counts) == 0


@pytest.mark.parametrize("query", EXAMPLE_QUERIES)
def test_queries_to_try_find_pages_that_several_sites_know(query):
    leading = [site for site in SITES if site.name in LEADING or site is SITES[0]]
    found = [{record.path for record in site.search(query)[:10]} for site in leading]
    assert len(leading) == 4
    assert set.intersection(*found)


COMMAND = (sys.executable, "-m", "samples", "--port")
# Seconds; generous, for a machine that is busy with other tests.
PATIENCE = 30


def start(port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


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


async def test_all_sites_answer_at_the_addresses_given():
    async with serve(SITES, 0) as addresses, aiohttp.ClientSession() as session:
        assert len(set(addresses)) == len(SITES)
        for site, address in zip(SITES, addresses, strict=True):
            async with session.get(address) as response:
                assert response.status == 200
                assert site.title in document_fromstring(await response.read()).text_content()
    with pytest.raises(aiohttp.ClientConnectionError):
        async with aiohttp.ClientSession() as session, session.get(addresses[0]):
            pass


SAMPLES = ROOT / "samples"
PRODUCT_FOLDERS = ("discovery", "wrappers", "metasearch", "templates")
COMPILED = {".pyc", ".mo"}
# What came with earlier versions is told by its name.
RETIREMENT = ROOT / "metasearch" / "presentation" / "sample_sites.py"
# What the samples may import beside the standard library and themselves: no ORM, no settings.
LIBRARIES = ("aiohttp", "rapidfuzz", "django.template", "django.utils")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def product_files() -> list[Path]:
    return [
        path
        for folder in PRODUCT_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in COMPILED and path != RETIREMENT
    ]


def test_samples_and_the_project_know_nothing_of_each_other():
    for path in SAMPLES.rglob("*.py"):
        for module in imported_modules(path):
            known = module.split(".")[0] in sys.stdlib_module_names or any(
                is_within(module, package) for package in ("samples", *LIBRARIES)
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
    files = product_files()
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace").casefold()
        found = sorted(mark for mark in marks if mark in text or mark in path.name.casefold())
        assert not found, f"{path.relative_to(ROOT)} names {found}"
