"""What a site of the samples has beside what all promise."""

import base64
from datetime import UTC, datetime
from importlib.metadata import version
from io import BytesIO
from urllib.parse import urlencode

import imagesize
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from samples import SITES
from samples.ahnengalerie.pages import HEIGHT, WIDTH, families, family_picture
from samples.application import cut_page
from samples.catalogue import Catalogue, Record
from samples.wheelyard.pages import catalogue, installed_on


def test_a_family_is_what_python_says_and_has_a_picture():
    family = families()["json.JSONDecodeError"]
    parents = ("ValueError", "Exception", "BaseException")
    assert family.ancestors == tuple(f"builtins.{name}" for name in parents)
    assert "json.JSONDecodeError" in families()["builtins.ValueError"].children
    line = ("builtins.int", "enum.ReprEnum", "enum.Flag")
    assert families()["enum.IntFlag"].generations[-1] == line
    for title in list(families())[::40]:
        assert imagesize.get(BytesIO(family_picture(title))) == (WIDTH, HEIGHT)


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


async def test_a_slip_is_answered_and_the_redirector_leads_to_the_manual_only(visit):
    visitor = await visit("modulary")
    page = await visitor.ask("serialzie")
    (link,) = page.root.xpath("//p[@class='suggestion']/a")
    assert link.text == "serialize"
    assert visitor.results(await visitor.get(page.resolve(link.get("href"))))
    assert not (await visitor.ask("xqvzkwjyhq")).root.xpath("//p[@class='suggestion']")
    for target, status in (
        ("https://docs.python.org/3/library/json.html", 302),
        ("https://evil.example/", 404),
        ("https://docs.python.org/3/library/json.html@evil.example", 404),
    ):
        address = f"/out?{urlencode({'url': target})}"
        async with visitor.client.get(address, allow_redirects=False) as response:
            assert response.status == status
            assert response.headers.get("Location") == (target if status == 302 else None)


async def test_the_charset_stands_in_the_markup_alone_and_accents_lead_through_pages(visit):
    visitor = await visit("signatheque")
    page = await visitor.ask("file")
    assert page.content_type == "text/html"
    assert b"charset=iso-8859-1" in page.body
    assert "réponses pour".encode("latin-1") in page.body
    with pytest.raises(UnicodeDecodeError):
        page.body.decode("utf-8")
    pages = await visitor.ask_for_all_pages("paramètre facultatif")
    assert len(pages) > 2
    assert all("paramètre" in page.text for page in pages)


@pytest.mark.parametrize(
    ("encoded", "shown"), [("caract%E8re", "caractère"), ("%26%238594%3B+arrow", "→ arrow")]
)
async def test_queries_come_in_the_charset_of_the_form(encoded, shown, visit):
    visitor = await visit("signatheque")
    page = await visitor.get(f"/recherche.cgi?mot={encoded}")
    assert page.root.xpath("//input[@name='mot']/@value") == [shown]


FORM = {"terms": "json"}
EXPIRED = "Your visit has expired"


async def read_token(visitor):
    page = await visitor.get("/")
    return visitor.search_form(page).fields["token"]


async def test_the_token_of_the_session_is_answered_again_and_again_if_not_too_large(visit):
    visitor = await visit("tracebackery")
    token = await read_token(visitor)
    for query in ("json", "file"):
        page = await visitor.post("/search", FORM | {"token": token, "terms": query})
        assert visitor.results(page)
        # The page of results shows the form with the same token: the session goes on.
        assert visitor.search_form(page).fields["token"] == token
    page = await visitor.post("/search", FORM | {"terms": "a" * 100_000})
    assert page.status == 413


async def test_a_token_is_that_of_the_session(visit):
    visitor, other = await visit("tracebackery"), await visit("tracebackery")
    token = await read_token(visitor)
    foreign = await read_token(other)
    for wrong in ({"token": ""}, {"token": "0" * 32}, {"token": "é"}, {"token": foreign}, {}):
        page = await visitor.post("/search", FORM | wrong)
        assert EXPIRED in page.text
        assert visitor.results(page) == []
        assert visitor.search_form(page).fields["token"]
    visitor.client.session.cookie_jar.clear()
    assert EXPIRED in (await visitor.post("/search", FORM | {"token": token})).text


@pytest.mark.parametrize("packed", ["", "!", "AAAA", base64.b64encode(b"\xff|x").decode()])
async def test_a_broken_link_to_a_further_page_gets_the_form(packed, visit):
    visitor = await visit("tracebackery")
    async with visitor.client.get("/browse", params={"search": packed}) as response:
        assert response.status == 200
        assert 'name="token"' in await response.text()


def test_records_tell_their_day_and_what_is_installed():
    site = next(site for site in SITES if site.name == "versionary")
    (record,) = (r for r in site.search("JSONDecodeError") if r.title == "json.JSONDecodeError")
    assert (record.section, record.fact("Released")) == ("3.5", "2015-09-13")
    record = catalogue().find("/package/aiohttp")
    assert record.fact("Version") == version("aiohttp")
    assert "yarl" in record.fact("Requires").split(", ")
    assert installed_on(record) <= datetime.now(UTC).date()


@pytest.mark.parametrize("period", ["", "day", "year", "century"])
async def test_a_period_leaves_the_packages_installed_in_it(period, visit):
    visitor = await visit("wheelyard")
    page = await visitor.get(f"/packages?query=python&period={period}")
    days = page.root.xpath("//article//time/@datetime")
    assert page.status == 200
    found = [catalogue().find(path).fact("Installed") for path, _ in visitor.results(page)]
    assert days == found[: len(days)]
    chosen = page.root.xpath("//select[@name='period']/option[@selected]/@value")
    assert chosen == ([period] if period in {"day", "year"} else [])


few = settings(max_examples=60, deadline=None)


def found_in(documents: list[tuple[str, str]], query: str) -> list[str]:
    catalogue = Catalogue(Record(f"/{n}", *each, "s") for n, each in enumerate(documents))
    return [record.title for record in catalogue.search(query)]


def test_titles_and_rare_words_count_more():
    few_documents = [("other", "alpha alpha alpha"), ("alpha", "other"), ("none", "none")]
    assert found_in(few_documents, "alpha") == ["alpha", "other"]
    documents = [("a", "common common common rare"), ("b", "common rare rare rare")]
    assert found_in([*documents, *[("c", "common")] * 50], "common rare") == ["b", "a"]
    assert found_in(few_documents, "") == found_in([], "a") == []


@few
@given(st.integers(0, 60), st.integers(1, 9))
def test_pages_are_a_partition(total, size):
    records = tuple(Record(f"/{n}", str(n), "x", "s") for n in range(total))
    pages = [cut_page(records, number, size) for number in range(total // size + 3)]
    shown = [record for page in {page.number: page for page in pages}.values() for record in page]
    assert shown == list(records)
    assert pages[0].number == 1


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
