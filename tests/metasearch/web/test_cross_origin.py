"""Only hosts of ours are served; pages of other sites read data where a setting names them."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import AsyncClient, Client

from tests.metasearch.engines import FakeEngines, gives, records

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
    first = settings.MIDDLEWARE.index("metasearch.web.middleware.AllowedHostsMiddleware") + 1
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


@pytest.mark.parametrize(("origins", "count"), [("", 0), (f"{FRIEND}/, http://localhost:3000", 1)])
def test_searches_wait_for_it_only_where_a_site_is_named(tmp_path, origins, count):
    code = (
        "from django.conf import settings; "
        f"print(settings.MIDDLEWARE.count({MIDDLEWARE!r}), *settings.CORS_ALLOWED_ORIGINS)"
    )
    own = {"METASEARCH_DATA_DIR": str(tmp_path), "CORS_ALLOWED_ORIGINS": origins}
    done = subprocess.run(
        (sys.executable, "-c", code),
        env=os.environ | own | {"DJANGO_SETTINGS_MODULE": "metasearch.settings"},
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    expected = f"{count} {FRIEND} http://localhost:3000" if origins else "0"
    assert done.stdout.strip() == expected


PATHS = (
    *("/", "/search?q=tree", "/engines", "/preferences", "/help", "/thumbnail?u=x"),
    *("/api/v1/search?q=tree", "/api/openapi.json", "/opensearch.xml", "/favicon.ico"),
    *("/robots.txt", "/admin/", "/admin/login/", "/static/metasearch/icon.svg", "/nowhere"),
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "localhost@evil", ""])
def test_a_foreign_host_is_refused(path, host):
    response = Client(raise_request_exception=False).get(path, headers={"host": host})
    assert response.status_code == 400
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


async def test_a_foreign_host_is_refused_on_the_event_loop():
    client, evil = AsyncClient(), {"host": "evil.example"}
    assert (await client.get("/search?q=tree", headers=evil)).status_code == 400
    assert (await client.post("/suggest", {"q": "tree"}, headers=evil)).status_code == 400


def test_what_a_proxy_that_is_not_trusted_says_of_the_host_is_not_read(settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    response = Client(headers={"host": "localhost"}).get(
        "/opensearch.xml", headers={"x-forwarded-host": "evil.example"}
    )
    assert response.status_code == 200
    assert b"evil.example" not in response.content
