"""What all sample sites promise: real records, real search, pages that do not overlap."""

import re
from urllib.parse import quote

import pytest
from lxml.html import document_fromstring

from samples import DEFAULT_FIRST_PORT, SITES
from samples.excerpts import highlight
from samples.index import indexed_words, query_words
from tests.samples.visiting import LAYOUTS

QUERIES = {
    "modulary": ("string", "file error", "json"),
    "glyphothek": ("arrow", "greek letter", "Klammer"),
    "esperluette": ("letter", "lettre minuscule", "arrow"),
    "reinhardteca": ("string", "form field", "default"),
    "phrasarium": ("user", "valore", "%(name)s"),
}
HITS_LINES = {
    "modulary": r"Results 1–10 of ([\d,]+) for",
    "glyphothek": r"Treffer 1 bis 12 von ([\d.]+) für",
    "esperluette": r"([\d\xa0 ]+) entités? trouvées? pour",
    "reinhardteca": r"Se han encontrado ([\d.]+) definiciones",
}
IMPOSSIBLE = "xqvzkwjyhq"
HOSTILE = "\"'><script>alert(1)</script>"
NAMES = [site.name for site in SITES]
SITE_QUERIES = [(site, query) for site in SITES for query in QUERIES[site.name]]
every_site = pytest.mark.parametrize("site", SITES, ids=NAMES)
every_query = pytest.mark.parametrize(("site", "query"), SITE_QUERIES)


def test_the_sites_have_names_and_consecutive_ports():
    assert len(SITES) == len(set(NAMES)) == len({site.title for site in SITES}) == 5
    assert [site.port_offset for site in SITES] == [10, 11, 12, 13, 14]
    assert 1024 < DEFAULT_FIRST_PORT < 65_000


@every_site
def test_each_site_has_many_records(site):
    records = site.catalogue().records
    assert len(records) >= 500
    assert all(r.path.startswith("/") and r.title.strip() and r.text.strip() for r in records)
    assert len({record.path for record in records}) == len(records)


@every_query
def test_search_finds_exactly_the_records_with_all_words(site, query):
    wanted = set(query_words(query))
    expected = {
        record.path
        for record in site.catalogue().records
        if wanted <= set(indexed_words(f"{record.title} {record.text}"))
    }
    assert {record.path for record in site.search(query)} == expected
    assert len(expected) > 10


@every_query
async def test_pages_hold_all_records_once_in_order(site, query, visit):
    visitor = await visit(site.name)
    truth = [(record.path, record.title) for record in site.search(query)]
    pages = await visitor.ask_for_all_pages(query)
    shown = [result for page in pages for result in visitor.results(page)]
    assert len(pages) > 1
    assert len(set(shown)) == len(shown)
    assert shown == truth


@every_site
async def test_results_quote_the_records(site, visit):
    visitor = await visit(site.name)
    query = QUERIES[site.name][0]
    page = await visitor.ask(query)
    for record in site.search(query)[: len(visitor.results(page))]:
        # Between the cells of a table there is no white space to compare.
        assert "".join(site.snippet(record, query).split()) in "".join(page.text.split())


@pytest.mark.parametrize("name", HITS_LINES)
async def test_the_hits_line_counts_the_records(name, visit):
    visitor = await visit(name)
    site = SITES[NAMES.index(name)]
    query = QUERIES[name][0]
    counted = re.search(HITS_LINES[name], (await visitor.ask(query)).text)
    assert counted
    assert int(re.sub(r"\D", "", counted[1])) == len(site.search(query))


async def test_one_site_counts_nothing(visit):
    (name,) = set(NAMES) - set(HITS_LINES)
    visitor = await visit(name)
    site = SITES[NAMES.index(name)]
    query = QUERIES[name][0]
    assert str(len(site.search(query))) not in (await visitor.ask(query)).text


@every_site
async def test_an_impossible_query_finds_nothing_and_says_so(site, visit):
    visitor = await visit(site.name)
    page = await visitor.ask(IMPOSSIBLE)
    assert site.search(IMPOSSIBLE) == ()
    assert page.status == 200
    assert visitor.results(page) == []
    assert not page.root.xpath(visitor.layout.next_link)
    assert IMPOSSIBLE in page.text
    # Beside it stands what stands beside results too.
    assert len(page.root.xpath("//a[@href]")) > 5


@every_site
async def test_a_hostile_query_is_text(site, visit):
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
async def test_records_have_pages(site, visit):
    visitor = await visit(site.name)
    records = site.catalogue().records
    for record in records[:: len(records) // 25]:
        page = await visitor.get(record.path)
        assert page.status == 200
        heading = page.root.xpath("//h1 | //h2")
        assert any(record.title in " ".join(h.text_content().split()) for h in heading)


@every_site
async def test_sections_are_linked_from_home_and_list_their_records(site, visit):
    """The sites can be walked through without any search."""
    visitor = await visit(site.name)
    home = await visitor.get("/")
    for name in list(site.catalogue().sections)[:3]:
        address = next(
            href for href in home.root.xpath("//a/@href") if re.search(rf"[/=]{quote(name)}$", href)
        )
        page = await visitor.get(home.resolve(address))
        linked = {page.resolve(href) for href in page.root.xpath("//a/@href")}
        assert {record.path for record in site.catalogue().sections[name]} <= linked


@every_site
async def test_what_is_not_there_is_said_with_404(site, visit):
    visitor = await visit(site.name)
    page = await visitor.get("/nothing/here")
    assert page.status == 404
    assert site.title in page.text or document_fromstring(page.body).xpath("//a[@href='/']")
    some = site.catalogue().records[0]
    assert (await visitor.get(some.path + "zzz")).status == 404


@pytest.mark.parametrize("name", ["modulary", "glyphothek", "reinhardteca"])
async def test_advertisements_look_like_records_but_lead_elsewhere(name, visit):
    visitor = await visit(name)
    counts = []
    for query in ("string", "arrow", "letter", "default", "value", "form", "sign", "name"):
        page = await visitor.ask(query)
        advertisements = visitor.advertisements(page)
        assert all(re.match(r"https?://[\w.]+\.example/\w+\?", link) for link in advertisements)
        counts.append(len(advertisements))
    # Some questions find an advertiser, others do not.
    assert max(counts) > 0
    assert min(counts) == 0


@pytest.mark.parametrize(
    ("name", "box", "count"),
    [
        ("modulary", "//aside/ol[@class='results']/li/h3/a", 5),
        ("glyphothek", "//div[@class='side']/div[@class='card']/h4/a", 2),
        ("esperluette", "//form/preceding::table//tr/td[2]/a", 6),
        ("reinhardteca", "//div[@id='lateral']/dl/dt/a", 3),
        ("phrasarium", "//section[@class='altro']/h3/a", 3),
    ],
)
async def test_side_boxes_have_the_markup_of_records(name, box, count, visit):
    visitor = await visit(name)
    for query in (QUERIES[name][0], IMPOSSIBLE):
        page = await visitor.ask(query)
        assert len(page.root.xpath(box)) == count


@every_site
def test_layouts_are_known(site):
    assert site.name in LAYOUTS


def test_highlighting_escapes_what_surrounds_a_word():
    assert highlight("<i>File</i>", "file i", "b") == "&lt;<b>i</b>&gt;<b>File</b>&lt;/<b>i</b>&gt;"
