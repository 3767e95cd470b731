"""Only hosts of ours are served, whatever is asked for."""

import pytest
from django.test import AsyncClient, Client

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
