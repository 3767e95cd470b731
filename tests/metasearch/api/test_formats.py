"""What programs read, by the libraries they use: RSS, Atom, CSV, OpenSearch, OpenAPI."""

import csv
import io
from datetime import datetime
from urllib.parse import parse_qs, urlsplit

import feedparser
import pytest
from django.urls import resolve
from lxml import etree
from openapi_spec_validator import validate

from discovery.connection.opensearch import MIME_TYPE as OPENSEARCH_MIME_TYPE
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.requests import build_request, paged_request
from discovery.pages.page import parse_page
from discovery.pages.urls import resolve_url
from metasearch.api.openapi import document
from tests.metasearch.engines import FakeEngines, gives
from wrappers.extraction.records.record import ResultRecord

HOSTILE = ResultRecord(
    url="https://b.example/?a=1&b=2",
    original_url=None,
    title="=cmd()\x0b <script>alert(1)</script>\u202e\ufffe",
    snippet="]]> & more\ud800\uffff",
)
PLAIN = ResultRecord(
    url="https://a.example/", original_url=None, title="Räksmörgås", snippet="bröd, smör"
)


@pytest.fixture
def two_engines(engines: FakeEngines) -> FakeEngines:
    engines.add("one", gives("one", PLAIN, HOSTILE))
    engines.add("two", gives("two", PLAIN))
    return engines


@pytest.mark.parametrize("form", ["rss", "atom"])
async def test_a_feed_is_well_formed_whatever_engines_say(form, two_engines, async_client):
    response = await async_client.get("/search", {"q": "bröd & <smör>", "format": form})
    feed = feedparser.parse(response.content)
    assert (feed.bozo, response.headers["Content-Type"].split(";")[0]) == (
        False,
        f"application/{form}+xml",
    )
    assert feed.entries[0].title == "Räksmörgås"
    assert feed.entries[1].link == "https://b.example/?a=1&b=2"
    assert [tag.term for tag in feed.entries[0].tags] == ["one", "two"]
    assert "bröd & <smör>" in feed.feed.title or "&lt;smör&gt;" in feed.feed.title


async def test_an_atom_feed_has_all_that_the_standard_wants(two_engines, async_client):
    """RFC 4287, sections 4.1.1, 4.1.2 (what must be there) and 4.2.6 (identifiers)."""
    two_engines.behaviours["two"] = gives("two", ResultRecord("", "No address"))
    response = await async_client.get("/search", {"q": "bröd", "format": "atom"})
    feed = etree.fromstring(response.content)
    names = {"a": "http://www.w3.org/2005/Atom"}

    def text(element: etree._Element, path: str) -> str:
        (found,) = element.xpath(f"{path}/text()", namespaces=names)
        return str(found)

    entries = feed.xpath("a:entry", namespaces=names)
    assert text(feed, "a:author/a:name") == "Metasearch"
    assert len(entries) == 3
    identifiers = [text(element, "a:id") for element in (feed, *entries)]
    assert len(set(identifiers)) == 4
    assert all(resolve_url("", identifier) for identifier in identifiers)
    for element in (feed, *entries):
        assert text(element, "a:title")
        assert datetime.fromisoformat(text(element, "a:updated")).tzinfo
    assert feed.xpath("a:link[@rel='self']/@href", namespaces=names)


async def test_a_table_holds_no_formula_and_the_description_is_valid(two_engines, async_client):
    response = await async_client.get("/api/v1/search", {"q": "smör", "format": "csv"})
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [row["title"][:5] for row in rows] == ["Räksm", "'=cmd"]
    assert rows[0]["engines"] == "one 1; two 1"
    assert "attachment" in response.headers["Content-Disposition"]
    described = document("http://a.example")
    validate(described)
    assert described["openapi"].startswith("3.")


@pytest.mark.parametrize(
    ("parameters", "status"), [({}, 400), ({"q": "a", "page": "0"}, 400), ({"q": "a"}, 503)]
)
async def test_programs_are_told_what_is_wrong_as_described(
    parameters, status, engines, async_client
):
    response = await async_client.get("/api/v1/search", parameters)
    operation = document("http://a.example")["paths"]["/api/v1/search"]["get"]
    assert (response.status_code, list(response.json())) == (status, ["error"])
    assert str(status) in operation["responses"]


# Our own OpenSearch description: found from our pages, read by our own reader, and right


ADDRESS = "http://testserver/opensearch.xml"
QUERIES = ("a b", 'C++ & "d" 100%', "日本語 🦊", "x;y=z#w")


def test_our_opensearch_description_is_linked_and_is_our_search(engines, client):
    page = parse_page(client.get("/").content, "http://testserver/")
    assert opensearch_links(page) == (ADDRESS,)
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
    assert (
        b"https://localhost:8443/search?q="
        in client.get("/opensearch.xml", secure=True, headers={"host": "localhost:8443"}).content
    )
    assert client.get("/opensearch.xml", headers={"host": "evil.example"}).status_code == 400
