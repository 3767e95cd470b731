"""What all sample sites promise: real records, real search, pages that do not overlap."""

import re
from urllib.parse import quote

import pytest
from lxml.html import document_fromstring

from samples import EXAMPLE_QUERIES, SITES
from samples.catalogue import indexed_words, query_words
from tests.samples.visiting import LEADING, REFERENCE

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
