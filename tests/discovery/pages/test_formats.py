"""What is told to be no web page before it is parsed."""

import random
import time
import zlib

import pytest

from discovery.pages.decoding import MAX_ATTRIBUTES, MAX_TAGS, has_endless_tag
from discovery.pages.page import NotHtmlError, PageTooHeavyError, is_heavy, parse_page


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
        (b'"error"', "JSON"),
        (b"{\\rtf1\\ansi Results\\par }", "an RTF document"),
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><a/></svg>', "a picture"),
        (b"<svg viewBox='0 0 1 1'><a href='/'>a</a></svg>", "a picture"),
        (b'<?xml version="1.0"?><!-- a --><rss version="2.0"><channel/></rss>', "a feed"),
        (b"<feed><title>a</title></feed>", "a feed"),
        (b"<?xml version='1.0'?><rdf:RDF><a/></rdf:RDF>", "a feed"),
        (b"<?xml version='1.0'?><error><code>17</code></error>", "XML"),
        (zlib.compress(random.Random(1).randbytes(3_000)), "binary data"),
        (random.Random(2).randbytes(3_000) + b"<a", "binary data"),
        (b"a;https://a.example/1\r\n" * 30, "text without any tag"),
    ],
)
def test_other_formats_are_refused_by_name(body: bytes, name: str) -> None:
    with pytest.raises(NotHtmlError, match=f"no HTML but {name} at http://a.example/x"):
        parse_page(body, "http://a.example/x")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"body{margin:0}", "text/css"),
        (b"if (a<b) { go() }", "Application/JavaScript; charset=utf-8"),
        (b"<svgz", "image/svg+xml"),
        (b'{"a": 1}\n{"a": 2}', "application/vnd.api+json"),
        (b"The index is not ready.", "text/plain"),
    ],
)
def test_a_type_that_is_told_is_believed_of_what_is_no_page(body: bytes, content_type: str) -> None:
    with pytest.raises(NotHtmlError, match="no HTML but "):
        parse_page(body, "http://a.example/x", content_type)
    assert parse_page(b"<div>" + body, content_type=content_type).root.tag == "html"


@pytest.mark.parametrize(
    "body",
    [
        *(b"No results", b"{{ a template that nobody filled in }} <p>text", b"[Home] [Search]"),
        *(b"<p>a\0b\x01c", "<p>Grüße".encode("utf-16"), b"   \n<html>", b"\0\1<p>a\0"),
        "\n <!doctype html><p>Gr\xfc\xdfe".encode("utf-16-le"),
        "<html lang=ja><p>\u65e5\u672c".encode("utf-16-be"),
        b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0//EN'><html><p>a",
        b"<?xml version='1.0' encoding='utf-8'?><div>a</div>",
    ],
)
def test_odd_pages_are_still_pages(body: bytes) -> None:
    assert parse_page(body).root.tag == "html"
    for charset in ("utf-16-le", "utf-16-be"):
        page = parse_page("<title>Grüße</title>".encode(charset), content_type="text/html")
        assert (page.charset, page.title) == (charset, "Grüße"), "read without a mark"


def test_tags_of_too_many_attributes_are_refused_at_once() -> None:
    names = b" ".join(b"a%d" % number for number in range(10 * MAX_ATTRIBUTES))
    started = time.process_time()
    ended = b"".join(b'a%d=">"' % number for number in range(2 * MAX_ATTRIBUTES))
    for body in (b"<p " + names + b">", b"<p title='x' " + names, b"<p " + ended + b">"):
        with pytest.raises(NotHtmlError, match="attributes"):
            parse_page(body)
    for quote in (b"'", b'"', b"'\""):
        assert not has_endless_tag((b"<a" + quote) * 400_000)
    assert time.process_time() - started < 5


def test_pages_of_too_many_tags_are_refused_at_once() -> None:
    for body in (b"<b>x</b>" * MAX_TAGS, ("<p>x" * (MAX_TAGS + 1)).encode("utf-16")):
        with pytest.raises(PageTooHeavyError, match="tags"):
            parse_page(body)
    assert parse_page(b"<b>x" * 1_000).root.tag == "html"


def test_long_values_and_texts_are_no_attributes() -> None:
    picture = b"<img src='data:image/png;base64," + b"ab/cd+ " * 200_000 + b"'>"
    text = b"<p>" + b"a word / " * 100_000
    assert len(parse_page(picture + text).root.findall(".//img")) == 1
    # A stray quote in a tag opens no value.
    page = b'<a href="/x"" class=b>one</a>' + b"<p class=c id=d>two</p>" * 2 * MAX_ATTRIBUTES
    assert not has_endless_tag(page)


def test_a_page_may_begin_with_a_thousand_comments() -> None:
    started = time.process_time()
    assert parse_page(b"<!---->" * 1_000 + b"<p>text").text == "text"
    assert parse_page(b"<!doctype html>\n" * 1_000 + b"<p>text").text == "text"
    assert time.process_time() - started < 1
    with pytest.raises(NotHtmlError, match="a feed"):
        parse_page(b"<?xml version='1.0'?>" + b"<!-- x --> " * 20 + b"<rss>")


@pytest.mark.parametrize(
    ("body", "heavy"), [(b"\x89PNG\r\n\x1a\n\xe9\xff", False), (b"<p>caf\xe9 \x81", True)]
)
def test_what_is_no_page_is_told_at_once_without_a_charset(body: bytes, heavy: bool) -> None:
    assert is_heavy(body, None, 1_000, 10) is heavy
