"""What programs read, by the libraries they use: RSS, Atom, CSV, OpenSearch, OpenAPI."""

import csv
import importlib
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import feedparser
import httpx
import pybtex.database
import pytest
import rispy
from django.http import QueryDict
from django.urls import resolve
from langchain_community.utilities import SearxSearchWrapper
from lxml import etree
from openapi_spec_validator import validate

from discovery.connection.opensearch import MIME_TYPE as OPENSEARCH_MIME_TYPE
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.requests import build_request, paged_request
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import parse_page
from discovery.pages.urls import resolve_url
from metasearch.api.openapi import document
from metasearch.presentation import presenter
from metasearch.processes.asgi import application
from metasearch.search.search_request import QueryForm, as_ours
from tests.cases import cases
from tests.metasearch.edge.serving import served
from tests.metasearch.engines import FakeEngines, answers, gives
from tests.programs import run_python
from wrappers.engines.answer import Answer
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

CASES = cases(__file__)

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
    told = described["paths"]["/api/v1/search"]["get"]["responses"]
    assert {"200", "400", "404", "503"} <= set(told)


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
    icon = re.search(r"<Image[^>]*>([^<]+)</Image>", response.content.decode())
    assert icon is not None and client.get(urlsplit(icon[1]).path).status_code == 200
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


# What Open WebUI sends (backend/open_webui/retrieval/web/searxng.py).
OPEN_WEBUI = (
    "q=tea&format=json&pageno=1&safesearch=1&language=en-US&time_range=&categories="
    "&theme=simple&image_proxy=0"
)


def record(name: str, date: str = "") -> ResultRecord:
    return ResultRecord(f"https://{name}.example/", f"Title {name}", f"About {name}", date=date)


@pytest.fixture
def three_engines(engines: FakeEngines) -> FakeEngines:
    engines.add("one", gives("one", record("a", "3. Mai 2004"), record("b"), total=40))
    engines.add("two", gives("two", record("a")), categories=["Science"])
    engines.add("shut", answers(Answer("shut", AnswerReason.RATE_LIMITED, 0.1, "secret host")))
    return engines


def asked(engines: FakeEngines) -> list[str]:
    return sorted(slug for slug, _query, _page in engines.asked)


@pytest.fixture
def searx(three_engines: FakeEngines, live_server: Any) -> SearxSearchWrapper:
    return SearxSearchWrapper(searx_host=live_server.url)


def test_its_client_reads_all_and_keeps_to_engines_and_categories(searx, three_engines):
    first, second = searx.results("tea", num_results=5)
    assert first == {
        "snippet": "About a",
        "title": "Title a",
        "link": "https://a.example/",
        "engines": ["one", "two"],
        "category": "general",
    }
    assert second["engines"] == ["one"]
    assert searx.run("tea") == "About a\n\nAbout b"
    three_engines.asked.clear()
    searx.results("tea", num_results=5, engines=["one"])
    searx.results("tea", num_results=5, categories=["science"])
    searx.results("tea", num_results=5, categories=["general", "science"])
    assert asked(three_engines) == ["one", "one", "shut", "two", "two"]
    three_engines.behaviours |= {slug: gives(slug) for slug in ("one", "two")}
    assert searx.run("tea") == "No good search result found"


async def test_what_clients_ask_is_answered_in_the_shape_of_searxng(
    three_engines, async_client, engines
):
    response = await async_client.get(f"/search?{OPEN_WEBUI}")
    assert response.status_code == 200
    results = sorted(response.json()["results"], key=lambda x: x.get("score", 0), reverse=True)
    assert [(each["url"], each["title"], each["content"]) for each in results] == [
        ("https://a.example/", "Title a", "About a"),
        ("https://b.example/", "Title b", "About b"),
    ]
    document = (await async_client.get("/search", {"q": "tea", "format": "json"})).json()
    assert set(document) == {
        *("query", "number_of_results", "results", "answers", "corrections", "infoboxes"),
        *("suggestions", "unresponsive_engines", "warnings"),
    }
    assert document["number_of_results"] == 40
    assert [slug for slug, _reason in document["unresponsive_engines"]] == ["shut"]
    assert "secret host" not in str(document)
    first = document["results"][0]
    assert first["publishedDate"] == "2004-05-03T00:00:00"
    assert (first["engine"], first["positions"]) == ("one", [1, 1])
    assert document["results"][1]["publishedDate"] is None
    response = await async_client.get("/", {"q": "a&b", "format": "json"})
    assert (response.status_code, response.url) == (307, "/search?q=a%26b&format=json")
    response = await async_client.get("/search", {"q": "x", "utm_source": "letter"})
    assert response.status_code == 200


@pytest.mark.parametrize(("parameters", "meant"), CASES["meant"])
def test_its_parameters_mean_ours(parameters, meant):
    form = QueryForm(as_ours(QueryDict(urlencode({"q": "x", **parameters}))))
    assert form.is_valid(), form.errors
    assert {name: form.cleaned_data[name] for name in meant} == meant


