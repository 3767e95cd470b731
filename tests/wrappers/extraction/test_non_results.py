"""Advertisements in the records' own look, told by their links and labels."""

import pytest
from lxml.html import HtmlElement, fromstring

from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.non_results import advertisement_signs, numbers_of_results

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
def test_a_label_is_enough_for_the_first_and_the_last_record(label):
    offer = f"<li><a href=http://shop.example/x>Buy</a> <span>{label}</span>"
    assert kept(f"<ul>{offer}{RECORDS}{offer}</ul>") == NAMES


AMID = f"<ul>{RECORDS}{{}}{RECORDS}</ul>"


@pytest.mark.parametrize(
    ("markup", "names"),
    [
        # A label amid the records, or in a link, is not enough.
        (AMID.format("<li><a href=/doc/x>amid</a> <span>Ad</span>"), [*NAMES, "amid", *NAMES]),
        (f"<ul><li><a href=/doc/x>subject</a> <a href=/tag/1>Advertising</a>{RECORDS}</ul>",
         ["subject", *NAMES]),
        # On what leads elsewhere it is.
        (AMID.format("<li><a href=/clique/x?ad=7>amid</a> <span>Patrocinado</span>"), NAMES * 2),
        (AMID.format("<li><a href=/other/x>amid</a> <span>New</span>"), [*NAMES, "amid", *NAMES]),
        # An announcement is none.
        (f"<ul><li><b>Annonce : </b><a href=/doc/x>read this</a><p>text{RECORDS}</ul>",
         ["read this", *NAMES]),
        # The heading above a list labels all of it.
        ("<div><h2>Sponsored results</h2><ul><li><a href=http://shop.example/1>Buy</a>"
         f"<li><a href=http://shop.example/2>Buy</a></ul></div><ul>{RECORDS}</ul>", NAMES),
        # Where most are labelled they are the results.
        (f"<ul>{'<li><a href=/x>offer</a> <i>Ad</i>' * 3}{RECORD.format(0)}</ul>",
         ["offer", "offer", "offer", "page 0"]),
    ],
)  # fmt: skip
def test_labels_and_where_they_stand(markup, names):
    assert kept(markup) == names


@pytest.mark.parametrize(
    ("attributes", "signs"),
    [
        ("href=/doc/1", 0),
        ("href='http://a.example/page?gclid=x'", 1),
        ("href='/y.js?ad_provider=b'", 1),
        ("href='/_1_2/click?rawURL=http://ads.example/7'", 2),
        ("href='/click?rawURL=http://b.example/7'", 1),
        ("href='/news/adventures?id=3'", 0),
        # Where a script sends the click.
        ("href=http://shop.example/x data-rw='http://s.example/aclk?sa=L&adurl='", 2),
        ("href=http://shop.example/x onmousedown=\"go(this,'http://s.example/pagead/x')\"", 2),
        ("href=http://shop.example/x ping=http://ads.example/7", 2),
        ("href=http://shop.example/x data-href=http://shop.example/x", 0),
        ("href=http://shop.example/x onclick=\"track('ads')\"", 0),
        # The address of the link itself is one sign however often it is said.
        ("href=http://paper.example/ads/car-7 data-href=http://paper.example/ads/car-7", 1),
    ],
)
def test_signs_of_a_link(attributes, signs):
    assert advertisement_signs(fromstring(f"<a {attributes}>Buy</a>").attrib) == signs


def test_the_label_that_ends_one_run_is_no_heading_of_the_next():
    offer = (
        "<dt><a href='http://click.ads.example/go?u=http://shop.example/'>Buy</a><dd>anuncio · shop"
    )
    records = "".join(f"<dt><a href=/doc/{n}>page {n}</a><dd>kind {n}" for n in range(4))
    root: HtmlElement = fromstring(f"<dl>{offer}{records}</dl>")
    pairs = [(start, start.find(".//a")) for start in root.iter("dt")]
    assert named(pairs) == NAMES
