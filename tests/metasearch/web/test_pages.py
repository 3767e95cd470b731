"""Tabs, bangs, folded results, explanations; the pages of engines and help."""

import os
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import signing
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from lxml.html import document_fromstring
from protego import Protego

from discovery.connection.description import ConnectionDescription
from discovery.models import Engine
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from metasearch.brokering.broker import make_profile
from metasearch.brokering.subjects import CATEGORIES, HELD
from metasearch.models import AnswerFigures
from metasearch.presentation import presenter
from metasearch.presentation.labels import CATEGORY_WORDS
from metasearch.presentation.presenter import DAY, icon_url, thumbnail_url
from metasearch.search.preferences import COOKIE, Preferences
from metasearch.web import pages, suggestions, thumbnails
from metasearch.web.suggestions import read_suggestions
from tests.metasearch.engines import FakeEngines, after, answers, gives, records
from tests.metasearch.web.test_views import links, texts
from tests.programs import run_python
from wrappers.engines.answer import Answer
from wrappers.extraction.records.record import ResultRecord
from wrappers.models import WrapperVersion


async def test_crawlers_are_told_to_leave_searches_alone(async_client):
    response = await async_client.get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    rules = Protego.parse(response.content.decode())
    closed = ("/search?q=x", "/api/v1/search?q=x", "/thumbnail?u=x", "/suggest", "/admin/login/")
    for path in closed:
        assert not rules.can_fetch(f"https://here.example{path}", "anybot")
    for path in ("/", "/help", "/engines", "/static/metasearch/icon.svg", "/opensearch.xml"):
        assert rules.can_fetch(f"https://here.example{path}", "anybot")


@pytest.fixture
def two(engines):
    engines.add("one", gives("one", *records("a")), "First", categories=["Books"])
    engines.add("two", gives("two", *records("b")), "Second")
    return engines


async def test_tabs_ask_the_engines_of_a_category(two, async_client):
    response = await async_client.get("/search?q=x&category=Books")
    assert two.asked == [("one", "x", 1)]
    root = document_fromstring(response.content.decode())
    tabs = root.xpath("//nav[@class='tabs']//a")
    assert [tab.text_content() for tab in tabs] == ["All", "Books"]
    assert [tab.get("aria-current") for tab in tabs] == [None, "page"]
    assert root.xpath("//form[@role='search']/input[@name='category']/@value") == ["Books"]
    assert "/search?q=x&category=Books&page=2&seen=1" in links(response)
    response = await async_client.get("/search?q=x&category=Nothing")
    assert response.status_code == 404
    assert "No engine can be asked under “Nothing”." in texts(response, "notice")[0]
    # They are in the reader's language.
    assert set(CATEGORY_WORDS) == {*CATEGORIES, *HELD}
    two.active[0] = replace(two.active[0], categories=("Books", "My own"))
    response = await async_client.get("/search?q=x", headers={"accept-language": "de"})
    assert texts(response, "tab") == ["Alles", "Bücher", "My own"]


@pytest.mark.parametrize(
    ("typed", "asked", "shown", "told"),
    [
        ("!second zip", ("two", "zip", 1), "Page b", "Only the engines you chose are asked."),
        ("zip site:b.example", ("one", "zip", 1), "Elsewhere", "Only results of b.example"),
        ("zip !<b>x !nobody", ("one", "zip !<b>x", 1), "Page b", "No engine is called !nobody: it"),
    ],
)
async def test_what_a_query_chooses_is_said_and_kept_as_typed(
    two, async_client, typed, asked, shown, told
):
    two.behaviours["one"] = gives(
        "one", *records("a"), ResultRecord("https://docs.b.example/x", "Elsewhere")
    )
    response = await async_client.get("/search", {"q": typed})
    assert two.asked[0] == asked
    root = document_fromstring(response.content.decode())
    assert root.xpath("//input[@name='q']/@value") == [typed]
    assert texts(response, "result-title")[0] == shown
    assert texts(response, "choice")[0].startswith(told)


async def test_same_titles_of_a_host_fold(two, async_client):
    two.behaviours["one"] = gives(
        "one",
        *(ResultRecord(f"https://a.example/{n}", "Re: The same thread") for n in range(3)),
        ResultRecord("javascript:alert(1)", "Re: The same thread"),
    )
    response = await async_client.get("/search?q=x")
    assert texts(response, "similar")[0].startswith("2 similar results of a.example")
    assert "https://a.example/2" in links(response)