@pytest.mark.parametrize(("parameters", "named"), CASES["meaningless"])
@pytest.mark.parametrize("address", ["/search", "/api/v1/search"])
async def test_what_means_nothing_is_named(address, parameters, named, three_engines, async_client):
    response = await async_client.get(address, {"q": "x", "format": "json", **parameters})
    assert response.status_code == 400
    assert named in response.json()["error"]
    assert not asked(three_engines)


@pytest.mark.parametrize(
    ("parameters", "named", "whom"),
    [
        ({"max_results": "5"}, "max_results", ["one", "shut", "two"]),
        ({"engines": "nobody"}, "nobody", ["one", "shut", "two"]),
        ({"engines": "nobody,two"}, "nobody", ["two"]),
        ({"categories": "images"}, "images", ["one", "shut", "two"]),
        ({"categories": "images,science"}, "", ["two"]),
        ({"engines": "The One"}, "", ["one"]),
    ],
)
async def test_what_searxng_tolerates_gets_results_and_a_warning(
    three_engines, async_client, parameters, named, whom
):
    three_engines.active[0] = replace(three_engines.active[0], name="the one")
    response = await async_client.get("/search", {"q": "x", "format": "json", **parameters})
    assert response.status_code == 200
    assert asked(three_engines) == whom
    warnings = response.json()["warnings"]
    assert len(warnings) == bool(named) and named in "".join(warnings)


async def test_our_own_address_names_unknown_parameters_and_engines(three_engines, async_client):
    for parameters, status, named in (
        ({"max_results": "5"}, 400, "max_results"),
        ({"engine": "nobody"}, 404, "nobody"),
        ({"category": "images"}, 404, "images"),
        ({"engine": "e" * 500}, 404, "eee"),
    ):
        response = await async_client.get("/api/v1/search", {"q": "x", **parameters})
        assert (response.status_code, named in response.json()["error"]) == (status, True)
    assert not asked(three_engines)


async def test_config_names_engines_and_categories(three_engines, async_client):
    document = (await async_client.get("/config")).json()
    assert document["categories"] == ["general", "science"]
    two = next(engine for engine in document["engines"] if engine["name"] == "two")
    assert (two["categories"], two["enabled"], two["safesearch"]) == (["science"], True, False)
    ours = (await async_client.get("/api/v1/engines")).json()
    assert [engine["slug"] for engine in ours["engines"]] == ["one", "two", "shut"]
    assert ours["categories"] == ["Science"]
    # Completions have both shapes.
    for headers, body in (({}, ["te", []]), ({"x-requested-with": "XMLHttpRequest"}, [])):
        response = await async_client.get("/autocompleter?q=te", headers=headers)
        assert response.json() == body


async def test_programs_get_as_much_as_they_want(three_engines, async_client):
    asks = {"q": "tea", "limit": "1", "fields": "title, published"}
    document = (await async_client.get("/api/v1/search", asks)).json()
    assert document["results"] == [{"title": "Title a", "published": "2004-05-03"}]
    asks = {"q": "tea", "compact": "1"}
    document = (await async_client.get("/api/v1/search", asks)).json()
    assert set(document["results"][0]) == {"url", "title", "snippet"}
    assert list(document["failed"]) == ["shut"]
    feed = await async_client.get("/api/v1/search", {"q": "tea", "format": "rss", "limit": "1"})
    assert feed.content.count(b"<item>") == 1
    assert b"Mon, 03 May 2004" in feed.content


async def test_a_limit_does_not_make_many_results_few(engines, async_client, monkeypatch):
    monkeypatch.setattr(presenter, "proposed_query", lambda answer, query: "teas")
    engines.add("one", gives("one", *(record(f"r{number}") for number in range(20))))
    document = (
        await async_client.get("/search", {"q": "tea", "format": "json", "limit": "2"})
    ).json()
    assert (len(document["results"]), document["suggestions"]) == (2, [])
    engines.behaviours["one"] = gives("one", record("a"))
    document = (await async_client.get("/search", {"q": "leaf", "format": "json"})).json()
    assert document["suggestions"] == ["teas"]


PACKAGE = "generated_metasearch_client"


