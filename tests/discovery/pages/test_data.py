"""Answers that are no HTML, shown as pages."""

import encodings.aliases
import json
import random
import time
import zlib
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.data.parsing import MAX_ATTRIBUTES, read_data
from discovery.pages.data.roles import learn_template
from discovery.pages.data.site_index import find_index
from discovery.pages.data.value import MAX_DEPTH, MAX_VALUES
from discovery.pages.decoding import MAX_ATTRIBUTES as MOST
from discovery.pages.decoding import MAX_TAGS, decode, has_endless_tag
from discovery.pages.page import (
    NotHtmlError,
    Page,
    PageTooHeavyError,
    is_heavy,
    parse_answer,
    parse_page,
)
from tests.cases import cases
from tests.strategies import json_values

CASES = cases(__file__)

ITEMS = [
    {"title": "Green tea", "url": "/p/1", "text": "Leaves that are not fermented at all."},
    {"title": "Black tea", "url": "/p/2", "text": "Leaves that are fermented to the end."},
    {"title": "Oolong", "url": "/p/3", "text": "Leaves in between the other two kinds."},
]
COLUMNS = zip(*(item.values() for item in ITEMS), strict=True)
TITLES = [("Green tea", "/p/1"), ("Black tea", "/p/2"), ("Oolong", "/p/3")]
ATOM = CASES["atom"]


def shown(body: str) -> Page:
    return parse_answer(body.encode(), "https://a.example/search")


def headings(body: str) -> list[tuple[str | None, str | None]]:
    return [(link.text, link.get("href")) for link in shown(body).root.findall(".//h3/a")]


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(ITEMS),
        json.dumps({"results": ITEMS}),
        json.dumps({"data": {"search": {"edges": [{"node": item} for item in ITEMS]}}}),
        json.dumps({"hits": {"hits": [{"_source": item, "_score": 1.5} for item in ITEMS]}}),
        json.dumps({"pages": {str(1000 + n): item for n, item in enumerate(ITEMS)}}),
        json.dumps({"columns": list(ITEMS[0]), "rows": [list(i.values()) for i in ITEMS]}),
        json.dumps([list(ITEMS[0]), *(list(item.values()) for item in ITEMS)]),
        json.dumps(["tea", *map(list, COLUMNS)]),
        json.dumps({"payload": json.dumps({"items": ITEMS})}),
        "\n".join(map(json.dumps, ITEMS)),
        "".join(f"data: {json.dumps(item)}\n\n" for item in ITEMS),
        f"/**/callback({json.dumps({'items': ITEMS})});",
        f"var found = {json.dumps(ITEMS)};",
        f")]}}',\n{json.dumps({'items': ITEMS})}",
    ],
)
def test_records_in_any_envelope_have_their_titles_and_addresses(body):
    assert headings(body) == TITLES


def test_keys_markup_and_marks_are_read_by_what_they_hold():
    items = [{"q": i["url"], "k": i["title"], "a": i["text"] * 4, "z": "en"} for i in ITEMS]
    assert headings(json.dumps({"x": items})) == TITLES
    page = shown(json.dumps({"html": "<ul><li><a href='/p/1'>Green</a></ul></div>", "n": 1}))
    assert [(a.text, a.getparent().tag) for a in page.root.iter("a")] == [("Green", "li")]
    marks = "\u2028\u2029\x85"
    texts = [json.dumps({**item, "text": f"a{marks}b"}, ensure_ascii=False) for item in ITEMS]
    assert headings("\n".join(texts)) == TITLES
    assert headings("".join(f"data: {text}\n\n" for text in texts)) == TITLES


def test_feeds_library_answers_and_events_are_read():
    assert headings(ATOM) == [("Green tea", "/p/1"), ("Black tea", "/p/2")]
    addresses = ["https://a.example/p/1", "https://a.example/p/2"]
    assert [lead for _, lead in headings(CASES["rss"])] == addresses
    assert headings(CASES["sru"]) == list(zip(["Green tea :", "Black tea"], addresses, strict=True))
    assert "12 results" in shown(ATOM).text and "Leaves not" in shown(ATOM).text
    assert [link.get("href") for link in shown(ATOM).root.findall(".//a[@rel='next']")] == [
        "/search?q=tea&page=2"
    ]
    pieces = "".join(
        f"event: piece\ndata: <li><a href={item['url']}>\ndata: {item['title']}</a></li>\n\n"
        for item in ITEMS
    )
    page = shown(pieces + 'event: end\ndata: {"total": 2}\n\n')
    assert [link.text.strip() for link in page.root.iter("a")] == [i["title"] for i in ITEMS]
    assert headings("".join(f"id: 1\ndata: {json.dumps(item)}\n" for item in ITEMS)) == TITLES
    spread = "".join(f"data: {line}\n" for line in json.dumps(ITEMS, indent=1).splitlines())
    assert headings(f"retry: 10\n{spread}\n") == TITLES


def test_an_answer_without_records_says_so():
    page = parse_answer(b"", "http://a.example/", "application/x-ndjson")
    assert "no results" in page.text
    with pytest.raises(NotHtmlError):
        parse_answer(b"", "http://a.example/", "text/html")
    text = shown('{"results": [], "total": 0}').text
    assert "no results" in text and "0 results" in text


@pytest.mark.parametrize("body", ["<html><p>text</p></html>", "<p>a {b}</p>", "<?xml?><html/>"])
def test_pages_stay_pages(body):
    assert shown(body).data is None