async def test_why_a_result_is_where_it_is(two, async_client):
    two.active[1] = replace(two.active[1], weight=3.0)
    two.behaviours["two"] = gives("two", *records("a"))
    response = await async_client.get("/search?q=page+nothing")
    (why,) = texts(response, "why")
    assert "Second, position 1, weight 3.0, 50% on the subject: 0.600" in why
    assert "Words of the query: × 1.25" in why
    assert "Together: 1.000" in why
    response = await async_client.get("/search?q=page+nothing", headers={"accept-language": "fr"})
    assert "50\u00a0% " in texts(response, "why")[0] or "50 % " in texts(response, "why")[0]
    assert ": 0,600" in texts(response, "why")[0]


async def test_what_engines_propose_instead_is_offered(two, async_client):
    for slug, text in (("one", "zip"), ("two", "zip"), ("three", "<b>\u202ezipper")):
        two.add(slug, gives(slug)) if slug == "three" else None
        two.behaviours[slug] = answers(
            Answer(slug, AnswerReason.NO_RESULT_PAGE, 0.1, suggestion=text)
        )
    response = await async_client.get("/search?q=zpi")
    assert texts(response, "proposals") == ["Did you mean zip <b>zipper"]
    assert "/search?q=zip" in links(response)


async def test_pages_say_that_the_database_is_away(two, async_client, monkeypatch):
    two.is_stale = True
    for address in ("/", "/search?q=x"):
        page = (await async_client.get(address)).content.decode()
        assert "Our own database does not answer" in page

    async def away(**_: object) -> None:
        raise OperationalError("connection refused at 10.1.2.3")

    monkeypatch.setattr(pages, "alist_engines", away)
    response = await async_client.get("/engines")
    assert response.status_code == 503
    assert response.headers["Retry-After"]
    assert "The database does not answer" in response.content.decode()
    assert "10.1.2.3" not in response.content.decode()


async def test_without_a_script_the_merged_order_stands_below_the_batches(two, async_client):
    two.behaviours["two"] = after(0.3, gives("two", *records("a", "c")))
    response = await async_client.get("/search?q=x")
    root = document_fromstring(response.content.decode())
    assert [li.text_content() for li in root.xpath("//noscript//li/a")] == ["Page a", "Page c"]


async def test_dates_and_pictures_are_shown(two, async_client):
    record = ResultRecord(
        "https://a.example/", "Titled", "Text", date="3 May", thumbnail="https://a.example/p.png"
    )
    two.behaviours["one"] = gives("one", record)
    response = await async_client.get("/search?q=x")
    root = document_fromstring(response.content.decode())
    assert texts(response, "snippet")[0] == "3 May Text"
    (source,) = root.xpath("//img[@class='thumbnail']/@src")
    assert source.startswith("/thumbnail?u=https%3A%2F%2Fa.example%2Fp.png%3A")


@pytest.mark.django_db(transaction=True)
async def test_the_public_list_of_engines(two, async_client):
    active = await Engine.objects.acreate(
        slug="one", name="<b>First</b>", home_url="https://a.example/", state="ACTIVE",
        categories="Books, Books, Maps",
    )  # fmt: skip
    await WrapperVersion.objects.acreate(
        engine=active, number=1, wrapper={}, description="", formula="", inducer="", support=1,
        reason="", is_active=True, last_checked_at=timezone.now(),
    )  # fmt: skip
    await Engine.objects.acreate(
        slug="two", name="Second", home_url="javascript:alert(1)", state="BROKEN"
    )
    await Engine.objects.acreate(slug="three", name="Third", home_url="", state="PROPOSED")
    now = timezone.now()
    for kind, hour, number in (
        ("RESULTS", now, 6),
        ("NO_RESULTS", now, 3),
        ("TIMEOUT", now, 1),
        ("ERROR", now - timedelta(days=2), 90),
    ):
        await AnswerFigures.objects.acreate(
            engine=active, hour=hour, kind=kind, answers=number, seconds=number * 0.5
        )
    response = await async_client.get("/engines")
    root = document_fromstring(response.content.decode())
    rows = [" ".join(row.text_content().split()) for row in root.xpath("//tbody/tr")]
    assert len(rows) == 2
    assert rows[0].startswith("<b>First</b> !one in use 90% answered · 0.50 s ")
    assert rows[0].endswith("Books, Maps")
    assert rows[1].startswith("Second !two broken not asked not yet")
    assert "javascript:alert(1)" not in links(response)