@pytest.fixture(scope="module")
def client_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Make the client; nothing of the document may be left out."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(document("http://127.0.0.1")))
    (folder / "config.json").write_text('{"post_hooks": []}')
    made = ("--path", "openapi.json", "--config", "config.json", "--output-path", PACKAGE)
    strictly = ("generate", "--meta", "none", "--fail-on-warning")
    done = run_python("-m", "openapi_python_client", *strictly, *made, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(PACKAGE)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


class Asking:
    def __init__(self, package: ModuleType, port: int) -> None:
        self.sent: Any = None
        hooks = {"response": [self._keep]}
        self.client = package.Client(
            base_url=f"http://127.0.0.1:{port}", httpx_args={"event_hooks": hooks}
        )

    def _keep(self, response: httpx.Response) -> None:
        response.read()
        self.sent = response.json()

    def __call__(self, operation: str, **arguments: Any) -> Any:
        module = importlib.import_module(f"{PACKAGE}.api.default.{operation}")
        parsed = module.sync(client=self.client, **arguments)
        written = parsed if isinstance(parsed, list) else parsed.to_dict()
        assert written == self.sent
        return parsed


@pytest.fixture
def ask(client_package: ModuleType, three_engines: FakeEngines) -> Iterator[Asking]:
    bare = ResultRecord(url=None, title="No address", snippet="")
    pictured = record("a", "3 May 2004").replace(thumbnail="https://a.example/p.jpg")
    three_engines.behaviours["one"] = gives("one", pictured, bare, total=40)
    with served(application) as port:
        yield Asking(client_package, port)


def test_a_search_and_searxng_s_addresses_are_read_whole(ask):
    found = ask("search", q="smörgås", page=1, limit=5)
    assert type(found).__name__ == "Search"
    first, second = found.results
    assert first.published.isoformat() == "2004-05-03"
    assert [each.slug for each in first.engines] == ["one", "two"]
    assert second.published is None
    assert {each.slug: str(each.kind) for each in found.engines} == {
        "one": "RESULTS",
        "two": "RESULTS",
        "shut": "BLOCKED",
    }
    as_json = importlib.import_module(f"{PACKAGE}.models").SearxngSearchFormat.JSON
    found = ask("searxng_search", q="x", format_=as_json, language="en-US")
    assert found.results[0].published_date == "2004-05-03T00:00:00"
    assert found.unresponsive_engines[0][0] == "shut"
    assert ask("searxng_config").engines[0].name == "one"
    assert ask("complete", q="x") == ["x", []]


def test_all_parameters_are_sent_as_we_read_them(ask, engines):
    found = ask("search", q="x", engine=["one", "two"], fields="url,title", compact=True)
    assert type(found).__name__ == "CompactSearch"
    assert [sorted(each.to_dict()) for each in found.results] == [["title", "url"]] * 2
    assert sorted(slug for slug, _query, _page in engines.asked) == ["one", "two"]
    module = importlib.import_module(f"{PACKAGE}.models")
    ask(
        "search",
        q="x",
        category="Science",
        language="de",
        period=module.SearchPeriod.WEEK,
        safe=module.SearchSafe.STRICT,
        format_=module.SearchFormat.JSON,
    )


def test_posts_lists_and_errors_are_read(ask):
    module = importlib.import_module(f"{PACKAGE}.models")
    found = ask("post_search", body=module.PostSearchBody(q="smör", engine=["two"], limit=1))
    assert [each.slug for each in found.engines] == ["two"]
    for arguments in ({"q": "x", "engine": ["nobody"]}, {"q": "x", "page": 0}):
        assert type(ask("search", **arguments)).__name__ == "Error"
    listed = ask("list_engines")
    assert [each.slug for each in listed.engines] == ["one", "two", "shut"]
    assert listed.categories == ["Science"]


async def test_reference_managers_read_results_whatever_engines_say(engines, async_client):
    """By the libraries' own readers: what one wrote that breaks a file, they would not read."""
    said = (RecordItem("by", ItemKind.AUTHOR, "Ada Lovelace, Alan Turing"),)
    paper = PLAIN.replace(date="3 May 2004", items=said, title="Smör & {bröd} 50%")
    broken = ResultRecord("https://c.example/", "}} @misc{x, \n TY  - JOUR", "\\end{ {")
    engines.add("one", gives("one", paper, HOSTILE, broken))
    asked = {"q": "smör", "format": "bibtex"}
    response = await async_client.get("/search", asked)
    read = pybtex.database.parse_bytes(response.content, "bibtex").entries
    first = read["result1"]
    assert len(read) == 3 and 'filename="results.bib"' in response["Content-Disposition"]
    assert [str(person) for person in first.persons["author"]] == ["Lovelace, Ada", "Turing, Alan"]
    assert (first.fields["year"], first.fields["url"]) == ("2004", "https://a.example/")
    response = await async_client.get("/search", asked | {"format": "ris"})
    entries = rispy.loads(response.content.decode())
    assert response.content.startswith(b"TY  - ELEC") and len(entries) == 3
    assert entries[0]["authors"] == ["Ada Lovelace", "Alan Turing"]
    assert (entries[0]["year"], entries[0]["urls"]) == ("2004", ["https://a.example/"])


# SearXNG's address goes on without what it does not understand.
TOLERANT = """
[[operations]]
include-path = "/search"
checks.negative_data_rejection.enabled = false
"""


def test_whatever_is_sent_is_answered_as_described(three_engines, live_server, tmp_path):
    (tmp_path / "schemathesis.toml").write_text(TOLERANT)
    options = ("--max-examples", "5", "--generation-deterministic", "--no-color")
    done = run_python(
        *("-m", "schemathesis.cli", "run", f"{live_server.url}/api/openapi.json", *options),
        *("--phases", "coverage,fuzzing"),
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
