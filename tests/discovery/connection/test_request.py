"""Queries arrive as typed, in the site's charset; what is no query is refused."""

import json
from dataclasses import replace
from io import BytesIO
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from django.http.multipartparser import MultiPartParser
from hypothesis import example, given, settings
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
    query_slot,
)
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_description import describe_template
from discovery.connection.requests import (
    MAX_QUERY_LENGTH,
    EngineRequest,
    QueryError,
    build_request,
    check_query,
    paged_request,
    read_fresh,
    take_apart,
)

# The web's name of a charset and the codec a server of that charset reads with.
CHARSETS = {
    "utf-8": "utf-8",
    "windows-1252": "cp1252",
    "iso-8859-2": "iso8859-2",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "gb18030": "gb18030",
    "gbk": "gbk",
    "big5": "cp950",
    "euc-kr": "cp949",
}
# Text of a one-line field: no control characters, no halves of surrogate pairs.
QUERIES = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cc", "Cs")),
        st.sampled_from("éüßжЯ日本語検索漢字한국어 \"'&+%;=#?/<>~*"),
    ),
    min_size=1,
    max_size=30,
).filter(str.strip)
VALUES = st.text(st.characters(max_codepoint=0xFFF, exclude_categories=("Cs",)), max_size=20)
HARD = 'Tee "grün" & a+b 100% ; x=y #1 ?/ жук 日本 😀'


def as_received(text: str, codec: str) -> str:
    """Return the text that a server reads: what its charset lacks as references."""
    return text.encode(codec, "xmlcharrefreplace").decode(codec)


def described(
    charset: str = "utf-8", method: str = "post", pattern: str = "{searchTerms}", **more: object
) -> ConnectionDescription:
    return ConnectionDescription(
        action="http://a.example/find",
        method=method,
        charset=charset,
        parameters=(
            Parameter("tab", "a\tb;c"),
            query_slot("wörter" if charset == "utf-8" else "q", pattern),
            Parameter("after", "\r\n"),
        ),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("charset", sorted(CHARSETS))
@settings(max_examples=20)
@given(query=QUERIES)
@example(query=HARD)
def test_urlencoded_query_arrives_as_typed(charset, query):
    codec = CHARSETS[charset]
    description, received = described(charset, "get"), as_received(query.strip(), codec)
    pairs = parse_qsl(urlsplit(build_request(description, query).url).query, encoding=codec)
    assert pairs == [("tab", "a\tb;c"), (description.query_field, received), ("after", "\r\n")]
    posted = QueryDict(build_request(described(charset), query).body, encoding=codec)
    assert posted[description.query_field] == received


@settings(max_examples=60)
@given(st.sampled_from(["utf-8", "shift_jis", "windows-1251"]), QUERIES, VALUES)
def test_multipart_arrives_as_typed(charset, query, value):
    codec = CHARSETS[charset]
    description = ConnectionDescription(
        action="http://a.example/find",
        method="post",
        enctype="multipart/form-data",
        charset=charset,
        parameters=(query_slot('the "q"'), Parameter("other", value)),
    )
    fields = parse_multipart(build_request(description, query), codec)
    lines = value.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
    assert fields["the %22q%22"] == as_received(query.strip(), codec)
    assert fields["other"] == as_received(lines, codec)


def parse_multipart(request: EngineRequest, codec: str) -> QueryDict:
    assert request.body is not None
    meta = {"CONTENT_TYPE": request.content_type, "CONTENT_LENGTH": len(request.body)}
    fields, _ = MultiPartParser(meta, BytesIO(request.body), [], codec).parse()
    return fields


@settings(max_examples=60)
@given(QUERIES)
def test_template_takes_the_query_in_path_and_query_string(query):
    description = describe_template("http://a.example/f/{searchTerms}/x?q={searchTerms}&b=1")
    url = urlsplit(build_request(description, query).url)
    typed = query.strip()
    assert parse_qsl(url.query) == [("q", typed), ("b", "1")]
    segments = url.path.split("/")
    assert len(segments) == 4 and "+" not in segments[2].replace("%2B", "")
    assert parse_qsl(f"q={segments[2]}") == [("q", typed)]


def test_what_is_posted_by_a_template_and_a_text_is_sent_as_it_is():
    description = ConnectionDescription(
        template="http://a.example/f?via={searchTerms}",
        method="post",
        parameters=(Parameter("q", "in:all {searchTerms}"), Parameter("unsent", sent=False)),
    )
    request = build_request(description, "a&b")
    assert request.url == "http://a.example/f?via=a%26b"
    assert request.body == b"q=in%3Aall+a%26b"
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
    ("query", "told"),
    [
        *((query, None) for query in ("", " \t\n ", "a\0b", "\x1b[31m", "x\x85y", "\ud800")),
        ("x" * (MAX_QUERY_LENGTH + 1), "2,000"),
    ],
)
def test_what_is_no_query_is_refused(query, told):
    with pytest.raises(QueryError, match=told):
        check_query(query)


def test_a_query_is_one_line_and_no_boundary():
    for query in ("x" * MAX_QUERY_LENGTH, "نمی\u200cخواهم"):
        assert check_query(query) == query
    assert check_query("\tgreen\r\ntea\n") == "green tea"
    description = described("utf-8", "get", pattern="site:a {searchTerms}")
    assert "&w%C3%B6rter=site%3Aa+tea&" in build_request(description, "tea").url
    description = described(enctype="multipart/form-data")
    first = build_request(description, "tea")
    boundary = (first.content_type or "").partition("boundary=")[2]
    second = build_request(description, boundary)
    assert (second.content_type or "").partition("boundary=")[2] not in boundary
    assert parse_multipart(second, "utf-8")["wörter"] == boundary


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


def test_values_keep_their_type_also_within_other_codes():
    request = build_request(GRAPHQL, 'fish "n" chips', {"fresh:key": "k1"})
    assert request.headers == (("X-Key", "k1"),)
    assert request.body is not None and request.content_type == "application/json"
    body = json.loads(request.body)
    assert body["variables"] == {"q": 'fish "n" chips', "from": 0}
    assert body["query"].endswith("{id} }")
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


def test_numbers_cursors_and_codes_in_json():
    counted = replace(GRAPHQL, paging=PagingRule((PageNumber("/variables/from", 0, 10),)))
    third = paged_request(counted, "fish", 3, {"fresh:key": "k1"})
    assert third is not None and json.loads(third.body or b"")["variables"]["from"] == 20
    rule = PagingRule(cursor=PageCursor("/variables/after", "/data/end"))
    by_cursor = replace(GRAPHQL, paging=rule)
    assert paged_request(by_cursor, "fish", 2) is None
    following = paged_request(by_cursor, "fish", 2, cursor="abc")
    assert following is not None
    assert json.loads(following.body or b"")["variables"] == {
        "q": "fish",
        "from": 0,
        "after": "abc",
    }
    parts = take_apart(following, "utf-8")
    assert parts is not None and parts.values["/variables/after", 0] == "abc"
    answer = '{"session": {"id": "s9"}, "x": "token=t1;"}'
    assert read_fresh(FreshValue("a", SITE, path="/session/id"), answer) == "s9"
    assert read_fresh(FreshValue("a", SITE, before="token=", after=";"), answer) == "t1"
    assert read_fresh(FreshValue("a", SITE, before="gone=", after=";"), answer) == ""


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
