"""What is read of records: titles, texts, dates, pictures; advertisements are left out."""

import time
from html import escape

import pytest
from lxml.html import HtmlElement, document_fromstring, fromstring

from discovery.pages.decoding import decode
from discovery.pages.page import parse_page
from tests.cases import cases
from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.details import date_in
from wrappers.extraction.records.non_results import advertisement_signs, numbers_of_results
from wrappers.extraction.records.record import ResultRecord, repair_text
from wrappers.extraction.records.record_reading import read_records
from wrappers.extraction.records.titles import read_title
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import ItemSample

CASES = cases(__file__)
BASE = "http://s.example/find"


def records_of(items: list[str]) -> tuple[ResultRecord, ...]:
    body = "".join(f"<div>{item}</div>" for item in items)
    root = document_fromstring(f"<html><body>{body}</body></html>")
    return read_records([nodes_of(element) for element in root.iter("div")], BASE)


def titles(items: list[str]) -> list[str]:
    """Return the titles of records whose first link with a text is their title link."""
    listed = fromstring(f"<ul>{''.join(f'<li>{each}</li>' for each in items)}</ul>")
    links = [
        next(link for link in item.iter("a") if link.text_content().strip()) for item in listed
    ]
    found = [nodes_of(item, link) for item, link in zip(listed, links, strict=True)]
    samples = [ItemSample(n.elements, read_title(n), link=n.title_link) for n in found]
    return [record.title for record in read_records(found, BASE, items=learn_items(samples))]


def figures_of(pictures: str, captions: list[str]) -> list[str]:
    """Return the pictures of records that are captions, each in a figure with `pictures`."""
    figures = "".join(
        f"<figure>{pictures.format(n)}<figcaption>{caption}</figcaption></figure>"
        for n, caption in enumerate(captions)
    )
    root = document_fromstring(f"<html><body><main>{figures}</main></body></html>")
    found = [nodes_of(e) for e in root.iter("figcaption")]
    return [record.thumbnail for record in read_records(found, BASE)]


@pytest.mark.parametrize(("record", "count", "picture"), CASES["pictures"])
def test_pictures_of_records(record, count, picture):
    records = records_of([record.format(n=n) for n in range(count)])
    expected = [picture and f"http://s.example{picture.format(n=n)}" for n in range(count)]
    assert [record.thumbnail for record in records] == expected


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("more", ["", " Advertisement"])
def test_the_picture_beside_a_caption_is_its_own_unless_it_says_more(count, more):
    captions = [f"<a href=/{n}>Item {n}</a>" for n in range(count)]
    pictures = figures_of(f"<a href=/pictures/{{0}}><img src=/{{0}}.png></a>{more}", captions)
    assert pictures == ["" if more else f"http://s.example/{n}.png" for n in range(count)]


@pytest.mark.parametrize(
    "size", ["979 bytes", "12.3 KB", "4k", "1,2 Mo", "979 octets", "5 МБ", "979 байт", "20 バイト"]
)
def test_sizes_in_other_words(size):
    (record,) = records_of([f"<a href=/1>Item</a> text, {size}"])
    assert record.size.startswith(size[:6])


NAMES = "A racing shoe,The winter boot,Sandals for two,Slippers at home,Clogs of wood".split(",")


@pytest.mark.parametrize(("record", "title"), CASES["titles"])
def test_titles_are_what_names_the_records(record, title):
    told = [{"n": n, "name": name} for n, name in enumerate(NAMES, 1)]
    read = titles([record.format(**each) for each in told])
    assert read == [title.format(**each) for each in told]


def test_a_link_that_hides_its_host_is_no_result():
    hidden = [
        "<a href='https://bank.example@evil.example/login'>Bank</a>",
        "<a href='/out?u=https%3A%2F%2Fbank.example%40evil.example'>Bank</a>",
        "<a href='#' data-href='https://bank.example@evil.example/'>Bank</a>",
    ]
    records = records_of([*hidden, "<a href='https://a.example/@user'>A user</a>"])
    assert [(record.title, record.url) for record in records] == [
        ("A user", "https://a.example/@user")
    ]


@pytest.mark.parametrize(("href", "url"), CASES["routes"])
def test_a_route_in_the_fragment_is_part_of_the_address(href, url):
    (record,) = records_of([f"<a href='{href}'>Item</a>"])
    assert record.url == (url or None)


@pytest.mark.parametrize(("records", "expected"), CASES["names"])
def test_titles_of_records(records, expected):
    assert titles(records) == expected


TITLED = "<div class=kicker>Films</div><div class='{}'>A new one</div><p>Text</p>"
UNTITLED = "<div>A new one</div><div class='{}'>Films</div><p>Text</p>"


@pytest.mark.parametrize(
    ("card", "name"),
    [
        *((TITLED, name) for name in ("title", "cardTitle big", "card__headline", "Title_a1b2c")),
        *((UNTITLED, name) for name in ("subtitle", "sub-title", "entitled", "title-icon")),
    ],
)
def test_a_class_may_name_the_title_of_a_card(card, name):
    link = fromstring(f"<a href=/1>{card.format(name)}</a>")
    assert read_title(nodes_of(link, link)) == "A new one"


