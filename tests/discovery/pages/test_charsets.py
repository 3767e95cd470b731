"""Which text a page's bytes stand for, whatever charset it names."""

import encodings.aliases

import pytest

from discovery.pages.decoding import decode
from discovery.pages.page import parse_page

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


def test_a_codec_that_takes_minutes_is_not_asked():
    body = b"<meta charset=punycode>" + b"<p>abc-def ghi</p>" * 40_000
    assert parse_page(body).charset == "utf-8"


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("latin1", "Grüße"),
        ("sjis", "日本語"),
        ("gb2312", "汉字"),
        ("ks_c_5601-1987", "한국어"),
        ("cp1251", "привет"),
        ("windows-874", "ภาษาไทย"),
    ],
)
def test_labels_of_the_web_are_believed(label, text):
    codec = {"ks_c_5601-1987": "cp949", "sjis": "cp932"}.get(label, label)
    codec = {"windows-874": "cp874"}.get(codec, codec)
    page = parse_page(f"<p>{text}</p>".encode(codec), "", f"text/html; charset={label}")
    assert page.root.findtext(".//p") == text


def test_what_stands_behind_a_page_has_no_say_in_its_charset():
    page = "<meta charset=utf-8><p>Bücher für Kinder, größer als früher</p></html>".encode()
    behind = "<!-- zähler für größe öä ü ß ä ö ü é è à â ê -->" * 9
    text = decode(page + behind.encode("latin-1"), None)[1]
    assert "Bücher für Kinder" in text
    legacy = "<meta charset=latin-1><p>Bücher für Kinder</p></html>".encode("latin-1")
    assert "Bücher für Kinder" in decode(legacy + ("日本" * 200).encode(), None)[1]
