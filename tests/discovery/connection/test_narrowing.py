"""A form is asked for all there is, although a link to a part of it was followed."""

import pytest

from discovery.connection import describe
from discovery.connection.description.parameter import ParameterOption
from discovery.connection.form_description.narrowing import says_all
from discovery.forms import find_forms
from discovery.pages import parse_page

FORM = (
    "<form action=/find><input name=q><select name={name}><option value=0>{all}</option>"
    "<option value=img selected>Images</option><option value=txt>Texts</option></select></form>"
)


def chosen(address: str, name: str = "in", every: str = "Everything") -> str:
    page = parse_page(FORM.format(name=name, all=every).encode(), address)
    (form,) = find_forms(page)
    (parameter,) = describe(form, "q", page).parameters
    return parameter.value


def test_what_the_link_chose_is_widened() -> None:
    assert chosen("http://s.example/find?in=img") == "0"


@pytest.mark.parametrize("address", ["http://s.example/", "http://s.example/find?in=txt"])
def test_what_the_site_itself_chose_is_kept(address: str) -> None:
    assert chosen(address) == "img"


def test_without_a_choice_for_all_nothing_changes() -> None:
    assert chosen("http://s.example/find?in=img", every="Sounds") == "img"


def test_how_results_are_shown_narrows_nothing() -> None:
    assert chosen("http://s.example/find?sort=img", name="sort") == "img"


@pytest.mark.parametrize(
    "label",
    ["All", "alle Bereiche", "Tous les champs", "Все разделы", "すべて", "全部分类", "الكل"],
)
def test_all_in_many_languages(label: str) -> None:
    assert says_all(ParameterOption("7", label))


@pytest.mark.parametrize("label", ["Allier", "Todd", "Kaikkonen", "Tuttle"])
def test_words_that_only_begin_so(label: str) -> None:
    assert not says_all(ParameterOption("7", label))
