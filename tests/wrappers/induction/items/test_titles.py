"""Titles of records: the column that names them says it, and labels beside it are no part of it."""

import pytest

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from tests.wrappers.induction.items.test_items import BIRDS, FISH
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

CASES = cases_of(__file__)

PEOPLE = "Ann Ode,Ian Low,Eva Hill,Tom Bell,Kim Ray,Leo Fox,May Dunn,Sam Pool".split(",")
STATES = "Open Closed Solved".split()
TITLE = "Where the quiet {name} lives"
TEXT = "<p>All about a {name}, and more of it. It has a <i>{query}</i> of its own.</p>"


def page_of(names: list[str], record: str, query: str) -> Page:
    """Return a page of a table where a record consists of cells, else of a list with texts."""
    rows = "".join(
        (f"<tr>{record}</tr>" if record.startswith("<td>") else f"<li>{record}{TEXT}</li>").format(
            title=TITLE.format(name=name), name=name, query=query, number=len(name) * 7 + n,
            state=STATES[n % 3], some="<b class=flag>New</b>" if n % 3 else "", person=PEOPLE[n],
        )
        for n, name in enumerate(names)
    )  # fmt: skip
    around = "<table id=r>{}</table>" if record.startswith("<td>") else "<ul>{}</ul>"
    body = f"<html><body><h1>Found</h1>{around.format(rows)}</body></html>"
    return parse_page(body.encode(), "http://search.example/find")


def learned(record: str) -> Wrapper:
    """Return what is learned from two pages of such records."""
    asked = ((BIRDS, "nest"), (FISH, "fin"))
    return learn_wrapper([Sample(page_of(n, record, query), query) for n, query in asked]).wrapper


@pytest.mark.parametrize(("record", "title"), CASES["names"])
def test_what_names_the_records_is_their_title(record, title):
    read = learned(record).records(page_of(FISH[::-1], record, "gill"))[0]
    assert read.title == title.format(name="pike", number=28)
    assert read.url is not None and read.url.endswith("/pike")
    if title == TITLE:
        assert read.title not in read.snippet
        assert [i.value for i in read.items if i.kind is ItemKind.TITLE] == [read.title]


@pytest.mark.parametrize(("inner", "label"), CASES["labels"])
def test_a_label_is_no_part_of_the_title(inner, label):
    row = "<a href='/{name}'>" + inner + "</a>"
    record = learned(row).records(page_of(FISH[::-1], row, "gill"))[1]
    assert record.title == TITLE.format(name="carp")
    assert any(item.value.startswith(label) for item in record.items)


@pytest.mark.parametrize("inner", CASES["stressed"])
def test_what_is_stressed_or_names_the_thing_stays(inner):
    row = "<a href='/{name}'>" + inner + "</a>"
    page = page_of(FISH[::-1], row, "gill")
    for record, link in zip(learned(row).records(page), page.root.iter("a"), strict=True):
        assert record.title == " ".join(link.text_content().split())
