"""Our own OpenSearch description: found from our pages, read by our own reader, and right."""

from urllib.parse import parse_qs, urlsplit

from django.test import Client
from django.urls import resolve

from discovery.connection.opensearch import MIME_TYPE as OPENSEARCH_MIME_TYPE
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.requests import build_request, paged_request
from discovery.pages.page import parse_page
from tests.metasearch.engines import FakeEngines

ADDRESS = "http://testserver/opensearch.xml"
QUERIES = ("a b", 'C++ & "d" 100%', "日本語 🦊", "x;y=z#w")


def test_our_pages_link_it(engines: FakeEngines, client: Client) -> None:
    page = parse_page(client.get("/").content, "http://testserver/")
    assert opensearch_links(page) == (ADDRESS,)


def test_what_it_describes_is_our_search(client: Client) -> None:
    response = client.get("/opensearch.xml")
    assert response["Content-Type"] == OPENSEARCH_MIME_TYPE
    description = read_opensearch(response.content, ADDRESS)
    assert description.site_name == "Metasearch"
    assert description.home_url == "http://testserver/"
    assert client.get(urlsplit(description.icon).path).status_code == 200
    for query in QUERIES:
        parts = urlsplit(build_request(description, query).url)
        assert resolve(parts.path).url_name == "search"
        assert parse_qs(parts.query) == {"q": [query], "page": ["1"]}
    later = paged_request(description, "x", 3)
    assert later
    assert parse_qs(urlsplit(later.url).query)["page"] == ["3"]


def test_it_names_the_host_it_was_asked_by(client: Client) -> None:
    assert (
        b"https://localhost:8443/search?q="
        in client.get("/opensearch.xml", secure=True, headers={"host": "localhost:8443"}).content
    )
    assert client.get("/opensearch.xml", headers={"host": "evil.example"}).status_code == 400
