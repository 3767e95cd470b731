"""Suggestions: off unless wanted, from engines that offer them, bounded."""

from contextlib import asynccontextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest

from discovery.connection.description import ConnectionDescription
from discovery.web.fetch_error import FetchError, FetchFailure
from metasearch.search.preferences import Preferences
from metasearch.web import suggestions
from metasearch.web.preference_form import COOKIE
from metasearch.web.suggestions import read_suggestions
from tests.metasearch.engines import gives

BODIES = {
    "one.example": b'["zi", ["zip", "zip files"], ["ignored"]]',
    "two.example": b'["zi", ["Zip", "zipper \\u202e<b>", 7, ""]]',
}


@pytest.fixture
def asked(engines, monkeypatch):
    """Return the addresses asked for suggestions."""
    addresses = []

    async def fetch(request, **limits):
        addresses.append(request.url)
        host = request.url.split("/")[2]
        if host not in BODIES:
            raise FetchError(FetchFailure.TIMEOUT, "too late", request.url)
        return SimpleNamespace(status=200, body=BODIES[host])

    @asynccontextmanager
    async def client(request):
        yield SimpleNamespace(fetcher=SimpleNamespace(fetch=fetch))

    monkeypatch.setattr(suggestions, "shared_client", client)
    for slug in ("one", "two", "late", "none"):
        engines.add(slug, gives(slug))
        template = "" if slug == "none" else f"https://{slug}.example/suggest?q={{searchTerms}}"
        engines.active[-1] = replace(
            engines.active[-1], description=ConnectionDescription(suggestions=template)
        )
    return addresses


async def test_nothing_is_asked_unless_wanted(asked, async_client):
    response = await async_client.post("/suggest", {"q": "zi"})
    assert (response.json(), asked) == (["zi", []], [])


async def test_engines_that_offer_suggestions_are_asked(asked, async_client):
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


async def test_what_begins_a_bang_is_completed_and_no_engine_asked(asked, async_client):
    async_client.cookies[COOKIE] = Preferences(suggestions=True).to_token()
    response = await async_client.post("/suggest", {"q": "zip !on"})
    assert response.json() == ["zip !on", ["zip !one ", "zip !none "]]
    assert (await async_client.post("/suggest", {"q": "!x"})).json() == ["!x", []]
    assert asked == []
