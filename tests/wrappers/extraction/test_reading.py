"""What is read of records: pictures, numbers, authors."""

import pytest
from lxml.html import HtmlElement, document_fromstring

from tests.cases import cases_of
from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.record_reading import read_records

CASES = cases_of(__file__)

BASE = "http://s.example/find"


def records_of(items: list[str]) -> tuple[ResultRecord, ...]:
    body = "".join(f"<div>{item}</div>" for item in items)
    root = document_fromstring(f"<html><body>{body}</body></html>")
    elements: list[HtmlElement] = list(root.iter("div"))
    return read_records([nodes_of(e) for e in elements], BASE)


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
    ("texts", "snippets"),
    [
        ("by Ann 2.|by Bo 3.|by Cy 4.|by Di", "by Ann|by Bo|by Cy|by Di"),
        # Numbers that do not count the records are theirs.
        ("seen 7|seen 3|seen 4|seen 5", "seen 7|seen 3|seen 4|seen 5"),
    ],
)
def test_the_number_of_the_next_record_is_no_text_of_this_one(texts, snippets):
    lines = (f"<b><a href=/{n}>Item</a></b> {text}" for n, text in enumerate(texts.split("|")))
    root = document_fromstring(f"<html><body><pre>1. {' '.join(lines)}</pre></body></html>")
    records = read_records([nodes_of(bold) for bold in root.iter("b")], BASE)
    assert [record.snippet for record in records] == snippets.split("|")


@pytest.mark.parametrize(
    "size", ["979 bytes", "12.3 KB", "4k", "1,2 Mo", "979 octets", "5 МБ", "979 байт", "20 バイト"]
)
def test_sizes_in_other_words(size):
    (record,) = records_of([f"<a href=/1>Item</a> text, {size}"])
    assert record.size.startswith(size[:6])


NAMES = ("Racing shoe", "Winter boot", "Sandal", "Slipper", "Tennis shoe", "Clog")


@pytest.mark.parametrize(("record", "title"), CASES["titles"])
def test_titles_are_what_names_the_records(record, title):
    told = [{"n": n, "name": name} for n, name in enumerate(NAMES, 1)]
    records = records_of([record.format(**each) for each in told])
    assert [each.title for each in records] == [title.format(**each) for each in told]


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


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("#/item/1", "http://s.example/find#/item/1"),
        ("#!item", "http://s.example/find#!item"),
        ("/app?x=1#/item/1", "http://s.example/app?x=1#/item/1"),
        ("http://a.example/#!item", "http://a.example/#!item"),
        ("/page#top", "http://s.example/page"),
        ("#top", None),
        ("#", None),
    ],
)
def test_a_route_in_the_fragment_is_part_of_the_address(href, url):
    (record,) = records_of([f"<a href='{href}'>Item</a>"])
    assert record.url == url
