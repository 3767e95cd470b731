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
from discovery.forms.finding import acting_addresses, find_forms, find_forms_as_browser
from discovery.pages.acts import link_acts, says_act
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


RARER_SIGNS = (*CASES["rarer_signs"], "<form>" + "<input name=x>" * 3_000 + "</form>")


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
    indexes = [form.index for form in find_forms_as_browser(page)]
    assert indexes == sorted(set(indexes))
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


# Each has a sign of search: without one no form is sent anyway.
ACTS = CASES["acts"]
SEARCHES = CASES["searches"]
BUTTONS = {
    "af": "Verwyder", "ar": "حذف الحساب", "az": "Sifariş ver", "bg": "Изтриване", "bn": "মুছুন",
    "ca": "Comprar ara", "cs": "Objednat", "cy": "Dileu", "da": "Slet konto", "de": "Jetzt kaufen",
    "el": "Διαγραφή", "en": "Place order", "es": "Eliminar cuenta", "et": "Kustuta konto",
    "eu": "Ezabatu", "fa": "حذف حساب", "fi": "Poista tili", "fr": "Supprimer le compte",
    "ga": "Scrios", "gl": "Eliminar", "gu": "ખરીદો", "he": "מחק חשבון", "hi": "खाता हटाएं",
    "hr": "Obriši", "hu": "Megrendelem", "hy": "Ջնջել", "id": "Hapus akun", "is": "Eyða",
    "it": "Acquista ora", "ja": "削除する", "ka": "წაშლა", "kk": "Жою", "km": "លុបគណនី",
    "ko": "계정삭제", "lo": "ລຶບ", "lt": "Ištrinti", "lv": "Dzēst", "mk": "Избриши",
    "ml": "ഇല്ലാതാക്കുക", "mn": "Устгах", "mt": "Ħassar", "nl": "Verwijderen", "no": "Slett",
    "pl": "Usuń konto", "pt": "Excluir conta", "ro": "Șterge", "ru": "Удалить аккаунт",
    "sk": "Vymazať", "sl": "Izbriši", "sq": "Fshi", "sr": "Обриши налог", "sv": "Ta bort",
    "sw": "Futa", "ta": "நீக்கு", "te": "తొలగించు", "th": "ลบบัญชี", "tl": "Tanggalin",
    "tr": "Hesabı sil", "uk": "Видалити", "ur": "حذف کریں", "vi": "Xóa tài khoản", "zh": "立即购买",
}  # fmt: skip


@pytest.mark.parametrize("markup", ACTS.values(), ids=ACTS)
def test_what_acts_is_never_sent(markup):
    verdict = classify(form_of(markup))
    assert not verdict.is_search
    assert verdict.query_field is None


@pytest.mark.parametrize("markup", SEARCHES.values(), ids=SEARCHES)
def test_searches_that_name_acts_are_searches(markup):
    page = page_of(markup, "http://a.example/signin")
    verdict = classify(find_forms(page)[0])
    assert verdict.is_search, verdict


@pytest.mark.parametrize(("code", "words"), BUTTONS.items(), ids=BUTTONS)
def test_acts_are_known_in_every_language(code, words):
    assert says_act(words)
    markup = f"<form action=/x role=search><input type=search name=q><button>{words}</form>"
    assert not classify(form_of(markup)).is_search


def test_of_several_buttons_none_that_acts_is_pressed():
    form = form_of(
        "<form action=/list><input name=q><button name=all value=1 formaction=/delete>Delete all"
        "</button><button name=go value=2>Search</button></form>"
    )
    assert classify(form).is_search
    assert form.default_submit is not None
    assert (form.default_submit.name, form.action) == ("go", "http://site.example/list")


@pytest.mark.parametrize(("address", "text", "acts"), CASES["links"])
def test_links_that_act(address, text, acts):
    assert link_acts(address, text) is acts


@pytest.mark.parametrize(("form", "acts"), CASES["links_of_forms"])
def test_where_a_form_acts_a_link_does(form, acts):
    page = page_of(form, "http://a.example/list?page=1")
    assert acting_addresses(page) == ({"http://a.example/pass"} if acts else set())