def test_hostile_data_is_bounded():
    for body in ("[" * 100_000, '{"a":' * 2 * MAX_DEPTH + "1" + "}" * 2 * MAX_DEPTH):
        with pytest.raises(NotHtmlError):
            shown(body)
    with pytest.raises(PageTooHeavyError):
        shown(json.dumps(list(range(MAX_VALUES + 1))))
    entities = "".join(f'<!ENTITY e{n + 1} "&e{n};&e{n};&e{n};">' for n in range(30))
    bomb = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "xxxx">{entities}]><r>&e30;</r>'
    assert len(shown(bomb).root.text_content()) < len(bomb)
    attributes = " ".join(f'a{n}="x"' for n in range(MAX_ATTRIBUTES + 1))
    with pytest.raises(PageTooHeavyError, match="attributes"):
        shown(f'<?xml version="1.0"?><r {attributes}/>')


@pytest.mark.parametrize(
    "text",
    [
        "<script json>" * 30_000,
        '\\"{' * 30_000,
        "\"{'{`{\\" * 30_000,
        json.dumps({"t": dict.fromkeys("abcd", "/x"), "d": [{"#key": ["a"], "title": "T"}] * 9}),
        json.dumps(
            {f"t{n}": dict.fromkeys("abcd", "/x") for n in range(2_000)}
            | {"d": [{"#key": "a", "title": "Tea"}] * 5_000}
        ),
        json.dumps(
            {f"t{n}": [[1, 2]] for n in range(5_000)} | {f"n{n}": ["a"] for n in range(5_000)}
        ),
        json.dumps({f"p{n}": [{"title": "Green tea", "url": "/p"}] for n in range(20_000)}),
    ],
    ids=["scripts", "escapes", "quotes", "keys", "tables", "names", "paths"],
)
def test_what_is_no_index_is_left_in_time(text):
    started = time.process_time()
    assert find_index(f"x = 1;{text}") is None and find_index(text) is None
    assert time.process_time() - started < 10


def test_the_address_of_a_record_is_learned_from_links_seen():
    objects = [{("id",): n, ("at", "slug"): f"tea-{n}", ("n",): "x"} for n in (3, 14, 15)]
    links = ["https://a.example/", *(f"https://a.example/i/{n}/tea-{n}?v=1" for n in (3, 14, 15))]
    template = learn_template(objects, links)
    assert template is not None
    assert template.fill({("id",): 9, ("at", "slug"): "oil 9"}) in (
        "https://a.example/i/9/oil%209?v=1",
        "https://a.example/i/9/tea-9?v=1",
    )
    assert str(template) == "https://a.example/i/{id}/{at.slug}?v=1"
    assert learn_template(objects, ["https://a.example/about"]) is None


@pytest.mark.parametrize(("seen", "is_learned"), [(30, True), (8, True), (4, False)])
def test_an_address_is_learned_where_links_of_some_queries_alone_were_seen(seen, is_learned):
    objects = [{("id",): n, ("group",): f"g{n % 3}"} for n in range(100, 160)]
    links = [f"https://a.example/g/g{n}" for n in range(3)]
    links += [f"https://a.example/i/{n}" for n in range(100, 100 + seen)]
    template = learn_template(objects, links)
    assert str(template) == ("https://a.example/i/{id}" if is_learned else "None")


@settings(max_examples=60, deadline=None)
@given(value=json_values())
def test_any_json_is_a_page_or_refused(value):
    try:
        page = shown(json.dumps(value))
    except NotHtmlError:
        return
    assert page.root.tag == "html"


@pytest.mark.parametrize("name", ["name", "NAME"])
def test_elements_of_xml_may_be_named_by_an_attribute(name):
    text = f'<?xml version="1.0"?><r><HIT NO="1"><FIELD {name}="title">Tea</FIELD></HIT></r>'
    data = read_data(text)
    assert data is not None
    assert data.value == {"r": {"HIT": {"NO": "1", "title": "Tea"}}}


@settings(max_examples=30, deadline=None)
@given(order=st.permutations(sorted(ITEMS[0])), keys=st.lists(st.sampled_from("abcde"), max_size=4))
def test_order_of_keys_and_further_envelopes_change_no_record(order, keys):
    value: object = [{key: item[key] for key in order} for item in ITEMS]
    for key in keys:
        value = {key: value, "note": "one more level"}
    assert headings(json.dumps(value)) == TITLES


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
    names = b" ".join(b"a%d" % number for number in range(10 * MOST))
    started = time.process_time()
    ended = b"".join(b'a%d=">"' % number for number in range(2 * MOST))
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
    page = b'<a href="/x"" class=b>one</a>' + b"<p class=c id=d>two</p>" * 2 * MOST
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


@pytest.mark.parametrize(
    "body",
    [
        b"<rss>&#xD800;<a>1</a></rss>",
        b"<?xml version='1.0'?><r><data:,x><a>1</a></data:,x></r>",
        b"<feed><b><i>&#xDFFF;</i> text</b></feed>",
        b'{"hits": [{"url": "/a", "title": "Tea", "at": %s}]}' % (b"9" * 400),
        b"<feed&#xD800; xmlns='http://ww:x/'><a>1</a></feed>",
    ],
)
def test_broken_data_is_read_or_refused_by_name(body):
    with suppress(NotHtmlError):
        parse_answer(body)