@pytest.mark.django_db(transaction=True)
async def test_the_list_of_engines_is_searched_filtered_and_has_pages(engines, async_client):
    await Engine.objects.abulk_create(
        Engine(
            slug=f"site-{number:03}", name=f"Site {number:03}", state="ACTIVE",
            home_url=f"https://site-{number:03}.example/",
            categories="Books, Maps" if number % 2 else "Books",
        )
        for number in range(120)
    )  # fmt: skip
    await Engine.objects.acreate(slug="old", name="Old one", home_url="", state="BROKEN")

    async def rows(address):
        response = await async_client.get(address)
        root = document_fromstring(response.content.decode())
        return [
            cell.text_content().split("!")[0].strip() for cell in root.xpath("//tbody//th")
        ], response

    first, response = await rows("/engines")
    assert first == [f"Site {number:03}" for number in range(50)]
    assert "?page=2" in links(response)
    last, response = await rows("/engines?page=3&category=Books&p=")
    assert last == [f"Site {number:03}" for number in range(100, 120)]
    assert "?page=2&category=Books&p=" in links(response)
    assert (await rows("/engines?page=99"))[0][-1] == "Old one"
    assert (await rows("/engines?words=%21site-01"))[0] == [f"Site {n:03}" for n in range(10, 20)]
    assert (await rows("/engines?words=site+EXAMPLE&category=Maps&page=2"))[0][0] == "Site 101"
    assert (await rows("/engines?state=BROKEN"))[0] == ["Old one"]
    none, response = await rows("/engines?words=nothing+like+it")
    assert none == []
    assert "There is no engine to ask yet" not in response.content.decode()
    # What no field allows is as if it were not asked for.
    assert len((await rows("/engines?state=DROP&page=-1&words=" + "x" * 200))[0]) == 50


FRIEND = "https://friend.example"
MIDDLEWARE = "metasearch.web.middleware.DataForOtherSitesMiddleware"
DATA = (
    *("/api/v1/search?q=x", "/api/v1/engines", "/api/openapi.json", "/search?q=x&format=json"),
    *("/config", "/autocompleter?q=x"),
)
PAGES = ("/", "/search?q=x", "/engines", "/preferences", "/help", "/suggest?q=x", "/opensearch.xml")
# Header by which a page of the site is let in.
LET_IN = "Access-Control-Allow-Origin"


@pytest.fixture
def open_to_friend(settings: Any, engines: FakeEngines) -> None:
    engines.add("oak", gives("oak", *records("a")))
    settings.CORS_ALLOWED_ORIGINS = [FRIEND]
    first = settings.MIDDLEWARE.index("metasearch.web.middleware.SecurityHeadersMiddleware") + 1
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[:first], MIDDLEWARE, *settings.MIDDLEWARE[first:]]


@pytest.mark.usefixtures("open_to_friend")
@pytest.mark.parametrize("path", [*DATA, "/api/v1/search"])
async def test_sites_named_may_read_data(async_client, path):
    answer = await async_client.get(path, headers={"origin": FRIEND})
    assert answer.status_code == (200 if path in DATA else 400)
    assert answer.headers[LET_IN] == FRIEND
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "origin" in answer.headers["Vary"].lower()
    other = await async_client.get(path, headers={"origin": "https://evil.example"})
    assert LET_IN not in other.headers
    # What one was given is not kept for the other.
    assert "origin" in other.headers["Vary"].lower()


@pytest.mark.usefixtures("open_to_friend")
@pytest.mark.parametrize("path", DATA)
async def test_browsers_may_ask_before(async_client, path):
    asks = {"origin": FRIEND, "access-control-request-method": "POST"}
    answer = await async_client.options(path, headers=asks)
    assert answer.status_code == 200
    assert answer.headers[LET_IN] == FRIEND
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, POST"
    assert answer.content == b""
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    evil = await async_client.options(path, headers=asks | {"origin": "https://evil.example"})
    assert LET_IN not in evil.headers


