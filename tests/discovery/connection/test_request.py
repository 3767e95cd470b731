"""Queries arrive as typed, in the site's charset; what is no query is refused."""

from io import BytesIO
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from django.http.multipartparser import MultiPartParser
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import ConnectionDescription, Parameter
from discovery.connection.form_description import describe_template
from discovery.connection.requests import (
    MAX_QUERY_LENGTH,
    EngineRequest,
    QueryError,
    build_request,
    check_query,
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
    charset: str = "utf-8", method: str = "post", **more: object
) -> ConnectionDescription:
    return ConnectionDescription(
        action="http://a.example/find",
        method=method,
        charset=charset,
        query_field="wörter" if charset == "utf-8" else "q",
        query_position=1,
        parameters=(Parameter("tab", "a\tb;c"), Parameter("after", "\r\n")),
        **more,  # type: ignore[arg-type]
    )


@settings(max_examples=150)
@given(st.sampled_from(sorted(CHARSETS)), QUERIES)
def test_urlencoded_query_arrives_as_typed(charset, query):
    codec = CHARSETS[charset]
    description = described(charset, "get")
    pairs = parse_qsl(urlsplit(build_request(description, query).url).query, encoding=codec)
    assert pairs == [
        ("tab", "a\tb;c"),
        (description.query_field, as_received(query.strip(), codec)),
        ("after", "\r\n"),
    ]


@pytest.mark.parametrize("charset", sorted(CHARSETS))
def test_hard_query_in_every_charset(charset):
    request = build_request(described(charset), HARD)
    assert request.body is not None
    parsed = QueryDict(request.body, encoding=CHARSETS[charset])
    received = parsed[described(charset).query_field]
    assert received == as_received(HARD, CHARSETS[charset])
    assert '"' in received and "& a+b 100% ; x=y #1 ?/ " in received


def test_characters_that_a_charset_lacks_are_references():
    description = described("windows-1252", "get")
    assert "&q=%80+%26%2328450%3B&" in build_request(description, "€ 漢").url


@settings(max_examples=60)
@given(st.sampled_from(["utf-8", "shift_jis", "windows-1251"]), QUERIES, VALUES)
def test_multipart_arrives_as_typed(charset, query, value):
    codec = CHARSETS[charset]
    description = ConnectionDescription(
        action="http://a.example/find",
        method="post",
        enctype="multipart/form-data",
        charset=charset,
        query_field='the "q"',
        parameters=(Parameter("other", value),),
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


def test_boundary_never_stands_in_a_value():
    description = described(enctype="multipart/form-data")
    first = build_request(description, "tea")
    boundary = (first.content_type or "").partition("boundary=")[2]
    second = build_request(description, boundary)
    assert (second.content_type or "").partition("boundary=")[2] not in boundary
    assert parse_multipart(second, "utf-8")["wörter"] == boundary


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


def test_parameters_of_a_template_are_posted():
    description = ConnectionDescription(
        template="http://a.example/f?via={searchTerms}",
        method="post",
        parameters=(Parameter("q", "in:all {searchTerms}"), Parameter("unsent", sent=False)),
    )
    request = build_request(description, "a&b")
    assert request.url == "http://a.example/f?via=a%26b"
    assert request.body == b"q=in%3Aall+a%26b"


@pytest.mark.parametrize("query", ["", " \t\n ", "a\0b", "\x1b[31m", "x\x85y", "\ud800"])
def test_what_is_no_query_is_refused(query):
    with pytest.raises(QueryError):
        check_query(query)
    with pytest.raises(QueryError, match="2,000"):
        check_query("x" * (MAX_QUERY_LENGTH + 1))


def test_a_query_is_one_line():
    for query in ("x" * MAX_QUERY_LENGTH, "نمی\u200cخواهم"):
        assert check_query(query) == query
    assert check_query("\tgreen\r\ntea\n") == "green tea"
    description = described("utf-8", "get", query_pattern="site:a {searchTerms}")
    assert "&w%C3%B6rter=site%3Aa+tea&" in build_request(description, "tea").url
