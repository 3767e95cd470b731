"""Forms that would do something are no search forms, whatever else speaks for it; searches are."""

import pytest

from discovery.forms.classification import classify
from discovery.forms.finding import acting_addresses, find_forms
from discovery.pages.acts import link_acts, says_act
from tests.cases import cases
from tests.discovery.forms.pages import form_of, page_of

CASES = cases(__file__)

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
