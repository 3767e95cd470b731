"""Pages made to hurt: every bound holds, nothing raises, nothing takes long."""

import time

import pytest

from discovery.forms.classification import classify, rank_search_forms
from discovery.forms.finding import MAX_FIELDS, MAX_FORMS, MAX_PSEUDO_FORMS, find_forms
from tests.discovery.forms.pages import form_of, page_of

BOX = "<form action=/search><input name=q><input type=submit value=Search></form>"


def test_200_forms_are_all_found_and_the_search_form_among_them_comes_first():
    cart = "<form action=/cart/add><input name=qty><button>Add to cart</button></form>"
    page = page_of(cart * 150 + BOX + cart * 50)
    assert len(find_forms(page)) == 201
    assert [form.index for form, _ in rank_search_forms(page)] == [150]


def test_a_megabyte_of_hidden_fields_is_cut_and_said_so():
    hidden = f"<input type=hidden name=state value={'x' * 10_000}>" * 100
    form = form_of(f"<form action=/search>{hidden}<input name=q><button>Search</button></form>")
    assert form.truncated
    assert sum(len(field.value) for field in form.fields) < 600_000
    verdict = classify(form)
    assert not verdict.is_search
    assert verdict.query_field == "q"
    assert "too large to be read whole" in verdict.cues


def test_a_state_field_of_100_kb_is_kept_whole():
    form = form_of(
        f"<form><input type=hidden name=state value={'x' * 100_000}><input name=q></form>"
    )
    assert not form.truncated
    assert len(form.fields[0].value) == 100_000


@pytest.mark.parametrize(
    "markup",
    [
        BOX * 5_000,
        "<div><form><input name=q>" * 5_000,
        "<form><table><tr><td>" * 5_000 + "<input name=q>",
        "<form>" + "<input name=q>" * 30_000,
        "<div><input name=q>" * 10_000,
        "<form>" + "<select name=s>" * 3_000 + "<option>x" * 10_000,
        "<form>" + "<label>word<input name=q>" * 10_000,
        "<form>" + ("<i>" * 70 + "</i>" * 70) * 2_000 + "<input name=q>" * 2_000,
        "<fieldset disabled>" * 10_000 + "<input name=q>",
        f"<form action='{'a/' * 500_000}' class='{'search ' * 100_000}'><input name=q>",
        f"<form><input name=q placeholder='{'a' * 500_000}'>{'search ' * 100_000}",
        f"<form><input name='{'[' * 200_000}'>{'&#x202e;' * 1000}",
        "<form accept-charset='" + ", " * 100_000 + "'><input name=q>",
    ],
    ids=range(13),
)
def test_bounds(markup):
    page = page_of(markup)
    started = time.process_time()
    found = find_forms(page)
    rank_search_forms(page)
    # Each takes below half a second; a quadratic step would take minutes.
    assert time.process_time() - started < 15
    assert len(found) <= MAX_FORMS + MAX_PSEUDO_FORMS
    assert all(len(form.fields) <= MAX_FIELDS for form in found)
