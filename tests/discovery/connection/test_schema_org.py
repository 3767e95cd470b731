"""What pages declare as SearchAction, with the mistakes of the web."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import ConnectionDescription
from discovery.connection.requests import build_request
from discovery.connection.schema_org import find_search_actions
from tests.discovery.connection.pages import page_of

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


def found(script: Any, kind: str = "application/ld+json") -> tuple[ConnectionDescription, ...]:
    text = script if isinstance(script, str) else json.dumps(script)
    return find_search_actions(page_of(f"<title>T</title><script type='{kind}'>{text}</script>"))


def asked(script: Any) -> list[str]:
    return [build_request(each, "a b").url for each in found(script)]


def test_example_of_the_searchbox_also_deep_in_a_graph():
    (description,) = found(SITE)
    assert description.template == "http://www.shelf.example/find?q={searchTerms}"
    assert description.site_name == "The Shelf"
    assert description.home_url == "http://www.shelf.example/"
    assert asked(SITE) == ["http://www.shelf.example/find?q=a+b"]
    graph = {"@graph": [{"@type": "Organization"}, {"mainEntity": {"isPartOf": SITE}}]}
    assert found(graph)[0].site_name == "The Shelf"
    assert asked([[ACTION]]) == ["http://www.shelf.example/find?q=a+b"]


@pytest.mark.parametrize(
    "action",
    [
        ACTION,
        [ACTION, ACTION],
        {"@type": ["SearchAction"], "target": [TARGET], "query-input": ACTION["query-input"]},
        {
            "@type": "https://schema.org/SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": TARGET},
            "query-input": {
                "@type": "PropertyValueSpecification",
                "valueRequired": True,
                "valueName": "search_term_string",
            },
        },
        {"@type": "schema:SearchAction", "target": TARGET},
        {**ACTION, "target": ["android-app://com.x/{search_term_string}", TARGET]},
        {**ACTION, "target": "/find?q={search_term_string}"},
        {**ACTION, "target": TARGET.replace("{", "%7B").replace("}", "%7D")},
        {**ACTION, "target": TARGET.replace("{", "").replace("}", "")},
        {**ACTION, "target": TARGET.replace("/", "\\/")},
        {**ACTION, "target": TARGET + "{&page}"},
        {**ACTION, "target": "http://www.shelf.example/find{?q}", "query-input": "name=q"},
        {**ACTION, "target": "http://www.shelf.example/find{?q,page}", "query-input": "name=q"},
        {**ACTION, "query-input": "required maxlength=100 name='search_term_string'"},
        {"@type": "SearchAction", "target": TARGET + "{lang}", "query": "required"},
    ],
)
def test_ways_to_write_an_action(action):
    assert asked({**SITE, "potentialAction": action}) == ["http://www.shelf.example/find?q=a+b"]


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
    assert len(asked(script)) == 1
    assert len(found(TEXT, "application/ld+json; charset=utf-8")) == 1


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
    assert found(script) == ()


def test_hostile_scripts_cost_little():
    started = time.process_time()
    assert found("[" * 200_000) == ()
    assert found('{"@graph": [' + "{}," * 200_000 + "{}]}") == ()
    assert found({"@type": "SearchAction", "target": "{" * 100_000}) == ()
    assert found('{"potentialAction":' * 900 + json.dumps(ACTION) + "}" * 900) != ()
    assert time.process_time() - started < 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("{}=name q", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["@type", "target", "potentialAction", "query-input", "@graph"]),
            inner | st.sampled_from(["SearchAction", TARGET]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(JSON)
def test_any_json_does_no_harm(value):
    for description in found(value):
        assert build_request(description, "tea").url.isascii()
