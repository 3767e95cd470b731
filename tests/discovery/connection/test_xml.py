"""The description as XML: nothing is lost, nothing hostile gets in."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import (
    ConnectionDescription,
    DescriptionError,
    Parameter,
    query_slot,
)
from discovery.connection.description_xml import from_xml, to_xml
from discovery.connection.form_description import describe
from discovery.connection.requests import build_request, result_page_template
from discovery.forms.finding import find_forms
from tests.cases import cases
from tests.discovery.connection.pages import page_of
from tests.discovery.connection.strategies import descriptions

CASES = cases(__file__)
PLAIN = ConnectionDescription(action="http://a.example/find", parameters=(query_slot("q"),))
HEAD = '<connection xmlns="urn:metasearch:connection:1">'
FORM = '<site/>\n<form action="http://a.example/find"/>\n'
QUERY = '<parameters><query name="q"/></parameters>'
PARTS = {"FORM": FORM, "QUERY": QUERY, "FORM_ALONE": FORM[7:]}


@settings(max_examples=150)
@given(descriptions())
def test_round_trip(description):
    assert from_xml(to_xml(description)) == description


def test_documents_written_by_hand_are_read():
    assert from_xml(f"{HEAD}{FORM}{QUERY}</connection>".encode()) == PLAIN
    utf_16 = f'<?xml version="1.0" encoding="utf-16"?>{HEAD}{FORM}{QUERY}</connection>'
    assert from_xml(utf_16.encode("utf-16")) == PLAIN
    value = "\ttab\r\nline \\u0041 \x00\x1b\x7f \ufffe 😀 \\"
    description = replace(PLAIN, parameters=(Parameter("h", value), query_slot("q")))
    document = to_xml(description)
    assert b"\\u0000\\u001b" in document
    assert from_xml(document).parameters[0].value == value
    text = (Path(__file__).parents[3] / "docs" / "connection-description.md").read_text("utf-8")
    example = text.partition("```xml\n")[2].partition("```")[0]
    description = from_xml(example.encode())
    assert from_xml(to_xml(description)) == description
    assert result_page_template(description) == description.template


@pytest.mark.parametrize(("body", "line", "reason"), CASES["errors"])
def test_error_tells_line_and_reason(body, line, reason):
    with pytest.raises(DescriptionError) as caught:
        from_xml(f"{HEAD}{body.format_map(PARTS)}</connection>".encode())
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"line {line}: ")


INCLUDE = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'


@pytest.mark.parametrize(
    ("document", "said"),
    [
        *((document, None) for document in (
            b"", b"hello", b"<connection", b"<connection/>", b"<html><body>" * 2_000,
            b"\xff\xfe\x00", b'<?xml version="1.0" encoding="no-such"?><a/>', b"<a>" * 100_000,
            b"<a" + b" x='1'" * 10 + b"/>",
            f"{HEAD}{FORM}{QUERY}</connection>".replace("q", "\0").encode(),
        )),
        (f"{HEAD}{INCLUDE}{FORM}{QUERY}</connection>".encode(), "include"),
        (b" " * 9_000_000, "bytes"),
        (to_xml(replace(PLAIN, parameters=(Parameter("h", "x"),) * 2_001)), "2,001 controls"),
    ],
    ids=range(13),
)  # fmt: skip
def test_what_is_no_description_is_refused(document, said):
    with pytest.raises(DescriptionError, match=said):
        from_xml(document)


LAUGHS = "<!DOCTYPE c [<!ENTITY a0 'ha'>" + "".join(
    f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 10)
)


@pytest.mark.parametrize(
    "document",
    [
        f"{LAUGHS}]>{HEAD}<site name='&a9;'/>{QUERY}</connection>",
        f"{LAUGHS}]>{HEAD}<site/>&a9;{QUERY}</connection>",
        f"<!DOCTYPE c [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>{HEAD}&f;{FORM}{QUERY}</connection>",
        f"<!DOCTYPE c SYSTEM 'http://127.0.0.1:9/x.dtd'>{HEAD}{FORM}{QUERY}</connection>",
        f"<!DOCTYPE c [<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]>{HEAD}{FORM}{QUERY}</connection>",
        f"<!DOCTYPE connection>{HEAD}{FORM}{QUERY}</connection>",
    ],
)
def test_entities_and_document_types_are_refused(document):
    started = time.process_time()
    for encoding in ("utf-8", "utf-16"):
        with pytest.raises(DescriptionError) as caught:
            from_xml(document.encode(encoding))
        assert "root:" not in str(caught.value)
    assert time.process_time() - started < 1


@settings(max_examples=200)
@given(st.data())
def test_damaged_documents_never_do_worse_than_an_error(data):
    document = bytearray(to_xml(PLAIN))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(document) - 1))
        document[place : place + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=4))
    try:
        description = from_xml(bytes(document))
    except DescriptionError as error:
        assert error.reason
    else:
        assert from_xml(to_xml(description)) == description


HTML = st.lists(st.sampled_from(CASES["parts"]), max_size=12).map("".join)


@settings(max_examples=120)
@given(HTML)
def test_any_form_described_is_read_back_and_asked(html):
    page = page_of(f"{html}<form><input name=q>")
    for form in find_forms(page):
        try:
            description = describe(form, "q", page)
        except DescriptionError:
            continue
        assert from_xml(to_xml(description)) == description
        assert build_request(description, "tea").url.isascii()
