"""Requests as programs send them: written, read, filled, paged."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import (
    ConnectionDescription,
    DescriptionError,
    FreshValue,
    Header,
    PageCursor,
    PageNumber,
    PagingRule,
    Parameter,
)
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.requests import (
    build_request,
    cursor_request,
    paged_request,
    read_fresh,
    take_apart,
)
from tests.discovery.connection.strategies import ADDRESSES, PARAMETERS, TEXTS

SITE = "http://a.example"
GRAPHQL = ConnectionDescription(
    template=f"{SITE}/graphql",
    method="post",
    enctype="application/json",
    exact=True,
    body=json.dumps({"query": "query($q) { find(q: $q) {id} }", "variables": {"q": "", "from": 0}}),
    parameters=(Parameter("/variables/q", "{searchTerms}"),),
    headers=(Header("X-Key", "{fresh:key}"),),
    fresh=(FreshValue("key", f"{SITE}/", before='key="', after='"'),),
)


@settings(max_examples=80)
@given(
    parameters=st.lists(PARAMETERS, max_size=3).map(tuple),
    page=ADDRESSES,
    texts=st.lists(TEXTS, min_size=4, max_size=4),
)
def test_nothing_is_lost_in_xml(parameters, page, texts):
    description = ConnectionDescription(
        template=f"{SITE}/{{searchTerms}}",
        method="post",
        enctype="text/plain",
        exact=True,
        parameters=parameters,
        body=texts[0].replace("{", ""),
        headers=(Header("Accept", "a/b; {json:searchTerms}"),),
        fresh=(FreshValue("one", page, *texts),),
        paging=PagingRule(cursor=PageCursor("/after", "/page/end")),
    )
    assert from_xml(to_xml(description)) == description


def test_values_keep_their_type_and_braces_mean_themselves():
    request = build_request(GRAPHQL, 'fish "n" chips', {"fresh:key": "k1"})
    assert request.headers == (("X-Key", "k1"),)
    assert request.body is not None and request.content_type == "application/json"
    body = json.loads(request.body)
    assert body["variables"] == {"q": 'fish "n" chips', "from": 0}
    assert body["query"].endswith("{id} }")


def test_numbers_and_cursors_count_pages_in_json():
    counted = replace(GRAPHQL, paging=PagingRule((PageNumber("/variables/from", 0, 10),)))
    third = paged_request(counted, "fish", 3, {"fresh:key": "k1"})
    assert third is not None and json.loads(third.body or b"")["variables"]["from"] == 20
    rule = PagingRule(cursor=PageCursor("/variables/after", "/data/end"))
    by_cursor = replace(GRAPHQL, paging=rule)
    assert paged_request(by_cursor, "fish", 2) is None
    following = cursor_request(by_cursor, "fish", "abc", {})
    assert json.loads(following.body or b"")["variables"] == {
        "q": "fish",
        "from": 0,
        "after": "abc",
    }
    parts = take_apart(following, "utf-8")
    assert parts is not None and parts.values["/variables/after", 0] == "abc"


def test_the_query_within_other_codes():
    description = ConnectionDescription(
        template=f"{SITE}/find/{{base64:searchTerms}}",
        exact=True,
        parameters=(
            Parameter("variables", '{"q":"{json:searchTerms}","n":{"x":1}}'),
            Parameter("params", "query={percent:searchTerms}&page=0"),
        ),
    )
    url = urlsplit(build_request(description, 'a "b" c').url)
    assert "+" not in url.query
    values = parse_qs(url.query)
    assert json.loads(values["variables"][0]) == {"q": 'a "b" c', "n": {"x": 1}}
    assert parse_qs(values["params"][0])["query"] == ['a "b" c']
    assert url.path == "/find/YSAiYiIgYw%3D%3D"


def test_a_text_is_sent_as_it_is():
    lines = '{"index":"a"}\n{"query":"{json:searchTerms}"}\n'
    description = ConnectionDescription(
        template=f"{SITE}/_msearch",
        method="post",
        enctype="text/plain",
        exact=True,
        body=lines,
        headers=(Header("Content-Type", "application/x-ndjson"),),
    )
    request = build_request(description, 'say "hi"')
    assert [json.loads(line) for line in (request.body or b"").splitlines()] == [
        {"index": "a"},
        {"query": 'say "hi"'},
    ]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"parameters": ()}, "searchTerms"),
        ({"fresh": ()}, "read from"),
        ({"headers": (Header("Host", "b.example"),)}, "no header"),
        ({"headers": (Header("X-A", "1\r\nHost: b"),)}, "no header"),
        ({"body": "{"}, "no JSON"),
        ({"template": "http://{searchTerms}/"}, "host"),
        ({"template": "file:///etc/passwd"}, "no http"),
    ],
)
def test_what_can_never_be_sent_is_refused(changes, reason):
    description = replace(GRAPHQL, **changes)  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match=reason):
        from_xml(to_xml(description))


def test_fresh_values_are_read_where_they_stand():
    answer = '{"session": {"id": "s9"}, "x": "token=t1;"}'
    assert read_fresh(FreshValue("a", SITE, path="/session/id"), answer) == "s9"
    assert read_fresh(FreshValue("a", SITE, before="token=", after=";"), answer) == "t1"
    assert read_fresh(FreshValue("a", SITE, before="gone=", after=";"), answer) == ""
