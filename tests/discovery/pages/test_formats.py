"""What is told to be no web page before it is parsed."""

import encodings.aliases
import random
import time
import zlib

import pytest

from discovery.pages.decoding import MAX_ATTRIBUTES, MAX_TAGS, decode, has_endless_tag
from discovery.pages.page import NotHtmlError, PageTooHeavyError, is_heavy, parse_page


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n<</Type/Catalog>>", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        *((b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"), (b"\x1f\x8b\x08\0\0", "compressed data")),
        *((b"PK\x03\x04\x14\0", "an archive"), (b"\0\1\2\3" * 100, "binary data")),
        *((b' {"hits": [{"title": "a"}]}\n', "JSON"), (b"[]", "JSON"), (b'"error"', "JSON")),
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
def test_other_formats_are_refused_by_name(body, name):
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
def test_a_type_that_is_told_is_believed_of_what_is_no_page(body, content_type):
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
def test_odd_pages_are_still_pages(body):
    assert parse_page(body).root.tag == "html"
    for charset in ("utf-16-le", "utf-16-be"):
        page = parse_page("<title>Grüße</title>".encode(charset), content_type="text/html")
        assert (page.charset, page.title) == (charset, "Grüße"), "read without a mark"


def test_too_many_tags_or_attributes_are_refused_at_once():
    names = b" ".join(b"a%d" % number for number in range(10 * MAX_ATTRIBUTES))
    started = time.process_time()
    ended = b"".join(b'a%d=">"' % number for number in range(2 * MAX_ATTRIBUTES))
    for body in (b"<p " + names + b">", b"<p title='x' " + names, b"<p " + ended + b">"):
        with pytest.raises(NotHtmlError, match="attributes"):
            parse_page(body)
    for quote in (b"'", b'"', b"'\""):
        assert not has_endless_tag((b"<a" + quote) * 400_000)
    assert time.process_time() - started < 5
    for body in (b"<b>x</b>" * MAX_TAGS, ("<p>x" * (MAX_TAGS + 1)).encode("utf-16")):
        with pytest.raises(PageTooHeavyError, match="tags"):
            parse_page(body)
    assert parse_page(b"<b>x" * 1_000).root.tag == "html"
    picture = b"<img src='data:image/png;base64," + b"ab/cd+ " * 200_000 + b"'>"
    text = b"<p>" + b"a word / " * 100_000
    assert len(parse_page(picture + text).root.findall(".//img")) == 1
    # A stray quote in a tag opens no value.
    page = b'<a href="/x"" class=b>one</a>' + b"<p class=c id=d>two</p>" * 2 * MAX_ATTRIBUTES
    assert not has_endless_tag(page)
    assert parse_page(b"<!---->" * 1_000 + b"<p>text").text == "text"
    assert parse_page(b"<!doctype html>\n" * 1_000 + b"<p>text").text == "text"
    assert time.process_time() - started < 1
    with pytest.raises(NotHtmlError, match="a feed"):
        parse_page(b"<?xml version='1.0'?>" + b"<!-- x --> " * 20 + b"<rss>")


@pytest.mark.parametrize(
    ("body", "heavy"), [(b"\x89PNG\r\n\x1a\n\xe9\xff", False), (b"<p>caf\xe9 \x81", True)]
)
def test_what_is_no_page_is_told_at_once_without_a_charset(body, heavy):
    assert is_heavy(body, None, 1_000, 10) is heavy


# Codecs of Python that are no charset of the web.
NO_CHARSETS = sorted(
    {*encodings.aliases.aliases, "idna", "punycode", "undefined", "raw_unicode_escape", "utf-7"}
    - {"utf_8", "utf8", "u8", "utf", "utf8_ucs2", "utf8_ucs4", "cp65001", "unicode_1_1_utf_7"}
)


@pytest.mark.parametrize("name", NO_CHARSETS)
def test_no_name_of_a_codec_raises_out_of_parsing(name):
    words = "<p>Grüße, naïve café</p>".encode("windows-1252")
    for body in (b"<p>plain text</p>", words):
        page = parse_page(b"<meta charset=" + name.encode() + b">" + body, "", None)
        assert page.root.findtext(".//p")
        page = parse_page(body, "", f"text/html; charset={name}")
        assert page.root.findtext(".//p")


@pytest.mark.parametrize("name", ["hex", "idna", "rot13", "punycode", "base64", "zlib", "utf-7"])
def test_what_is_no_charset_of_the_web_does_not_count(name):
    text = "<p>Grüße aus +ADw-script+AD4-</p>"
    assert decode(text.encode(), f"text/html; charset={name}") == ("utf-8", text)


def test_charsets_are_asked_for_where_they_may():
    body = b"<meta charset=punycode>" + b"<p>abc-def ghi</p>" * 40_000
    assert parse_page(body).charset == "utf-8"
    page = "<meta charset=utf-8><p>Bücher für Kinder, größer als früher</p></html>".encode()
    behind = "<!-- zähler für größe öä ü ß ä ö ü é è à â ê -->" * 9
    text = decode(page + behind.encode("latin-1"), None)[1]
    assert "Bücher für Kinder" in text
    legacy = "<meta charset=latin-1><p>Bücher für Kinder</p></html>".encode("latin-1")
    assert "Bücher für Kinder" in decode(legacy + ("日本" * 200).encode(), None)[1]


@pytest.mark.parametrize(
    ("label", "text"),
    [
        *(("latin1", "Grüße"), ("sjis", "日本語"), ("gb2312", "汉字")),
        *(("ks_c_5601-1987", "한국어"), ("cp1251", "привет"), ("windows-874", "ภาษาไทย")),
    ],
)
def test_labels_of_the_web_are_believed(label, text):
    codec = {"ks_c_5601-1987": "cp949", "sjis": "cp932"}.get(label, label)
    codec = {"windows-874": "cp874"}.get(codec, codec)
    page = parse_page(f"<p>{text}</p>".encode(codec), "", f"text/html; charset={label}")
    assert page.root.findtext(".//p") == text
