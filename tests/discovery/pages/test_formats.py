"""What is told to be no web page before it is parsed."""

import time

import pytest

from discovery.pages import NotHtmlError, parse_page
from discovery.pages.formats import MAX_ATTRIBUTES, has_endless_tag


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n<</Type/Catalog>>", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
        (b"\x1f\x8b\x08\0\0", "compressed data"),
        (b"PK\x03\x04\x14\0", "an archive"),
        (b"\0\1\2\3" * 100, "binary data"),
        (b' {"hits": [{"title": "a"}]}\n', "JSON"),
        (b"[]", "JSON"),
    ],
)
def test_other_formats_are_refused_by_name(body: bytes, name: str) -> None:
    with pytest.raises(NotHtmlError, match=f"no HTML but {name} at http://a.example/x"):
        parse_page(body, "http://a.example/x")


@pytest.mark.parametrize(
    "body",
    [
        b"No results",
        b"{{ a template that nobody filled in }} <p>text",
        b"[Home] [Search]",
        b"<p>a\0b\x01c",
        "<p>Grüße".encode("utf-16"),
        b"   \n<html>",
    ],
)
def test_odd_pages_are_still_pages(body: bytes) -> None:
    assert parse_page(body).root.tag == "html"


def test_tags_of_too_many_attributes_are_refused_at_once() -> None:
    names = b" ".join(b"a%d" % number for number in range(10 * MAX_ATTRIBUTES))
    started = time.process_time()
    for body in (b"<p " + names + b">", b"<p title='x' " + names):
        with pytest.raises(NotHtmlError, match="attributes"):
            parse_page(body)
    for quote in (b"'", b'"', b"'\""):
        assert not has_endless_tag((b"<a" + quote) * 400_000)
    assert time.process_time() - started < 5


def test_long_values_and_texts_are_no_attributes() -> None:
    picture = b"<img src='data:image/png;base64," + b"ab/cd+ " * 200_000 + b"'>"
    text = b"<p>" + b"a word / " * 100_000
    assert len(parse_page(picture + text).root.findall(".//img")) == 1