@pytest.mark.usefixtures("open_to_friend")
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.django_db
async def test_pages_and_the_console_are_for_nobody_else(async_client, path):
    for shown in (path, "/admin/", "/admin/login/"):
        answer = await async_client.get(shown, headers={"origin": FRIEND})
        assert LET_IN not in answer.headers
        asks = {"origin": FRIEND, "access-control-request-method": "GET"}
        assert LET_IN not in (await async_client.options(shown, headers=asks)).headers


def test_sites_are_named_by_a_setting(tmp_path):
    code = (
        "from django.conf import settings; "
        f"print(settings.MIDDLEWARE.count({MIDDLEWARE!r}), *settings.CORS_ALLOWED_ORIGINS)"
    )
    origins = {"CORS_ALLOWED_ORIGINS": f"{FRIEND}/, http://localhost:3000"}
    own = {"METASEARCH_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "metasearch.settings"}
    done = run_python("-c", code, env=os.environ | own | origins)
    assert done.stdout.strip() == f"1 {FRIEND} http://localhost:3000"


def test_what_a_proxy_that_is_not_trusted_says_of_the_host_is_not_read(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    response = Client(headers={"host": "localhost"}).get(
        "/opensearch.xml", headers={"x-forwarded-host": "evil.example"}
    )
    assert response.status_code == 200
    assert b"evil.example" not in response.content


PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def client_with(fetch):
    fetcher = SimpleNamespace(fetch=fetch, as_visitor=lambda visitor: fetcher)
    client = SimpleNamespace(fetcher=fetcher, visitor_of=lambda engine, login: None)
    return lambda request: nullcontext(client)


@pytest.fixture
def picture(monkeypatch):
    web = SimpleNamespace(status=200, body=PNG, error=None, asked=[])

    async def fetch(address, **limits):
        web.asked.append((address, limits["max_bytes"]))
        if web.error:
            raise web.error
        return web

    monkeypatch.setattr(thumbnails, "shared_client", client_with(fetch))
    caches["icons"].clear()
    return web


async def test_a_signed_address_is_fetched(picture, async_client):
    response = await async_client.get(thumbnail_url("https://a.example/x.png?y=1&z=ü"))
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    assert response.content == PNG
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert picture.asked == [("https://a.example/x.png?y=1&z=ü", thumbnails.MAX_BYTES)]


async def test_a_signed_address_is_the_same_all_day_and_expires(picture, async_client, monkeypatch):
    noon = 1_000_000 * DAY + DAY // 2
    clock = SimpleNamespace(time=lambda: noon)
    monkeypatch.setattr(presenter, "time", clock)
    monkeypatch.setattr(signing, "time", clock)
    address = thumbnail_url("https://a.example/x.png")
    clock.time = lambda: noon + DAY // 3
    assert thumbnail_url("https://a.example/x.png") == address
    # The page may be as old as the oldest answers that can be kept.
    clock.time = lambda: noon + DAY
    assert (await async_client.get(address)).status_code == 200
    clock.time = lambda: noon + 2 * DAY
    assert (await async_client.get(address)).status_code == 404
    assert len(picture.asked) == 1


async def test_what_is_no_public_address_is_not_fetched(async_client):
    for address in ("", "javascript:alert(1)", "data:image/png;base64,AA", "https://" + "a" * 2000):
        assert thumbnail_url(address) == ""
    assert icon_url("") == ""
    response = await async_client.get(thumbnail_url("http://127.0.0.1:9/x.png"))
    assert response.status_code == 404


async def test_the_icon_of_a_site_is_fetched_once_a_day(picture, async_client):
    picture.body = b"\x00\x00\x01\x00" + bytes(40)
    address = icon_url("https://a.example:8443/docs/x?y")
    for _ in range(2):
        response = await async_client.get(address)
        assert (response.content, response["Content-Type"]) == (picture.body, "image/x-icon")
        assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert picture.asked == [("https://a.example:8443/favicon.ico", thumbnails.MAX_ICON_BYTES)]


@pytest.mark.parametrize("fault", ["refused", "missing", "a program"])
async def test_a_site_without_an_icon_has_a_letter(picture, async_client, fault):
    picture.status = 404 if fault == "missing" else 200
    if fault == "refused":
        picture.error = FetchError(AnswerReason.NO_ANSWER, "too late")
    picture.body = b"<svg onload=alert(1)>" if fault == "a program" else PNG
    for _ in range(2):
        response = await async_client.get(icon_url("https://a.example/"))
        assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
        assert response.content == thumbnails.letter_icon("https://a.example/").encode()
        assert b">A</text>" in response.content
    assert len(picture.asked) == 1


@pytest.mark.parametrize("signed", ["", "https://a.example/x.png", "https://a.example/x.png:bad"])
async def test_an_address_that_is_not_signed_is_not_fetched(picture, async_client, signed):
    assert (await async_client.get("/thumbnail", {"u": signed})).status_code == 403
    assert picture.asked == []


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        *((body, 200, None) for body in (b"", b"<svg onload='alert(1)'/>", b"<html>", b"%PDF-1.7")),
        (b"\x89PN", 200, None),
        (PNG, 500, None),
        (PNG, 200, FetchError(AnswerReason.NO_ANSWER, "too late")),
    ],
)
async def test_what_is_no_picture_is_missing(picture, async_client, body, status, error):
    picture.body, picture.status, picture.error = body, status, error
    assert (await async_client.get(thumbnail_url("https://a.example/x"))).status_code == 404


