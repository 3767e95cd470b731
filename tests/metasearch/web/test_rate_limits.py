"""Who asks too much is told so: as a page, in JSON, and without asking any engine."""

import pytest

from metasearch.edge.rate_limit import RateLimit
from metasearch.presentation.presenter import thumbnail_url
from metasearch.search.preferences import Preferences
from metasearch.search.service import current_service
from metasearch.web import middleware
from tests.metasearch.conftest import ReadingClient
from tests.metasearch.engines import gives, records


class Stranger(ReadingClient):
    async def request(self, **request):
        return await super().request(**request, client=["198.51.100.7", 1])


@pytest.fixture
def stranger(settings, engines):
    settings.SEARCHES_A_MINUTE = 1
    limits = current_service().limits
    limits.suggestions = limits.pictures = RateLimit("one", 1, lambda: False)
    engines.add("one", gives("one", *records("a")))
    return Stranger()


async def test_a_search_too_many_is_a_page_that_says_so(stranger, engines):
    assert (await stranger.get("/search?q=tree")).status_code == 200
    response = await stranger.get("/search?q=tree", headers={"accept-language": "de"})
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    text = response.content.decode()
    assert 'lang="de"' in text
    assert middleware.wait_in_words(7) not in text
    assert len(engines.asked) == 1


@pytest.mark.parametrize("path", ["/api/v1/search?q=tree", "/search?q=tree&format=json"])
async def test_programs_are_told_in_json(stranger, path):
    await stranger.get(path)
    response = await stranger.get(path)
    assert response.status_code == 429
    assert "try again in" in response.json()["error"]
    assert "Retry-After" in response.headers
    address = thumbnail_url("http://127.0.0.1:9/x.png")
    assert (await stranger.get(address)).status_code == 404
    response = await stranger.get(address)
    assert (response.status_code, "Retry-After" in response.headers) == (429, True), "pictures too"


async def test_suggestions_are_bounded(stranger, engines, monkeypatch):
    asked = []

    async def ready():
        asked.append(1)
        return ()

    monkeypatch.setattr(engines, "ready", ready)
    chosen = {"q": "tre", "p": suggesting_token()}
    for _ in range(3):
        response = await stranger.post("/suggest", chosen)
        assert response.json() == ["tre", []]
    assert len(asked) == 1


def suggesting_token():
    return Preferences(suggestions=True).to_token()
