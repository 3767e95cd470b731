"""Forms as a browser has them: the HTML standard's tree where lxml's may be another."""

import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.forms.classification import rank_search_forms
from discovery.forms.finding import MAX_FORMS, find_forms, find_forms_as_browser
from discovery.forms.second_reading import MAX_ELEMENTS, MAX_MARKS, MAX_OPEN, read_again
from discovery.pages.page import NotHtmlError
from tests.cases import cases
from tests.discovery.forms.pages import page_of
from tests.strategies import html_documents

CASES = cases(__file__)

BOX = "<form action=/search><input name=q><input type=submit value=Search></form>"


def read(markup, find=find_forms_as_browser):
    """Return path and names of each form, the path of a pseudo-form as ""."""
    return [
        ["" if form.pseudo else form.action.rpartition("/")[2], [f.name for f in form.fields]]
        for form in find(page_of(markup))
    ]


@pytest.mark.parametrize(("markup", "forms"), CASES["forms"])
def test_forms_are_those_of_the_standard(markup, forms):
    assert read(markup) == forms


def test_the_second_reading_gives_what_the_first_loses_and_keeps_all_else(monkeypatch):
    markup = f"<div><form action=/s><input type=hidden name=site></div>{BOX[21:]}"
    assert read(markup, find_forms) == [["s", ["site"]], ["", ["q"]]]
    assert read(markup) == [["s", ["site", "q", ""]]]
    [(form, verdict)] = rank_search_forms(page_of(markup))
    assert verdict.query_field == "q"
    assert len(form.fields) == 3
    markup = (
        "<p>Before <form action=/s method=post id=main title='Find &amp; see'><label for=q>Search"
        "</label><input id=q name=q value='a\x01b' data-é=1><x:y></x:y><select name=s><option>1"
        "<option selected>2</select></form><!-- out --> after<form>"
    )
    first, second = (find(page_of(markup))[0] for find in (find_forms, find_forms_as_browser))
    for name in ("action", "method", "marks", "text", "text_before", "text_after", "charset"):
        assert getattr(first, name) == getattr(second, name), name
    assert [field.name for field in second.fields] == ["q", "s"]
    assert second.fields[0].label == "Search"
    assert second.fields[1].options == first.fields[1].options
    monkeypatch.setattr("discovery.forms.second_reading.read_again", lambda page: pytest.fail())
    assert read(BOX * 3) == [["search", ["q", ""]]] * 3


@settings(deadline=None)
@given(st.lists(st.sampled_from(["x", "<p>y</p>", "<div><b>z</b></div>", BOX]), max_size=8))
def test_of_well_formed_pages_both_readings_are_one(parts):
    page = page_of("<title>t</title>" + "".join(parts))
    reading = read_again(page)
    assert reading is not None
    assert [form.get("action") for form in reading.root.iter("form")] == [
        form.get("action") for form in page.root.iter("form")
    ]
    assert find_forms_as_browser(page) == find_forms(page)


@settings(deadline=None)
@given(html_documents())
def test_no_page_makes_it_raise(document):
    try:
        page = page_of(document)
    except NotHtmlError:
        return
    forms = find_forms_as_browser(page)
    assert [form.index for form in forms] == sorted({form.index for form in forms})


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * (MAX_OPEN + 50) + BOX + "<form>",
        "<p>" * (MAX_ELEMENTS + 1) + BOX + "<form>",
        "<p><!---->" * MAX_MARKS + BOX + "<form>",
        "x" * 900_000 + BOX + "<form>",
        f"<p {' '.join(f'a{n}=1' for n in range(300))}>{BOX}<form>",
        "".join(f"<html a{n}=1>" for n in range(5_000)) + BOX + "<form>",
    ],
    ids=["deep", "many", "comments", "long", "attributes", "roots"],
)
def test_too_much_work_is_left_to_the_first_reading(markup):
    page = page_of(markup)
    assert read_again(page) is None
    assert find_forms_as_browser(page) == find_forms(page)


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * (MAX_OPEN - 10) + "</x>" * (MAX_MARKS - 1_000),
        "".join(f"<b id={n}>" for n in range(100)) + "<p>x" * 19_000,
        ("&amp;" + "x" * 26) * (MAX_MARKS - 1_000),
        ("a" * 25 + "</a>") * (MAX_MARKS - 1_000),
        "<a><div>" * 90 + "</a>" * (MAX_MARKS - 1_000),
        "<table><form><tr><td><input name=q></table>" * 3_000,
        "<table>" + "<b>x<tr>" * 10_000,
    ],
    ids=["depth", "formatting", "entities", "text", "adoption", "forms", "fostering"],
)
def test_hostile_pages_take_bounded_time(markup):
    page = page_of(markup + "<form><input name=q>")
    started = time.process_time()
    assert len(find_forms_as_browser(page)) <= MAX_FORMS + 20
    assert time.process_time() - started < 10


def test_the_search_path_does_not_import_it():
    code = (
        "import sys, django; django.setup(); import metasearch.urls; "
        "assert not {'bs4', 'html5lib', 'discovery.forms.second_reading'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
