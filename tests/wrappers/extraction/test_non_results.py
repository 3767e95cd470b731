"""Advertisements in the records' own look, told by their links and labels."""

import pytest
from lxml.html import HtmlElement, fromstring

from tests.cases import cases_of
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.non_results import advertisement_signs, numbers_of_results

CASES = cases_of(__file__)

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


@pytest.mark.parametrize("label", CASES["labels"])
def test_a_label_is_enough_for_the_first_and_the_last_record(label):
    offer = f"<li><a href=http://shop.example/x>Buy</a> <span>{label}</span>"
    assert kept(f"<ul>{offer}{RECORDS}{offer}</ul>") == NAMES


@pytest.mark.parametrize(("markup", "names"), CASES["places"])
def test_labels_and_where_they_stand(markup, names):
    assert kept(markup.replace("{records}", RECORDS)) == [
        name for each in names for name in (NAMES if each == "page 0 to 3" else [each])
    ]


@pytest.mark.parametrize(("attributes", "signs"), CASES["signs"])
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