BODIES = {
    "one.example": b'["zi", ["zip", "zip files"], ["ignored"]]',
    "two.example": b'["zi", ["Zip", "zipper \\u202e<b>", 7, ""]]',
}


@pytest.fixture
def asked(engines, monkeypatch):
    addresses = []

    async def fetch(request, **limits):
        addresses.append(request.url)
        host = request.url.split("/")[2]
        if host not in BODIES:
            raise FetchError(AnswerReason.NO_ANSWER, "too late")
        return SimpleNamespace(status=200, body=BODIES[host])

    monkeypatch.setattr(suggestions, "shared_client", client_with(fetch))
    engines.profiles.append(make_profile("one", ["zipper"], ["Zip code"]))
    for slug in ("one", "two", "late", "none"):
        engines.add(slug, gives(slug))
        template = "" if slug == "none" else f"https://{slug}.example/suggest?q={{searchTerms}}"
        engines.active[-1] = replace(
            engines.active[-1], description=ConnectionDescription(suggestions=template)
        )
    return addresses


async def test_suggestions_are_asked_where_wanted(asked, async_client):
    response = await async_client.post("/suggest", {"q": "zi"})
    assert (response.json(), asked) == (["zi", ["zipper", "Zip code"]], [])
    async_client.cookies[COOKIE] = Preferences(completion=False).to_token()
    assert (await async_client.post("/suggest", {"q": "zi"})).json() == ["zi", []]
    async_client.cookies[COOKIE] = Preferences(suggestions=True).to_token()
    response = await async_client.post("/suggest", {"q": "zip !on"})
    assert response.json() == ["zip !on", ["zip !one ", "zip !none "]]
    assert (await async_client.post("/suggest", {"q": "!x"})).json() == ["!x", []]
    assert asked == []
    response = await async_client.post("/suggest", {"q": " zi "})
    assert response.json() == ["zi", ["zipper", "Zip code", "zip", "zip files", "zipper <b>"]]
    assert response["Content-Type"] == "application/x-suggestions+json"
    assert sorted(asked) == [
        f"https://{slug}.example/suggest?q=zi" for slug in ("late", "one", "two")
    ]
    asked.clear()
    wanted = Preferences(suggestions=True, engines={"one": "off", "late": "off"})
    async_client.cookies[COOKIE] = wanted.to_token()
    await async_client.post("/suggest", {"q": "zi"})
    assert asked == ["https://two.example/suggest?q=zi"], "those switched off are not"
    assert (await async_client.get("/suggest?q=zi")).status_code == 405


async def test_programs_complete_and_a_mistyped_word_is_corrected(asked, async_client):
    response = await async_client.get("/autocompleter?q=zipp")
    assert response.json()[1][0] == "zipper"
    page = (await async_client.get("/search?q=zippre")).content.decode()
    assert "Did you mean" in page and "q=zipper" in page


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'["a"]', b'["a", {}]', b'{"a": 1}', b"[" * 100_000, b"\xff"]
)
def test_what_is_no_answer_gives_nothing(body):
    assert read_suggestions(body) == []
