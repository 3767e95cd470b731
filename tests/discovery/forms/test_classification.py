"""Verdicts: search forms in many dresses, the usual traps, the field that takes the query."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.forms.classification import (
    classify,
    only_its_button_acts,
    rank_search_forms,
    sends_act,
)
from discovery.forms.cues import FIELD_CUES, FORM_CUES, search_form_weights
from discovery.forms.finding import find_forms
from tests.cases import cases
from tests.discovery.forms.pages import form_of, page_of
from tests.strategies import html_documents

CASES = cases(__file__)


def verdict_on(markup):
    return classify(form_of(markup))


# Wu, Meng et al. 2003, section 2.4: form, text input, and a keyword in the form tag or in the text
# next to it.
OF_THE_PAPER = {
    f"{keyword} in the {place}": markup.format(keyword)
    for keyword in ("search", "query", "find")
    for place, markup in (
        ("tag", "<form action=/{}><input name=x><input type=submit></form>"),
        ("text", "<p>{}:</p><form><input name=terms><input type=submit></form>"),
    )
}
SEARCH_FORMS = OF_THE_PAPER | CASES["search_forms"]


@pytest.mark.parametrize("markup", SEARCH_FORMS.values(), ids=SEARCH_FORMS)
def test_search_forms(markup):
    verdict = verdict_on(markup)
    assert verdict.is_search, verdict
    assert verdict.query_field


OTHER_FORMS = CASES["other_forms"]


@pytest.mark.parametrize("markup", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_other_forms(markup):
    verdict = verdict_on(markup)
    assert not verdict.is_search, verdict


@pytest.mark.parametrize("words", CASES["words"])
def test_languages(words):
    assert verdict_on(f"<form><input name=x><button>{words}</button></form>").is_search
    assert verdict_on(f"<form><input name=x placeholder='{words}'></form>").is_search


@pytest.mark.parametrize(("fields", "name"), CASES["query_fields"])
def test_query_field(fields, name):
    verdict = verdict_on(f"<form action=/search role=search>{fields}</form>")
    assert verdict.query_field == (name or None)


def test_scores_are_sums_of_cues_none_of_which_is_idle():
    weights = search_form_weights().weights
    assert len(weights) == len(FIELD_CUES) + len(FORM_CUES)
    for markup in (*SEARCH_FORMS.values(), *OTHER_FORMS.values()):
        verdict = verdict_on(markup)
        if verdict.score > -10:
            assert verdict.score == sum(weights[name] for name in verdict.cues)
            assert not verdict.is_search or verdict.score >= 0
    seen = set()
    for markup in (*SEARCH_FORMS.values(), *OTHER_FORMS.values(), *RARER_SIGNS):
        seen.update(verdict_on(markup).cues)
    assert {cue.name for cue in (*FIELD_CUES, *FORM_CUES)} - seen == set()


RARER_SIGNS = (
    "<p>Find it here</p><form class=search><input name=x></form>",
    "<div class=site-search><form><input></form></div>",
    "<div><input name=outside></div>",
    "<form><input name=trap style=display:none></form>",
    "<form><textarea name=notes></textarea><input type=email name=e></form>",
    "<form><input name=pass><input name=email></form>",
    "<form><input name=message></form>",
    "<p>Lost password</p><form><input name=x></form>",
    "<form>" + "<input name=x>" * 3_000 + "</form>",
)


def test_ranking():
    page = page_of(
        "<form action=/login><input name=user><input type=password name=p></form>"
        "<form><input name=s></form>"
        "<form action=/search role=search><input type=search name=q><button>Search</button></form>"
        "<form action=/newsletter><input name=email><button>Subscribe</button></form>"
        "<form action=/search role=search><input type=search name=q><button>Search</button></form>"
    )
    ranked = rank_search_forms(page)
    assert [form.index for form, _ in ranked] == [2, 4, 1]
    assert all(verdict.is_search for _, verdict in ranked)
    box = "<input name=q placeholder=Search><button>Search</button>"
    ranked = rank_search_forms(page_of(f"<div>{box}</div><form>{box}</form>"))
    assert [form.pseudo for form, _ in ranked] == [False, True]
    page = page_of(
        "<form action=/go><input name=x><button>Go</button></form>"
        "<form><input name=text><button>OK</button></form>"
    )
    assert rank_search_forms(page) == ()


@settings(max_examples=60, deadline=None)
@given(html_documents())
def test_no_page_raises_and_indexes_follow_document_order(markup):
    page = page_of(f"<p>{markup}")
    found = find_forms(page)
    assert [form.index for form in found] == list(range(len(found)))
    assert sum(not form.pseudo for form in found) == len(page.root.findall(".//form"))
    ranked = rank_search_forms(page)
    assert [v.score for _, v in ranked] == sorted((v.score for _, v in ranked), reverse=True)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=60))
def test_any_text_in_a_form_is_judged_by_a_field_of_the_form(markup, name, action):
    for attribute in ("name", "id", "type", "placeholder", "value"):
        page = page_of(
            f'<form action="{action}"><input {attribute}="{name}">{markup}<input name=q>'
        )
        for form in find_forms(page):
            verdict = classify(form)
            assert verdict.query_field is None or verdict.query_field in {
                field.name for field in form.fields
            }


@pytest.mark.parametrize(("markup", "is_typed_into"), CASES["typed_into"])
def test_a_search_whose_button_acts_is_typed_into_in_a_browser_and_never_sent(
    markup, is_typed_into
):
    form = form_of(markup.replace("{RUN}", "action='javascript:;'"))
    assert sends_act(form)
    assert only_its_button_acts(form) is is_typed_into
