"""What is fetched for a page: pictures, signed and harmless; suggestions, where they are wanted."""

import time
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.core.signing import Signer

from discovery.connection.description import ConnectionDescription
from discovery.web.fetch_error import FetchError, FetchFailure
from metasearch.presentation.presenter import DAY, SALT, icon_url, thumbnail_url
from metasearch.search.preferences import Preferences
from metasearch.web import suggestions, thumbnails
from metasearch.web.preference_form import COOKIE
from metasearch.web.suggestions import read_suggestions
from tests.metasearch.engines import gives

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def client_with(fetch):
    return lambda request: nullcontext(SimpleNamespace(fetcher=SimpleNamespace(fetch=fetch)))


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
    monkeypatch.setattr(time, "time", lambda: noon)
    address = thumbnail_url("https://a.example/x.png")
    monkeypatch.setattr(time, "time", lambda: noon + DAY // 3)
    assert thumbnail_url("https://a.example/x.png") == address
    # The page may be as old as the oldest answers that can be kept.
    monkeypatch.setattr(time, "time", lambda: noon + DAY)
    assert (await async_client.get(address)).status_code == 200
    monkeypatch.setattr(time, "time", lambda: noon + 2 * DAY)
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
        picture.error = FetchError(FetchFailure.TIMEOUT, "too late", "https://a.example/")
    picture.body = b"<svg onload=alert(1)>" if fault == "a program" else PNG
    for _ in range(2):
        response = await async_client.get(icon_url("https://a.example/"))
        assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
        assert response.content == thumbnails.letter_icon("https://a.example/").encode()
        assert b">A</text>" in response.content
    assert len(picture.asked) == 1


@pytest.mark.parametrize(
    ("signed", "status"),
    [
        *(("", 403), ("https://a.example/x.png", 403), ("https://a.example/x.png:bad", 403)),
        # What was signed without a time is too old.
        (Signer(salt=SALT).sign("https://a.example/x.png"), 404),
        (Signer(salt=SALT).sign("https://a.example/x.png") + "x", 403),
    ],
)
async def test_an_address_that_is_not_signed_today_is_not_fetched(
    picture, async_client, signed, status
):
    assert (await async_client.get("/thumbnail", {"u": signed})).status_code == status
    assert picture.asked == []


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        *((body, 200, None) for body in (b"", b"<svg onload='alert(1)'/>", b"<html>", b"%PDF-1.7")),
        (b"\x89PN", 200, None),
        (PNG, 500, None),
        (PNG, 200, FetchError(FetchFailure.TIMEOUT, "too late", "https://a.example/x")),
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
            raise FetchError(FetchFailure.TIMEOUT, "too late", request.url)
        return SimpleNamespace(status=200, body=BODIES[host])

    monkeypatch.setattr(suggestions, "shared_client", client_with(fetch))
    for slug in ("one", "two", "late", "none"):
        engines.add(slug, gives(slug))
        template = "" if slug == "none" else f"https://{slug}.example/suggest?q={{searchTerms}}"
        engines.active[-1] = replace(
            engines.active[-1], description=ConnectionDescription(suggestions=template)
        )
    return addresses


async def test_suggestions_are_asked_for_where_wanted(asked, async_client):
    response = await async_client.post("/suggest", {"q": "zi"})
    assert (response.json(), asked) == (["zi", []], [])
    async_client.cookies[COOKIE] = Preferences(suggestions=True).to_token()
    response = await async_client.post("/suggest", {"q": "zip !on"})
    assert response.json() == ["zip !on", ["zip !one ", "zip !none "]]
    assert (await async_client.post("/suggest", {"q": "!x"})).json() == ["!x", []]
    assert asked == []
    async_client.cookies[COOKIE] = Preferences(suggestions=True).to_token()
    response = await async_client.post("/suggest", {"q": " zi "})
    assert response.json() == ["zi", ["zip", "zip files", "zipper <b>"]]
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


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b'["a"]', b'["a", {}]', b'{"a": 1}', b"[" * 100_000, b"\xff"]
)
def test_what_is_no_answer_gives_nothing(body):
    assert read_suggestions(body) == []
