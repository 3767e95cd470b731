"""OpenSearch documents, the specification's own first, then those of the web."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import (
    ConnectionDescription,
    DescriptionError,
)
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.requests import build_request, paged_request
from discovery.connection.schema_org import find_search_actions
from tests.cases import cases
from tests.discovery.connection.pages import page_of
from tests.strategies import json_values

CASES = cases(__file__)

URL = "http://example.com/about/osd.xml"
NAMESPACE = "http://a9.com/-/spec/opensearch/1.1/"

# OpenSearch 1.1 Draft 6, "Example of a detailed OpenSearch description document".
DETAILED = CASES["detailed"]


def read(inner: str, namespace: str = NAMESPACE, more: str = "") -> ConnectionDescription:
    root = f"<OpenSearchDescription xmlns='{namespace}' {more}><ShortName>Shelf</ShortName>"
    return read_opensearch(f"{root}{inner}</OpenSearchDescription>".encode(), URL)


def url_of(template: str, more: str = "", inner: str = "") -> str:
    return f"<Url type='text/html' template='{template}' {more}>{inner}</Url>"


def asked(description: ConnectionDescription, page: int = 1) -> str:
    request = paged_request(description, "a b", page)
    assert request is not None
    return request.url


def test_detailed_example_of_the_specification():
    description = read_opensearch(DETAILED.encode(), URL)
    assert description.site_name == "Web Search"
    assert description.home_url == "http://example.com/"
    assert description.language == "en-us"
    assert asked(description) == "http://example.com/?q=a+b&pw=1"
    assert asked(description, 3) == "http://example.com/?q=a+b&pw=3"


@pytest.mark.parametrize(("url", "first", "third"), CASES["placeholders"])
def test_placeholders(url, first, third):
    description = read(url_of(url), more="xmlns:x='http://x.example/'")
    assert asked(description) == f"http://example.com{first}"
    if not third:
        assert description.paging is None
    else:
        assert asked(description, 3) == f"http://example.com{third}"


def test_prefixes_offsets_and_version_one():
    description = read(
        url_of("/f?q={o:searchTerms}&amp;p={o:startPage?}&amp;m={m:locale}"),
        more=f"xmlns:o='{NAMESPACE}' xmlns:m='http://www.mozilla.org/2006/browser/search/'",
    )
    assert asked(description, 2) == "http://example.com/f?q=a+b&p=2&m="
    # Offsets of a URL.
    pages = read(url_of("/f?q={searchTerms}&amp;p={startPage}", "pageOffset='0'"))
    assert [asked(pages, page)[-1] for page in (1, 2)] == ["0", "1"]
    index = "/f?q={searchTerms}&amp;i={startIndex}&amp;n={count}"
    records = read(url_of(index, "indexOffset='0'"))
    assert asked(records, 2) == "http://example.com/f?q=a+b&i=10&n=10"
    description = read(
        "<Url>http://example.com/f?q={searchTerms}&amp;p={startPage}</Url><Format>RSS</Format>",
        "http://a9.com/-/spec/opensearchdescription/1.0/",
    )
    assert asked(description, 2) == "http://example.com/f?q=a+b&p=2"


def test_what_nobody_can_give_cannot_be_read():
    with pytest.raises(DescriptionError, match="geo:lat"):
        read(url_of("/f?q={searchTerms}&amp;lat={geo:lat}"), more="xmlns:geo='http://g.example/'")
    started = time.process_time()
    with pytest.raises(DescriptionError):
        read(url_of("http://a.example/" + "{a" * 100_000))
    assert time.process_time() - started < 1


@pytest.mark.parametrize("namespace", CASES["namespaces"])
def test_namespaces_of_all_versions(namespace):
    assert asked(read(url_of("/f?q={searchTerms}"), namespace)).endswith("/f?q=a+b")


def test_posts_of_the_extension():
    description = read(CASES["post"])
    request = build_request(description, "a&b")
    assert (request.method, request.url) == ("POST", "http://example.com/search")
    assert request.body == b"q=a%26b&count=10&start=1"
    second = paged_request(description, "a&b", 2)
    assert second is not None and second.body == b"q=a%26b&count=10&start=11"
    more = (
        "xmlns:p='http://a9.com/-/spec/opensearch/extensions/parameters/1.0/' p:method='post' "
        "p:enctype='multipart/form-data'"
    )
    inner = "<p:Parameter name='x'><p:Option value='1' label='One'/></p:Parameter>"
    description = read(url_of("/f?q={searchTerms}", more, inner))
    request = build_request(description, "a b")
    assert request.url == "http://example.com/f?q=a+b"
    assert b'name="x"' in (request.body or b"")
    assert description.parameters[0].options[0].label == "One"


def test_mozilla_search_plugin():
    description = read_opensearch(CASES["mozilla"].encode(), URL)
    assert build_request(description, "é").url == (
        "http://shelf.example/find?q=%E9&ie=windows-1252"
    )
    assert description.home_url == "http://shelf.example/start"
    assert description.suggestions == "http://shelf.example/s?q={searchTerms}"


def test_relations_of_urls_and_links_of_pages():
    description = read(
        url_of("/self.xml", "rel='self'")
        + url_of("/x?q={searchTerms}", "rel='results http://x.example/rel#strange'")
        + url_of("/c?q={searchTerms}", "rel='collection'")
        + "<Url type='application/json' rel='suggestions' template='/s?q={searchTerms}'/>"
        + url_of("/f?q={searchTerms}", "rel=''")
    )
    assert asked(description) == "http://example.com/f?q=a+b"
    assert description.suggestions == "http://example.com/s?q={searchTerms}"
    page = page_of(
        "<link rel='search' type='application/opensearchdescription+xml' href='/a.xml'>"
        "<link rel='SEARCH alternate' type='application/opensearchdescription+xml; charset=x' "
        "href='b.xml#x'><link rel=search href=/search.html><link rel=search "
        "type='application/opensearchdescription+xml' href='javascript:x()'>"
        "<link rel='search' type='application/opensearchdescription+xml' href='/a.xml'>"
    )
    assert opensearch_links(page) == (
        "http://www.shelf.example/a.xml",
        "http://www.shelf.example/books/b.xml",
    )


@pytest.mark.parametrize(
    "inner",
    [
        "",
        "<Url type='application/x-suggestions+json' template='/s?q={searchTerms}'/>",
        "<Url type='application/pdf' template='/s?q={searchTerms}'/>",
        url_of("/f"),
        url_of(""),
        url_of('javascript:alert("{searchTerms}")'),
        url_of("file:///etc/{searchTerms}"),
        url_of("http://[x/{searchTerms}"),
        url_of("/#{searchTerms}"),
    ],
)
def test_documents_without_result_pages(inner):
    with pytest.raises(DescriptionError):
        read(inner)


@pytest.mark.parametrize(
    "document",
    [
        *(b"", b"<html></html>", b"{}", b"<OpenSearchDescription>"),
        DETAILED.replace("?>", "?><!DOCTYPE x [<!ENTITY a 'b'>]>", 1).encode(),
    ],
)
def test_what_is_no_opensearch_document(document):
    with pytest.raises(DescriptionError):
        read_opensearch(document, URL)


@settings(max_examples=150)
@given(st.text("{}?:/&;=%7Bsearchtm pgS.#é", max_size=40))
def test_any_template_gives_a_request_or_a_clear_error(template):
    escaped = template.replace("&", "&amp;")
    try:
        description = read(url_of(f"http://a.example/{escaped}{{searchTerms}}"))
    except DescriptionError as error:
        assert error.reason
    else:
        assert build_request(description, "tea").url.isascii()


TARGET = "http://www.shelf.example/find?q={search_term_string}"
ACTION: dict[str, Any] = {
    "@type": "SearchAction",
    "target": TARGET,
    "query-input": "required name=search_term_string",
}
SITE: dict[str, Any] = {
    "@context": "http://schema.org",
    "@type": "WebSite",
    "url": "http://www.shelf.example/",
    "name": "The Shelf",
    "potentialAction": ACTION,
}


def found_in(script: Any, kind: str = "application/ld+json") -> tuple[ConnectionDescription, ...]:
    text = script if isinstance(script, str) else json.dumps(script)
    return find_search_actions(page_of(f"<title>T</title><script type='{kind}'>{text}</script>"))


def asked_by(script: Any) -> list[str]:
    return [build_request(each, "a b").url for each in found_in(script)]


def test_example_of_the_searchbox_also_deep_in_a_graph():
    (description,) = found_in(SITE)
    assert description.template == "http://www.shelf.example/find?q={searchTerms}"
    assert description.site_name == "The Shelf"
    assert description.home_url == "http://www.shelf.example/"
    assert asked_by(SITE) == ["http://www.shelf.example/find?q=a+b"]
    graph = {"@graph": [{"@type": "Organization"}, {"mainEntity": {"isPartOf": SITE}}]}
    assert found_in(graph)[0].site_name == "The Shelf"
    assert asked_by([[ACTION]]) == ["http://www.shelf.example/find?q=a+b"]


@pytest.mark.parametrize("action", CASES["actions"])
def test_ways_to_write_an_action(action):
    assert asked_by({**SITE, "potentialAction": json.loads(action)}) == [
        "http://www.shelf.example/find?q=a+b"
    ]


TEXT = json.dumps(SITE)


@pytest.mark.parametrize(
    "script",
    [
        *(TEXT, f"<!-- {TEXT} -->", f"//<![CDATA[\n{TEXT}\n//]]>", f"{TEXT};", f"\n\t{TEXT}\n"),
        f"/* <![CDATA[ */ {TEXT} /* ]]> */",
        # Written carelessly.
        TEXT.replace('"', "&quot;"),
        TEXT.replace("The Shelf", "The\n\tShelf"),
    ],
)
def test_wrapped_scripts(script):
    assert len(asked_by(script)) == 1
    assert len(found_in(TEXT, "application/ld+json; charset=utf-8")) == 1


@pytest.mark.parametrize(
    "script",
    [
        *("", "{", "null", "[]"),
        {"@type": "SearchAction"},
        *({"@type": "SearchAction", "target": target} for target in (
            "http://a.example/", "javascript:{q}", "http://a.example/#{q}",
            "http://a.example/{a}/{b}",
        )),
        {"@type": "SearchAction", "target": 5, "query-input": [None, 7]},
        {"@type": 3, "potentialAction": "no"},
        {"@type": "ReadAction", "target": TARGET},
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_left_out(script):
    assert found_in(script) == ()


def test_hostile_scripts_cost_little():
    started = time.process_time()
    assert found_in("[" * 200_000) == ()
    assert found_in('{"@graph": [' + "{}," * 200_000 + "{}]}") == ()
    assert found_in({"@type": "SearchAction", "target": "{" * 100_000}) == ()
    assert found_in('{"potentialAction":' * 900 + json.dumps(ACTION) + "}" * 900) != ()
    assert time.process_time() - started < 3


KEYS = st.sampled_from(["@type", "target", "potentialAction", "query-input", "@graph"])
VALUES = st.sampled_from(["SearchAction", TARGET]) | st.text("{}=name q", max_size=12)


@settings(max_examples=150)
@given(json_values(KEYS, VALUES))
def test_any_json_does_no_harm(value):
    for description in found_in(value):
        assert build_request(description, "tea").url.isascii()
