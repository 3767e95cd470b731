"""Wrappers over page classes: what differs is data, labels name it, the template is left out."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from tests.strategies import html_documents
from wrappers.extraction.page_class import PageClassWrapper
from wrappers.induction.page_class import NoPagesError, learn_page_class

PEOPLE = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
BOOK = Path(__file__).with_name("book.html").read_text(encoding="utf-8")


def book(number: int) -> Page:
    """Return a page of a bookshop's template: a table, a list, a labelled line, options."""
    name = PEOPLE[number]
    subtitle = f"<tr><th>Subtitle</th><td>the {name} years</td></tr>" if number % 2 else ""
    prize = f"<tr><th>Prize</th><td>of {name}</td></tr>" if number == 3 else ""
    values = {"pages": 100 + number, "left": number + 3, "year": 1900 + number, "number": number}
    page = BOOK.format(name=name, subtitle=subtitle, prize=prize, **values)
    return parse_page(page.encode(), f"http://shop.example/{number}")


def test_labels_name_the_fields_and_the_template_is_left_out():
    wrapper = learn_page_class([book(number) for number in range(6)])
    item = wrapper.extract(book(7))
    assert item.title == "Book of Hal"
    assert dict(item.fields) == {
        "Subtitle": "the Hal years",
        "Author": "Hal Writer",
        "Pages": "107",
        "Price": "7.50 EUR",
        "About": "Hal tells of the year 1907.\nIt is long, Hal.",
        "stock": "10 left",
    }
    assert "year 1907" in item.text
    assert "rights reserved" not in item.text
    assert "All books" not in item.text
    assert "Subtitle" not in dict(wrapper.extract(book(6)).fields), "optional"
    again = PageClassWrapper.from_json(json.loads(json.dumps(wrapper.to_json())))
    assert again == wrapper
    assert again.extract(book(7)) == item


def test_one_page_alone_is_all_data_and_none_nothing():
    item = learn_page_class([book(1)]).extract(book(1))
    assert item.title == "Book of Bo"
    assert "Bo Writer" in item.text
    with pytest.raises(NoPagesError):
        learn_page_class([])


@given(st.lists(html_documents(), min_size=1, max_size=4))
def test_any_pages_can_be_learned_and_read(texts):
    pages = [parse_page(f"<p>x</p>{text}".encode()) for text in texts]
    wrapper = learn_page_class(pages)
    assert all(isinstance(wrapper.extract(page).title, str) for page in pages)


def test_what_no_person_sees_is_no_data():
    """Hidden decoys are left out; what a tab opens, and what a script shows whole, is not."""
    trap = '<p style="display:none">Cheap pills by {n}, sold by the {n} dozen</p>'
    tab = '<a href="#more">More</a><div id="more" hidden><p>{n} was born in {y}</p></div>'

    def page(number: int, around: str = "<div>") -> Page:
        extra = (trap + tab).format(n=PEOPLE[number], y=1900 + number)
        body = book(number).body.replace(b"<h2>About", f"{extra}<h2>About".encode())
        body = body.replace(b"<nav>", f"{around}<nav>".encode())
        return parse_page(body, f"http://shop.example/{number}")

    text = learn_page_class([page(number) for number in range(6)]).extract(page(7)).text
    assert "Hal was born in 1907" in text
    assert "Cheap pills" not in text
    shown = [page(number, '<div style="opacity:0">') for number in range(6)]
    item = learn_page_class(shown).extract(page(7, '<div style="opacity:0">'))
    assert "Hal was born in 1907" in item.text