@pytest.mark.parametrize("date", CASES["dates"])
def test_a_date_amid_words(date):
    assert date_in(f"somebody, {date}: text") == date


@pytest.mark.parametrize("text", CASES["other_numbers"])
def test_other_numbers(text):
    assert date_in(text) == ""


@pytest.mark.parametrize(("text", "date"), CASES["beside_numbers"])
def test_a_date_beside_numbers(text, date):
    assert date_in(text) == date


def test_a_long_text_of_numbers_is_read_in_time():
    started = time.process_time()
    assert date_in("1 de 2026 " * 20_000) == ""
    assert time.process_time() - started < 1.0


TEXTS = CASES["texts"]
ESCAPED = CASES["escaped"]


@pytest.mark.parametrize(
    "text",
    [
        *TEXTS,
        "How to escape &amp; in XML",
        "The entity &#8212; explained",
        "if (a &amp;&amp; b) { return }",
        "R&D; and more",
        "&lt;b&gt; &amp; &lt;i&gt;",
        "“é” in UTF-8 looks like Ã© when decoded as latin-1 — the naïve way",
    ],
)
def test_right_text_is_not_changed(text):
    assert repair_text(text) == text


@pytest.mark.parametrize("charset", ["cp1252", "latin-1"])
def test_text_read_in_the_wrong_charset_is_repaired(charset):
    read = [(text.encode().decode(charset, "ignore"), text) for text in TEXTS]
    told = [
        (wrong, text)
        for wrong, text in read
        if wrong.encode(charset).decode(errors="ignore") == text
    ]
    assert len(told) > 5
    for wrong, text in told:
        assert repair_text(wrong) == text


@pytest.mark.parametrize("text", ESCAPED)
def test_text_escaped_twice_is_repaired(text):
    escaped = escape(text, quote=False)
    assert repair_text("".join(c if c.isascii() else f"&#{ord(c)};" for c in escaped)) == text


def test_titles_and_snippets_of_records_are_repaired():
    page = parse_page(
        '<div><a href="/a">CafÃ© Bob&amp;#8217;s</a><p>Ã‰tÃ© â€” fin</p></div>'.encode()
    )
    item = page.root.find(".//div")
    (record,) = read_records([nodes_of(item)], BASE)
    assert record.title == "Café Bob’s"
    assert "Été — fin" in record.snippet


@pytest.mark.parametrize(
    ("stray", "meant"),
    [
        (b"the site\x92s own", "the site’s own"),
        (b"a na\xefve idea", "a naïve idea"),
        (b"one \x96 two", "one – two"),
        # Characters that were cut are not taken for others.
        ("日本語".encode() + "ü".encode()[:1] + b"<b>abc</b>", "\ufffd<b>abc</b>"),
    ],
)
def test_windows_bytes_in_a_page_of_utf_8_are_read(stray, meant):
    body = "<p>Größe, Maß und Straße, größer ".encode() + stray
    assert decode(body)[1].endswith(meant)


RECORD = "<li><a href=/doc/{0}>page {0}</a><p>text of page {0}"


def kept(markup: str) -> list[str]:
    root: HtmlElement = fromstring(f"<div>{markup}</div>")
    pairs = [(item, item.find(".//a")) for item in root.iter("li")]
    return named(pairs)


def named(pairs: list[tuple[HtmlElement, HtmlElement]]) -> list[str]:
    """Return what the links of those records say that are results."""
    records = [(RecordTree((element,), 100), link.attrib) for element, link in pairs]
    return [pairs[number][1].text for number in numbers_of_results(records)]


RECORDS = "".join(RECORD.format(number) for number in range(4))
PAGES_0_TO_3 = [f"page {number}" for number in range(4)]


@pytest.mark.parametrize("label", CASES["labels"])
def test_a_label_is_enough_for_the_first_and_the_last_record(label):
    offer = f"<li><a href=http://shop.example/x>Buy</a> <span>{label}</span>"
    assert kept(f"<ul>{offer}{RECORDS}{offer}</ul>") == PAGES_0_TO_3


@pytest.mark.parametrize(("markup", "names"), CASES["places"])
def test_labels_and_where_they_stand(markup, names):
    assert kept(markup.replace("{records}", RECORDS)) == [
        name for each in names for name in (PAGES_0_TO_3 if each == "page 0 to 3" else [each])
    ]


@pytest.mark.parametrize(("attributes", "signs"), CASES["signs"])
def test_signs_of_a_link(attributes, signs):
    assert advertisement_signs(fromstring(f"<a {attributes}>Buy</a>").attrib) == signs


def test_the_label_that_ends_one_run_says_nothing_of_the_next():
    offer = (
        "<dt><a href='http://click.ads.example/go?u=http://shop.example/'>Buy</a><dd>anuncio · shop"
    )
    records = "".join(f"<dt><a href=/doc/{n}>page {n}</a><dd>kind {n}" for n in range(4))
    root: HtmlElement = fromstring(f"<dl>{offer}{records}</dl>")
    pairs = [(start, start.find(".//a")) for start in root.iter("dt")]
    assert named(pairs) == PAGES_0_TO_3
