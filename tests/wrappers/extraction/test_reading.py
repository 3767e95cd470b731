"""What is read of records: pictures, numbers, authors."""

import pytest
from lxml.html import HtmlElement, document_fromstring

from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.records.reading import read_records
from wrappers.extraction.records.record import ResultRecord

BASE = "http://s.example/find"


def records_of(items: list[str]) -> tuple[ResultRecord, ...]:
    body = "".join(f"<div>{item}</div>" for item in items)
    root = document_fromstring(f"<html><body>{body}</body></html>")
    elements: list[HtmlElement] = list(root.iter("div"))
    return read_records([nodes_of(e) for e in elements], BASE)


def test_an_ornament_of_many_records_is_no_picture_of_one() -> None:
    ribbon, spacer = "<img src=/new.png>", "<img src=/dot.gif width=1 height=1>"
    records = records_of(
        [
            f"{ribbon}{spacer}<a href=/{n}><img src=/thumb{n}.jpg></a><a href=/{n}>Item {n}</a>"
            for n in range(5)
        ]
    )
    assert [r.thumbnail for r in records] == [f"http://s.example/thumb{n}.jpg" for n in range(5)]


def test_a_picture_loaded_late_is_found_and_one_alone_is_no_ornament() -> None:
    (record,) = records_of(["<img src=/wait.gif data-original=/p.jpg><a href=/1>Item</a>"])
    assert record.thumbnail == "http://s.example/p.jpg"


def test_records_whose_pictures_are_all_alike_show_none() -> None:
    records = records_of([f"<img src=/folder.png><a href=/{n}>Item {n}</a>" for n in range(4)])
    assert {record.thumbnail for record in records} == {""}


def figures_of(pictures: str, captions: list[str]) -> list[str]:
    """Return the pictures of records that are captions, each in a figure with `pictures`."""
    figures = "".join(
        f"<figure>{pictures.format(n)}<figcaption>{caption}</figcaption></figure>"
        for n, caption in enumerate(captions)
    )
    root = document_fromstring(f"<html><body><main>{figures}</main></body></html>")
    found = [nodes_of(e) for e in root.iter("figcaption")]
    return [record.thumbnail for record in read_records(found, BASE)]


@pytest.mark.parametrize("count", [1, 3])
def test_the_picture_beside_a_caption_is_its_own(count: int) -> None:
    captions = [f"<a href=/{n}>Item {n}</a>" for n in range(count)]
    pictures = figures_of("<a href=/pictures/{0}><img src=/{0}.png></a>", captions)
    assert pictures == [f"http://s.example/{n}.png" for n in range(count)]


def test_a_picture_among_other_words_is_not_the_records() -> None:
    captions = [f"<a href=/{n}>Item {n}</a>" for n in range(3)]
    assert figures_of("<img src=/{0}.png> Advertisement", captions) == ["", "", ""]


def lines_of(texts: list[str]) -> list[str]:
    """Return the snippets of records that are runs of one line of text each."""
    body = "1. " + " ".join(f"<b><a href=/{n}>Item</a></b> {text}" for n, text in enumerate(texts))
    root = document_fromstring(f"<html><body><pre>{body}</pre></body></html>")
    found = [nodes_of(bold) for bold in root.iter("b")]
    return [record.snippet for record in read_records(found, BASE)]


def test_the_number_of_the_next_record_is_no_text_of_this_one() -> None:
    assert lines_of(["by Ann 2.", "by Bo 3.", "by Cy 4.", "by Di"]) == [
        "by Ann",
        "by Bo",
        "by Cy",
        "by Di",
    ]


def test_a_number_in_an_element_of_the_record_is_its_own() -> None:
    records = records_of([f"<a href=/{n}>Item {n * n}</a> of {n}" for n in range(2, 6)])
    assert [record.snippet for record in records] == ["of 2", "of 3", "of 4", "of 5"]


def test_numbers_that_do_not_count_the_records_are_kept() -> None:
    assert lines_of(["seen 7", "seen 3", "seen 4", "seen 5"]) == [
        "seen 7",
        "seen 3",
        "seen 4",
        "seen 5",
    ]


def test_what_introduces_the_author_does_not_name_him() -> None:
    (record,) = records_of(
        [
            "<a href=/1>Item</a> <span class='meta-prep meta-prep-author'>Written by</span>"
            " <span class='author vcard'><a href=/ann>By Ann Ode</a></span> on Monday"
        ]
    )
    assert record.author == "Ann Ode"


@pytest.mark.parametrize(
    "size", ["979 bytes", "12.3 KB", "4k", "1,2 Mo", "979 octets", "5 МБ", "979 байт", "20 バイト"]
)
def test_sizes_in_other_words(size: str) -> None:
    (record,) = records_of([f"<a href=/1>Item</a> text, {size}"])
    assert record.size.startswith(size[:6])


CARD = "<a href=/{0}><p>{1} colours</p><p>(14)</p><p>{2}</p><p>$190</p></a>"
NAMES = ("Racing shoe", "Winter boot", "Sandal", "Slipper", "Tennis shoe", "Clog")


def test_what_is_counted_of_each_record_is_no_title() -> None:
    cards = [CARD.format(n, 4 + n % 3, name) for n, name in enumerate(NAMES)]
    assert [record.title for record in records_of(cards)] == list(NAMES)


def test_numbers_that_name_records_stay_in_their_titles() -> None:
    chapters = [f"<a href=/{n}>Chapter {n}</a> <p>The tale goes on</p>" for n in range(1, 7)]
    titles = [record.title for record in records_of(chapters)]
    assert titles == [f"Chapter {n}" for n in range(1, 7)]


@pytest.mark.parametrize("text", ["5c39064{0}7f36", "{0} May 2004", "2004-05-0{0}"])
def test_a_hash_or_date_gives_way_to_the_name_beside_it(text: str) -> None:
    rows = [
        f"<p><a href=/{n}>{text.format(n + 1)}</a></p><p>{name}</p>" for n, name in enumerate(NAMES)
    ]
    assert [record.title for record in records_of(rows)] == list(NAMES)


def test_a_hash_or_date_is_the_title_where_there_is_no_other_name() -> None:
    titles = [record.title for record in records_of(["<a href=/1>5c390647f36</a>"])]
    assert titles == ["5c390647f36"]


def test_a_link_that_hides_its_host_is_no_result() -> None:
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
def test_a_route_in_the_fragment_is_part_of_the_address(href: str, url: str | None) -> None:
    (record,) = records_of([f"<a href='{href}'>Item</a>"])
    assert record.url == url
