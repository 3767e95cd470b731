"""Advertisements in the records' own look, told by their links and labels."""

import pytest
from lxml.html import HtmlElement, fromstring

from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.advertisement_links import advertisement_signs
from wrappers.extraction.records.non_results import numbers_of_results

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
NAMES = [f"page {number}" for number in range(4)]


@pytest.mark.parametrize(
    "label", ["Ad", "Sponsored Links", "Anzeige", "Реклама", "広告", "推广", "Liens commerciaux"]
)
def test_a_label_is_enough_for_the_first_and_the_last_record(label: str) -> None:
    offer = f"<li><a href=http://shop.example/x>Buy</a> <span>{label}</span>"
    assert kept(f"<ul>{offer}{RECORDS}{offer}</ul>") == NAMES


def test_a_label_amid_the_records_or_in_a_link_is_not_enough() -> None:
    amid = "<li><a href=/doc/x>amid</a> <span>Ad</span>"
    assert kept(f"<ul>{RECORDS}{amid}{RECORDS}</ul>") == [*NAMES, "amid", *NAMES]
    subject = "<li><a href=/doc/x>subject</a> <a href=/tag/1>Advertising</a>"
    assert kept(f"<ul>{subject}{RECORDS}</ul>") == ["subject", *NAMES]


def test_a_label_on_what_leads_elsewhere_is_enough() -> None:
    amid = "<li><a href=/clique/x?ad=7>amid</a> <span>Patrocinado</span>"
    assert kept(f"<ul>{RECORDS}{amid}{RECORDS}</ul>") == [*NAMES, *NAMES]
    silent = "<li><a href=/other/x>amid</a> <span>New</span>"
    assert kept(f"<ul>{RECORDS}{silent}{RECORDS}</ul>") == [*NAMES, "amid", *NAMES]


def test_an_announcement_is_none() -> None:
    note = "<li><b>Annonce : </b><a href=/doc/x>read this</a><p>text"
    assert kept(f"<ul>{note}{RECORDS}</ul>") == ["read this", *NAMES]


def test_the_heading_above_a_list_labels_all_of_it() -> None:
    offers = "".join(f"<li><a href=http://shop.example/{n}>Buy</a>" for n in range(2))
    page = f"<div><h2>Sponsored results</h2><ul>{offers}</ul></div><ul>{RECORDS}</ul>"
    assert kept(page) == NAMES


def test_where_most_are_labelled_they_are_the_results() -> None:
    offers = "".join(f"<li><a href=/{n}>offer</a> <i>Ad</i>" for n in range(3))
    assert len(kept(f"<ul>{offers}{RECORD.format(0)}</ul>")) == 4


@pytest.mark.parametrize(
    ("href", "signs"),
    [
        ("/doc/1", 0),
        ("http://a.example/page?gclid=x", 1),
        ("/y.js?ad_provider=b", 1),
        ("/_1_2/click?rawURL=http://ads.example/7", 2),
        ("/click?rawURL=http://b.example/7", 1),
        ("/news/adventures?id=3", 0),
    ],
)
def test_signs_of_an_address(href: str, signs: int) -> None:
    assert advertisement_signs({"href": href}) == signs


def test_the_label_that_ends_one_run_is_no_heading_of_the_next() -> None:
    offer = (
        "<dt><a href='http://click.ads.example/go?u=http://shop.example/'>Buy</a><dd>anuncio · shop"
    )
    records = "".join(f"<dt><a href=/doc/{n}>page {n}</a><dd>kind {n}" for n in range(4))
    root: HtmlElement = fromstring(f"<dl>{offer}{records}</dl>")
    pairs = [(start, start.find(".//a")) for start in root.iter("dt")]
    assert named(pairs) == NAMES


@pytest.mark.parametrize(
    ("attributes", "signs"),
    [
        ("data-rw='http://s.example/aclk?sa=L&adurl='", 2),
        ("onmousedown=\"go(this,'http://s.example/pagead/x')\"", 2),
        ("ping=http://ads.example/7", 2),
        ("data-href=http://shop.example/x", 0),
        ("onclick=\"track('ads')\"", 0),
    ],
)
def test_where_a_script_sends_the_click(attributes: str, signs: int) -> None:
    link = fromstring(f"<a href=http://shop.example/x {attributes}>Buy</a>")
    assert advertisement_signs(link.attrib) == signs


def test_the_address_of_the_link_itself_is_one_sign_however_often_it_is_said() -> None:
    address = "http://paper.example/ads/car-7"
    assert advertisement_signs({"href": address, "data-href": address}) == 1
